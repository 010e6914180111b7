"""The objects that exist once in a running Hob, across all its connections to Discord."""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Container, Mapping
from typing import TYPE_CHECKING

import discord

from bot.cluster.membership import Membership
from bot.computers.ai_scheduler import AIScheduler
from bot.computers.player import ComputerPlayer
from bot.delivery.reconciliation import Delivery
from bot.gate import InteractionGate
from bot.gateway.command_sync import CommandSync
from bot.gateway.health import Watchdog
from bot.gateway.logins import Logins
from bot.gateway.rate_limits import RateLimiter
from bot.interactions.dispatch import Interactions
from bot.interactions.progress import ProgressRunner
from bot.people.service import People
from bot.pictures import PictureFault, Scene
from bot.pictures.painter import Painter
from bot.pictures.scene import Stack
from bot.process.metrics import Metrics
from bot.scheduler import SessionScheduler
from bot.screens.game_ui import Games
from bot.screens.message import log_once
from bot.screens.table_screen import Screens
from bot.servers import Servers
from bot.settings import SPARE_CORES, Settings
from bot.tables.quotas import Quotas
from bot.tables.service import Sessions
from bot.tables.session import TableSession
from bot.timing import end_of
from db import EVERYTHING, LEASE, Store
from engine.ai import Level

if TYPE_CHECKING:
    from bot.gateway.shards import Connections

log = logging.getLogger("hob.app")
TABLE, PERSON = "table", "person"  # kinds of notifications between processes
RECENT_PRESS = 10.0  # seconds during which the process that owns the table is told who pressed
DRAIN_TIMEOUT = 5.0  # seconds to finish presses when a connection ends
LOOP_STEPS = 3  # event loop steps from receiving a press to its registration


