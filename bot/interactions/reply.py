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

from bot.delivery.ephemeral import Whisper
from bot.delivery.messenger import ANNOUNCED, ARCHIVED, LOCKED, Post
from bot.delivery.pictures import Payload, Then, Where
from bot.delivery.retry import UNSENT, by, filtered_by, passing, retry_once
from bot.gateway.rate_limits import SHOWS_NO_TABLE, Overslept
from bot.interactions.gate import Presses
from bot.interactions.permissions import filtered
from bot.screens.message import Message, shows_picture

log = logging.getLogger("hob.reply")
PATIENCE = 2.0  # seconds until an unanswered press is deferred; Discord's three count from their sending
GONE = 10008
FIXED = {ARCHIVED, LOCKED, ANNOUNCED}  # nothing can be changed there: what was done shows in a new message
LATE = {10062, 10015, 40060, 50027}  # the token is used up or expired: what was done stays done


class Reply:
    """One interaction and its answer.  As a context manager it defers what takes too long."""

    def __init__(self, post: Post, presses: Presses, interaction: discord.Interaction) -> None:
        self.carrier, self.presses, self.interaction = post, presses, interaction
        self.theirs = False  # the message that was pressed is kept by another process, whose picture follows our words
        self.answered = False  # by more than a deferral
        self._timer: asyncio.TimerHandle | None = None
        self._deferral: asyncio.Task[None] | None = None
        task = asyncio.current_task()
        assert task is not None
        self._task = task

    async def __aenter__(self) -> Self:
        self._timer = asyncio.get_running_loop().call_later(PATIENCE, self._defer_late)
        self.presses.begins(self._task)
        return self

    async def turn(self) -> None:
        """Wait for its turn.  A press is deferred meanwhile; a command may want to answer for all to see."""
        if self.presses.crowded and self.interaction.type is discord.InteractionType.component:
            self._begin_deferral()
        await self.presses.turn(self._task)

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.in_time()
        self.presses.ends(self._task)
        self.interaction.message = None  # whoever may edit the answer for a while need not hold what was pressed

    def _begin_deferral(self) -> None:
        if self._deferral is None:
            self._deferral = asyncio.create_task(self._defer(), name="hob-deferral")

    def _defer_late(self) -> None:
        self._begin_deferral()
        self.presses.answered(self._task)

    async def _defer(self) -> None:
        SHOWS_NO_TABLE.set(True)
        try:
            await by(self.interaction, lambda: self.interaction.response.defer(ephemeral=True))
        except (discord.InteractionResponded, *UNSENT):
            log.warning("an interaction could not be deferred in time")

    async def in_time(self) -> None:
        """The answer is ready: no deferral any more; one under way is waited for, as Discord takes only one answer."""
        self.presses.answered(self._task)
        if self._timer is not None:
            self._timer.cancel()
        if self._deferral is not None:
            await asyncio.wait([self._deferral])

    @property
    def person(self) -> int:
        """Who pressed or typed."""
        return self.interaction.user.id

    @property
    def done(self) -> bool:
        return self.interaction.response.is_done()

    @property
    def pressed(self) -> Whisper | None:
        """The ephemeral message that was pressed, if it was one."""
        message = self.interaction.message
        return Whisper(self.interaction, message.id) if message is not None and message.flags.ephemeral else None

    @property
    def private(self) -> bool:
        """Whether the message that was pressed is for one person's eyes."""
        pressed = self.interaction.message
        return pressed is not None and (self.interaction.guild_id is None or pressed.flags.ephemeral)

    async def whisper(self, message: Message) -> Whisper | None:
        """An ephemeral message of its own; its picture may follow.  None: lost, or nobody knows how it arrived."""
        return await self._answer(message, ephemeral=True)

    async def post(self, message: Message, lock: asyncio.Lock | None = None, then: Then | None = None) -> int | None:
        """A message for all to see.  Returns its id; None if it is lost, or nobody knows whether it has arrived."""
        sent = await self._answer(message, ephemeral=False, lock=lock, then=then)
        return sent.message if sent is not None else None

    async def _answer(
        self, message: Message, ephemeral: bool, lock: asyncio.Lock | None = None, then: Then | None = None
    ) -> Whisper | None:
        pictures = self.carrier.pictures
        painting = pictures.begin(message)
        painted = await pictures.ready(painting)
        png = painting.result() if painted else None
        await self.in_time()
        try:
            try:
                sent = await by(self.interaction, lambda: self._send(message, png, ephemeral))
            except discord.HTTPException as fault:
                if png is None or not filtered_by(fault):
                    raise
                message = replace(message, picture=None)  # the filter may have misjudged it
                sent = await by(self.interaction, lambda: self._send(message, None, ephemeral))
        except UNSENT as fault:
            if filtered_by(fault):
                raise filtered(fault) from fault
            await self._fixed(fault)
            sent = None
        if sent is None:
            painting.cancel()
        else:
            self.answered = True
            pictures.sent(self.carrier.where_whispered(sent, lock, then), message, painting, painted)
        return sent

    async def _send(self, message: Message, png: bytes | None, ephemeral: bool) -> Whisper | None:
        interaction = self.interaction
        if self.done:
            sent = await interaction.followup.send(ephemeral=ephemeral, wait=True, **message.sending(png))
            # Behind a press that was deferred: what the press answered with is the message that was pressed,
            # perhaps the table, where no cards may ever stand.
            behind = interaction.response.type is not discord.InteractionResponseType.deferred_channel_message
            return Whisper(interaction, sent.id, follow_up=behind)
        respond = interaction.response.send_message
        answer = await retry_once(lambda: respond(ephemeral=ephemeral, **message.sending(png)))
        return Whisper(interaction, answer.message_id) if answer is not None else None

    async def edit(self, message: Message, then: Then | None = None, turned: bool = False) -> bool:
        """Edit the very message whose control was pressed; whisper instead if it is gone.  False: it shows nothing new.

        A message of private cards goes when a newer one has been sent, perhaps while its control was being pressed.
        What others can read is never edited: only a custom_id made by hand says that private words stand there.
        Its picture may follow, and `then` is told; `turned` to another page, the one before goes at once.

        Where Discord limits edits, the press is acknowledged first and its words follow, too.
        """
        pressed, pictures = self.interaction.message, self.carrier.pictures
        if pressed is None or not self.private:
            await self.whisper(message)
            return False
        lock, pictured, channel = pictures.lock(pressed.id), shows_picture(pressed), self.interaction.channel_id or 0
        where = Where(pressed.id, self.put, lock, then, pictured, channel, by_token=True)
        if self.theirs:
            pictures.forget(pressed.id)
        if self.carrier.edits.old(pressed.id):
            return await self._edit_later(where, message, turned)
        try:
            async with where.lock:
                fault = await pictures.edit(where, message, paint=not self.theirs, anew=turned)
        except discord.RateLimited:
            return await self._edit_later(where, message, turned)
        if isinstance(fault, discord.HTTPException) and fault.code == GONE:
            await self.whisper(message)
        return fault is None

    async def _edit_later(self, where: Where, message: Message, turned: bool) -> bool:
        if not await self.quiet():
            await self.whisper(message)
            return False
        async with where.lock:
            self.carrier.pictures.edit_later(where, message, turned)
        return True

    async def put(self, payload: Payload) -> discord.Message | Exception | None:
        """Edit the very message whose control was pressed.

        Returns it as Discord shows it from now on, if it tells, or what has kept it from being shown.
        """
        await self.in_time()
        try:
            shown = await by(self.interaction, lambda: self._put(payload))
        except UNSENT as fault:
            if not (isinstance(fault, discord.HTTPException) and fault.code == GONE):
                await self._fixed(fault)
            return fault
        self.answered = True
        return shown

    async def _put(self, payload: Payload) -> discord.Message | None:
        if self.done:
            return await self.interaction.edit_original_response(**payload())
        answer = await retry_once(lambda: self.interaction.response.edit_message(**payload()))
        return answer.resource if answer is not None and isinstance(answer.resource, discord.Message) else None

    async def interrupted(self, message: Message) -> None:
        """Answer a press that was broken off with a message that shows no table.

        It may be sent even when another process may attend to the table by now.
        """
        SHOWS_NO_TABLE.set(True)
        if not self.answered:
            await self.whisper(message)

    async def quiet(self) -> bool:
        """Acknowledge without saying anything.  Return False if the message that was pressed is gone."""
        await self.in_time()
        if not self.done:
            try:
                await by(self.interaction, lambda: retry_once(self.interaction.response.defer))
            except UNSENT as fault:
                if isinstance(fault, discord.HTTPException) and fault.code == GONE:
                    return False
                self._late(fault)
        return True

    async def _fixed(self, fault: Exception) -> None:
        """Acknowledge a press where Discord refuses to show what came of it; delivery shows it otherwise."""
        code = fault.code if isinstance(fault, discord.HTTPException) else None
        if code not in FIXED and not filtered_by(fault):
            self._late(fault)
            return
        log.info("an answer is shown otherwise (%s)", fault)
        if self.interaction.type is discord.InteractionType.component:
            await self.quiet()

    def _late(self, fault: Exception) -> None:
        """Too late, or the network is down: the answer is lost, what was done stays done and the table will show it.

        Raises Overslept: something that shows no table can still be said.
        """
        code = fault.code if isinstance(fault, discord.HTTPException) else None
        if isinstance(fault, Overslept) or (code not in LATE and not passing(fault)):
            raise fault
        log.info("an interaction could not be answered (%s)", fault)


async def tell(whisper: Whisper | None, message: Message) -> None:
    """An answer that goes on: how far something is, and in the end what has come of it."""
    if whisper is None:
        return
    try:
        await whisper.edit(message.payload(None))
    except UNSENT as fault:  # it was closed, or Discord is away
        log.info("nobody reads on (%s)", fault)
