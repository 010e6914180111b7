"""Decide which process serves which shard, by leases that expire.

A lease is a row with a holder, an expiry time and a token that grows with every change of holder.  The holder renews it
by heartbeats; if it is killed or stopped, the lease expires and another process takes the shard.  Two processes may
briefly believe that they hold the same shard; the store's revisions then decide.

A process that holds more than its share, or that is stopping, offers the surplus shards.  For each, another process
registers as successor, connects, and reports that it is ready.  Only then does the holder release the shard, with a
note about what it has handled already, so that there is no gap.
"""

import asyncio
import logging
import time
import uuid
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, insert, or_, select, text, update

from db.cluster import FileLock, PubSub
from db.connect import IDLE_TRANSACTION_TIMEOUT, clock
from db.rows import Lease, StoreUnavailable
from db.schema import heirs, holders, identifies, leases
from db.unit_of_work import Database

log = logging.getLogger("hob.cluster")
TTL = 10.0  # seconds; all processes of a store must use the same value
IDENTIFY_INTERVAL = 5.2  # seconds between two IDENTIFYs of one key: Discord wants five, and network latency varies
LEASE = "lease"  # kind of the pub/sub message
FILE_LOCK_SUFFIX = "+"  # suffix of the holder of a lease that was taken while holding db/cluster.py's lock


def shard_of(guild_id: int | None, shards: int) -> int:
    """Return the shard of a server; direct messages have no server and belong to shard 0."""
    return 0 if guild_id is None else (guild_id >> 22) % shards


