"""Sends messages to Discord: paints, sends, edits, deletes, and looks up Hob's permissions.

It opens direct message channels slowly, and pauses when Discord says it's too fast: "If you open a significant
amount of DMs too quickly, your bot may be rate limited or blocked from opening new ones".
https://docs.discord.com/developers/resources/user#create-dm
"""

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import replace
from typing import Final

import discord

from bot.delivery.edits import (
    OLD_GAP,
    REQUEST_TIMEOUT,
    SHORT_WAIT,
    EditLimits,
    EditTarget,
    MakePayload,
    MessageEditor,
    Paint,
    PictureCallback,
    on_response,
)
from bot.delivery.response import EphemeralMessage
from bot.discord_errors import (
    ARCHIVED,
    CHANNEL_LOST_CODES,
    FILTERS,
    GONE_CODES,
    LOCKED,
    REPOST_CODES,
    SEND_ERRORS,
    TOO_FAST,
    OpeningsPaused,
    code_of,
    filtered_by,
    is_transient,
)
from bot.i18n.catalogue import COMMON
from bot.people.service import People
from bot.permissions import MEMBER, may_read, missing_rights, right_names
from bot.screens.message import Message, shows_picture
from bot.tables.screen_state import PostedMessage
from bot.tables.service import Sessions
from bot.tables.session import TableSession
from db import shard_of

log = logging.getLogger("hob.messenger")
ARCHIVE_AFTER: Final = 10080  # minutes, Discord's maximum: edits and presses don't keep a thread active
HISTORY_LIMIT = 100  # messages, the most that one request returns
PAUSE = 600.0  # seconds without opening a direct message channel, after Discord refused one
MOMENT = 0.001  # seconds, too short to wait


@contextlib.asynccontextmanager
async def answer_expected() -> AsyncIterator[None]:
    """Raise TimeoutError if Discord doesn't answer the request in this block within `REQUEST_TIMEOUT`.

    After an answer there is no limit: discord.py may be waiting for a rate limit then, maybe with the message sent.
    """
    async with asyncio.timeout(REQUEST_TIMEOUT) as limit:
        token = on_response.set(lambda status, headers: limit.reschedule(None))
        try:
            yield
        finally:
            on_response.reset(token)


class Openings:
    """Opens this process's DM channels. `gap` returns the seconds between two openings, `elapsed` monotonic time."""

    def __init__(self, gap: Callable[[], float], elapsed: Callable[[], float]) -> None:
        self._gap, self._elapsed = gap, elapsed
        self._next_at = self._resume_at = elapsed()
        self._unopened: set[int] = set()  # channels whose first message Discord refused

    @property
    def paused(self) -> float:
        """Return the seconds for which no channel may be opened; 0 if not paused."""
        return max(0.0, self._resume_at - self._elapsed())

    @property
    def wait(self) -> float:
        """Return the seconds that a queued opening must wait; 0 if it needn't.

        `open` doesn't enforce this, so that a person who has just pressed a button gets their channel at once.
        """
        left = max(self._next_at, self._resume_at) - self._elapsed()
        return left if left > MOMENT else 0.0

    async def open(self, client: discord.Client, person: int) -> int:
        """Open the channel with a person and return its id. Raises OpeningsPaused, discord.HTTPException."""
        self.check(None)
        self._next_at = self._elapsed() + self._gap()
        try:
            async with answer_expected():
                return (await client.create_dm(discord.Object(person))).id
        except discord.HTTPException as fault:
            if fault.code != TOO_FAST:
                raise
            raise self.pause(fault) from fault

    def check(self, channel: int | None) -> None:
        """Raise OpeningsPaused during a pause if a message in this channel (None: a new one) would open it."""
        if not self.paused:
            self._unopened.clear()
        elif channel is None or channel in self._unopened:
            raise OpeningsPaused(f"opening DMs is paused for {self.paused:.0f} s")

    def pause(self, fault: discord.HTTPException, channel: int | None = None) -> OpeningsPaused:
        """Pause openings: Discord refused to open a channel, or the first message in this one."""
        if channel is not None:
            self._unopened.add(channel)
        self._resume_at = self._elapsed() + PAUSE
        log.warning("opening a DM rejected (%s), opening none for %.0f s", fault, PAUSE)
        return OpeningsPaused(str(fault))


