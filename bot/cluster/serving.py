"""Serve the shards that this process has leases for, as they come and go."""

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Collection, Iterable

import discord

from bot.app import App
from bot.discord_errors import SEND_ERRORS
from bot.gateway.health import report_health
from bot.gateway.logins import Misconfigured
from bot.gateway.shards import MAX_RECONNECT_DELAY, REFUSED, Connections, stopped_within, unless_stopped, wait_first
from bot.process.maintenance import Maintenance
from db import LeaseChange, LeaseListener, Leases, StoreUnavailable, Trouble

log = logging.getLogger("hob.cluster")
START_FILE = "shown.json"  # in the data folder: the store's count when Hob last showed something, see db/metadata.py
LEASE_POLL_INTERVAL = 1.0  # seconds
POLL_INTERVAL = 0.1
# When a shard is handed over, the seconds that the leases' next heartbeat waits for its running work.
HANDOVER_TIMEOUT = 0.5
SUCCESSOR_TIMEOUT = 2.0  # seconds for another process to announce itself, if there is one
RESTORED_REASONS = {
    "older": "database older than what Discord shows",
    "copy": "database restored from a backup",
    "another": "different database than last time",
    "unknown": "age of the database unknown in this data folder",
}


async def run_leased(app: App, stop: asyncio.Event) -> None:
    """Work for the shards with a lease, as they come and go. Raises FatalError."""
    share, store = app.settings.share, app.store
    shards = await shard_count(app, stop)
    if shards is None:
        return
    leases = store.leases(shards, None if share.fair else share.only or range(shards))
    events = LeaseEvents(app)
    heartbeat = asyncio.create_task(leases.run(events), name="hob lease")
    app.cluster.leases = leases
    subscription = asyncio.create_task(store.pubsub.subscribe(app.handle_notification), name="hob notifications")
    try:
        while await wait_for_lease(app, leases, events, stop):
            events.had_lease = bool(leases.held)
            if await record_start(app, leases, stop):
                await run_shards(app, leases, events, stop)
            if events.had_lease and not stop.is_set():
                log.warning("lease lost: %s", await lease_loss_reason(leases))
    finally:
        for task in (heartbeat, subscription):
            task.cancel()
        await asyncio.gather(heartbeat, subscription, return_exceptions=True)
        try:
            await leases.release_all()
        except StoreUnavailable as fault:  # the lease then expires
            log.warning("lease not released: %s", fault)


async def lease_loss_reason(leases: Leases) -> str:
    try:
        if await leases.held_by_others():
            return "another Hob uses this database"
    except StoreUnavailable as fault:
        return str(fault)
    return "no write to the database for ten seconds"


async def shard_count(app: App, stop: asyncio.Event) -> int | None:
    """Return the total number of shards: as set, as used by the other processes, or as Discord recommends.

    Return None if Hob is stopped before that is known. Raises FatalError.
    """
    token, share, pause = app.settings.token, app.settings.share, 1.0
    trouble = Trouble()
    assert token is not None

    async def fetch() -> int:
        await app.logins.fetch_limits(token.get_secret_value(), len(share.only) if share.only else share.of)
        others = await app.store.shards() if share.fair else None
        return share.of or others or app.logins.recommended

    while not stop.is_set():
        try:
            return await unless_stopped(stop, fetch())
        except discord.LoginFailure as fault:
            raise Misconfigured(REFUSED) from fault
        except (discord.GatewayNotFound, *SEND_ERRORS) as fault:
            if trouble.new(fault):
                log.error("can't reach Discord, retrying: %s: %s", type(fault).__name__, fault)
        except StoreUnavailable as fault:
            if trouble.new(fault):
                log.error("database unavailable, retrying: %s", fault)
        await stopped_within(stop, pause * random.uniform(0.8, 1.2))
        pause = min(pause * 2, MAX_RECONNECT_DELAY)
    return None