def boot_clock() -> float:
    """Return seconds on a clock that includes time the machine was suspended, where the system has one."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


@dataclass(frozen=True)
class LeaseChange:
    """The changes of a heartbeat.  A shard that was lost and taken again is in both sets."""

    gained: frozenset[int]
    lost: frozenset[int]


@dataclass(frozen=True)
class HeartbeatResult:
    """The state of the leases in the store after a heartbeat."""

    held: dict[int, int]  # shard -> token
    handover_notes: dict[int, str]
    incoming: frozenset[int]
    outgoing: frozenset[int]
    others: int
    holder_lost: bool  # a shard we believed to hold belongs to another process, or did in between


class LeaseListener:
    """Base class of listeners to changes of the leases.  It ignores them."""

    def is_connected(self, shard: int) -> bool:
        """Return whether a shard that another process hands over is connected here."""
        return False

    def lapsed(self) -> None:
        """Stop work in progress, before any lease is confirmed again: another process may have taken it over."""

    def confirmed(self) -> None:
        """Go on: leases that might have expired turned out to be still held."""

    async def changed(self, change: LeaseChange) -> None:
        """Start or stop serving shards.  It must return within two seconds, because the next heartbeat waits."""


class Leases:
    """The shards that this process holds.

    `wanted` are the shards to take; None means a fair share of all `shards`, so that processes may come and go.  All
    processes must agree on `shards`; one that disagrees gets no shard until the others are gone.
    """

    ttl = TTL  # seconds until a lease that isn't renewed expires

    def __init__(
        self,
        database: Database,
        pubsub: PubSub,
        shards: int,
        wanted: Collection[int] | None,
        file_lock: FileLock | None = None,
    ) -> None:
        self._database, self._pubsub, self.shards, self._now = database, pubsub, shards, boot_clock
        self._wanted = sorted(range(shards) if wanted is None else wanted)
        self._fair = wanted is None
        self._file_lock = file_lock or FileLock(None)
        self.holder_id = uuid.uuid4().hex  # not the host name: a restarted process is a different holder
        self.held: dict[int, int] = {}  # shard -> token
        self.incoming: frozenset[int] = frozenset()  # shards that another process will hand over once connected here
        self.outgoing: frozenset[int] = frozenset()  # shards held here that have a successor
        self.others = 0  # number of other live processes
        # By shard: the note of its previous holder; once the shard is lost, the note for its next one.
        self.handover_notes: dict[int, str] = {}
        self.listener = LeaseListener()
        self.sure_until = 0.0
        self.asked = False  # a heartbeat has succeeded at least once
        self.failure = ""  # why the last heartbeat failed; empty if it succeeded
        self._leaving = False
        self._wake = asyncio.Event()

    def holds(self, shard: int) -> bool:
        """Return whether this process may act for the shard.  Check before sending anything."""
        return shard in self.held and self.is_sure

    def of(self, guild_id: int | None) -> Lease | None:
        """Return this process's lease for a server's shard, None if it doesn't hold one."""
        shard = shard_of(guild_id, self.shards)
        return Lease(shard, self.held[shard]) if shard in self.held else None

    @property
    def is_sure(self) -> bool:
        """Return whether no lease held here can have expired yet."""
        return self._now() < self.sure_until

    @property
    def is_needed(self) -> bool:
        """Return whether there is a shard to connect for.  An unconfirmed lease waits for the next heartbeat."""
        return bool(self.incoming) or any(map(self.holds, self.held))

    async def held_by_others(self) -> bool:
        """Return whether another process is using this store now.  Raises StoreUnavailable."""
        return await shards_in_use(self._database, ~self._is_mine()) is not None

    def wake(self) -> None:
        """Run the next heartbeat now; called on the pub/sub message "lease", which reports changed leases."""
        self._wake.set()

    def start_leaving(self) -> None:
        """Take no more shards, and offer all held ones to other processes."""
        self._leaving = True
        self.wake()

    async def heartbeat(self) -> LeaseChange:
        """Renew the leases held, take free ones, and offer those beyond the fair share.  Raises StoreUnavailable.

        A shard that is handed over counts as lost after this heartbeat and is released by the next one, so other
        processes get it only once this process has stopped serving it and left its note.
        """
        asked = self._now()  # the lease runs from before the request, not from the response
        believed = frozenset(self.held)
        alone = not believed and not self._leaving and self._file_lock.acquire()
        ready = frozenset(filter(self.listener.is_connected, self.incoming))
        notes = dict(self.handover_notes)
        beat = await self._database.run_transaction(self._heartbeat, believed, alone, ready, notes)
        # Keep notes added during the transaction.
        self.handover_notes = beat.handover_notes | dict(self.handover_notes.items() - notes.items())
        if beat.holder_lost:
            self.listener.lapsed()
        change = self._apply_change(beat.held)
        self.incoming, self.outgoing, self.others = beat.incoming, beat.outgoing, beat.others
        was_sure, self.sure_until, self.asked = self.is_sure, asked + self.ttl - 1, True
        if self.held and not was_sure:
            self.listener.confirmed()
        return change

    async def release_all(self) -> None:
        """Release everything, once this process has stopped serving.  Raises StoreUnavailable."""
        self._apply_change({})
        try:
            await self._database.run_transaction(self._leave)
        finally:
            self._file_lock.release()

    async def run(self, listener: LeaseListener) -> None:
        """Send heartbeats until cancelled, and report changes.

        If the store stays down, the leases expire and are lost.  No error ends the heartbeats, because a process
        without them serves nothing.
        """
        self.listener = listener
        while True:
            self._wake.clear()
            try:
                pause = await self._renew()
            except Exception:
                log.exception("heartbeat of the leases failed")
                pause = self.ttl / 20
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._wake.wait()

    async def _renew(self) -> float:
        """Send a heartbeat and report its changes; return the seconds until the next one."""
        incoming, pause = self.incoming, self.ttl / 4
        try:
            async with asyncio.timeout(self.ttl / 4):
                change = await self.heartbeat()
            self.failure = ""
        except (StoreUnavailable, TimeoutError) as fault:
            self.failure = str(fault) or "no answer in time"
            pause = self.ttl / 20  # an unreliable store may be back only for a moment
            if self.held and not self.is_sure:
                self.listener.lapsed()
            change = LeaseChange(frozenset(), frozenset()) if self.is_sure else self._apply_change({})
        if change.gained or change.lost or incoming != self.incoming:
            await self.listener.changed(change)
        if change.lost:
            self.wake()
        return pause

    def _apply_change(self, leases_held: dict[int, int]) -> LeaseChange:
        new, lost = leases_held.items() - self.held.items(), self.held.items() - leases_held.items()
        self.held = leases_held
        return LeaseChange(frozenset(shard for shard, _ in new), frozenset(shard for shard, _ in lost))

    def _heartbeat(
        self,
        connection: Connection,
        believed: frozenset[int],
        alone: bool,
        ready: frozenset[int],
        notes: dict[int, str],
    ) -> HeartbeatResult:
        if not self._database.sqlite:
            connection.execute(_END_STOPPED_SESSIONS, {"seconds": IDLE_TRANSACTION_TIMEOUT})
        is_new_holder = self._refresh_holder(connection)
        if alone:  # the lock's previous owner is gone
            connection.execute(
                _RELEASE.where(
                    leases.c.holder.endswith(FILE_LOCK_SUFFIX), leases.c.holder != self.holder_id + FILE_LOCK_SUFFIX
                )
            )
        _create_rows(connection, self.shards)
        mine = self._is_mine()
        released = self._release(connection, leases.c.shard.not_in(believed), notes)
        notes = {shard: word for shard, word in notes.items() if shard not in released}
        renewal = update(leases).where(mine).values(until=clock() + self.ttl).returning(leases.c.shard, leases.c.token)
        held = {row.shard: row.token for row in connection.execute(renewal)}
        lost_any = bool(believed - held.keys())
        share, others = self._share(connection)
        outgoing, handed_over, offered = self._offer(connection, sorted(held), max(0, share))
        taken, left = self._take(connection, share - len(held), alone)
        incoming, changed = self._become_successor(connection, share - len(held) - len(taken), ready)
        held = {shard: token for shard, token in held.items() if shard not in handed_over} | taken
        if is_new_holder or released or offered or changed:  # other processes wait for these changes
            self._pubsub.publish_in(connection, LEASE)
        return HeartbeatResult(held, notes | left, incoming, outgoing, others, lost_any)

    def _is_mine(self) -> ColumnElement[bool]:
        return leases.c.holder.in_((self.holder_id, self.holder_id + FILE_LOCK_SUFFIX))

    def _take(self, connection: Connection, number: int, alone: bool) -> tuple[dict[int, int], dict[int, str]]:
        """Take free shards, those handed over to us first; return their tokens, and the notes left about them."""
        if self._leaving:
            return {}, {}
        own = exists().where(heirs.c.shard == leases.c.shard, heirs.c.heir == self.holder_id)
        others = exists().where(heirs.c.shard == leases.c.shard, heirs.c.heir != self.holder_id, _has_live_heir())
        free = select(leases.c.shard, leases.c.word).order_by(leases.c.shard).with_for_update(skip_locked=True)
        free = free.where(_is_free(), leases.c.shards == self.shards, leases.c.shard.in_(self._wanted))
        notes = {row.shard: row.word for row in connection.execute(free.where(own))}
        more = free.where(~own, ~others).limit(max(0, number - len(notes)))
        notes |= {row.shard: row.word for row in connection.execute(more)}
        mine = {
            "holder": self.holder_id + FILE_LOCK_SUFFIX * alone,
            "token": leases.c.token + 1,
            "until": clock() + self.ttl,
            "word": "",
        }
        query = update(leases).where(leases.c.shard.in_(notes)).values(mine).returning(leases.c.shard, leases.c.token)
        return {row.shard: row.token for row in connection.execute(query)}, {
            shard: word for shard, word in notes.items() if word
        }

    def _offer(
        self, connection: Connection, held: list[int], share: int
    ) -> tuple[frozenset[int], frozenset[int], bool]:
        """Offer the shards beyond `share`; return those with a successor, a connected one, and if an offer is new."""
        surplus = held[share:]
        if not_handed_over := _unlocked(connection, heirs.c.shard.in_(held[:share])):
            connection.execute(delete(heirs).where(heirs.c.shard.in_(not_handed_over)))
        offers = select(
            heirs.c.shard, heirs.c.ready, and_(heirs.c.heir != self.holder_id, _has_live_heir()).label("heir")
        )
        there = {row.shard: row for row in connection.execute(offers.where(heirs.c.shard.in_(surplus)))}
        if missing := [shard for shard in surplus if shard not in there]:
            connection.execute(insert(heirs), [{"shard": shard, "heir": None, "ready": 0} for shard in missing])
        # Offers that brought the shard here still name this process as the successor.
        if own := _unlocked(connection, heirs.c.shard.in_(surplus), heirs.c.heir == self.holder_id):
            connection.execute(update(heirs).where(heirs.c.shard.in_(own)).values(heir=None, ready=0))
        outgoing = frozenset(shard for shard, row in there.items() if row.heir)
        return outgoing, frozenset(shard for shard in outgoing if there[shard].ready), bool(missing or own)

    def _become_successor(
        self, connection: Connection, number: int, ready: frozenset[int]
    ) -> tuple[frozenset[int], bool]:
        """Register as successor of up to `number` shards, and record which of them are connected here."""
        fitting = select(leases.c.shard).where(leases.c.shards == self.shards, leases.c.shard.in_(self._wanted))
        offers = select(heirs.c.shard).order_by(heirs.c.shard)
        number = 0 if self._leaving else max(0, number)
        # A shard released since this heartbeat looked for free ones is taken by the next one, and stays connected.
        not_mine = or_(leases.c.holder.is_(None), ~self._is_mine())
        ours = offers.where(heirs.c.heir == self.holder_id, heirs.c.shard.in_(fitting.where(not_mine)))
        mine = connection.scalars(ours).all()
        unclaimed = offers.where(
            or_(heirs.c.heir.is_(None), ~_has_live_heir()),
            heirs.c.shard.in_(fitting.where(~self._is_mine(), ~_is_free())),
        ).limit(max(0, number - len(mine)))
        new = connection.scalars(unclaimed.with_for_update(skip_locked=True)).all()
        coming = frozenset(mine[:number])
        shards_by_values: dict[tuple[str | None, int], Collection[int]] = {
            (self.holder_id, 1): coming & ready,
            (self.holder_id, 0): (coming - ready).union(new),
            (None, 0): mine[number:],
        }
        announced = False
        for (heir, connected), shards in shards_by_values.items():
            differs = or_(heirs.c.heir.is_distinct_from(heir), heirs.c.ready != connected)
            if changed := _unlocked(connection, heirs.c.shard.in_(shards), differs):
                connection.execute(update(heirs).where(heirs.c.shard.in_(changed)).values(heir=heir, ready=connected))
                announced = True
        return coming.union(new), announced

    def _share(self, connection: Connection) -> tuple[int, int]:
        """Return how many shards this process may have, and how many live processes share Discord's limits with it.

        That number counts only processes with the same total of shards; with SQLite, it is 0.
        """
        like_me = and_(holders.c.until > clock(), holders.c.shards == self.shards, holders.c.id != self.holder_id)
        others = connection.scalar(select(func.count()).select_from(holders).where(like_me)) or 0
        share = -(-self.shards // (others + 1)) if self._fair else len(self._wanted)
        return 0 if self._leaving else share, 0 if self._database.sqlite else others

    def _refresh_holder(self, connection: Connection) -> bool:
        """Renew this process's row; return whether the row is new to other processes.

        Never waits for a row that another process has locked, because that process may have been paused.
        """
        is_expired = or_(holders.c.until <= clock() - TTL, holders.c.until > clock() + 3 * TTL)
        expired = connection.scalars(select(holders.c.id).where(is_expired).with_for_update(skip_locked=True)).all()
        connection.execute(delete(holders).where(holders.c.id.in_(expired)))
        if self._leaving:
            connection.execute(delete(holders).where(holders.c.id == self.holder_id))
            return False
        until = {"until": clock() + self.ttl}
        known = connection.execute(update(holders).where(holders.c.id == self.holder_id).values(until)).rowcount > 0
        if not known:
            connection.execute(insert(holders).values(until | {"id": self.holder_id, "shards": self.shards}))
        return not known

    def _release(self, connection: Connection, which: ColumnElement[bool], notes: dict[int, str]) -> Collection[int]:
        released = connection.scalars(select(leases.c.shard).where(self._is_mine(), which)).all()
        for shard in released:
            release = _RELEASE.where(self._is_mine(), leases.c.shard == shard)
            connection.execute(release.values(word=notes.get(shard, "")))
        return released

    def _leave(self, connection: Connection) -> None:
        self._release(connection, leases.c.shard >= 0, self.handover_notes)
        connection.execute(delete(holders).where(holders.c.id == self.holder_id))
        self._pubsub.publish_in(connection, LEASE)


# asyncpg sends a new statement in two parts.  A process that is stopped between them would keep its rows locked for
# good: while PostgreSQL waits for the second part, its timeouts don't apply.
_END_STOPPED_SESSIONS = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
    "AND usename = current_user AND state = 'active' AND wait_event = 'ClientRead' AND query NOT ILIKE 'copy%' "
    "AND query_start < clock_timestamp() - make_interval(secs => :seconds)"
)
_RELEASE = update(leases).values(holder=None, until=0.0, word="")


