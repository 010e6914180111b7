"""What lives once in a running Hob, however many connections to Discord it has, one after the other or side by side."""

import asyncio
import contextlib
import importlib
import logging
import time
from collections.abc import Callable, Collection, Container, Sequence
from typing import Protocol

import discord

from bot.computers.ai_scheduler import Thinker
from bot.computers.player import ComputerPlayer
from bot.delivery.reconciliation import Delivery
from bot.games import Games
from bot.gateway.command_sync import CommandSync
from bot.gateway.health import Watchdog
from bot.gateway.logins import Logins
from bot.gateway.rate_limits import Requests
from bot.interactions.dispatch import Interactions
from bot.interactions.gate import Presses
from bot.interactions.progress import Waiting
from bot.metrics import Tally
from bot.people import People
from bot.pictures import PictureFault, Scene
from bot.pictures.compose import FAULTS
from bot.pictures.painter import Painter
from bot.scheduler import Keeper
from bot.screens.table import Screens
from bot.servers.service import Servers
from bot.settings import Settings
from bot.tables.quotas import Quotas
from bot.tables.service import Sessions
from bot.tables.session import Live
from bot.times import end_of
from db import EVERYTHING, LEASE, Lease, Leases, Store, StoreUnavailable, shard_of
from engine.ai import Level

log = logging.getLogger("hob.app")
TABLE, PERSON = "table", "person"  # kinds of news
JUST = 10.0  # seconds since a press
GRACE = 5.0  # seconds that what has been pressed may take when a connection ends
STEPS = 3  # of the event loop from hearing of a press to its being under way


class Connected(Protocol):
    @property
    def up(self) -> dict[int, bool]:
        """Which of this process's shards are connected."""


