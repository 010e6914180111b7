"""Only one process at a time serves a shard, and another takes over when it is gone."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

import asyncpg
import pytest
from sqlalchemy import literal, update

from db import LeaseChange, LeaseListener, Leases, Store, StoreUnavailable
from db.connect import clock
from db.leases import IDENTIFY_INTERVAL, TTL
from db.schema import holders, identifies, leases
from tests.db.conftest import Cluster
from tests.db.rows import session


class Watch:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def hob(store: Store, *args, watch: Watch | None = None, **kwargs) -> Leases:
    made = store.leases(*args, **kwargs)
    made._now = watch or Watch()
    made.listener.is_connected = lambda shard: True
    return made


async def expire(store: Store, who: Leases) -> None:
    """Expire a process's lease and its row."""
    async with store.engine.begin() as connection:
        await connection.execute(update(leases).where(leases.c.holder.startswith(who.holder_id)).values(until=1.0))
        await connection.execute(update(holders).where(holders.c.id == who.holder_id).values(until=1.0))


async def passed(store: Store, seconds: float) -> None:
    """Move the last logins this many seconds into the past."""
    async with store.engine.begin() as connection:
        await connection.execute(update(identifies).values(at=identifies.c.at - seconds))


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the database's clock."""
    monkeypatch.setattr("db.leases.clock", lambda: literal(43_200.0))


def turn(new=(), lost=()) -> LeaseChange:
    return LeaseChange(frozenset(new), frozenset(lost))


async def test_the_first_process_holds_the_lease_and_the_second_waits(store: Store, neighbour: Store) -> None:
    first, second = hob(store), hob(neighbour)
    assert await store.shards() is None
    assert await first.heartbeat() == turn([0])
    assert await store.shards() == 1 and first.holds(0)
    for _ in range(3):
        assert await second.heartbeat() == turn()
        assert await first.heartbeat() == turn()
    assert not second.holds(0) and first.holds(0) and not first.holds(1)


async def test_a_leaving_process_frees_its_lease_at_once(store: Store, neighbour: Store) -> None:
    first, second = hob(store), hob(neighbour)
    await first.heartbeat()
    await second.heartbeat()
    await first.release_all()
    assert not first.holds(0) and await store.shards() is None
    assert await second.heartbeat() == turn([0])
    assert await first.heartbeat() == turn()


async def test_a_killed_process_is_replaced_when_its_lease_expires(store: Store, neighbour: Store) -> None:
    first, second, abandoned = hob(store), hob(neighbour), []
    first.listener.lapsed = lambda: abandoned.append(first.holds(0))
    await first.heartbeat()
    await expire(store, first)
    assert await store.shards() is None
    assert await second.heartbeat() == turn([0])
    assert second.held[0] > first.held[0], "the token of the new holder is larger"
    first.sure_until = 0.0
    assert await first.heartbeat() == turn(lost=[0]), (
        "it was only paused, and its next heartbeat says that it is too late"
    )
    assert abandoned == [False], "running work is cancelled before the lease is confirmed again"
    assert not first.holds(0)