class App:
    """Creates and connects all parts. Each of `extensions`, by module, loads features or a game."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        extensions: Mapping[str, Callable[["App"], object]],
        clock: Callable[[], float] = time.time,
        elapsed: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create the app. `clock` is wall time, for people and the store; `elapsed` is monotonic, for pauses."""
        self.settings, self.store, self.timing = settings, store, settings.timing
        self.clock, self.elapsed = clock, elapsed
        self.games = Games()
        self.screens = Screens(self.games)
        self.metrics, self.gate = Metrics(), InteractionGate()
        self.painter = Painter(settings.painters or SPARE_CORES, gate=self.gate, cache=settings.painter_cache)
        self.ai = AIScheduler(settings.thinkers or SPARE_CORES)
        self.level: Level = "normal" if settings.computers == "random" else settings.computers  # default
        self.cluster = Membership(store)
        self.connections: Connections | None = None  # None while Hob waits for a lease

        self.sessions = Sessions(
            store,
            clock,
            offered=self.games,
            attends=self.cluster.attends,
            lease=self.cluster.lease,
            elapsed=elapsed,
        )
        self.people = People(store, settings.coach, lambda person: self.cluster.publish(PERSON, str(person)))
        self.servers = Servers(store, settings.language, clock)
        self.quotas = Quotas(store, settings.limits, clock, elapsed)
        self.delivery = Delivery(
            sessions=self.sessions,
            people=self.people,
            servers=self.servers,
            timing=self.timing,
            screens=self.screens,
            paint=self.metrics.measure_painting(self.paint),
            process_count=self.cluster.process_count,
        )
        computers = ComputerPlayer(self.sessions, self.timing, None if settings.computers == "random" else self.ai)
        self.scheduler = SessionScheduler(
            delivery=self.delivery,
            computers=computers,
            warm=self.warm,
            owned_shards=self.cluster.owned_shards,
            notify_owner=self._notify_owner,
            gate=self.gate,
        )
        self.interactions = Interactions(self.gate, self.servers, self.delivery, self.metrics)
        self.progress = ProgressRunner(self.screens)  # long-running work for people
        self.watchdog = Watchdog(settings.end_unwell)
        self.requests = RateLimiter(settings.limits.requests, self.cluster.process_count, self.cluster.may_show)
        self.command_sync = CommandSync(store, clock)
        self.logins = Logins(store, self.requests.trace())

        self.last_backup_at = 0.0  # time of the newest scheduled backup
        self._changing = asyncio.Lock()  # connections change one at a time
        self.features: dict[type, object] = {}  # loaded, by class
        self.groups: dict[str, discord.app_commands.Group] = {}  # of slash commands, by name
        for module, load in extensions.items():
            try:
                load(self)
            except Exception as fault:
                is_bug = type(fault) is not LookupError  # that one's sentence says all
                log.error("extension %s not loaded: %s: %s", module, type(fault).__name__, fault, exc_info=is_bug)

    async def paint(self, scene: Scene | Stack) -> bytes | None:
        """Return a picture as PNG; None if it can't be painted."""
        try:
            return await self.painter.png(scene)
        except PictureFault as fault:
            if not self.painter.closed:  # at a stop, the next process paints the rest
                log_once(fault)
            return None

    def warm(self, game: str) -> None:
        """Prepare painting a game's pictures."""
        self.painter.warm(game, self.games[game].sprite_sizes)

    def cancel_all(self) -> None:
        """Cancel all work without showing its results, because other processes may have taken over."""
        for task in self.gate.active_tasks:
            task.cancel()
        self.scheduler.cancel_all()
        self.delivery.cancel_sending()

    def forget(self, shards: Collection[int]) -> None:
        """Drop cached data of these shards, because other processes may have changed it."""
        self.forget_shared_pictures(shards)
        self.scheduler.forget_timers()
        self.sessions.in_memory.forget(lambda session: self.cluster.shard_of(session.guild) in shards)
        self.people.forget()
        self.servers.forget()

    def forget_shared_pictures(self, shards: Collection[int]) -> None:
        """Forget which pictures these shards' messages show, because other processes edit or have edited them."""
        alone: dict[int, bool] = {}
        for session in list(self.sessions.in_memory.values()):
            mine = self.cluster.attends(session.guild) and self.cluster.shard_of(session.guild) not in shards
            alone |= {posted.id: mine for posted in session.screen.messages_with_pictures()}
        self.delivery.messenger.editor.forget_shared(alone)

    # ---- other processes
    def _notify_owner(self, session: TableSession) -> None:
        """Tell another process that its table has changed or is due, and who pressed a button there."""
        pressed = session.screen.pressed
        last = max(pressed, key=lambda person: pressed[person], default=0)
        now = self.clock()
        person = last if last and now < end_of(pressed[last], RECENT_PRESS, now) else 0
        self.cluster.publish(TABLE, f"{session.id} {session.guild or 0} {person}")

    def handle_notification(self, kind: str, about: str) -> None:
        """Handle a notification from another process."""
        if kind in (LEASE, EVERYTHING):
            self.cluster.renew()
        if kind == EVERYTHING:
            self.people.forget()
            self.servers.forget()
            self.scheduler.poll()
        elif kind == PERSON:
            self.people.forget(int(about))
        elif kind == TABLE:
            session_id, guild, person = about.split()
            if self.cluster.attends(int(guild) or None):
                self.scheduler.changed_elsewhere(session_id, int(person))

    async def messages_deleted(self, channel: int, messages: Container[int] | None) -> None:
        """Repost tables and other messages that were deleted; None means that the channel itself was deleted."""
        await self.delivery.messages_deleted(channel, messages)
        for job in self.scheduler.jobs:
            await job.messages_deleted(channel, messages)

    async def rights_added(self, server: int, channel: int | None = None) -> None:
        """Show what Discord has rejected in a channel where Hob has permissions again; None means in any channel."""
        if channel is None:
            await self.delivery.rights_added(server)
        else:
            await self.delivery.channel_reachable(channel)
        for job in self.scheduler.jobs:
            await job.rights_added(server, channel)

    async def attach(self, client: discord.Client) -> None:
        """Start working with a logged-in connection; from now on, leftovers of a crash are repaired."""
        async with self._changing:
            self.delivery.start(client)
            self.scheduler.start()

    async def detach(self, client: discord.Client, stop_accepting: Callable[[], None] = lambda: None) -> None:
        """Detach a connection: finish its presses, and stop working if it is the last one.

        `stop_accepting` is called when no time is left to answer new presses.
        """
        if not self.delivery.messenger.has_client(client):
            return
        end = time.monotonic() + DRAIN_TIMEOUT
        await self._wait_answered(client, end)
        async with self._changing:
            others = self.delivery.messenger.has_other_clients(client)
            if others:
                self.delivery.drop_connection(client)
                await self.scheduler.drain()
            else:
                await self.scheduler.stop()
            stop_accepting()
            if self.cluster.holds(client.shard_id or 0):  # without the lease, no press was received in the meantime
                end = max(end, time.monotonic() + self.settings.timing.answer_within)  # Discord's time limit
            await self._wait_answered(client, end)
            if others:
                return
            interrupted = set(self.gate.active_tasks)
            for late in interrupted:  # their committed changes stay
                late.cancel()
            if pending := interrupted | self.cluster.publishing:
                await asyncio.wait(pending, timeout=1)
            await self.delivery.stop()

    async def _wait_answered(self, client: discord.Client, end: float) -> None:
        """Wait until pending presses are answered. New ones count only for the last connection."""
        for _ in range(LOOP_STEPS):
            await asyncio.sleep(0)
        pressed = set(self.gate.active_tasks)
        while pressed and (left := end - time.monotonic()) > 0:
            await asyncio.wait(pressed, timeout=left)
            pressed = set() if self.delivery.messenger.has_other_clients(client) else set(self.gate.active_tasks)

    async def close(self) -> None:
        await self.command_sync.close()
        await self.ai.close()
        await self.painter.close()