class App:
    """`features` are the modules that bring Hob's commands, buttons and games: each has a `setup(app)`."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        features: Sequence[str],
        clock: Callable[[], float] = time.time,
        elapsed: Callable[[], float] = time.monotonic,
    ) -> None:
        """`clock` is wall time, for what people and the store see; Hob paces itself by `elapsed`, which nobody sets."""
        self.settings, self.store, self.timing = settings, store, settings.timing
        self.clock, self.elapsed = clock, elapsed
        self.games = Games()
        self.screens = Screens(self.games)
        self.tally, self.presses = Tally(), Presses()
        self.painter = Painter(settings.processes_to_paint, presses=self.presses)
        self.thinker = Thinker(settings.processes_to_think)
        self.level: Level = "normal" if settings.computers == "random" else settings.computers  # where nobody chooses
        self.leases: Leases | None = None  # None where nobody else can work with the store
        self.connections: Connected | None = None  # None while Hob waits

        self.sessions = Sessions(store, self.wake, clock, self.games, self.attends, self.lease, elapsed)
        self.people = People(store, settings.coach, self._person_changed)
        self.servers = Servers(store, settings.language)
        self.quotas = Quotas(store, settings.limits, clock, elapsed)
        paint = self.tally.painting(self.paint)
        self.delivery = Delivery(
            self.sessions, self.people, self.timing, self.screens, paint, clock, elapsed, self.hobs
        )
        computers = ComputerPlayer(self.sessions, self.timing, None if settings.computers == "random" else self.thinker)
        self.keeper = Keeper(
            self.sessions, self.delivery, computers, self.warm, self.attends, self.mine, self._elsewhere, self.presses
        )
        self.interactions = Interactions(
            self.presses, self.sessions, self.servers, self.delivery, self.screens, self.tally, self.wake
        )
        self.progress = Waiting(self.screens)  # work that people wait for
        self.watchdog = Watchdog(settings.end_unwell)
        self.requests = Requests(settings.limits.requests, self.hobs, self.sure)
        self.command_sync = CommandSync(store, clock)
        self.logins = Logins(store, self.requests.trace())

        self.copied_at = 0.0  # the newest scheduled copy of the store
        self._telling: set[asyncio.Task[None]] = set()
        self._changing = asyncio.Lock()  # connections come and go one at a time
        self.features: dict[type, object] = {}
        self.groups: dict[str, discord.app_commands.Group] = {}  # of slash commands, by their names
        for module in features:
            self._set_up(module)

    def _set_up(self, module: str) -> None:
        """Load a feature; one that fails is left out, and the others work all the same."""
        try:
            importlib.import_module(module).setup(self)
        except Exception as fault:
            log.error("the extension %s is left out: %s: %s", module, type(fault).__name__, fault)

    def wake(self, session: str) -> None:
        """Attend to a session, by its id."""
        self.keeper.wake(session)

    async def paint(self, scene: Scene) -> bytes | None:
        """Return a picture as PNG; None if there is none today."""
        try:
            return await self.painter.png(scene)
        except PictureFault as fault:
            if not self.painter.closed:  # what has no turn any more when Hob stops is painted by whoever comes next
                FAULTS.tell(fault)
            return None

    def warm(self, game: str) -> None:
        """Get ready to paint a game's pictures."""
        self.painter.warm(game, self.games[game].pictures.sizes)

    def attends(self, guild: int | None) -> bool:
        """Is it this process that works for a server now?  To be asked before anything is done for it."""
        return self.leases is None or self.leases.holds(shard_of(guild, self.leases.shards))

    def lease(self, guild: int | None) -> Lease | None:
        """Under which it does; None if it does not, or needs none."""
        return None if self.leases is None else self.leases.of(guild)

    def sure(self) -> bool:
        """May anything be shown?  Not once its leases are over, as after it has stood still for a while."""
        return self.leases is None or self.leases.sure

    def abandon(self) -> None:
        """Other processes may have gone on from what is under way here: nothing of that is shown any more.

        Presses say that they were interrupted.
        """
        for task in self.presses.under_way:
            task.cancel()
        self.keeper.abandon()
        self.delivery.abandon()

    def hobs(self) -> int:
        """How many processes share Discord's limits."""
        return 1 if self.leases is None else self.leases.others + 1

    def mine(self) -> tuple[Collection[int], int]:
        """The shards that this process works for, and of how many."""
        return ((0,), 1) if self.leases is None else (list(self.leases.held), self.leases.shards)

    def forget(self, shards: Collection[int]) -> None:
        """Other processes may have worked for these shards."""
        of = self.leases.shards if self.leases is not None else 1
        self.share_pictures(shards)
        self.keeper.forget()
        self.sessions.forget(lambda live: shard_of(live.guild, of) in shards)
        self.people.forget()
        self.servers.forget()

    def share_pictures(self, shards: Collection[int]) -> None:
        """Forget the pictures of these shards' tables: other processes edit their messages, or have edited them."""
        of = self.leases.shards if self.leases is not None else 1
        alone: dict[int, bool] = {}
        for live in self.sessions.all_in_memory():
            mine = self.attends(live.guild) and shard_of(live.guild, of) not in shards
            alone |= {posted.id: mine for posted in live.screen.pictured()}
        self.delivery.post.pictures.share(alone)

    # ---- other processes
    def _elsewhere(self, live: Live) -> None:
        """A table of another process's was changed here, or is to be looked at: whoever has just pressed is there."""
        pressed = live.screen.pressed
        last = max(pressed, key=lambda person: pressed[person], default=0)
        now = self.clock()
        there = last if last and now < end_of(pressed[last], JUST, now) else 0
        self._tell(TABLE, f"{live.id} {live.guild or 0} {there}")

    def _person_changed(self, person: int) -> None:
        self._tell(PERSON, str(person))

    def _tell(self, kind: str, about: str) -> None:
        if self.leases is None or len(self.leases.held) == self.leases.shards:  # there is nobody else
            return
        telling = asyncio.create_task(self._announce(kind, about), name=f"hob tells of {kind}")
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)

    async def _announce(self, kind: str, about: str) -> None:
        with contextlib.suppress(StoreUnavailable):  # whoever looks around finds it
            await self.store.news.announce(kind, about)

    def heard(self, kind: str, about: str) -> None:
        """What another process tells."""
        if self.leases is not None and kind in (LEASE, EVERYTHING):
            self.leases.nudge()
        if kind == EVERYTHING:
            self.people.forget()
            self.servers.forget()
            self.keeper.look_around()
        elif kind == PERSON:
            self.people.forget(int(about))
        elif kind == TABLE:
            session, guild, person = about.split()
            if self.attends(int(guild) or None):
                self.keeper.moved(session, int(person))

    async def deleted(self, channel: int, messages: Container[int]) -> None:
        """Somebody deleted these messages."""
        await self.delivery.deleted(channel, messages)
        for job in self.keeper.jobs:
            await job.deleted(channel, messages)

    async def reachable(self, channel: int) -> None:
        """Discord lets Hob into a thread again."""
        await self.delivery.reachable(channel)

    async def attach(self, client: discord.Client) -> None:
        """There is a connection, which has logged in: what a crash left behind can be mended from now on."""
        async with self._changing:
            self.delivery.start(client)
            self.keeper.start()

    async def detach(self, client: discord.Client, hush: Callable[[], None] = lambda: None) -> None:
        """A connection ends: finish what has been pressed and typed; with the last one, stop attending.

        `hush` is called when there is no time left to answer what comes from then on.
        """
        if not self.delivery.post.has(client):
            return
        end = time.monotonic() + GRACE
        await self._answered(client, end)
        async with self._changing:
            others = self.delivery.post.others(client)
            if others:
                self.delivery.lose(client)
                await self.keeper.finish()
            else:
                await self.keeper.stop()
            hush()
            # What has been pressed meanwhile can be answered for as long as Discord waits.
            await self._answered(client, max(end, time.monotonic() + self.settings.timing.answer_within))
            if others:
                return
            interrupted = set(self.presses.under_way)
            for late in interrupted:  # what they have handed in is kept all the same
                late.cancel()
            if last_words := interrupted | self._telling:
                await asyncio.wait(last_words, timeout=1)
            await self.delivery.stop()

    async def _answered(self, client: discord.Client, end: float) -> None:
        """Wait until what has been pressed is answered; while there are other connections, theirs goes on."""
        for _ in range(STEPS):
            await asyncio.sleep(0)
        pressed = set(self.presses.under_way)
        while pressed and (left := end - time.monotonic()) > 0:
            await asyncio.wait(pressed, timeout=left)
            pressed = set() if self.delivery.post.others(client) else set(self.presses.under_way)

    async def close(self) -> None:
        await self.command_sync.close()
        await self.thinker.close()
        await self.painter.close()
