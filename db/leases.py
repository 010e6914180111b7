"""Which Hob attends to which shard: leases that end by themselves.

A lease is a row with a holder, an end and a token that grows whenever it changes hands.  Its holder moves the end on; a
Hob that was killed or stopped does not, and another takes the shard over.  Between two Hobs that both believe to hold a
shard, for the blink in which that can be, the store's revisions decide.

A shard that its holder would give away is offered; another comes forward as its heir, connects, and says when it is
ready.  Only then the holder lets go, with a word about what it has answered already, so that somebody hears all the
time.
"""

import asyncio
import time
import uuid
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, insert, or_, select, update

from db.connect import clock
from db.file_lock import FileLock
from db.pubsub import PubSub
from db.rows import Lease, StoreUnavailable
from db.schema import heirs, holders, identifies, leases
from db.unit_of_work import Database

TTL = 10.0  # seconds; the same for every Hob of a store
IDENTIFY_INTERVAL = (
    5.2  # seconds between two IDENTIFYs of one key: Discord wants five, and the way to it is not always as long
)
DAY = 86_400
LEASE = "lease"  # the kind of news
FILE_LOCK_SUFFIX = "+"  # ends the holder of a lease that was taken with the lock of db/file_lock.py


def shard_of(guild_id: int | None, shards: int) -> int:
    """The shard of a server; direct messages have none and belong to shard 0."""
    return 0 if guild_id is None else (guild_id >> 22) % shards


