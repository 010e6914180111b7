"""Answers an interaction in time: at the latest by a deferral, so that Discord never says that it failed.

A press that has to wait behind many others is deferred at once: that takes a third of the time that an answer takes,
and where so many come together the last one would else be late.
"""

import asyncio
import logging
from dataclasses import replace
from types import TracebackType
from typing import Self

import discord

from bot.delivery.ephemeral import EphemeralMessage
from bot.delivery.messenger import ANNOUNCED, ARCHIVED, LOCKED, Messenger
from bot.delivery.pictures import EditTarget, Payload, PictureCallback
from bot.delivery.retry import SEND_ERRORS, filtered_by, is_transient, retry_once, send_via
from bot.gateway.rate_limits import SHOWS_NO_TABLE, LeaseExpired
from bot.interactions.gate import InteractionGate
from bot.interactions.permissions import filter_error
from bot.screens.message import Message, shows_picture

log = logging.getLogger("hob.reply")
DEFER_AFTER = 2.0  # seconds until an unanswered press is deferred; Discord's three count from their sending
UNKNOWN_MESSAGE = 10008
UNEDITABLE_CODES = {ARCHIVED, LOCKED, ANNOUNCED}  # nothing can be changed there: what was done shows in a new message
LATE_CODES = {10062, 10015, 40060, 50027}  # the token is used up or expired: what was done stays done


class Reply:
    """One interaction and its answer.  As a context manager it defers what takes too long."""

    def __init__(self, messenger: Messenger, gate: InteractionGate, interaction: discord.Interaction) -> None:
        self.carrier, self.presses, self.interaction = messenger, gate, interaction
        self.owned_elsewhere = (
            False  # the message that was pressed is kept by another process, whose picture follows our words
        )
        self.answered = False  # by more than a deferral
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
        """Wait for its turn."""
        await self.presses.acquire(self._task)

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.cancel_deferral()
        self.presses.unregister(self._task)
        self.interaction.message = None  # whoever may edit the answer for a while need not hold what was pressed

    def _acknowledge(self) -> None:
        """Defer a press; a command may want to answer for all to see."""
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
            log.warning("an interaction could not be deferred in time")

    async def cancel_deferral(self) -> None:
        """The answer is ready: no deferral any more; one under way is waited for, as Discord takes only one answer."""
        self.presses.release(self._task)
        if self._timer is not None:
            self._timer.cancel()
        if self._deferral is not None:
            await asyncio.wait([self._deferral])

    @property
    def person(self) -> int:
        """Who pressed or typed."""
        return self.interaction.user.id

    @property
    def is_done(self) -> bool:
        return self.interaction.response.is_done()

    @property
    def pressed_ephemeral(self) -> EphemeralMessage | None:
        """The ephemeral message that was pressed, if it was one."""
        message = self.interaction.message
        return (
            EphemeralMessage(self.interaction, message.id) if message is not None and message.flags.ephemeral else None
        )

    @property
    def is_private(self) -> bool:
        """Whether the message that was pressed is for one person's eyes."""
        pressed = self.interaction.message
        return pressed is not None and (self.interaction.guild_id is None or pressed.flags.ephemeral)

    async def send_ephemeral(self, message: Message) -> EphemeralMessage | None:
        """An ephemeral message of its own; its picture may follow.  None: lost, or nobody knows how it arrived."""
        return await self._answer(message, ephemeral=True)

    async def post(
        self, message: Message, lock: asyncio.Lock | None = None, then: PictureCallback | None = None
    ) -> int | None:
        """A message for all to see.  Returns its id; None if it is lost, or nobody knows whether it has arrived."""
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
                message = replace(message, picture=None)  # the filter may have misjudged it
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
            # Behind a press that was deferred: what the press answered with is the message that was pressed,
            # perhaps the table, where no cards may ever stand.
            behind = interaction.response.type is not discord.InteractionResponseType.deferred_channel_message
            return EphemeralMessage(interaction, sent.id, follow_up=behind)
        respond = interaction.response.send_message
        answer = await retry_once(lambda: respond(ephemeral=ephemeral, **message.send_payload(png)))
        return EphemeralMessage(interaction, answer.message_id) if answer is not None else None

    async def edit(self, message: Message, then: PictureCallback | None = None, turned: bool = False) -> bool:
        """Edit the very message whose control was pressed; whisper instead if it is gone.  False: it shows nothing new.

        A message of private cards goes when a newer one has been sent, perhaps while its control was being pressed.
        What others can read is never edited: only a custom_id made by hand says that private words stand there.
        Its picture may follow, and `then` is told; `turned` to another page, the one before goes at once.

        Where Discord limits edits, the press is acknowledged first and its words follow, too.
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
        """Edit the very message whose control was pressed.

        Returns it as Discord shows it from now on, if it tells, or what has kept it from being shown.
        """
        await self.cancel_deferral()
        try:
            shown = await send_via(self.interaction, lambda: self._put(payload))
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
        """Answer a press that was broken off with a message that shows no table.

        It may be sent even when another process may attend to the table by now.
        """
        SHOWS_NO_TABLE.set(True)
        if not self.answered:
            await self.send_ephemeral(message)

    async def acknowledge(self) -> bool:
        """Acknowledge without saying anything.  Return False if the message that was pressed is gone."""
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
        """Acknowledge a press where Discord refuses to show what came of it; delivery shows it otherwise."""
        code = fault.code if isinstance(fault, discord.HTTPException) else None
        if code not in UNEDITABLE_CODES and not filtered_by(fault):
            self._log_late(fault)
            return
        log.info("an answer is shown otherwise (%s)", fault)
        if self.interaction.type is discord.InteractionType.component:
            await self.acknowledge()

    def _log_late(self, fault: Exception) -> None:
        """Too late, or the network is down: the answer is lost, what was done stays done and the table will show it.

        Raises Overslept: something that shows no table can still be said.
        """
        code = fault.code if isinstance(fault, discord.HTTPException) else None
        if isinstance(fault, LeaseExpired) or (code not in LATE_CODES and not is_transient(fault)):
            raise fault
        log.info("an interaction could not be answered (%s)", fault)


async def update_progress(ephemeral: EphemeralMessage | None, message: Message) -> None:
    """An answer that goes on: how far something is, and in the end what has come of it."""
    if ephemeral is None:
        return
    try:
        await ephemeral.edit(message.edit_payload(None))
    except SEND_ERRORS as fault:  # it was closed, or Discord is away
        log.info("nobody reads on (%s)", fault)