def picture_callback(
    sessions: Sessions, session: TableSession, message: Message, seat: int | None = None
) -> PictureCallback:
    """Return the callback for when the picture of the table or, with `seat`, of its panel has followed the text."""

    def then(came: bool) -> None:
        posted = session.screen.table if seat is None else session.screen.panels.get(seat)
        if came and posted is not None and posted.key == message.text_key:  # not changed since
            posted.key = message.key
        sessions.wake(session.id)

    return then


class Messenger:
    """Sends, edits and deletes messages."""

    def __init__(
        self, paint: Paint, clock: Callable[[], float], elapsed: Callable[[], float], open_gap: Callable[[], float]
    ) -> None:
        """Create a messenger. `clock` is wall time, for people and the store; `elapsed` is monotonic, for pauses."""
        self.limits, self.clock, self.elapsed = EditLimits(clock, elapsed), clock, elapsed
        self.editor = MessageEditor(paint, self.limits)
        self.openings = Openings(open_gap, elapsed)
        self._clients: dict[int, discord.Client] = {}  # by shard
        self._shards = 1
        self.without_embeds: set[int] = set()  # messages whose embeds a moderator removed, until an edit restores them

    # ---- connections
    @property
    def client(self) -> discord.Client:
        """Return the connection that sends everything, so that one client tracks all rate limits. There must be one."""
        return self._clients[min(self._clients)]

    def add_client(self, client: discord.Client) -> None:
        self._shards = client.shard_count or 1
        self._clients[client.shard_id or 0] = client

    @property
    def is_logged_in(self) -> bool:
        return bool(self._clients)

    def has_client(self, client: discord.Client) -> bool:
        return client in self._clients.values()

    def has_other_clients(self, client: discord.Client) -> bool:
        return any(one is not client for one in self._clients.values())

    def remove_client(self, client: discord.Client | None = None) -> None:
        """Remove a connection; None removes all."""
        self._clients = {shard: one for shard, one in self._clients.items() if client not in (one, None)}

    # ---- Discord's caches
    def _ready(self, guild: int | None) -> discord.Client | None:
        """Return the connection for a server's shard, once its servers are known."""
        client = self._clients.get(shard_of(guild, self._shards))
        return client if client is not None and client.is_ready() else None

    def guild(self, guild: int | None) -> discord.Guild | None:
        client = self._clients.get(shard_of(guild, self._shards))
        return client.get_guild(guild) if client is not None and guild is not None else None

    def find_channel(self, guild: int | None, channel: int) -> discord.abc.GuildChannel | discord.Thread | None:
        """Return a channel of a server, if known."""
        there = self.guild(guild)
        return there.get_channel_or_thread(channel) if there is not None else None

    def guild_is_loaded(self, guild: int) -> bool:
        """Return True once a server's data is loaded; decide nothing about it before that."""
        there = self.guild(guild)
        return self._ready(guild) is not None and not (there is not None and there.unavailable)

    def was_removed_from(self, guild: int | None) -> bool:
        """Return True if Hob is no longer a member of a server."""
        return guild is not None and self._ready(guild) is not None and self.guild(guild) is None

    # ---- messages
    def channel(self, channel: int) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(channel)

    async def open_dm(self, person: int) -> int:
        """Open a person's direct message channel and return its id. Raises OpeningsPaused, discord.HTTPException."""
        return await self.openings.open(self.client, person)

    async def send(
        self,
        channel: int,
        message: Message,
        idempotency_key: str,
        lock: asyncio.Lock | None = None,
        then: PictureCallback | None = None,
    ) -> PostedMessage:
        """Send a message that must exist only once, identified by `idempotency_key`.

        If it arrived earlier but a crash or broken connection kept Hob from recording it, Discord returns that message
        (for some minutes). Its content may be older, so its key stays empty. Raises OpeningsPaused for a first direct
        message.
        """
        self.openings.check(channel)
        painting = self.editor.start_painting(message)
        painted = await self.editor.wait_painted(painting, SHORT_WAIT)
        png = painting.result() if painted else None
        nonce = hashlib.sha256(idempotency_key.encode()).hexdigest()[:24]
        try:
            async with answer_expected():
                sent = await self.channel(channel).send(**message.send_payload(png), nonce=nonce)
        except BaseException as fault:
            painting.cancel()
            if isinstance(fault, discord.HTTPException) and fault.code == TOO_FAST:
                raise self.openings.pause(fault, channel) from fault
            if png is None or not filtered_by(fault):
                raise
            unpictured = await self.send(channel, replace(message, picture=None), idempotency_key, lock, then)
            unpictured.key = unpictured.key and message.key
            return unpictured
        posted = PostedMessage(channel=channel, id=sent.id, at=self.clock())
        if message.matches(sent) and shows_picture(sent) == (png is not None):
            self.editor.message_sent(self.edit_target(posted, lock, then), message, painting, painted)
            posted.key = self.key(posted, message)
        return posted

    async def notify_person(self, people: People, person: int, message: Message, idempotency_key: str) -> bool:
        """Send a person a direct message apart from any panel; none if they have been erased (0).

        Return False if it should be tried again, after a transient fault or because the channel was lost.
        """
        try:
            if person:
                await self.send(await people.dm_channel(self.open_dm, person), message, idempotency_key)
        except SEND_ERRORS as fault:
            log.info("DM %r not sent (%s)", idempotency_key, fault)
            lost = isinstance(fault, OpeningsPaused) or code_of(fault) in CHANNEL_LOST_CODES
            if lost:
                await people.forget_channel(person)
            return not (lost or is_transient(fault))
        return True

    async def edit(
        self,
        posted: PostedMessage,
        message: Message,
        held_lock: asyncio.Lock | None = None,
        then: PictureCallback | None = None,
    ) -> None:
        """Edit a message; `held_lock` is its lock if the caller holds it. Raises discord.RateLimited to retry later."""
        where = self.edit_target(posted, held_lock, then)
        if (pause := self.limits.wait(where)) > 0:
            raise discord.RateLimited(pause)
        # Edits of old messages are scarce, so send text and picture together.
        picture_wait = OLD_GAP if self.limits.old(posted.id) else SHORT_WAIT
        async with contextlib.nullcontext() if held_lock is not None else where.lock:
            await self.editor.edit(where, message, picture_wait)
        posted.key, posted.at = self.key(posted, message), self.clock()

    def ephemeral_target(
        self, ephemeral: EphemeralMessage, lock: asyncio.Lock | None = None, then: PictureCallback | None = None
    ) -> EditTarget:
        async def put(payload: MakePayload) -> discord.Message:
            return await ephemeral.edit(payload())

        id = ephemeral.message or ephemeral.interaction.id  # unknown: the interaction's id, which no message has
        channel = ephemeral.interaction.channel_id or 0
        return EditTarget(id, put, lock or self.editor.lock(id), then, channel=channel, by_token=True)

    def edit_target(self, posted: PostedMessage, lock: asyncio.Lock | None, then: PictureCallback | None) -> EditTarget:
        async def put(payload: MakePayload) -> discord.Message:
            message = await self.channel(posted.channel).get_partial_message(posted.id).edit(**payload())
            if message.flags.suppress_embeds:
                message = await message.edit(**payload(), suppress=False)
            if not message.flags.suppress_embeds:
                self.without_embeds.discard(posted.id)
            return message

        return EditTarget(posted.id, put, lock or self.editor.lock(posted.id), then, channel=posted.channel)

    def key(self, posted: PostedMessage, message: Message) -> str:
        """Return the key to record for a message that has just been edited or sent; empty if that isn't visible."""
        if posted.id in self.without_embeds:
            return ""
        return message.text_key if self.editor.is_outdated(posted.id) else message.key

    async def redraw(
        self,
        posted: PostedMessage,
        message: Message,
        held_lock: asyncio.Lock | None = None,
        then: PictureCallback | None = None,
    ) -> bool:
        """Edit a message. Return False if a new message must replace it.

        That is so if it was deleted, if Discord no longer allows edits of it, or if its embeds stay hidden. Raises the
        other errors of `edit`.
        """
        try:
            await self.edit(posted, message, held_lock, then)
        except discord.HTTPException as fault:
            if fault.code in GONE_CODES or (fault.code not in REPOST_CODES and not isinstance(fault, discord.NotFound)):
                raise
            return False
        return posted.id not in self.without_embeds

    async def delete(self, posted: PostedMessage) -> None:
        """Delete a message. Ignore one that is already deleted, may not be deleted or is in an archived thread."""
        try:
            async with answer_expected():
                await self.channel(posted.channel).get_partial_message(posted.id).delete()
        except (discord.NotFound, discord.Forbidden):
            pass
        except discord.HTTPException as fault:
            if fault.code not in (ARCHIVED, LOCKED):
                raise
        self.without_embeds.discard(posted.id)

    async def exists(self, posted: PostedMessage) -> bool:
        """Return False if a message was deleted; True if it exists or Hob may not read it."""
        try:
            async with answer_expected():
                await self.channel(posted.channel).fetch_message(posted.id)
        except discord.NotFound:
            return False
        except discord.Forbidden:
            pass
        return True

    async def own_messages(self, channel: int, obsolete: Iterable[PostedMessage] = ()) -> list[discord.Message]:
        """Return Hob's newest messages in a channel, newest first, without `obsolete` ones; none if it may not read."""
        history, ignored = self.channel(channel).history(limit=HISTORY_LIMIT), {message.id for message in obsolete}
        try:
            async with answer_expected():
                return [one async for one in history if one.author == self.client.user and one.id not in ignored]
        except discord.Forbidden:
            return []

    async def find_own(
        self, channel: int, accepts: Callable[[discord.Message], bool], obsolete: Iterable[PostedMessage] = ()
    ) -> PostedMessage | None:
        """Return the newest of `own_messages` that is accepted: one sent before a crash kept Hob from recording it."""
        found = next(filter(accepts, await self.own_messages(channel, obsolete)), None)
        return None if found is None else PostedMessage(channel=channel, id=found.id)

    async def count_others_below(self, channel: int, below: int) -> int:
        """Return how many messages of others follow a message, among the first `HISTORY_LIMIT` after it."""
        after = discord.Object(below)
        history = self.channel(channel).history(after=after, limit=HISTORY_LIMIT, oldest_first=True)
        async with answer_expected():
            return len([message async for message in history if message.author != self.client.user])

    # ---- rights
    def rights(self, session: TableSession) -> discord.Permissions | None:
        """Return Hob's permissions in the table's channel, if known."""
        channel = self.find_channel(session.guild, session.channel)
        return channel.permissions_for(channel.guild.me) if channel is not None else None

    def may_read(self, session: TableSession) -> bool:
        """Return True if Hob may read messages in the table's channel, or if that is unknown."""
        rights = self.rights(session)
        return rights is None or may_read(rights, self.find_channel(session.guild, session.channel))

    def lost_rights(self, session: TableSession) -> list[str]:
        """Return the permissions that Hob lost in a table's channel, by discord.py's names, or `MEMBER`."""
        channel, denied = self.find_channel(session.guild, session.channel), session.screen.denied
        if session.guild is None:  # a person who presses here may have opened their direct messages again
            return []
        if channel is None:  # Discord sends all channels, but only active threads that Hob may view
            known = self.guild(session.guild) is not None
            unseen = {"rights": MEMBER if known else "send_messages", "locked": "manage_threads"}
            return [unseen[denied]] if denied in unseen else []
        rights = channel.permissions_for(channel.guild.me)
        lacking = missing_rights(rights, channel)
        private = isinstance(channel, discord.Thread) and channel.is_private() and not rights.manage_threads
        return [MEMBER] if private and denied == "rights" and not lacking else lacking

    def display_obstacle(self, session: TableSession) -> tuple[str, dict[str, str]] | None:
        """Return what keeps Hob from showing the table: "rights", "member" or "filtered", and its sentence's fields."""
        lacking = self.lost_rights(session)
        if MEMBER in lacking:
            return "member", {}
        if lacking:
            return "rights", {"rights": right_names(lacking)}
        if session.screen.denied in FILTERS.values():
            return "filtered", {"filter": COMMON.names("filter")[session.screen.denied]}
        return None