def _has_live_heir() -> ColumnElement[bool]:
    return exists().where(holders.c.id == heirs.c.heir, holders.c.until > clock())


def _unlocked(connection: Connection, *where: ColumnElement[bool]) -> Collection[int]:
    """Return offers that no other process has locked: that process may have been paused."""
    return connection.scalars(select(heirs.c.shard).where(*where).with_for_update(skip_locked=True)).all()


def _is_free() -> ColumnElement[bool]:
    """Match leases that are unheld or expired, or expire so late that the clock must have been set back."""
    return or_(leases.c.until <= clock(), leases.c.until > clock() + 3 * TTL)


def _create_rows(connection: Connection, shards: int) -> None:
    """Create one row per shard.  Rows for another number of shards are replaced once none of them is held."""
    there = connection.execute(select(leases.c.shard, leases.c.shards)).all()
    if len(there) == shards and all(row.shards == shards for row in there):
        return
    locked = select(_is_free().label("free")).select_from(leases).order_by(leases.c.shard).with_for_update()
    if any(not row.free for row in connection.execute(locked).all()):
        return
    connection.execute(delete(leases).where(leases.c.shard >= shards))
    connection.execute(_RELEASE.values(shards=shards))
    missing = sorted(set(range(shards)) - {row.shard for row in there})
    if missing:
        blank = {"shards": shards, "holder": None, "token": 0, "until": 0.0}
        connection.execute(insert(leases), [blank | {"shard": shard} for shard in missing])


