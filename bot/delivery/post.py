"""Carries messages to Discord: paints, sends, edits, deletes, and knows what Hob may do where."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import discord

from bot.delivery.message import Message
from bot.delivery.rights import missing
from bot.delivery.screen import Posted
from bot.sessions.live import Live

ARCHIVED = 50083
REPOST = {30046, ARCHIVED, 50005}  # too many edits of an old message, archived thread, not ours
GONE = {10003, 10004}  # channel, guild
LOOK_BACK = 10  # messages


class Post:
    """`paint` turns a picture's scene into PNG bytes (None: no picture today)."""

    def __init__(self, paint: Callable[[Any], Awaitable[bytes | None]], clock: Callable[[], float]) -> None:
        self._paint, self.clock = paint, clock
        self._client: discord.Client | None = None

    @property
    def client(self) -> discord.Client:
        """The connection to Discord; nobody sends anything while there is none."""
        assert self._client is not None
        return self._client

    def go_by(self, client: discord.Client | None) -> None:
        self._client = client

    async def paint(self, message: Message, patience: float | None = None) -> bytes | None:
        """The message's picture; None if it has none, or if painting fails or takes longer than `patience` seconds."""
        if message.picture is None:
            return None
        try:
            async with asyncio.timeout(patience):
                return await self._paint(message.picture)
        except TimeoutError:
            return None

    # ---- messages
    def channel(self, channel: int) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(channel)

    async def send(self, channel: int, message: Message, once: str) -> Posted:
        """Send a message that there may be only one of, called `once`.

        If it arrived before, but a broken connection or a crash kept us from noting it, Discord gives us that one back
        (for some minutes); what it shows may be older, so its key is left empty then.
        """
        png = await self.paint(message)
        nonce = hashlib.sha256(once.encode()).hexdigest()[:24]
        sent = await self.channel(channel).send(**message.sending(png), nonce=nonce)
        return Posted(channel=channel, id=sent.id, key=message.key if message.like(sent) else "", at=self.clock())

    async def edit(self, posted: Posted, message: Message) -> None:
        png = await self.paint(message)
        await self.channel(posted.channel).get_partial_message(posted.id).edit(**message.payload(png))
        posted.key, posted.at = message.key, self.clock()

    async def redraw(self, posted: Posted, message: Message) -> bool:
        """Edit a message; False if it is gone, or cannot be edited any more."""
        try:
            await self.edit(posted, message)
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
            if fault.code != ARCHIVED:
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
        channel = self.client.get_channel(live.channel)
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return channel.permissions_for(channel.guild.me)
        return None

    def lost_rights(self, live: Live) -> list[str]:
        """The rights that Hob had in a table's channel and has no more, by discord.py's names."""
        rights = self.rights(live)
        if rights is None:
            return ["send_messages"] if live.screen.denied == "rights" else []
        return missing(rights, isinstance(self.client.get_channel(live.channel), discord.Thread))

    def expelled(self, guild: int | None) -> bool:
        """Whether Hob is no member of a server any more."""
        return guild is not None and self.client.is_ready() and self.client.get_guild(guild) is None
