"""Sends messages to Discord: paints, sends, edits, deletes, and looks up Hob's permissions."""

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import discord

from bot.delivery.edits import OLD_GAP, SHORT_WAIT, Edits, EditTarget, Payload, PictureCallback, Pictures
from bot.delivery.openings import TOO_FAST, Openings
from bot.delivery.permissions import MEMBER, may_read, missing_rights
from bot.delivery.retry import filtered_by, send_via
from bot.screens.message import Message, shows_picture
from bot.tables.screen_state import PostedMessage
from bot.tables.session import TableSession
from db import shard_of


@dataclass(frozen=True)
class EphemeralMessage:
    """An ephemeral message. `message` is its id, None if unknown; a `follow_up` isn't the first response."""

    interaction: discord.Interaction
    message: int | None
    follow_up: bool = False

    @property
    def person(self) -> int:
        return self.interaction.user.id

    async def edit(self, payload: dict[str, Any]) -> discord.Message:
        if self.follow_up and (id := self.message) is not None:
            return await send_via(self.interaction, lambda: self.interaction.followup.edit_message(id, **payload))
        return await send_via(self.interaction, lambda: self.interaction.edit_original_response(**payload))

    async def delete(self) -> None:
        if self.follow_up and (id := self.message) is not None:
            await send_via(self.interaction, lambda: self.interaction.followup.delete_message(id))
        else:
            await send_via(self.interaction, self.interaction.delete_original_response)


@dataclass
class EphemeralPanel:
    """An ephemeral panel: when it was sent, and the state it was drawn for."""

    ephemeral: EphemeralMessage
    at: float
    mark: str


ARCHIVED, LOCKED = 50083, 160005  # threads
ANNOUNCED = 20022  # an announcement message that was edited too often
REPOST_CODES = {ARCHIVED, ANNOUNCED, 50005}  # the last: another author's message
GONE_CODES = {10003, 10004}  # channel, guild
ARCHIVE_AFTER: Final = 10080  # minutes, Discord's maximum: edits and presses don't keep a thread active
HISTORY_LIMIT = 10  # messages


