"""The Discord client of one shard: its subscriptions, start and stop. Longer-lived objects are in `App`."""

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
from bot.delivery.response import ARRIVED_AT
from bot.discord_errors import MAX_RETRY_DELAY, SEND_ERRORS
from bot.i18n.catalogue import set_language
from bot.i18n.translator import CommandTranslator
from db import StoreUnavailable

log = logging.getLogger("hob")
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # Hob needs no voice libraries

IGNORED_EVENTS = ("message", "message_edit")  # Hob only needs deletions, and edits that remove embeds
LINK_EVENTS = {"connect": True, "resumed": True, "disconnect": False}  # an open socket alone isn't a connection
LONGEST_RATE_LIMIT = 60.0  # seconds that discord.py sleeps; a longer rate limit raises discord.RateLimited
MAX_UNREADABLE = 5  # unreadable frames in a row that mean a broken stream
# Exceptions that discord.py raises when the connection ends.
CONNECTION_ENDED = (ReconnectWebSocket, discord.DiscordException, aiohttp.ClientError, OSError)


class Tree(app_commands.CommandTree["Hob"]):
    async def interaction_check(self, interaction: discord.Interaction["Hob"]) -> bool:
        """Skip interactions that another process answers. Commands set their language when they run."""
        if not await self.client.claim(interaction):
            return False
        if interaction.type is discord.InteractionType.autocomplete:
            set_language(await self.client.app.interactions.context(interaction).language())
        return True


