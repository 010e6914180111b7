"""One shard's connection to Discord: what it subscribes to, how it starts and stops.  What lives longer is in `App`."""

import asyncio
import contextlib
import logging
import threading
import time
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands
from discord.gateway import KeepAliveHandler, ReconnectWebSocket

from bot.app import App
from bot.delivery.retry import SEND_ERRORS
from bot.i18n.command_texts import CommandTranslator
from bot.i18n.language import set_language
from db import StoreUnavailable

log = logging.getLogger("hob")
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # Hob is never heard, so nothing is missing

IGNORED_EVENTS = ("message", "message_edit", "raw_message_edit")  # Hob needs to know of deleted messages only
LINKS = {"connect": True, "resumed": True, "disconnect": False}  # an open socket alone says nothing yet
LONGEST_RATE_LIMIT = 60.0  # seconds that discord.py sleeps on one; a longer one is raised as discord.RateLimited
UNREADABLE = 5  # frames in a row that cannot be read: the stream itself is damaged
ENDED = (
    ReconnectWebSocket,
    discord.DiscordException,
    aiohttp.ClientError,
    OSError,
)  # the connection, as discord.py says


class Tree(app_commands.CommandTree["Hob"]):
    async def interaction_check(self, interaction: discord.Interaction["Hob"]) -> bool:
        """Commands find out in what language they answer when they are sure to answer in time."""
        if not await self.client.answers(interaction):
            return False
        if interaction.type is discord.InteractionType.autocomplete:
            set_language(await self.client.app.interactions.context(interaction).language())
        return True