async def test_a_process_stopped_in_mid_statement_is_replaced(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("db.leases.IDLE_TRANSACTION_TIMEOUT", 0)
    store = await Store.open(postgresql)
    first, second = hob(store), hob(store)
    await first.heartbeat()
    await expire(store, first)
    stopped = await asyncpg.connect(postgresql)
    await stopped.execute("BEGIN; UPDATE leases SET until = until")
    await stopped.prepare("SELECT shard FROM leases WHERE shard = $1")  # and its values never come
    async with asyncio.timeout(60):
        while not (await second.heartbeat()).gained:
            pass
    stopped.terminate()
    await store.close()


async def test_a_heartbeat_waits_only_a_few_turns_of_a_busy_loop(store: Store) -> None:
    """Each of them may take long, if there are many presses or the machine is busy."""
    one, turns = hob(store, 6), []

    def busy() -> None:
        time.sleep(0.2)
        turns.append(asyncio.get_running_loop().call_soon(busy))

    await one.heartbeat()
    busy()
    await one.heartbeat()
    turns[-1].cancel()
    assert len(turns) < 40


async def test_a_stalled_process_never_overwrites_what_its_successor_shows(store: Store, neighbour: Store) -> None:
    """Writes that it queued before it was paused, or that the network delayed, still reach the database."""
    first, second = hob(store, 4), hob(neighbour, 4)
    await first.heartbeat()
    await store.create(session(guild_id=2 << 22), [])
    before = first.of(2 << 22)
    assert before is not None and before.shard == 2 and second.of(2 << 22) is None
    await store.save_screen("ghosts", {"message": 1}, 60.0, lease=before)
    await expire(store, first)
    await store.save_screen("ghosts", {"message": 2}, 60.0, lease=before)
    row = await store.get("ghosts")
    assert row is not None and row.screen == {"message": 2}, "it has expired, but no one has taken the shard"
    await second.heartbeat()
    await neighbour.save_screen("ghosts", {"message": 3}, 70.0, lease=second.of(2 << 22))
    await store.save_screen("ghosts", {"message": 2}, None, lease=before)
    await store.save_screen("ghosts", {"message": 2}, lease=before)
    row = await store.get("ghosts")
    assert row is not None and (row.screen, row.due_at) == ({"message": 3}, 70.0)


async def test_a_process_that_died_on_this_machine_is_replaced_at_once(sqlite: str) -> None:
    """The system releases a dead process's lock; a paused process keeps it, and its lease until that expires."""
    one, two = await Store.open(sqlite), await Store.open(sqlite)
    first, second = hob(one), hob(two)
    await first.heartbeat()
    assert await second.heartbeat() == turn(), "it is alive"
    first._file_lock.release()  # as the system does when a process dies
    assert await second.heartbeat() == turn([0])
    assert await first.heartbeat() == turn(lost=[0])
    assert await first.heartbeat() == turn(), "it takes nothing back"
    await second.release_all()
    assert await first.heartbeat() == turn([0])
    await one.close()
    await two.close()


async def test_a_process_without_the_lock_is_waited_for(sqlite: str) -> None:
    one, two = await Store.open(sqlite), await Store.open(sqlite)
    first, second = hob(one), hob(two)
    await first.heartbeat()
    await expire(one, first)
    assert await second.heartbeat() == turn([0]), "the first was paused and still has the lock"
    assert await first.heartbeat() == turn(lost=[0])
    for _ in range(2):
        assert await first.heartbeat() == turn(), "the lock alone takes nothing from a live process"
        assert await second.heartbeat() == turn()
    await one.close()
    await two.close()


async def test_a_lease_counts_from_before_the_request(store: Store) -> None:
    watch = Watch()
    me = hob(store, watch=watch)
    await me.heartbeat()
    watch.now += TTL - 1.001
    assert me.holds(0)
    watch.now += 0.002
    assert not me.holds(0), "it was asleep, so another process may have taken over"
    await me.heartbeat()
    assert me.holds(0)


async def test_an_expired_lease_without_rivals_keeps_its_token(store: Store) -> None:
    me = hob(store)
    await me.heartbeat()
    token = me.held[0]
    await expire(store, me)
    assert await me.heartbeat() == turn()
    assert me.held == {0: token}


async def test_a_clock_set_back_locks_no_one_out(store: Store, neighbour: Store) -> None:
    first, second = hob(store), hob(neighbour)
    await first.heartbeat()
    async with store.engine.begin() as connection:
        await connection.execute(update(leases).values(until=clock() + 3600))
    assert await store.shards() is None
    assert await second.heartbeat() == turn([0])


async def test_shards_are_shared_fairly_while_processes_come_and_go(store: Store, neighbour: Store) -> None:
    hobs = [hob(store, 16), hob(neighbour, 16), hob(store, 16)]

    async def round() -> list[int]:
        for one in hobs:
            await one.heartbeat()
        together = [shard for one in hobs for shard in one.held]
        assert len(together) == len(set(together)), "no shard has two holders"
        return [len(one.held) for one in hobs]

    await hobs[0].heartbeat()
    assert len(hobs[0].held) == 16
    for _ in range(5):
        await round()
    assert await round() == [6, 6, 4]
    kept = [dict(one.held) for one in hobs]
    assert await round() == [6, 6, 4] and [one.held for one in hobs] == kept, "a process with a share keeps it"
    await expire(store, hobs.pop(0))
    assert await round() == [8, 8]
    await hobs.pop().release_all()
    assert await round() == [16]


async def test_surplus_shards_are_handed_over_once_the_other_is_connected(store: Store, neighbour: Store) -> None:
    first, second, connected = hob(store, 2), hob(neighbour, 2), set[int]()
    second.listener.is_connected = connected.__contains__
    assert await first.heartbeat() == turn([0, 1])
    assert await second.heartbeat() == turn()
    for _ in range(2):
        assert await first.heartbeat() == turn(), "it is offered, but still served"
        assert await second.heartbeat() == turn()
    assert second.incoming == first.outgoing == {1} and first.holds(1) and not second.holds(1)
    connected.add(1)
    assert await second.heartbeat() == turn()
    first.listener.lapsed = lambda: pytest.fail("it may end what it has begun")
    assert await first.heartbeat() == turn(lost=[1])
    first.handover_notes[1] = "answered"
    assert await second.heartbeat() == turn(), "the first may still be answering"
    assert await first.heartbeat() == turn()
    second._take = lambda *_: ({}, {})  # its search for free shards ran just before the release
    assert await second.heartbeat() == turn() and second.incoming == {1}, "it stays connected"
    del second._take
    assert await second.heartbeat() == turn([1])
    assert second.handover_notes == {1: "answered"} and not second.incoming and not first.handover_notes
    assert await first.heartbeat() == turn() and await second.heartbeat() == turn() and not first.outgoing


async def test_a_leaving_process_stays_until_others_are_connected(store: Store, neighbour: Store) -> None:
    first, second, third = hob(store, 2), hob(neighbour, 2), hob(store, 2)
    connected = set[int]()
    second.listener.is_connected = third.listener.is_connected = connected.__contains__
    await first.heartbeat()
    await second.heartbeat()
    first.start_leaving()
    for one in (first, second, first):
        assert await one.heartbeat() == turn()
    assert second.incoming == first.outgoing == {0, 1} and first.holds(0)

    await third.heartbeat()
    await second.heartbeat()
    assert second.incoming == {0}, "the second's share is smaller now"
    await third.heartbeat()
    assert third.incoming == {1}
    await expire(store, third)
    await second.heartbeat()
    assert second.incoming == {0, 1}, "the third is dead"

    connected |= {0}
    for one in (second, first):
        await one.heartbeat()
    assert not first.holds(0) and first.holds(1)
    await expire(store, first)
    assert await hob(neighbour, 2, wanted=[0, 1]).heartbeat() == turn(), "there is a successor"
    assert await second.heartbeat() == turn([0, 1]), "its holder has died"
    assert await first.heartbeat() == turn(lost=[1])
    third = hob(store, 2)
    for one in (third, second, third, second):
        await one.heartbeat()
    assert third.incoming == second.outgoing == {1}, "a shard received by an offer may be offered again at once"
    assert await first.heartbeat() == turn(), "a leaving process takes nothing"


async def test_fixed_shards_are_leased(store: Store, neighbour: Store) -> None:
    low, high = hob(store, 4, wanted=range(2)), hob(neighbour, 4, wanted=[2, 3])
    assert await low.heartbeat() == turn([0, 1])
    assert await high.heartbeat() == turn([2, 3])
    await high.release_all()
    assert await low.heartbeat() == turn(), "it takes no more than it was given"


async def test_a_different_shard_count_waits_until_all_are_gone(store: Store, neighbour: Store) -> None:
    old, new = hob(store, 2), hob(neighbour, 4)
    await old.heartbeat()
    assert await new.heartbeat() == turn()
    assert await old.heartbeat() == turn(), "the newcomer takes no share from the others either"
    await old.release_all()
    assert await new.heartbeat() == turn([0, 1, 2, 3])
    assert await old.heartbeat() == turn()
    await new.release_all()
    assert await old.heartbeat() == turn([0, 1])


async def test_processes_starting_together_hold_each_shard_once(store: Store, neighbour: Store) -> None:
    hobs = [hob(one, 5, wanted=range(5)) for one in (store, neighbour) * 4]
    await asyncio.gather(*(one.heartbeat() for one in hobs))
    held = sorted(shard for one in hobs for shard in one.held)
    assert held == sorted(set(held))
    for one in hobs:
        await one.heartbeat()
    assert sorted(shard for one in hobs for shard in one.held) == list(range(5))


class Attending(LeaseListener):
    """A process that runs its leases and records the changes."""

    def __init__(self, leases: Leases) -> None:
        self.leases, self.told = leases, asyncio.Queue[LeaseChange]()
        self.task = asyncio.create_task(leases.run(self))

    async def changed(self, change: LeaseChange) -> None:
        await self.told.put(change)

    async def stop(self) -> None:
        self.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.task


@pytest.fixture
async def attending() -> AsyncIterator[type[Attending]]:
    started: list[Attending] = []

    class Kept(Attending):
        def __init__(self, leases: Leases) -> None:
            super().__init__(leases)
            started.append(self)

    yield Kept
    for one in started:
        await one.stop()


async def test_heartbeats_go_on_after_an_unexpected_error(
    store: Store, neighbour: Store, attending: type[Attending], caplog: pytest.LogCaptureFixture
) -> None:
    class Fails(attending):  # type: ignore[misc, valid-type]
        async def changed(self, change: LeaseChange) -> None:
            await super().changed(change)
            raise ValueError("unexpected")

    one = Fails(store.leases())
    assert await one.told.get() == turn([0])
    await expire(store, one.leases)
    await hob(neighbour).heartbeat()
    one.leases.wake()
    assert await one.told.get() == turn(lost=[0])
    assert set(caplog.messages) == {"heartbeat of the leases failed"}


async def test_a_running_process_reports_new_shards(store: Store, neighbour: Store, attending: type[Attending]) -> None:
    first = attending(store.leases())
    assert await first.told.get() == turn([0])
    second = attending(neighbour.leases())
    await first.stop()
    await first.leases.release_all()
    second.leases.wake()
    assert await second.told.get() == turn([0])


@pytest.mark.slow
async def test_a_database_outage_ends_the_leases_in_time(mortal_cluster: Cluster, attending: type[Attending]) -> None:
    store = await Store.open(mortal_cluster.empty())
    watch = Watch()
    one = attending(hob(store, watch=watch))
    assert await one.told.get() == turn([0])
    mortal_cluster.stop()
    with pytest.raises(StoreUnavailable):
        await one.leases.heartbeat()
    assert one.leases.holds(0), "for as long as no one else can have it"
    watch.now += TTL
    one.leases.wake()
    assert await one.told.get() == turn(lost=[0])
    mortal_cluster.start()
    one.leases.wake()
    assert await one.told.get() == turn([0])
    await one.stop()
    await store.close()


@pytest.mark.usefixtures("noon")
async def test_an_identify_waits_for_its_turn_over_all_processes(store: Store, neighbour: Store) -> None:
    waits = [await one.identifies.wait_time(0) for one in (store, neighbour, store)]
    assert waits[0] == 0 and all(0 < wait <= IDENTIFY_INTERVAL for wait in waits[1:]), (
        "a waiting process hasn't taken a turn"
    )
    assert await neighbour.identifies.wait_time(1) == 0, "another key has its own turns"
    await passed(store, IDENTIFY_INTERVAL)
    waits = [await one.identifies.wait_time(0) for one in (neighbour, store)]
    assert waits[0] == 0 < waits[1]


@pytest.mark.usefixtures("noon")
async def test_simultaneous_identifies_take_turns(store: Store, neighbour: Store) -> None:
    for _ in range(2):
        waits = await asyncio.gather(*(one.identifies.wait_time(3) for one in (store, neighbour) * 4))
        assert waits.count(0) == 1 and max(waits) <= IDENTIFY_INTERVAL
        await passed(store, IDENTIFY_INTERVAL)


@pytest.mark.usefixtures("noon")
async def test_no_identify_waits_for_a_clock_that_was_set_back(store: Store) -> None:
    await store.identifies.wait_time(0)
    async with store.engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE identifies SET at = at + 600")
    assert await store.identifies.wait_time(0) == 0
