"""Which Hob attends to which shard: leases that end by themselves.

A lease is a row with a holder, an end and a token that grows whenever it changes hands.  Its holder moves the end on; a
Hob that was killed or stopped does not, and another takes the shard over.  Between two Hobs that both believe to hold a
shard, for the blink in which that can be, the store's revisions decide.
"""

import asyncio
import time
import uuid
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update

from db.access import Access
from db.alone import Alone
from db.connect import clock
from db.news import News
from db.rows import StoreUnavailable
from db.schema import holders, identifies, leases

TTL = 10.0  # seconds; the same for every Hob of a store
GAP = 5.2  # seconds between two IDENTIFYs of one key: Discord wants five, and the way to it is not always as long
DAY = 86_400
LEASE = "lease"  # the kind of news
LOCKED = "+"  # ends the holder of a lease that was taken with the lock of db/alone.py


def shard_of(guild_id: int | None, shards: int) -> int:
    """The shard of a server; direct messages have none and belong to shard 0."""
    return 0 if guild_id is None else (guild_id >> 22) % shards


@dataclass(frozen=True)
class Turn:
    """What a beat has changed.  A shard that was lost and taken again is in both."""

    new: frozenset[int]
    lost: frozenset[int]


class Leases:
    """The shards that this process holds.

    `wanted` are the shards to take; None is a fair share of all `shards`, so that processes may come and go.  Every
    process must be of one mind about `shards`; one of another mind gets none until the others are gone.
    """

    def __init__(
        self,
        access: Access,
        news: News,
        shards: int = 1,
        wanted: Collection[int] | None = None,
        ttl: float = TTL,
        now: Callable[[], float] = time.monotonic,
        alone: Alone | None = None,
    ) -> None:
        self._access, self._news, self.shards, self._ttl, self._now = access, news, shards, ttl, now
        self._wanted = sorted(range(shards) if wanted is None else wanted)
        self._fair = wanted is None
        self._alone = alone or Alone(None)
        self.me = uuid.uuid4().hex  # never the host's name: a process that starts again is another one
        self.held: dict[int, int] = {}  # shard -> token
        self.sure_until = 0.0
        self.asked = False  # at least once
        self._nudged = asyncio.Event()

    def holds(self, shard: int) -> bool:
        """May this process act for that shard?  To be asked before anything is sent."""
        return shard in self.held and self._now() < self.sure_until

    def nudge(self) -> None:
        """Look at once: somebody has let go of a lease, as the news "lease" say."""
        self._nudged.set()

    async def beat(self) -> Turn:
        """Keep what is held, take what is free, stop at a fair share.  Raises StoreUnavailable.

        What is more than the share is lost at this beat, and given back at the next: others have it only when this
        process has stopped attending to it.
        """
        asked = self._now()  # the lease is sure for its time from before asking, not from the answer
        believed = frozenset(self.held)
        alone = not believed and self._alone.take()
        held, given_back = await self._access.do(lambda connection: self._beat(connection, believed, alone))
        turn = self._turn(held)
        self.sure_until, self.asked = asked + self._ttl - 1, True
        if given_back:
            await self._news.announce(LEASE)
        return turn

    async def drop(self) -> None:
        """Let go of everything, when this process has stopped attending.  Raises StoreUnavailable."""
        self._turn({})
        try:
            await self._access.do(self._leave)
        finally:
            self._alone.release()
        await self._news.announce(LEASE)

    async def run(self, changed: Callable[[Turn], Awaitable[None]]) -> None:
        """Beat until cancelled, and tell of every change; a store that is away costs the leases in time.

        `changed` starts or stops attending, and returns within a second or two: the next beat waits for it.
        """
        while True:
            self._nudged.clear()
            try:
                async with asyncio.timeout(self._ttl / 4):
                    turn = await self.beat()
            except (StoreUnavailable, TimeoutError):
                turn = Turn(frozenset(), frozenset()) if self._now() < self.sure_until else self._turn({})
            if turn.new or turn.lost:
                await changed(turn)
            if turn.lost:
                self.nudge()
            with suppress(TimeoutError):
                async with asyncio.timeout(self._ttl / 4):
                    await self._nudged.wait()

    def _turn(self, held: dict[int, int]) -> Turn:
        new, lost = held.items() - self.held.items(), self.held.items() - held.items()
        self.held = held
        return Turn(frozenset(shard for shard, _ in new), frozenset(shard for shard, _ in lost))

    def _beat(self, connection: Connection, believed: frozenset[int], alone: bool) -> tuple[dict[int, int], bool]:
        self._be_seen(connection)
        if alone:  # whoever had the lock before us is gone
            connection.execute(_LET_GO.where(leases.c.holder.endswith(LOCKED), leases.c.holder != self.me + LOCKED))
        _lay_out(connection, self.shards)
        mine = self._mine()
        given_back = connection.execute(_LET_GO.where(mine, leases.c.shard.not_in(believed))).rowcount
        kept = update(leases).where(mine).values(until=clock() + self._ttl).returning(leases.c.shard, leases.c.token)
        held = {row.shard: row.token for row in connection.execute(kept)}
        share = self._share(connection)
        within = {shard: held[shard] for shard in sorted(held)[:share]}
        return within | self._take(connection, share - len(held), alone), given_back > 0

    def _mine(self) -> ColumnElement[bool]:
        return leases.c.holder.in_((self.me, self.me + LOCKED))

    def _take(self, connection: Connection, number: int, alone: bool) -> dict[int, int]:
        free = select(leases.c.shard).where(_free(), leases.c.shards == self.shards, leases.c.shard.in_(self._wanted))
        free = free.order_by(leases.c.shard).limit(max(0, number)).with_for_update(skip_locked=True)
        found = connection.scalars(free).all()
        mine = {"holder": self.me + LOCKED * alone, "token": leases.c.token + 1, "until": clock() + self._ttl}
        taken = update(leases).where(leases.c.shard.in_(found)).values(mine).returning(leases.c.shard, leases.c.token)
        return {row.shard: row.token for row in connection.execute(taken)}

    def _share(self, connection: Connection) -> int:
        if not self._fair:
            return len(self._wanted)
        like_me = and_(holders.c.until > clock(), holders.c.shards == self.shards)
        alive = connection.scalar(select(func.count()).select_from(holders).where(like_me))
        return -(-self.shards // max(1, alive or 0))

    def _be_seen(self, connection: Connection) -> None:
        """Nothing here waits for a row that another process has locked: it may have been stopped meanwhile."""
        gone = connection.scalars(select(holders.c.id).where(_long_gone()).with_for_update(skip_locked=True)).all()
        connection.execute(delete(holders).where(holders.c.id.in_(gone)))
        until = {"until": clock() + self._ttl}
        if connection.execute(update(holders).where(holders.c.id == self.me).values(until)).rowcount == 0:
            connection.execute(insert(holders).values(until | {"id": self.me, "shards": self.shards}))

    def _leave(self, connection: Connection) -> None:
        connection.execute(_LET_GO.where(self._mine()))
        connection.execute(delete(holders).where(holders.c.id == self.me))


_LET_GO = update(leases).values(holder=None, until=0.0)


def _free() -> ColumnElement[bool]:
    """Nobody's, or at its end; or so far from it that the clock must have been set back."""
    return or_(leases.c.until <= clock(), leases.c.until > clock() + 3 * TTL)


def _long_gone() -> ColumnElement[bool]:
    return or_(holders.c.until <= clock() - TTL, holders.c.until > clock() + 3 * TTL)


def _lay_out(connection: Connection, shards: int) -> None:
    """One row for each shard.  Rows of another number of shards are replaced when nobody holds any of them."""
    there = connection.execute(select(leases.c.shard, leases.c.shards)).all()
    if len(there) == shards and all(row.shards == shards for row in there):
        return
    locked = select(_free().label("free")).select_from(leases).order_by(leases.c.shard).with_for_update()
    if any(not row.free for row in connection.execute(locked).all()):
        return
    connection.execute(delete(leases).where(leases.c.shard >= shards))
    connection.execute(_LET_GO.values(shards=shards))
    missing = sorted(set(range(shards)) - {row.shard for row in there})
    if missing:
        blank = {"shards": shards, "holder": None, "token": 0, "until": 0.0}
        connection.execute(insert(leases), [blank | {"shard": shard} for shard in missing])


async def shards_in_use(access: Access) -> int | None:
    """Of how many shards Hobs work with this store at this moment; None if none does."""
    found = select(leases.c.shards).where(leases.c.holder.is_not(None), leases.c.until > clock()).limit(1)
    return next((row.shards for row in await access.read(found)), None)


async def held_by_anybody(access: Access) -> bool:
    """Does a Hob work with this store at this moment?"""
    found = select(leases.c.shard).where(leases.c.holder.is_not(None), leases.c.until > clock()).limit(1)
    return bool(await access.read(found))


class Identifies:
    """Whose turn it is to IDENTIFY, over all processes: Discord takes one of each key in five seconds."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def turn(self, key: int) -> float:
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
            if now - GAP < row.at <= now:  # later than now, the clock has been set back
                return float(row.at + GAP - now)
            number = row.number + 1 if row.day == day else 1
            connection.execute(update(identifies).where(identifies.c.key == key).values(at=now, day=day, number=number))
            return 0.0

        return await self._access.do(work)

    async def today(self) -> int:
        """How many there were since midnight UTC, of all keys and processes."""
        found = select(identifies.c.number).where(identifies.c.day > clock() / DAY - 1)
        return sum(row.number for row in await self._access.read(found))
