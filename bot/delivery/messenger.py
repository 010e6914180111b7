"""Carries messages to Discord: paints, sends, edits, deletes, and knows what Hob may do where."""

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import Any, Final

import discord

from bot.delivery.edits import OLD_GAP, Edits
from bot.delivery.ephemeral import Whisper
from bot.delivery.openings import TOO_FAST, Openings
from bot.delivery.permissions import MEMBER, may_read, missing
from bot.delivery.pictures import BLINK, Payload, Pictures, Then, Where
from bot.delivery.retry import filtered_by
from bot.screens.message import Message, shows_picture
from bot.tables.screen_state import Posted
from bot.tables.session import Live
from db import shard_of

ARCHIVED, LOCKED = 50083, 160005  # threads
ANNOUNCED = 20022  # a message in an announcement channel that was edited too often
REPOST = {ARCHIVED, ANNOUNCED, 50005}  # the last: not ours
GONE = {10003, 10004}  # channel, guild
ARCHIVE_AFTER: Final = 10080  # minutes, the longest there is: edits and presses do not keep a thread active
LOOK_BACK = 10  # messages


class Post:
    """`paint` turns a picture's scene into PNG bytes (None: no picture today)."""

    def __init__(
        self,
        paint: Callable[[Any], Awaitable[bytes | None]],
        clock: Callable[[], float],
        elapsed: Callable[[], float],
        open_gap: Callable[[], float],
    ) -> None:
        """`clock` is wall time, which people and the store see; pauses are counted by `elapsed`, which nobody sets."""
        self.edits, self.clock, self.elapsed = Edits(clock, elapsed), clock, elapsed
        self.pictures = Pictures(paint, self.edits)
        self.openings = Openings(open_gap, elapsed)
        self._clients: dict[int, discord.Client] = {}  # by shards
        self._shards = 1

    # ---- connections
    @property
    def client(self) -> discord.Client:
        """What everything is sent by, so that one of them knows all rate limits; nobody sends while there is none."""
        return self._clients[min(self._clients)]

    def join(self, client: discord.Client) -> None:
        self._shards = client.shard_count or 1
        self._clients[client.shard_id or 0] = client

    def has(self, client: discord.Client) -> bool:
        return client in self._clients.values()

    def others(self, client: discord.Client) -> bool:
        return any(one is not client for one in self._clients.values())

    def leave(self, client: discord.Client | None = None) -> None:
        """None: all."""
        self._clients = {shard: one for shard, one in self._clients.items() if client not in (one, None)}

    # ---- what Discord has told
    def _ready(self, guild: int | None) -> discord.Client | None:
        """The connection that hears of a server, once it has heard what servers there are."""
        client = self._clients.get(shard_of(guild, self._shards))
        return client if client is not None and client.is_ready() else None

    def guild(self, guild: int | None) -> discord.Guild | None:
        client = self._clients.get(shard_of(guild, self._shards))
        return client.get_guild(guild) if client is not None and guild is not None else None

    def place(self, guild: int | None, channel: int) -> discord.abc.GuildChannel | discord.Thread | None:
        """A channel of a server."""
        there = self.guild(guild)
        return there.get_channel_or_thread(channel) if there is not None else None

    def knows(self, guild: int) -> bool:
        """Whether Discord has told by now what there is in a server: until then nothing is decided by it."""
        there = self.guild(guild)
        return self._ready(guild) is not None and not (there is not None and there.unavailable)

    def expelled(self, guild: int | None) -> bool:
        """Whether Hob is no member of a server any more."""
        return guild is not None and self._ready(guild) is not None and self.guild(guild) is None

    # ---- messages
    def channel(self, channel: int) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(channel)

    async def open_dm(self, person: int) -> int:
        """Open the channel of direct messages with a person.  Raises OpeningsPaused, discord.HTTPException."""
        return await self.openings.open(self.client, person)

    async def send(
        self, channel: int, message: Message, once: str, lock: asyncio.Lock | None = None, then: Then | None = None
    ) -> Posted:
        """Send a message that there may be only one of, called `once`.

        If it arrived before, but a broken connection or a crash kept us from noting it, Discord gives us that one back
        (for some minutes); what it shows may be older, so its key is left empty then.  Raises OpeningsPaused if it is
        the first in a direct message.
        """
        self.openings.check(channel)
        painting = self.pictures.begin(message)
        painted = await self.pictures.ready(painting, BLINK)
        png = painting.result() if painted else None
        nonce = hashlib.sha256(once.encode()).hexdigest()[:24]
        try:
            sent = await self.channel(channel).send(**message.sending(png), nonce=nonce)
        except BaseException as fault:
            painting.cancel()
            if isinstance(fault, discord.HTTPException) and fault.code == TOO_FAST:
                raise self.openings.pause(fault, channel) from fault
            if png is None or not filtered_by(fault):
                raise
            in_words = await self.send(channel, replace(message, picture=None), once, lock, then)
            in_words.key = in_words.key and message.key
            return in_words
        posted = Posted(channel=channel, id=sent.id, at=self.clock())
        if message.like(sent) and shows_picture(sent) == (png is not None):
            self.pictures.sent(self.where(posted, lock, then), message, painting, painted)
            posted.key = self.key(posted, message)
        return posted

    async def edit(
        self, posted: Posted, message: Message, held: asyncio.Lock | None = None, then: Then | None = None
    ) -> None:
        """Edit a message.  `held`: what orders its edits, where the caller holds it.

        Raises discord.RateLimited if it has to be tried again later.
        """
        where = self.where(posted, held, then)
        if (pause := self.edits.wait(where)) > 0:
            raise discord.RateLimited(pause)
        # Where edits are scarce, words and picture are one.
        patience = OLD_GAP if self.edits.old(posted.id) else BLINK
        async with contextlib.nullcontext() if held is not None else where.lock:
            await self.pictures.edit(where, message, patience)
        posted.key, posted.at = self.key(posted, message), self.clock()

    async def edit_whisper(self, whisper: Whisper, message: Message) -> None:
        where = self.where_whispered(whisper)
        while True:
            try:
                async with where.lock:
                    await self.pictures.edit(where, message)
                return
            except discord.RateLimited as limit:
                await asyncio.sleep(limit.retry_after)

    def where_whispered(self, whisper: Whisper, lock: asyncio.Lock | None = None, then: Then | None = None) -> Where:
        async def put(payload: Payload) -> discord.Message:
            return await whisper.edit(payload())

        id = whisper.message or whisper.interaction.id  # its own where nobody has told: no message has the same
        channel = whisper.interaction.channel_id or 0
        return Where(id, put, lock or self.pictures.lock(id), then, channel=channel, by_token=True)

    def where(self, posted: Posted, lock: asyncio.Lock | None, then: Then | None) -> Where:
        async def put(payload: Payload) -> discord.Message:
            return await self.channel(posted.channel).get_partial_message(posted.id).edit(**payload())

        return Where(posted.id, put, lock or self.pictures.lock(posted.id), then, channel=posted.channel)

    def key(self, posted: Posted, message: Message) -> str:
        """What is noted of a message that has just been shown."""
        return message.words if self.pictures.behind(posted.id) else message.key

    def noting(self, message: Message, posted: Callable[[], Posted | None], changed: Callable[[], None]) -> Then:
        """Notes that the picture has come after the words, and has the table attended to."""

        def then(came: bool) -> None:
            now = posted()
            if came and now is not None and now.key == message.words:
                now.key = message.key
            changed()

        return then

    async def redraw(
        self, posted: Posted, message: Message, held: asyncio.Lock | None = None, then: Then | None = None
    ) -> bool:
        """Edit a message; False if it is gone, or cannot be edited any more.  Raises what `edit` raises."""
        try:
            await self.edit(posted, message, held, then)
        except discord.HTTPException as fault:
            if fault.code in GONE or (fault.code not in REPOST and not isinstance(fault, discord.NotFound)):
                raise
            return False
        return True

    async def delete(self, posted: Posted | None) -> None:
        """Gone is gone: a message that is deleted already, or may not be, or lies in an archive, is no fault."""
        if posted is None:
            return
        try:
            await self.channel(posted.channel).get_partial_message(posted.id).delete()
        except (discord.NotFound, discord.Forbidden):
            pass
        except discord.HTTPException as fault:
            if fault.code not in (ARCHIVED, LOCKED):
                raise

    async def ours(self, channel: int) -> AsyncIterator[discord.Message]:
        """Hob's own among the newest messages of a channel, the newest first."""
        async for message in self.channel(channel).history(limit=LOOK_BACK):
            if message.author == self.client.user:
                yield message

    async def of_others(self, channel: int, below: int, limit: int) -> int:
        """How many messages of others stand below a message, among the first `limit` there."""
        after = discord.Object(below)
        found = self.channel(channel).history(after=after, limit=limit, oldest_first=True)
        return len([message async for message in found if message.author != self.client.user])

    # ---- rights
    def rights(self, live: Live) -> discord.Permissions | None:
        """What Hob may do in the table's channel, as far as Discord has told."""
        channel = self.place(live.guild, live.channel)
        return channel.permissions_for(channel.guild.me) if channel is not None else None

    def may_read(self, live: Live) -> bool:
        """Return whether Hob may read messages in the table's channel, as far as Discord has told."""
        rights = self.rights(live)
        return rights is None or may_read(rights, self.place(live.guild, live.channel))

    def lost_rights(self, live: Live) -> list[str]:
        """Return the rights that Hob had in a table's channel and lost, by discord.py's names, or `MEMBER`."""
        channel, denied = self.place(live.guild, live.channel), live.screen.denied
        if live.guild is None:  # whoever presses there has opened their messages again, perhaps
            return []
        if channel is None:  # Discord tells of every channel, but only of active threads that Hob may view
            known = self.guild(live.guild) is not None
            unseen = {"rights": MEMBER if known else "send_messages", "locked": "manage_threads"}
            return [unseen[denied]] if denied in unseen else []
        rights = channel.permissions_for(channel.guild.me)
        lacking = missing(rights, channel)
        private = isinstance(channel, discord.Thread) and channel.is_private() and not rights.manage_threads
        return [MEMBER] if private and denied == "rights" and not lacking else lacking