async def shards_in_use(database: Database, *where: ColumnElement[bool]) -> int | None:
    """Return into how many shards the live leases that match `where` divide this store; None without any."""
    query = select(leases.c.shards).where(leases.c.holder.is_not(None), ~_is_free(), *where).limit(1)
    return next((row.shards for row in await database.read(query)), None)


class IdentifyQueue:
    """Serializes IDENTIFYs across processes: Discord accepts one per key every five seconds."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def wait_time(self, key: int) -> float:
        """Return 0.0 and claim the slot if `key` may IDENTIFY now, else the seconds until the next attempt.

        `key` is `shard_id % max_concurrency`.  Slots are never reserved, so a waiter that gives up blocks no other.
        """

        def work(connection: Connection) -> float:
            row = connection.execute(select(identifies).where(identifies.c.key == key).with_for_update()).first()
            now = float(connection.execute(select(clock())).scalar_one())
            if row is None:
                connection.execute(insert(identifies).values(key=key, at=now, day=0, number=0))
                return 0.0
            if now - IDENTIFY_INTERVAL < row.at <= now:  # a time in the future means that the clock was set back
                return float(row.at + IDENTIFY_INTERVAL - now)
            connection.execute(update(identifies).where(identifies.c.key == key).values(at=now))
            return 0.0

        return await self._database.run_transaction(work)