class Messenger:
    """Sends, edits and deletes messages. `paint` turns a scene into PNG bytes, or None if it can't be painted."""

    def __init__(
        self,
        paint: Callable[[Any], Awaitable[bytes | None]],
        clock: Callable[[], float],
        elapsed: Callable[[], float],
        open_gap: Callable[[], float],
    ) -> None:
        """Create a messenger. `clock` is wall time, for people and the store; `elapsed` is monotonic, for pauses."""
        self.edits, self.clock, self.elapsed = Edits(clock, elapsed), clock, elapsed
        self.pictures = Pictures(paint, self.edits)
        self.openings = Openings(open_gap, elapsed)
        self._clients: dict[int, discord.Client] = {}  # by shard
        self._shards = 1

    # ---- connections
    @property
    def client(self) -> discord.Client:
        """Return the connection that sends everything, so that one client tracks all rate limits. There must be one."""
        return self._clients[min(self._clients)]

    def add_client(self, client: discord.Client) -> None:
        self._shards = client.shard_count or 1
        self._clients[client.shard_id or 0] = client

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
        once: str,
        lock: asyncio.Lock | None = None,
        then: PictureCallback | None = None,
    ) -> PostedMessage:
        """Send a message that may exist only once, identified by `once`.

        If it arrived earlier but a crash or broken connection kept Hob from recording it, Discord returns that message
        (for some minutes). Its content may be older, so its key stays empty. Raises OpeningsPaused for a first direct
        message.
        """
        self.openings.check(channel)
        painting = self.pictures.start_painting(message)
        painted = await self.pictures.wait_painted(painting, SHORT_WAIT)
        png = painting.result() if painted else None
        nonce = hashlib.sha256(once.encode()).hexdigest()[:24]
        try:
            sent = await self.channel(channel).send(**message.send_payload(png), nonce=nonce)
        except BaseException as fault:
            painting.cancel()
            if isinstance(fault, discord.HTTPException) and fault.code == TOO_FAST:
                raise self.openings.pause(fault, channel) from fault
            if png is None or not filtered_by(fault):
                raise
            in_words = await self.send(channel, replace(message, picture=None), once, lock, then)
            in_words.key = in_words.key and message.key
            return in_words
        posted = PostedMessage(channel=channel, id=sent.id, at=self.clock())
        if message.matches(sent) and shows_picture(sent) == (png is not None):
            self.pictures.message_sent(self.edit_target(posted, lock, then), message, painting, painted)
            posted.key = self.key(posted, message)
        return posted

    async def edit(
        self,
        posted: PostedMessage,
        message: Message,
        held_lock: asyncio.Lock | None = None,
        then: PictureCallback | None = None,
    ) -> None:
        """Edit a message. `held_lock` is the lock of its edits if the caller holds it.

        Raises discord.RateLimited if it must be retried later.
        """
        where = self.edit_target(posted, held_lock, then)
        if (pause := self.edits.wait(where)) > 0:
            raise discord.RateLimited(pause)
        # Edits of old messages are scarce, so send text and picture together.
        patience = OLD_GAP if self.edits.old(posted.id) else SHORT_WAIT
        async with contextlib.nullcontext() if held_lock is not None else where.lock:
            await self.pictures.edit(where, message, patience)
        posted.key, posted.at = self.key(posted, message), self.clock()

    async def edit_ephemeral(self, ephemeral: EphemeralMessage, message: Message) -> None:
        where = self.ephemeral_target(ephemeral)
        while True:
            try:
                async with where.lock:
                    await self.pictures.edit(where, message)
                return
            except discord.RateLimited as limit:
                await asyncio.sleep(limit.retry_after)

    def ephemeral_target(
        self, ephemeral: EphemeralMessage, lock: asyncio.Lock | None = None, then: PictureCallback | None = None
    ) -> EditTarget:
        async def put(payload: Payload) -> discord.Message:
            return await ephemeral.edit(payload())

        id = ephemeral.message or ephemeral.interaction.id  # unknown: the interaction's id, which no message has
        channel = ephemeral.interaction.channel_id or 0
        return EditTarget(id, put, lock or self.pictures.lock(id), then, channel=channel, by_token=True)

    def edit_target(self, posted: PostedMessage, lock: asyncio.Lock | None, then: PictureCallback | None) -> EditTarget:
        async def put(payload: Payload) -> discord.Message:
            return await self.channel(posted.channel).get_partial_message(posted.id).edit(**payload())

        return EditTarget(posted.id, put, lock or self.pictures.lock(posted.id), then, channel=posted.channel)

    def key(self, posted: PostedMessage, message: Message) -> str:
        """Return the key to record for a message that has just been shown."""
        return message.text_key if self.pictures.is_outdated(posted.id) else message.key

    def picture_callback(
        self, message: Message, posted: Callable[[], PostedMessage | None], changed: Callable[[], None]
    ) -> PictureCallback:
        """Return a callback that records a picture that followed its text, and schedules the table."""

        def then(came: bool) -> None:
            now = posted()
            if came and now is not None and now.key == message.text_key:
                now.key = message.key
            changed()

        return then

    async def redraw(
        self,
        posted: PostedMessage,
        message: Message,
        held_lock: asyncio.Lock | None = None,
        then: PictureCallback | None = None,
    ) -> bool:
        """Edit a message. Return False if it is gone or can't be edited any more. Raises the errors of `edit`."""
        try:
            await self.edit(posted, message, held_lock, then)
        except discord.HTTPException as fault:
            if fault.code in GONE_CODES or (fault.code not in REPOST_CODES and not isinstance(fault, discord.NotFound)):
                raise
            return False
        return True

    async def delete(self, posted: PostedMessage | None) -> None:
        """Delete a message. Ignore one that is already deleted, may not be deleted or is in an archived thread."""
        if posted is None:
            return
        try:
            await self.channel(posted.channel).get_partial_message(posted.id).delete()
        except (discord.NotFound, discord.Forbidden):
            pass
        except discord.HTTPException as fault:
            if fault.code not in (ARCHIVED, LOCKED):
                raise

    async def own_messages(self, channel: int) -> AsyncIterator[discord.Message]:
        """Yield Hob's own messages among the newest in a channel, newest first."""
        async for message in self.channel(channel).history(limit=HISTORY_LIMIT):
            if message.author == self.client.user:
                yield message

    async def count_others_below(self, channel: int, below: int, limit: int) -> int:
        """Return how many messages of others follow a message, among the first `limit` after it."""
        after = discord.Object(below)
        found = self.channel(channel).history(after=after, limit=limit, oldest_first=True)
        return len([message async for message in found if message.author != self.client.user])

    # ---- rights
    def rights(self, live: TableSession) -> discord.Permissions | None:
        """Return Hob's permissions in the table's channel, if known."""
        channel = self.find_channel(live.guild, live.channel)
        return channel.permissions_for(channel.guild.me) if channel is not None else None

    def may_read(self, live: TableSession) -> bool:
        """Return True if Hob may read messages in the table's channel, or if that is unknown."""
        rights = self.rights(live)
        return rights is None or may_read(rights, self.find_channel(live.guild, live.channel))

    def lost_rights(self, live: TableSession) -> list[str]:
        """Return the permissions that Hob lost in a table's channel, by discord.py's names, or `MEMBER`."""
        channel, denied = self.find_channel(live.guild, live.channel), live.screen.denied
        if live.guild is None:  # a person who presses here may have opened their direct messages again
            return []
        if channel is None:  # Discord sends all channels, but only active threads that Hob may view
            known = self.guild(live.guild) is not None
            unseen = {"rights": MEMBER if known else "send_messages", "locked": "manage_threads"}
            return [unseen[denied]] if denied in unseen else []
        rights = channel.permissions_for(channel.guild.me)
        lacking = missing_rights(rights, channel)
        private = isinstance(channel, discord.Thread) and channel.is_private() and not rights.manage_threads
        return [MEMBER] if private and denied == "rights" and not lacking else lacking
