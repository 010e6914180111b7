"""One shard's connection to Discord: what it subscribes to, how it starts and stops.  What lives longer is in the
process."""

import asyncio
import contextlib
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands
from discord.gateway import KeepAliveHandler

from bot.delivery.retry import UNSENT
from bot.run.process import Process
from db import StoreUnavailable

log = logging.getLogger("hob")
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # Hob is never heard, so nothing is missing

UNHEARD = ("MESSAGE_CREATE", "MESSAGE_UPDATE")
LINKS = {"connect": True, "resumed": True, "disconnect": False}  # an open socket alone says nothing yet


def tolerant(event: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
    """One malformed event is dropped; discord.py would end the whole connection, and every press under way."""

    def parsed(data: Any) -> None:
        try:
            parse(data)
        except Exception:
            log.exception("Discord sent a %s that cannot be read", event)

    return parsed


class Tree(app_commands.CommandTree["Hob"]):
    async def interaction_check(self, interaction: discord.Interaction["Hob"]) -> bool:
        """Commands find out in what language they answer when they are sure to answer in time."""
        if interaction.type is discord.InteractionType.autocomplete:
            await self.client.presentation.hear(interaction)
        return True


class Hob(commands.Bot):
    """Hob on Discord.  What people see and type comes with the extensions, which are cogs."""

    def __init__(self, process: Process, **options: Any) -> None:
        self._socket: aiohttp.ClientResponse | None = None  # of the newest connection
        trace = process.requests.trace()
        trace.on_request_end.append(self._opened)
        # INTERACTION_CREATE needs no intent; `guilds` fills the cache of channels and nothing more; `guild_messages`
        # tells which messages are deleted. What people write comes without its text, and is not even looked at.
        super().__init__(
            command_prefix=(),
            # Commands work in servers that have invited Hob and in direct messages with it. A command left without
            # these follows the portal, where one tick on User Install offers it in strangers' private channels.
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True, guild_messages=True),
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=trace,
            **options,
        )
        self.process, self.presentation = process, process.presentation
        self.shard, self.identifies = self.shard_id or 0, asyncio.Event()
        self.linked = False  # Discord has taken this login, or this RESUME
        self._seen: dict[int, float] = {}  # interactions of late, that this Hob answers or the one before has answered
        # Those of late that came while the shard was another Hob's, or when this connection was about to end.
        self._unheard: deque[tuple[float, Any]] = deque()
        self._hushed = False
        parsers = self._connection.parsers
        self._hear = parsers["INTERACTION_CREATE"]
        parsers["INTERACTION_CREATE"] = self._ours
        parsers.update({event: tolerant(event, parse) for event, parse in parsers.items()})
        parsers.update(dict.fromkeys(UNHEARD, lambda data: None))
        self.tree.error(self.presentation.failed)

    def _ours(self, data: Any) -> None:
        """A press or command at a server that another process attends to is that one's to answer.

        Where that one is about to hand the shard over, what it has not heard any more is answered here.
        """
        now, guild = time.monotonic(), data.get("guild_id")
        over = now - self.process.settings.timing.answer_within
        while self._seen and self._seen[oldest := next(iter(self._seen))] < over:
            del self._seen[oldest]
        while self._unheard and self._unheard[0][0] < over:
            self._unheard.popleft()
        if self._hushed or not self.process.attends(int(guild) if guild else None):
            self._unheard.append((now, data))
        elif int(data["id"]) not in self._seen:
            self._seen[int(data["id"])] = now
            self._hear(data)

    @property
    def word(self) -> str:
        """To whoever has this shard next: what is answered here."""
        return " ".join(map(str, self._seen))

    def take_over(self, word: str) -> None:
        """The shard is this process's from now on; whoever had it has left this word."""
        now, unheard = time.monotonic(), [data for _, data in self._unheard]
        self._seen |= dict.fromkeys(map(int, word.split()), now)
        self._unheard.clear()
        for data in unheard:
            self._connection.parsers["INTERACTION_CREATE"](data)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """discord.py still tells a closed client that it is ready; nobody is there to hear it."""
        if event in LINKS:
            self.linked = LINKS[event]
        if not self.is_closed():
            super().dispatch(event, *args, **kwargs)

    async def setup_hook(self) -> None:
        """Logged in: what a crash left behind can be mended while the gateway still connects."""
        await self.tree.set_translator(self.presentation.translator)
        await self.setup_extensions()
        await self.process.attach(self)
        if self.shard:  # the commands are the same for all
            return
        try:
            await self.tree.sync()
        except app_commands.CommandSyncFailure as fault:  # those of before stay, and every button works
            log.error("Discord refuses the commands: %s", fault)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        await self.process.logins.turn(self, self.shard)
        self.identifies.set()

    async def setup_extensions(self) -> None:
        """One that fails is left out, and the others are none the worse."""
        for extension in self.presentation.extensions:
            try:
                await self.load_extension(extension)
            except commands.ExtensionAlreadyLoaded:
                pass
            except (commands.ExtensionError, ImportError) as fault:
                cause = fault.__cause__ or fault
                log.error("the extension %s is left out: %s: %s", extension, type(cause).__name__, cause)

    async def on_ready(self) -> None:
        """Also after each new identification: look for what is due; what agrees already costs nothing."""
        counts = "not known, for the database does not answer"
        with contextlib.suppress(StoreUnavailable):
            counts = ", ".join(f"{n} {status}" for status, n in (await self.process.store.counts()).items())
        which = f", shard {self.shard} of {self.shard_count}" if (self.shard_count or 1) > 1 else ""
        log.info("ready as %s%s; servers: %d; sessions: %s", self.user, which, len(self.guilds), counts)
        self.process.keeper.look_around()
        if self.process.leases is not None:
            self.process.leases.nudge()  # who hands this shard over waits for it
        for guild in self.guilds:
            await self._stay(guild)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._stay(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """One that was out of reach when Hob came: also an invitation may be told so."""
        await self._stay(guild)

    async def _stay(self, guild: discord.Guild) -> None:
        """Leave a server that the operator has not named, if they have named any."""
        named = self.process.settings.servers
        if not named or guild.id in named:
            return
        try:
            await guild.leave()
        except UNSENT as fault:
            log.warning("the server %d, which is not in HOB_SERVERS, cannot be left: %s", guild.id, fault)
        else:
            log.warning("left the server %d: it is not in HOB_SERVERS", guild.id)

    async def on_raw_message_delete(self, deleted: discord.RawMessageDeleteEvent) -> None:
        await self.process.deleted(deleted.channel_id, {deleted.message_id})

    async def on_raw_bulk_message_delete(self, deleted: discord.RawBulkMessageDeleteEvent) -> None:
        await self.process.deleted(deleted.channel_id, deleted.message_ids)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Hob was added to a thread, or one that was archived is active again."""
        await self.process.reachable(thread.id)

    async def _opened(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        if request.response.status == HTTPStatus.SWITCHING_PROTOCOLS:
            self._socket = request.response

    def still(self) -> None:
        """End what discord.py leaves behind of a client that is closed while it connects: an open socket, and a thread
        in which its heart beats on."""
        if self._socket is not None:
            self._socket.close()
        for heart in threading.enumerate():
            if isinstance(heart, KeepAliveHandler) and heart.ws._connection is self._connection:
                heart.stop()

    async def close(self) -> None:
        """Finish what has been pressed and typed, then close."""
        await self.process.detach(self, self._hush)
        await super().close()

    def _hush(self) -> None:
        """What cannot be answered any more is not begun: it changes nothing."""
        self._hushed = True