async def run_shards(app: App, leases: Leases, events: "LeaseEvents", stop: asyncio.Event) -> None:
    """Work for the leased shards until there are none or Hob is stopped. Raises FatalError."""
    shards, over = LeasedShards(app, leases), asyncio.Event()
    connections = app.connections = shards.connections
    health = asyncio.create_task(
        report_health(app.settings.data, app.store, lambda: shards.is_healthy, over, app.watchdog.report_healthy),
        name="hob health",
    )
    upkeep = asyncio.create_task(Maintenance(app).run(), name="hob upkeep")
    events.shards = shards
    if leases.held:
        shards.gain(leases.held)
    try:
        await shards.serve(events.change_event, stop)
    finally:
        shards.closing = True
        if stop.is_set():
            app.watchdog.pause()
        upkeep.cancel()
        over.set()  # health isn't cancelled, so that a running database access can finish
        await connections.close()
        leases.handover_notes |= {shard: connections.handover_note(shard) for shard in leases.held}
        events.shards = None
        await asyncio.gather(upkeep, health, *shards.endings, return_exceptions=True)
        app.connections = None
        if leases.held:  # everything is shown, so Hob must recognize any earlier copy of the store
            try:
                await app.store.metadata.heartbeat()
            except (StoreUnavailable, OSError) as fault:
                log.warning("final heartbeat not written, restoring an earlier backup may go unnoticed: %s", fault)


class LeasedShards:
    """The connections of the shards with a lease, and how other processes and this one take them over."""

    def __init__(self, app: App, leases: Leases) -> None:
        self.app, self.leases = app, leases
        self.connections = Connections(app, leases.shards)
        self.endings: set[asyncio.Task[None]] = set()  # of connections that aren't needed after all
        self.closing = False  # nothing is taken over any more

    @property
    def is_healthy(self) -> bool:
        """Return True if each leased shard has a connection, one is up and none has been down for long."""
        return self.leases.held.keys() <= self.connections.shard_states.keys() and self.connections.is_healthy

    async def serve(self, changed: asyncio.Event, stop: asyncio.Event) -> None:
        """Connect the shards, at each change of the leases, until there are none or all are handed over."""
        leases, connections = self.leases, self.connections
        handover: asyncio.Task[None] | None = None
        try:
            while leases.held or leases.incoming:
                changed.clear()
                wanted = leases.held.keys() | leases.incoming
                connections.start(wanted)
                if dropped := connections.shard_states.keys() - wanted:  # the owner keeps them after all
                    ending = asyncio.create_task(connections.end(dropped))
                    self.endings.add(ending)
                    ending.add_done_callback(self.endings.discard)
                if handover is None and stop.is_set():
                    within = self.app.settings.timing.hand_over
                    handover = asyncio.create_task(hand_over(leases, within), name="hob hands over")
                await wait_first(handover or stop, changed, connections.failed)
                connections.check()
                if handover is not None and handover.done():
                    break
        finally:
            if handover is not None:
                handover.cancel()

    async def lose(self, shards: Collection[int]) -> None:
        """End the connections of shards that another process takes over."""
        if self.leases.shards > 1:
            log.info("released shards %s of %d", format_shards(shards), self.leases.shards)
        self.leases.handover_notes |= {shard: self.connections.handover_note(shard) for shard in shards}
        self.app.forget_shared_pictures(shards)  # another process will show them
        await self.connections.end(shards)

    def gain(self, shards: Collection[int]) -> None:
        """Take over shards, maybe from another process."""
        if self.leases.shards > 1:
            log.info("serving shards %s of %d", format_shards(shards), self.leases.shards)
        self.app.forget(shards)  # another process may have changed them
        for shard in shards:
            self.connections.take_over(shard, self.leases.handover_notes.pop(shard, ""))
        self.app.scheduler.poll()