def boot_clock() -> float:
    """Seconds; those count that the machine itself has slept, where the system tells of them."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


@dataclass(frozen=True)
class LeaseChange:
    """What a beat has changed.  A shard that was lost and taken again is in both."""

    gained: frozenset[int]
    lost: frozenset[int]


@dataclass(frozen=True)
class HeartbeatResult:
    """What a beat has found in the store."""

    held: dict[int, int]  # shard -> token
    handover_notes: dict[int, str]
    successors: frozenset[int]
    connected_successors: frozenset[int]
    others: int
    holder_lost: bool  # something that was held is another's, or was meanwhile


class Leases:
    """The shards that this process holds.

    `wanted` are the shards to take; None is a fair share of all `shards`, so that processes may come and go.  Every
    process must be of one mind about `shards`; one of another mind gets none until the others are gone.
    """

    def __init__(
        self,
        database: Database,
        pubsub: PubSub,
        shards: int = 1,
        wanted: Collection[int] | None = None,
        ttl: float = TTL,
        now: Callable[[], float] = boot_clock,
        file_lock: FileLock | None = None,
    ) -> None:
        self._database, self._news, self.shards, self._ttl, self._now = database, pubsub, shards, ttl, now
        self._wanted = sorted(range(shards) if wanted is None else wanted)
        self._fair = wanted is None
        self._file_lock = file_lock or FileLock(None)
        self.holder_id = uuid.uuid4().hex  # never the host's name: a process that starts again is another one
        self.held: dict[int, int] = {}  # shard -> token
        self.successors: frozenset[int] = frozenset()  # what another hands over as soon as it is connected here
        self.connected_successors: frozenset[int] = frozenset()  # what is held here and has an heir
        self.others = 0  # processes alive beside this one
        self.handover_notes: dict[
            int, str
        ] = {}  # about shards: of who had it before; after it was lost, to who has it next
        self.connected: Callable[[int], bool] = lambda shard: False
        # Is called when another process may have gone on from what is under way here, before anything is sure again.
        self.on_lapsed: Callable[[], None] = lambda: None
        self.sure_until = 0.0
        self.asked = False  # at least once
        self._leaving = False
        self._wake = asyncio.Event()

    def holds(self, shard: int) -> bool:
        """May this process act for that shard?  To be asked before anything is sent."""
        return shard in self.held and self.is_sure

    def of(self, guild_id: int | None) -> Lease | None:
        """Under which this process works for a server; None if it does not."""
        shard = shard_of(guild_id, self.shards)
        return Lease(shard, self.held[shard]) if shard in self.held else None

    @property
    def is_sure(self) -> bool:
        """Is what is held surely held?"""
        return self._now() < self.sure_until

    @property
    def is_needed(self) -> bool:
        """Is there anything to connect for?  What is held but not sure any more waits for the next beat."""
        return bool(self.successors) or any(map(self.holds, self.held))

    async def held_by_others(self) -> bool:
        """Does another process work with this store at this moment?  Raises StoreUnavailable."""
        return await _any_held(self._database, ~self._is_mine())

    def wake(self) -> None:
        """Look at once: somebody has let go of a lease, as the news "lease" say."""
        self._wake.set()

    def start_leaving(self) -> None:
        """Take nothing any more, and offer what is held to the others."""
        self._leaving = True
        self.wake()

    async def heartbeat(self) -> LeaseChange:
        """Keep what is held, take what is free, offer what is more than a fair share.  Raises StoreUnavailable.

        What is handed over is lost at this beat, and given back at the next: others have it only when this process has
        stopped attending to it, and has left its word.
        """
        asked = self._now()  # the lease is sure for its time from before asking, not from the answer
        believed = frozenset(self.held)
        alone = not believed and not self._leaving and self._file_lock.acquire()
        ready = frozenset(filter(self.connected, self.successors))
        words = dict(self.handover_notes)
        found = await self._database.run_transaction(
            lambda connection: self._heartbeat(connection, believed, alone, ready, words)
        )
        self.handover_notes = found.handover_notes | dict(
            self.handover_notes.items() - words.items()
        )  # and what was said meanwhile
        if found.holder_lost:
            self.on_lapsed()
        turn = self._apply_change(found.held)
        self.successors, self.connected_successors, self.others = (
            found.successors,
            found.connected_successors,
            found.others,
        )
        self.sure_until, self.asked = asked + self._ttl - 1, True
        return turn

    async def release_all(self) -> None:
        """Let go of everything, when this process has stopped attending.  Raises StoreUnavailable."""
        self._apply_change({})
        try:
            await self._database.run_transaction(self._leave)
        finally:
            self._file_lock.release()

    async def run(self, changed: Callable[[LeaseChange], Awaitable[None]]) -> None:
        """Beat until cancelled, and tell of every change; a store that is away costs the leases in time.

        `changed` starts or stops attending, and returns within a second or two: the next beat waits for it.
        """
        while True:
            self._wake.clear()
            coming, pause = self.successors, self._ttl / 4
            try:
                async with asyncio.timeout(self._ttl / 4):
                    turn = await self.heartbeat()
            except (StoreUnavailable, TimeoutError):
                pause = self._ttl / 20  # a store that comes and goes may be there for a moment only
                if self.held and not self.is_sure:
                    self.on_lapsed()
                turn = LeaseChange(frozenset(), frozenset()) if self.is_sure else self._apply_change({})
            if turn.gained or turn.lost or coming != self.successors:
                await changed(turn)
            if turn.lost:
                self.wake()
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._wake.wait()

    def _apply_change(self, held: dict[int, int]) -> LeaseChange:
        new, lost = held.items() - self.held.items(), self.held.items() - held.items()
        self.held = held
        return LeaseChange(frozenset(shard for shard, _ in new), frozenset(shard for shard, _ in lost))

    def _heartbeat(
        self,
        connection: Connection,
        believed: frozenset[int],
        alone: bool,
        ready: frozenset[int],
        words: dict[int, str],
    ) -> HeartbeatResult:
        came = self._refresh_holder(connection)
        if alone:  # whoever had the lock before us is gone
            connection.execute(
                _RELEASE.where(
                    leases.c.holder.endswith(FILE_LOCK_SUFFIX), leases.c.holder != self.holder_id + FILE_LOCK_SUFFIX
                )
            )
        _create_rows(connection, self.shards)
        mine = self._is_mine()
        back = self._release(connection, leases.c.shard.not_in(believed), words)
        words = {shard: word for shard, word in words.items() if shard not in back}
        kept = update(leases).where(mine).values(until=clock() + self._ttl).returning(leases.c.shard, leases.c.token)
        held = {row.shard: row.token for row in connection.execute(kept)}
        gone = bool(believed - held.keys())
        share, others = self._share(connection)
        followed, handed, offered = self._offer(connection, sorted(held), max(0, share))
        taken, left = self._take(connection, share - len(held), alone)
        coming, changed = self._become_successor(connection, share - len(held) - len(taken), ready)
        held = {shard: token for shard, token in held.items() if shard not in handed} | taken
        if came or back or offered or changed:  # others wait for that
            self._news.publish_in(connection, LEASE)
        return HeartbeatResult(held, words | left, coming, followed, others, gone)

    def _is_mine(self) -> ColumnElement[bool]:
        return leases.c.holder.in_((self.holder_id, self.holder_id + FILE_LOCK_SUFFIX))

    def _take(self, connection: Connection, number: int, alone: bool) -> tuple[dict[int, int], dict[int, str]]:
        """Shards that are nobody's, with the word that was left about them; those that were handed over first."""
        if self._leaving:
            return {}, {}
        own = exists().where(heirs.c.shard == leases.c.shard, heirs.c.heir == self.holder_id)
        others = exists().where(
            heirs.c.shard == leases.c.shard, heirs.c.heir != self.holder_id, _is_alive(heirs.c.heir)
        )
        free = select(leases.c.shard, leases.c.word).order_by(leases.c.shard).with_for_update(skip_locked=True)
        free = free.where(_is_free(), leases.c.shards == self.shards, leases.c.shard.in_(self._wanted))
        found = {row.shard: row.word for row in connection.execute(free.where(own))}
        more = free.where(~own, ~others).limit(max(0, number - len(found)))
        found |= {row.shard: row.word for row in connection.execute(more)}
        mine = {
            "holder": self.holder_id + FILE_LOCK_SUFFIX * alone,
            "token": leases.c.token + 1,
            "until": clock() + self._ttl,
            "word": "",
        }
        taken = update(leases).where(leases.c.shard.in_(found)).values(mine).returning(leases.c.shard, leases.c.token)
        return {row.shard: row.token for row in connection.execute(taken)}, {
            shard: word for shard, word in found.items() if word
        }

    def _offer(
        self, connection: Connection, held: list[int], share: int
    ) -> tuple[frozenset[int], frozenset[int], bool]:
        """What is more than the share is offered.  Returns what has an heir, what of it is connected there and can be
        let go, and whether there is a new offer."""
        surplus = held[share:]
        if kept := _unlocked(connection, heirs.c.shard.in_(held[:share])):
            connection.execute(delete(heirs).where(heirs.c.shard.in_(kept)))
        offers = select(
            heirs.c.shard, heirs.c.ready, and_(heirs.c.heir != self.holder_id, _is_alive(heirs.c.heir)).label("heir")
        )
        there = {row.shard: row for row in connection.execute(offers.where(heirs.c.shard.in_(surplus)))}
        if missing := [shard for shard in surplus if shard not in there]:
            connection.execute(insert(heirs), [{"shard": shard, "heir": None, "ready": 0} for shard in missing])
        if own := _unlocked(
            connection, heirs.c.shard.in_(surplus), heirs.c.heir == self.holder_id
        ):  # that is how it came here
            connection.execute(update(heirs).where(heirs.c.shard.in_(own)).values(heir=None, ready=0))
        followed = frozenset(shard for shard, row in there.items() if row.heir)
        return followed, frozenset(shard for shard in followed if there[shard].ready), bool(missing or own)

    def _become_successor(
        self, connection: Connection, number: int, ready: frozenset[int]
    ) -> tuple[frozenset[int], bool]:
        """Come forward as the heir of so many; say which are connected here."""
        fitting = select(leases.c.shard).where(leases.c.shards == self.shards, leases.c.shard.in_(self._wanted))
        offers = select(heirs.c.shard).order_by(heirs.c.shard)
        number = 0 if self._leaving else max(0, number)
        # What was given back since this beat looked for what is free is taken at the next one, and stays connected.
        not_mine = or_(leases.c.holder.is_(None), ~self._is_mine())
        coming = offers.where(heirs.c.heir == self.holder_id, heirs.c.shard.in_(fitting.where(not_mine)))
        mine = connection.scalars(coming).all()
        nobodys = offers.where(
            or_(heirs.c.heir.is_(None), ~_is_alive(heirs.c.heir)),
            heirs.c.shard.in_(fitting.where(~self._is_mine(), ~_is_free())),
        ).limit(max(0, number - len(mine)))
        new = connection.scalars(nobodys.with_for_update(skip_locked=True)).all()
        changes: list[tuple[Collection[int], dict[str, str | int | None]]] = [
            (new, {"heir": self.holder_id, "ready": 0}),
            (mine[number:], {"heir": None, "ready": 0}),
            ([shard for shard in mine[:number] if shard in ready], {"heir": self.holder_id, "ready": 1}),
            ([shard for shard in mine[:number] if shard not in ready], {"heir": self.holder_id, "ready": 0}),
        ]
        told = False
        for shards, values in changes:
            other = or_(heirs.c.heir.is_distinct_from(values["heir"]), heirs.c.ready != values["ready"])
            if changed := _unlocked(connection, heirs.c.shard.in_(shards), other):
                connection.execute(update(heirs).where(heirs.c.shard.in_(changed)).values(values))
                told = True
        return frozenset([*mine[:number], *new]), told

    def _share(self, connection: Connection) -> tuple[int, int]:
        """How many shards this process may have, and how many others are alive."""
        like_me = and_(holders.c.until > clock(), holders.c.shards == self.shards, holders.c.id != self.holder_id)
        others = connection.scalar(select(func.count()).select_from(holders).where(like_me)) or 0
        share = -(-self.shards // (others + 1)) if self._fair else len(self._wanted)
        return 0 if self._leaving else share, 0 if self._database.sqlite else others

    def _refresh_holder(self, connection: Connection) -> bool:
        """Is this process new to the others?

        Nothing here waits for a row that another process has locked: it may have been stopped meanwhile.
        """
        gone = connection.scalars(select(holders.c.id).where(_is_expired()).with_for_update(skip_locked=True)).all()
        connection.execute(delete(holders).where(holders.c.id.in_(gone)))
        if self._leaving:
            connection.execute(delete(holders).where(holders.c.id == self.holder_id))
            return False
        until = {"until": clock() + self._ttl}
        known = connection.execute(update(holders).where(holders.c.id == self.holder_id).values(until)).rowcount > 0
        if not known:
            connection.execute(insert(holders).values(until | {"id": self.holder_id, "shards": self.shards}))
        return not known

    def _release(self, connection: Connection, which: ColumnElement[bool], words: dict[int, str]) -> Collection[int]:
        back = connection.scalars(select(leases.c.shard).where(self._is_mine(), which)).all()
        for shard in back:
            let_go = _RELEASE.where(self._is_mine(), leases.c.shard == shard)
            connection.execute(let_go.values(word=words.get(shard, "")))
        return back

    def _leave(self, connection: Connection) -> None:
        self._release(connection, leases.c.shard >= 0, self.handover_notes)
        connection.execute(delete(holders).where(holders.c.id == self.holder_id))
        self._news.publish_in(connection, LEASE)


_RELEASE = update(leases).values(holder=None, until=0.0, word="")


def _is_alive(heir: ColumnElement[str | None]) -> ColumnElement[bool]:
    return exists().where(holders.c.id == heir, holders.c.until > clock())


def _unlocked(connection: Connection, *where: ColumnElement[bool]) -> Collection[int]:
    """Offers that no other process is just changing: it may have been stopped meanwhile."""
    return connection.scalars(select(heirs.c.shard).where(*where).with_for_update(skip_locked=True)).all()


def _is_free() -> ColumnElement[bool]:
    """Nobody's, or at its end; or so far from it that the clock must have been set back."""
    return or_(leases.c.until <= clock(), leases.c.until > clock() + 3 * TTL)


def _is_expired() -> ColumnElement[bool]:
    return or_(holders.c.until <= clock() - TTL, holders.c.until > clock() + 3 * TTL)


def _create_rows(connection: Connection, shards: int) -> None:
    """One row for each shard.  Rows of another number of shards are replaced when nobody holds any of them."""
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


async def shards_in_use(database: Database) -> int | None:
    """Of how many shards Hobs work with this store at this moment; None if none does."""
    found = select(leases.c.shards).where(leases.c.holder.is_not(None), ~_is_free()).limit(1)
    return next((row.shards for row in await database.read(found)), None)


async def any_lease_held(database: Database) -> bool:
    """Does a Hob work with this store at this moment?"""
    return await _any_held(database)


async def _any_held(database: Database, *where: ColumnElement[bool]) -> bool:
    found = select(leases.c.shard).where(leases.c.holder.is_not(None), ~_is_free(), *where).limit(1)
    return bool(await database.read(found))


class IdentifyQueue:
    """Whose turn it is to IDENTIFY, over all processes: Discord takes one of each key in five seconds."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def wait_time(self, key: int) -> float:
        """0 if it is one's turn now, else seconds until to ask again; `key` is `shard_id % max_concurrency`.

        Nobody has a turn in advance: whoever gives up or dies while they wait takes none from the others.
        """

        def work(connection: Connection) -> float:
            row = connection.execute(select(identifies).where(identifies.c.key == key).with_for_update()).first()
            now = float(connection.execute(select(clock())).scalar_one())
            day = int(now // DAY)
            if row is None:
                connection.execute(insert(identifies).values(key=key, at=now, day=day, number=1))
                return 0.0
            if now - IDENTIFY_INTERVAL < row.at <= now:  # later than now, the clock has been set back
                return float(row.at + IDENTIFY_INTERVAL - now)
            number = row.number + 1 if row.day == day else 1
            connection.execute(update(identifies).where(identifies.c.key == key).values(at=now, day=day, number=number))
            return 0.0

        return await self._database.run_transaction(work)

    async def count_today(self) -> int:
        """How many there were since midnight UTC, of all keys and processes."""
        found = select(identifies.c.number).where(identifies.c.day > clock() / DAY - 1)
        return sum(row.number for row in await self._database.read(found))