class Hob(commands.Bot):
    """Hob on Discord.  What people type comes with the app's features."""

    def __init__(self, app: App, **options: Any) -> None:
        self._socket: aiohttp.ClientResponse | None = None  # of the newest connection
        trace = app.requests.trace()
        trace.on_request_end.append(self._track_socket)
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
            max_ratelimit_timeout=LONGEST_RATE_LIMIT,
            **options,
        )
        self.app = app
        self.shard, self.identifies = self.shard_id or 0, asyncio.Event()
        self.linked = False  # Discord has taken this login, or this RESUME
        self._seen: dict[int, float] = {}  # interactions of late, that this Hob answers or the one before has answered
        # One timer for each that came while the shard was another Hob's, or when this connection was about to end.
        self._unhandled: set[asyncio.Task[None]] = set()
        self._stopped_accepting = False
        self._event = ""  # the newest from the gateway
        self.tree.error(app.interactions.failed)

    def _attends(self, guild: int | None) -> bool:
        return not self._stopped_accepting and self.app.attends(guild)

    async def answers(self, interaction: discord.Interaction) -> bool:
        """Tell whether this process is to answer an interaction; True only once for each.

        If another process attends to the server, it is that one's to answer.  If that one is about to hand the shard
        over, this one waits for it, and answers what the other has not.
        """
        if not self._attends(interaction.guild_id):
            patience = asyncio.sleep(self.app.settings.timing.answer_within)
            handed_over = asyncio.create_task(patience, name="hob waits for a shard")
            self._unhandled.add(handed_over)
            try:
                await asyncio.wait([handed_over])
            finally:
                self._unhandled.discard(handed_over)
                handed_over.cancel()
            if not self._attends(interaction.guild_id):
                return False
        now = time.monotonic()
        over = now - self.app.settings.timing.answer_within
        while self._seen and self._seen[oldest := next(iter(self._seen))] < over:
            del self._seen[oldest]
        if interaction.id in self._seen:
            return False
        self._seen[interaction.id] = now
        return True

    @property
    def handover_note(self) -> str:
        """To whoever has this shard next: what is answered here."""
        return " ".join(map(str, self._seen))

    def take_over(self, note: str) -> None:
        """The shard is this process's from now on; whoever had it has left this word."""
        self._seen |= dict.fromkeys(map(int, note.split()), time.monotonic())
        for handed_over in self._unhandled:
            handed_over.cancel()

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """discord.py still tells a closed client that it is ready; nobody is there to hear it."""
        if event == "socket_event_type":
            self._event = args[0]
        if event in LINKS:
            self.linked = LINKS[event]
        if event not in IGNORED_EVENTS and not self.is_closed():
            super().dispatch(event, *args, **kwargs)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Drop events that discord.py cannot read.  It would end the whole client, and every press under way."""
        while not self.is_closed():
            try:
                await super().connect(reconnect=reconnect)
            except ENDED:
                raise
            except Exception:
                if self.ws is None or not self.ws.open:  # not an event: it is not connected yet
                    raise
                log.exception("Discord sent a %s that cannot be read", self._event)
            if not self.is_closed():
                await self._read_on()

    async def _read_on(self) -> None:
        """Read the same connection until it ends.  The next one begins with IDENTIFY: only discord.py can resume."""
        unreadable = 1
        while True:
            try:
                await self.ws.poll_event()
                unreadable = 0
            except ENDED:
                self.dispatch("disconnect")
                return
            except Exception:
                unreadable += 1
                if unreadable == UNREADABLE:
                    raise
                log.exception("Discord sent a %s that cannot be read", self._event)

    async def setup_hook(self) -> None:
        """Logged in: what a crash left behind can be mended while the gateway still connects."""
        await self.tree.set_translator(CommandTranslator())
        for group in self.app.groups.values():
            self.tree.add_command(group)
        await self.app.attach(self)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        await self.app.logins.wait_for_identify(self, self.shard)
        self.identifies.set()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Serve all presses of all games; commands go through the tree."""
        if interaction.type is discord.InteractionType.component and await self.answers(interaction):
            await self.app.interactions.press(interaction)

    async def on_ready(self) -> None:
        """Also after each new identification: look for what is due; what agrees already costs nothing."""
        if not self.shard:  # the commands are the same for all
            self.app.command_sync.connected(self)
        counts = "not known, for the database does not answer"
        with contextlib.suppress(StoreUnavailable):
            counts = ", ".join(f"{n} {status}" for status, n in (await self.app.store.counts()).items())
        which = f", shard {self.shard} of {self.shard_count}" if (self.shard_count or 1) > 1 else ""
        log.info("ready as %s%s; servers: %d; sessions: %s", self.user, which, len(self.guilds), counts)
        self.app.scheduler.poll()
        if self.app.leases is not None:
            self.app.leases.wake()  # who hands this shard over waits for it
        for guild in self.guilds:
            await self._leave_if_not_allowed(guild)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._leave_if_not_allowed(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """One that was out of reach when Hob came: also an invitation may be told so."""
        await self._leave_if_not_allowed(guild)

    async def _leave_if_not_allowed(self, guild: discord.Guild) -> None:
        """Leave a server that the operator has not named, if they have named any."""
        named = self.app.settings.servers
        if not named or guild.id in named:
            return
        try:
            await guild.leave()
        except SEND_ERRORS as fault:
            log.warning("the server %d, which is not in HOB_SERVERS, cannot be left: %s", guild.id, fault)
        else:
            log.warning("left the server %d: it is not in HOB_SERVERS", guild.id)

    async def on_raw_message_delete(self, deleted: discord.RawMessageDeleteEvent) -> None:
        await self.app.messages_deleted(deleted.channel_id, {deleted.message_id})

    async def on_raw_bulk_message_delete(self, deleted: discord.RawBulkMessageDeleteEvent) -> None:
        await self.app.messages_deleted(deleted.channel_id, deleted.message_ids)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Hob was added to a thread, or one that was archived is active again."""
        await self.app.channel_reachable(thread.id)

    async def _track_socket(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        if request.response.status == HTTPStatus.SWITCHING_PROTOCOLS:
            self._socket = request.response

    def close_leftovers(self) -> None:
        """Close what discord.py leaves behind when its task is cancelled: a socket, and a heartbeat thread."""
        self.linked = False
        if self._socket is not None:
            self._socket.close()
        for heart in threading.enumerate():
            if isinstance(heart, KeepAliveHandler) and heart.ws.socket.get_extra_info("peername") is None:
                heart.stop()  # its connection has ended: whosever it is, no beat of it would arrive

    async def close(self) -> None:
        """Finish what has been pressed and typed, then close."""
        await self.app.detach(self, self._stop_accepting)
        self._stop_accepting()
        await self.app.progress.stop(self)
        await super().close()

    def _stop_accepting(self) -> None:
        """What cannot be answered any more is not begun: it changes nothing."""
        self._stopped_accepting = True
        self.take_over("")