async def hand_over(leases: Leases, within: float) -> None:
    """Keep working until other processes, if any announce themselves, have connected all shards."""
    if not leases.others:
        return
    leases.start_leaving()
    began = time.monotonic()
    while (  # noqa: ASYNC110  the leases report it only at their heartbeats
        leases.held and (past := time.monotonic() - began) < within and (leases.outgoing or past < SUCCESSOR_TIMEOUT)
    ):
        await asyncio.sleep(POLL_INTERVAL)


def format_shards(shards: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(shards)))


class LeaseEvents(LeaseListener):
    """Passes changes of the leases on to the `shards`, while they run."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.change_event, self.had_lease = asyncio.Event(), False  # whether it has had any lease
        self.shards: LeasedShards | None = None
        self._losing: set[asyncio.Task[None]] = set()

    def is_connected(self, shard: int) -> bool:
        return self.shards is not None and self.shards.connections.shard_states.get(shard, False)

    def lapsed(self) -> None:
        self.app.cancel_all()

    def confirmed(self) -> None:
        """Answer the presses that arrived after a long freeze and before this heartbeat."""
        if self.shards is not None:
            for shard in self.shards.leases.held:
                self.shards.connections.take_over(shard, "")

    async def changed(self, change: LeaseChange) -> None:
        self.had_lease = self.had_lease or bool(change.gained)
        try:
            if change.gained and self.shards is not None and not self.shards.closing:
                self.shards.gain(change.gained)
            if change.lost and self.shards is not None:
                losing = asyncio.ensure_future(self.shards.lose(change.lost))
                self._losing.add(losing)
                losing.add_done_callback(self._losing.discard)
                await asyncio.wait([losing], timeout=HANDOVER_TIMEOUT)
        finally:
            self.change_event.set()  # even after an error: the leases don't report this change again


async def wait_for_lease(app: App, leases: Leases, events: LeaseEvents, stop: asyncio.Event) -> bool:
    """Wait for a lease, reporting health meanwhile if shards are shared; return False if Hob is stopped before."""
    over, health = asyncio.Event(), None
    if app.settings.share.is_shared:
        report = report_health(app.settings.data, app.store, lambda: leases.asked, over, lambda: None)
        health = asyncio.create_task(report, name="hob health")
    try:
        return await wait_until_held(app, leases, events, stop)
    finally:
        over.set()
        if health is not None:
            await asyncio.gather(health, return_exceptions=True)


async def wait_until_held(app: App, leases: Leases, events: LeaseEvents, stop: asyncio.Event) -> bool:
    """Wait for a lease; return False if Hob is stopped before."""
    logged, trouble = False, Trouble()
    while not stop.is_set():
        events.change_event.clear()
        if leases.is_needed:
            if trouble.over():
                log.info("database writable again")
            return True
        await wait_first(events.change_event, stop, within=LEASE_POLL_INTERVAL)
        if not leases.asked and leases.failure and trouble.new(leases.failure):  # later `lease lost` says why
            log.error("can't write to the database, retrying: %s", leases.failure)
        with contextlib.suppress(StoreUnavailable):
            if leases.asked and not leases.held and not logged and await leases.held_by_others():
                logged = True
                app.watchdog.pause()
                log.info("another Hob uses this database, waiting to take over")
    return False


async def record_start(app: App, leases: Leases, stop: asyncio.Event) -> bool:
    """Record this start in the store; return False if the lease is lost or Hob is stopped first."""
    trouble = Trouble()
    while not stop.is_set() and leases.is_needed:
        try:
            file = app.settings.data / START_FILE
            file.parent.mkdir(parents=True, exist_ok=True)
            start = await app.store.metadata.record_start(file)
        except StoreUnavailable as fault:
            if trouble.new(fault):
                log.error("can't write to the database, retrying: %s", fault)
            await stopped_within(stop, 1.0)
            continue
        except OSError as fault:
            log.warning("data folder not writable, restoring a backup would go unnoticed: %s", fault)
            break
        if trouble.over():
            log.info("database writable again")
        if start.why:
            log.warning("%s; tables to redraw: %d", RESTORED_REASONS[start.why], start.marked)
        break
    return not stop.is_set() and leases.is_needed