class Hob(commands.Bot):
    """Hob's Discord client. Its commands come from the app's features."""

    def __init__(self, app: App, **options: Any) -> None:
        self._socket: aiohttp.ClientResponse | None = None  # of the newest connection
        trace = app.requests.trace()
        trace.on_request_end.append(self._track_socket)
        # INTERACTION_CREATE needs no intent. `guilds` fills the channel cache; `guild_messages` reports deleted
        # messages. Messages from users arrive without content and are ignored.
        super().__init__(
            command_prefix=(),
            # Commands work in servers that have invited Hob and in its direct messages. Without these arguments they
            # follow the portal, where a tick on User Install offers a command in strangers' private channels.
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
        self.linked = False  # Discord has accepted this login or RESUME
        self._seen: dict[int, float] = {}  # recent interactions answered by this process or its predecessor
        # One for each interaction that came while another process had the shard, or while this connection is closing.
        self._unhandled: set[asyncio.Future[None]] = set()
        self._stopped_accepting = False
        self._event = ""  # the latest gateway event
        self.tree.error(app.interactions.failed)

    def _attends(self, guild: int | None) -> bool:
        return not self._stopped_accepting and self.app.cluster.attends(guild)

    async def claim(self, interaction: discord.Interaction) -> bool:
        """Return True, once per interaction, if this process must answer it.

        If another process attends to the server, wait in case it hands the shard over. This process then answers what
        the other hasn't answered.
        """
        interaction.extras[ARRIVED_AT] = asyncio.get_running_loop().time()
        if not self._attends(interaction.guild_id):
            handed_over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._unhandled.add(handed_over)
            try:
                await asyncio.wait([handed_over], timeout=self.app.settings.timing.answer_within)
            finally:
                self._unhandled.discard(handed_over)
            if not self._attends(interaction.guild_id):
                return False
        now = time.monotonic()
        forget_before = now - self.app.settings.timing.answer_within
        while self._seen and self._seen[oldest := next(iter(self._seen))] < forget_before:
            del self._seen[oldest]
        if interaction.id in self._seen:
            return False
        self._seen[interaction.id] = now
        return True

    @property
    def handover_note(self) -> str:
        """Return the answered interactions, for the next process that gets this shard."""
        return " ".join(map(str, self._seen))

    def take_over(self, note: str) -> None:
        """Handle the interactions that wait for the shard. `note` is the `handover_note` of a previous process."""
        self._seen |= dict.fromkeys(map(int, note.split()), time.monotonic())
        for handed_over in self._unhandled:
            if not handed_over.done():
                handed_over.set_result(None)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Dispatch an event, unless it is ignored or this client is closed (discord.py still reports it ready)."""
        if event == "socket_event_type":
            self._event = args[0]
        if event in LINK_EVENTS:
            self.linked = LINK_EVENTS[event]
        ignored = event in IGNORED_EVENTS
        if event == "raw_message_edit":  # only matters if a moderator has removed the embeds of Hob's message
            message: discord.Message = args[0].message
            ignored = not (message.flags.suppress_embeds and message.author == self.user)
        if not ignored and not self.is_closed():
            super().dispatch(event, *args, **kwargs)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect, and skip events that discord.py can't parse: they'd end the client and all pending presses."""
        while not self.is_closed():
            try:
                await super().connect(reconnect=reconnect)
            except CONNECTION_ENDED:
                raise
            except Exception as fault:
                if self.ws is None and isinstance(refused := fault.__context__, CONNECTION_ENDED):
                    raise refused from None  # discord.py fails to resume a connection that it never had
                if self.ws is None or not self.ws.open:  # no event, since it isn't connected yet
                    raise
                log.exception("malformed %s from Discord", self._event)
            if not self.is_closed():
                await self._read_on()

    async def _read_on(self) -> None:
        """Read the connection until it ends. The next one starts with IDENTIFY, because only discord.py can resume."""
        unreadable = 1
        while True:
            try:
                await self.ws.poll_event()
                unreadable = 0
            except CONNECTION_ENDED:
                self.dispatch("disconnect")
                return
            except Exception:
                unreadable += 1
                if unreadable == MAX_UNREADABLE:
                    raise
                log.exception("malformed %s from Discord", self._event)

    async def setup_hook(self) -> None:
        """Register the commands and attach to the app, so that recovery can start while the gateway connects."""
        await self.tree.set_translator(CommandTranslator())
        for group in self.app.groups.values():
            self.tree.add_command(group)
        await self.app.attach(self)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        await self.app.logins.wait_for_identify(self, self.shard)
        self.identifies.set()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Handle presses; commands are handled by the tree."""
        if interaction.type is discord.InteractionType.component and await self.claim(interaction):
            await self.app.interactions.press(interaction)

    async def on_ready(self) -> None:
        """Poll for due work, also after each new IDENTIFY. Tables that are up to date cost nothing."""
        if not self.shard:  # all shards share the commands
            self.app.command_sync.connected(self)
        counts = "unknown, database unavailable"
        with contextlib.suppress(StoreUnavailable):
            counts = ", ".join(f"{n} {status}" for status, n in (await self.app.store.counts()).items())
        which = f", shard {self.shard} of {self.shard_count}" if (self.shard_count or 1) > 1 else ""
        log.info("ready as %s%s; servers: %d; sessions: %s", self.user, which, len(self.guilds), counts)
        self.app.scheduler.connected()
        self.app.cluster.renew()  # a process that hands over this shard waits for it

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.app.delivery.server_joined(guild.id)
        await self._leave_if_not_allowed(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Check a server after IDENTIFY or an outage; it may have invited Hob while Hob was stopped."""
        joined_at = guild.me.joined_at
        # Tables look for their lost server every MAX_RETRY_DELAY; those of a newer one may not have looked yet.
        if joined_at is not None and self.app.clock() - joined_at.timestamp() < MAX_RETRY_DELAY:
            await self.on_guild_join(guild)
        else:
            await self._leave_if_not_allowed(guild)

    async def _leave_if_not_allowed(self, guild: discord.Guild) -> None:
        """Leave a server that the operator hasn't listed, if they have listed any."""
        named = self.app.settings.servers
        if not named or guild.id in named:
            return
        try:
            await guild.leave()
        except SEND_ERRORS as fault:
            log.warning("can't leave server %d, which isn't in HOB_SERVERS: %s", guild.id, fault)
        else:
            log.warning("left server %d: not in HOB_SERVERS", guild.id)

    async def on_raw_message_delete(self, deleted: discord.RawMessageDeleteEvent) -> None:
        await self.app.messages_deleted(deleted.channel_id, {deleted.message_id})

    async def on_raw_bulk_message_delete(self, deleted: discord.RawBulkMessageDeleteEvent) -> None:
        await self.app.messages_deleted(deleted.channel_id, deleted.message_ids)

    async def on_raw_message_edit(self, edited: discord.RawMessageUpdateEvent) -> None:
        """Restore the embeds of a message, once: every further edit without them is reported here, too."""
        lost = self.app.delivery.messenger.without_embeds
        if edited.message_id not in lost:
            lost.add(edited.message_id)
            await self.app.messages_deleted(edited.channel_id, {edited.message_id})

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.app.messages_deleted(channel.id, None)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self.app.messages_deleted(thread.thread_id, None)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Show what belongs in a thread that Hob was added to or that was unarchived."""
        await self.app.rights_added(thread.guild.id, thread.id)

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        """Show what belongs in a thread that was unlocked."""
        if before.locked and not after.locked:
            await self.app.rights_added(after.guild.id, after.id)

    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Show the tables and nights in a channel and its threads where Hob has its permissions back."""
        me = after.guild.me
        if not after.permissions_for(me) <= before.permissions_for(me):
            await self.app.rights_added(after.guild.id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        if after in after.guild.me.roles and not after.permissions <= before.permissions:
            await self.app.rights_added(after.guild.id)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Notice new roles of Hob's own; without the intent, Discord reports no others."""
        if after == after.guild.me and not after.guild_permissions <= before.guild_permissions:
            await self.app.rights_added(after.guild.id)

    async def _track_socket(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        if request.response.status == HTTPStatus.SWITCHING_PROTOCOLS:
            if self._socket is not None:
                self._socket.close()  # discord.py drops the previous one without closing it, if it was cut
            self._socket = request.response

    def close_leftovers(self) -> None:
        """Close what discord.py leaves behind when its task is cancelled: a socket, and a heartbeat thread."""
        self.linked = False
        if self._socket is not None:
            self._socket.close()
        for heart in threading.enumerate():
            if isinstance(heart, KeepAliveHandler) and heart.ws.socket.get_extra_info("peername") is None:
                heart.stop()  # its connection has ended, so no heartbeat could arrive

    async def close(self) -> None:
        """Finish pending interactions, then close."""
        await self.app.detach(self, self._stop_accepting)
        self._stop_accepting()
        await self.app.progress.stop(self)
        await super().close()

    def _stop_accepting(self) -> None:
        """Stop accepting interactions that could no longer be answered."""
        self._stopped_accepting = True
        self.take_over("")
