"""Answers an interaction in time, at the latest with a deferral, so that Discord never reports a failure.

A press that must wait behind many others is deferred at once: a deferral takes a third of the time of an answer, and
otherwise the last of many presses would be late.
"""

import asyncio
import logging
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import Self

import discord

from bot.delivery.messenger import ANNOUNCED, ARCHIVED, LOCKED, EphemeralMessage, Messenger
from bot.delivery.pictures import EditTarget, Payload, PictureCallback
from bot.delivery.retry import SEND_ERRORS, filtered_by, is_transient, retry_once, send_via
from bot.gateway.rate_limits import SHOWS_NO_TABLE, LeaseExpired
from bot.interactions.gate import InteractionGate
from bot.interactions.permissions import filter_error
from bot.screens.message import Message, shows_picture

log = logging.getLogger("hob.reply")
DEFER_AFTER = 2.0  # seconds until an unanswered press is deferred; Discord's limit of three counts from sending
UNKNOWN_MESSAGE = 10008
UNEDITABLE_CODES = {ARCHIVED, LOCKED, ANNOUNCED}  # the message can't be changed, so the result appears in a new one
LATE_CODES = {10062, 10015, 40060, 50027}  # the token is used or expired; the change stays


class Reply:
    """The response to one interaction. As a context manager it defers work that takes too long."""

    def __init__(self, messenger: Messenger, gate: InteractionGate, interaction: discord.Interaction) -> None:
        self.carrier, self.presses, self.interaction = messenger, gate, interaction
        self.person = interaction.user.id  # who pressed or typed
        # The pressed message belongs to another process; its picture follows our text.
        self.owned_elsewhere = False
        self.answered = False  # with more than a deferral
        self._timer: asyncio.TimerHandle | None = None
        self._deferral: asyncio.Task[None] | None = None
        task = asyncio.current_task()
        assert task is not None
        self._task = task

    async def __aenter__(self) -> Self:
        self._timer = asyncio.get_running_loop().call_later(DEFER_AFTER, self._defer_late)
        self.presses.register(self._task, self._acknowledge)
        return self

    async def acquire(self) -> None:
        """Wait for a slot in the gate."""
        await self.presses.acquire(self._task)

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.cancel_deferral()
        self.presses.unregister(self._task)
        self.interaction.message = None  # the answer may stay editable for a while; free the pressed message

    def _acknowledge(self) -> None:
        """Defer a press. A command isn't deferred, because its answer may be public."""
        if self.interaction.type is discord.InteractionType.component:
            self._begin_deferral()

    def _begin_deferral(self) -> None:
        if self._deferral is None:
            self._deferral = asyncio.create_task(self._defer(), name="hob-deferral")

    def _defer_late(self) -> None:
        self._begin_deferral()
        self.presses.release(self._task)

    async def _defer(self) -> None:
        SHOWS_NO_TABLE.set(True)
        try:
            await send_via(self.interaction, lambda: self.interaction.response.defer(ephemeral=True))
        except (discord.InteractionResponded, *SEND_ERRORS):
            log.warning("interaction not deferred in time")

    async def cancel_deferral(self) -> None:
        """Cancel the deferral, since the answer is ready; wait for one under way, as Discord takes only one answer."""
        self.presses.release(self._task)
        if self._timer is not None:
            self._timer.cancel()
        if self._deferral is not None:
            await asyncio.wait([self._deferral])

    @property
    def is_done(self) -> bool:
        return self.interaction.response.is_done()

    @property
    def pressed_ephemeral(self) -> EphemeralMessage | None:
        """Return the pressed message if it was ephemeral, otherwise None."""
        message = self.interaction.message
        return (
            EphemeralMessage(self.interaction, message.id) if message is not None and message.flags.ephemeral else None
        )

    @property
    def is_private(self) -> bool:
        """Return True if the pressed message is visible to one person only."""
        pressed = self.interaction.message
        return pressed is not None and (self.interaction.guild_id is None or pressed.flags.ephemeral)

    async def send_ephemeral(self, message: Message) -> EphemeralMessage | None:
        """Send a new ephemeral message; its picture may follow. Return None if it was lost or its id is unknown."""
        return await self._answer(message, ephemeral=True)

    async def post(
        self, message: Message, lock: asyncio.Lock | None = None, then: PictureCallback | None = None
    ) -> int | None:
        """Send a public message and return its id; None if it was lost or it's unknown whether it arrived."""
        sent = await self._answer(message, ephemeral=False, lock=lock, then=then)
        return sent.message if sent is not None else None

    async def _answer(
        self, message: Message, ephemeral: bool, lock: asyncio.Lock | None = None, then: PictureCallback | None = None
    ) -> EphemeralMessage | None:
        pictures = self.carrier.pictures
        painting = pictures.start_painting(message)
        painted = await pictures.wait_painted(painting)
        png = painting.result() if painted else None
        await self.cancel_deferral()
        try:
            try:
                sent = await send_via(self.interaction, lambda: self._send(message, png, ephemeral))
            except discord.HTTPException as fault:
                if png is None or not filtered_by(fault):
                    raise
                message = replace(message, picture=None)  # the filter may have misjudged the picture
                sent = await send_via(self.interaction, lambda: self._send(message, None, ephemeral))
        except SEND_ERRORS as fault:
            if filtered_by(fault):
                raise filter_error(fault) from fault
            await self._acknowledge_uneditable(fault)
            sent = None
        if sent is None:
            painting.cancel()
        else:
            self.answered = True
            pictures.message_sent(self.carrier.ephemeral_target(sent, lock, then), message, painting, painted)
        return sent

    async def _send(self, message: Message, png: bytes | None, ephemeral: bool) -> EphemeralMessage | None:
        interaction = self.interaction
        if self.is_done:
            sent = await interaction.followup.send(ephemeral=ephemeral, wait=True, **message.send_payload(png))
            # After a deferred press, the original response is the pressed message. That may be the table, where cards
            # must never appear.
            behind = interaction.response.type is not discord.InteractionResponseType.deferred_channel_message
            return EphemeralMessage(interaction, sent.id, follow_up=behind)
        respond = interaction.response.send_message
        answer = await retry_once(lambda: respond(ephemeral=ephemeral, **message.send_payload(png)))
        return EphemeralMessage(interaction, answer.message_id) if answer is not None else None

    async def edit(self, message: Message, then: PictureCallback | None = None, turned: bool = False) -> bool:
        """Edit the pressed message; if it is gone, send an ephemeral one. Return False if it shows nothing new.

        A panel's message is deleted when a newer one has been sent, maybe during the press. A public message is never
        edited: only a forged custom_id claims that it holds private content. The picture may follow, and `then` is
        called. If `turned` to another page, the old picture is removed at once.

        If Discord limits edits of the message, the press is acknowledged first and the text follows as well.
        """
        pressed, pictures = self.interaction.message, self.carrier.pictures
        if pressed is None or not self.is_private:
            await self.send_ephemeral(message)
            return False
        lock, pictured, channel = pictures.lock(pressed.id), shows_picture(pressed), self.interaction.channel_id or 0
        where = EditTarget(pressed.id, self.put, lock, then, pictured, channel, by_token=True)
        if self.owned_elsewhere:
            pictures.forget(pressed.id)
        if self.carrier.edits.old(pressed.id):
            return await self._edit_later(where, message, turned)
        try:
            async with where.lock:
                fault = await pictures.edit(where, message, paint=not self.owned_elsewhere, anew=turned)
        except discord.RateLimited:
            return await self._edit_later(where, message, turned)
        if isinstance(fault, discord.HTTPException) and fault.code == UNKNOWN_MESSAGE:
            await self.send_ephemeral(message)
        return fault is None

    async def _edit_later(self, where: EditTarget, message: Message, turned: bool) -> bool:
        if not await self.acknowledge():
            await self.send_ephemeral(message)
            return False
        async with where.lock:
            self.carrier.pictures.edit_later(where, message, turned)
        return True

    async def put(self, payload: Payload) -> discord.Message | Exception | None:
        """Edit the pressed message.

        Return it as Discord now shows it, if known, or the error that prevented the edit.
        """
        await self.cancel_deferral()
        try:
            shown = await send_via(self.interaction, partial(self._put, payload))
        except SEND_ERRORS as fault:
            if not (isinstance(fault, discord.HTTPException) and fault.code == UNKNOWN_MESSAGE):
                await self._acknowledge_uneditable(fault)
            return fault
        self.answered = True
        return shown

    async def _put(self, payload: Payload) -> discord.Message | None:
        if self.is_done:
            return await self.interaction.edit_original_response(**payload())
        answer = await retry_once(lambda: self.interaction.response.edit_message(**payload()))
        return answer.resource if answer is not None and isinstance(answer.resource, discord.Message) else None

    async def interrupted(self, message: Message) -> None:
        """Answer an interrupted press with a message that shows no table.

        It may be sent even if another process owns the table by now.
        """
        SHOWS_NO_TABLE.set(True)
        if not self.answered:
            await self.send_ephemeral(message)

    async def acknowledge(self) -> bool:
        """Acknowledge without a visible answer. Return False if the pressed message is gone."""
        await self.cancel_deferral()
        if not self.is_done:
            try:
                await send_via(self.interaction, lambda: retry_once(self.interaction.response.defer))
            except SEND_ERRORS as fault:
                if isinstance(fault, discord.HTTPException) and fault.code == UNKNOWN_MESSAGE:
                    return False
                self._log_late(fault)
        return True

    async def _acknowledge_uneditable(self, fault: Exception) -> None:
        """Acknowledge a press when Discord rejects its answer; delivery shows the result in another way."""
        code = fault.code if isinstance(fault, discord.HTTPException) else None
        if code not in UNEDITABLE_CODES and not filtered_by(fault):
            self._log_late(fault)
            return
        log.info("response not editable, showing the result another way (%s)", fault)
        if self.interaction.type is discord.InteractionType.component:
            await self.acknowledge()

    def _log_late(self, fault: Exception) -> None:
        """Log an answer that came too late or was lost; the change stays, and the table will show it.

        Raises any other error. LeaseExpired is raised because a message without a table can still be sent.
        """
        code = fault.code if isinstance(fault, discord.HTTPException) else None
        if isinstance(fault, LeaseExpired) or (code not in LATE_CODES and not is_transient(fault)):
            raise fault
        log.info("response lost or too late (%s)", fault)


async def update_progress(ephemeral: EphemeralMessage | None, message: Message) -> None:
    """Update a progress message, finally with the result."""
    if ephemeral is None:
        return
    try:
        await ephemeral.edit(message.edit_payload(None))
    except SEND_ERRORS as fault:  # dismissed, or Discord is down
        log.info("ephemeral message not updated (%s)", fault)
