"""Rows come back as they were stored, on both databases."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import event

from db import ACTIVE, STATUSES, UNCHANGED, ChannelTaken, PersonRow, SessionExists, Store, shard_of
from tests.db.rows import answer, change, save_person, session

NAMES = {"naïve 👻": ["Ægir", "名前", "\u0000", "\ud83d", "\u2028"], "nested": {"1": None, "2": [True, 0.1, 2**60]}}


async def test_a_session_round_trips(store: Store) -> None:
    full = session(table=NAMES, screen=NAMES, state=bytes(range(256)), due_at=1_900_000_000.123456, guild_id=2**62)
    bare = session("bare", 2, guild_id=None, state=None, due_at=None, table={}, screen={})
    await store.create(full, [11])
    await store.create(bare, [])
    assert await store.get(full.id) == full
    assert await store.get("bare") == bare
    assert await store.get("nobody") is None


async def test_concurrent_session_reads_are_batched(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [session(f"s{number}", number) for number in range(50)]
    for row in rows:
        await store.create(row, [])
    queries = 0

    @event.listens_for(store._database.transactions.reading, "before_cursor_execute")
    def count(*_: Any) -> None:
        nonlocal queries
        queries += 1

    impatient, *asking = [asyncio.create_task(store.get(row.id)) for row in (rows[0], *rows, rows[0], session("none"))]
    await asyncio.sleep(0)
    impatient.cancel()
    assert await asyncio.gather(*asking) == [*rows, rows[0], None]
    assert queries == 3, "twenty at once"

    reading = asyncio.create_task(store.get("s1"))
    await asyncio.sleep(0)
    await store.commit(change("s2"))
    moved = await store.get("s2")
    assert moved is not None and moved.revision == 1, "later reads see the commit"
    assert await reading == rows[1]

    async def fails(*_: object) -> None:
        raise RuntimeError("whatever it is")

    with monkeypatch.context() as broken:
        broken.setattr(store._database, "read", fails)
        faults = await asyncio.gather(store.get("s1"), store.get("s2"), return_exceptions=True)
    assert [type(fault) for fault in faults] == [RuntimeError, RuntimeError], "no one waits forever"
    assert await store.get("s1") == rows[1]


async def test_a_persons_new_sessions_are_visible_to_every_process(store: Store, neighbour: Store) -> None:
    for number in range(4):
        await store.create(session(f"s{number}", number, created_at=100.0 + number), [11, 12] if number != 2 else [12])
    await neighbour.commit(change("s3", status="closed"))
    assert [row.id for row in await neighbour.new_of_person(11, 100.0)] == ["s3", "s1"]
    assert [row.state for row in await store.new_of_person(12, 102.0)] == [None]
    assert await store.new_of_person(11, 103.0) == []


@pytest.mark.parametrize("status", ACTIVE)
async def test_an_active_session_holds_its_channel(store: Store, status: str) -> None:
    await store.create(session(status=status), [])
    with pytest.raises(ChannelTaken) as taken:
        await store.create(session("second"), [])
    assert taken.value.session_id == "ghosts"
    assert await store.get("second") is None
    await store.create(session("elsewhere", 2), [])


@pytest.mark.parametrize("status", sorted(set(STATUSES) - set(ACTIVE)))
async def test_a_finished_session_frees_its_channel(store: Store, status: str) -> None:
    await store.create(session(), [])
    await store.commit(change(status=status))
    await store.create(session("second"), [])
    await store.commit(change("second", status=status))
    await store.create(session("third", status=status), [])
    await store.create(session("fourth"), [])


async def test_a_reopened_session_takes_its_channel_again(store: Store) -> None:
    await store.create(session(), [])
    await store.commit(change(status="frozen"))
    await store.commit(change(revision=1, status="over"))
    await store.create(session("second"), [])
    with pytest.raises(ChannelTaken) as taken:
        await store.commit(change(revision=2))
    assert taken.value.session_id == "second"
    assert len(await store.answers("ghosts")) == 2
    await store.commit(change("second", status="closed"))
    assert await store.commit(change(revision=2)) == 3
    with pytest.raises(ChannelTaken):
        await store.create(session("third"), [])


async def test_only_one_of_many_simultaneous_openings_succeeds(store: Store, neighbour: Store) -> None:
    for channel in range(10):
        tries = [(hob, f"{channel}-{number}") for number in range(4) for hob in (store, neighbour)]
        ids = [f"{id}-{'ab'[hob is store]}" for hob, id in tries]
        opening = [hob.create(session(id, channel), []) for (hob, _), id in zip(tries, ids, strict=True)]
        ends = await asyncio.gather(*opening, return_exceptions=True)
        [winner] = [id for id, end in zip(ids, ends, strict=True) if end is None]
        losers = [end for end in ends if end is not None]
        assert all(isinstance(end, ChannelTaken) and end.session_id == winner for end in losers), losers
        found = await store.at_channel(channel)
        assert found is not None and found.id == winner


async def test_session_ids_are_unique(store: Store) -> None:
    await store.create(session(), [])
    with pytest.raises(SessionExists) as there:
        await store.create(session(channel_id=2), [])
    assert there.value.session_id == "ghosts"
    with pytest.raises(SessionExists):
        await store.create(session(channel_id=2, status="over"), [])


async def test_a_channel_finds_its_active_or_latest_session(store: Store) -> None:
    assert await store.at_channel(1) is None
    for number, status in enumerate(["over", "over", "closed"]):
        await store.create(session(f"old-{number}", status=status, created_at=float(number)), [])
    found = await store.at_channel(1)
    assert found is not None and found.id == "old-1"
    await store.create(session("now", created_at=-1.0), [])
    found = await store.at_channel(1)
    assert found is not None and found.id == "now" and found.state is None
    assert found == await store.active_at(1)
    assert await store.at_channel(2) is None


async def test_finding_a_channels_session_sorts_no_other_sessions(sqlite: str) -> None:
    store, plans = await Store.open(sqlite), list[str]()

    @event.listens_for(store._database.transactions.reading, "before_cursor_execute")
    def explain(_: Any, cursor: Any, statement: str, values: Any, *__: Any) -> None:
        plans.extend(step for *_, step in cursor.execute(f"EXPLAIN QUERY PLAN {statement}", values))

    await store.at_channel(1)
    await store.close()
    sorts = "USE TEMP B-TREE FOR ORDER BY"  # SQLite words it differently if it only orders rows of the same time
    assert any("USING INDEX" in step for step in plans) and not any("SCAN" in step or step == sorts for step in plans)


async def test_a_person_finds_the_tables_where_they_sit(store: Store) -> None:
    await store.create(session("b", 1, created_at=2.0), [11, 12, 11])
    await store.create(session("a", 2, created_at=1.0), [11])
    await store.create(session("c", 3, status="over"), [11])
    assert await store.of_person(11) == [
        session("a", 2, created_at=1.0, state=None),
        session("b", 1, created_at=2.0, state=None),
    ]
    assert await store.of_person(13) == []


async def test_seats_are_updated_in_the_index(store: Store) -> None:
    await store.create(session(), [11, 12])
    await store.commit(change(persons=[12, 13]))
    await store.commit(change(revision=1, persons=None))
    assert [[row.id for row in await store.of_person(who)] for who in (11, 12, 13)] == [[], ["ghosts"], ["ghosts"]]
    await store.commit(change(revision=2, persons=[]))
    assert await store.of_person(12) == []


async def test_a_change_writes_the_next_revision_and_its_answer(store: Store) -> None:
    await store.create(session(screen={"message": 5}), [11])
    made = change(state=b"next", table=NAMES, due_at=200.0, status="frozen")
    assert await store.commit(made) == 1
    expected = session(
        screen={"message": 5},
        revision=1,
        state=b"next",
        table=NAMES,
        due_at=200.0,
        status="frozen",
        touched_at=101.0,
    )
    assert await store.get("ghosts") == expected
    assert await store.answers("ghosts") == [answer()]
    assert await store.commit(change(revision=1, answer=None, state=None)) == 2
    later = await store.get("ghosts")
    assert later is not None
    assert (later.state, later.due_at, later.revision) == (None, None, 2)
    assert await store.commit(change(revision=2, answer=answer(revision=2, person=None, option="naïve/👻"))) == 3
    assert await store.answers("ghosts") == [answer(), answer(revision=2, person=None, option="naïve/👻")]
    assert await store.answers("nobody") == []


async def test_saving_the_screen_keeps_the_revision(store: Store) -> None:
    await store.create(session(due_at=50.0), [])
    await store.save_screen("ghosts", NAMES)
    assert await store.get("ghosts") == session(screen=NAMES, due_at=50.0)
    await store.save_screen("ghosts", {}, UNCHANGED)
    await store.save_screen("ghosts", {"message": 1}, 60.0)
    assert await store.get("ghosts") == session(screen={"message": 1}, due_at=60.0)
    await store.save_screen("ghosts", {"message": 2}, None)
    assert await store.get("ghosts") == session(screen={"message": 2})
    await store.save_screen("nobody", {"message": 2}, None)
    assert await store.get("nobody") is None


async def test_the_last_of_several_queued_screens_is_stored(store: Store) -> None:
    await store.create(session(due_at=50.0), [])
    saves = [store.save_screen("ghosts", {"number": number}) for number in range(10)]
    await asyncio.gather(*saves, store.commit(change(due_at=70.0)), store.save_screen("ghosts", {"number": 10}))
    row = await store.get("ghosts")
    assert row is not None
    assert (row.screen, row.revision, row.due_at) == ({"number": 10}, 1, 70.0)


async def test_due_sessions_come_oldest_first(store: Store) -> None:
    assert await store.due(1e9) == []
    for id, due_at in (("c", 30.0), ("a", 10.0), ("b", 20.0), ("never", None), ("a2", 10.0)):
        await store.create(session(id, channel_id=len(id) + ord(id[0]) * 10, due_at=due_at), [])
    assert await store.due(20.0) == ["a", "a2", "b"]
    assert await store.due(1e9, limit=2) == ["a", "a2"]
    assert await store.due(9.999) == []


async def test_due_sessions_are_limited_to_own_shards(store: Store) -> None:
    guilds = [None, *((number << 22) + 12345 for number in (1, 2, 3, 4)), 175928847299117063, 2**63 - 1]
    for channel, guild in enumerate(guilds):
        await store.create(session(str(channel), channel, guild_id=guild, due_at=float(channel)), [])
    for shards in (1, 2, 3, 16):
        ours = {shard: await store.due(10.0, mine=[shard], shards=shards) for shard in range(shards)}
        for channel, guild in enumerate(guilds):
            assert [shard for shard, ids in ours.items() if str(channel) in ids] == [shard_of(guild, shards)]
    assert await store.due(10.0, mine={0, 2}, shards=3, limit=2) == ["0", "2"]
    assert await store.due(10.0, mine=()) == await store.due(10.0, mine=(), shards=4) == []


async def test_the_revision_can_be_read_alone(store: Store) -> None:
    await store.create(session(), [])
    assert await store.revision("ghosts") == 0
    await store.commit(change())
    assert (await store.revision("ghosts"), await store.revision("nobody")) == (1, None)


async def test_people_are_stored(store: Store) -> None:
    assert await store.person(11) is None
    await save_person(store, PersonRow(11, NAMES, 2**62))
    assert await store.person(11) == PersonRow(11, NAMES, 2**62)
    await save_person(store, PersonRow(11, {"colour": "né"}, None))
    assert await store.person(11) == PersonRow(11, {"colour": "né"}, None)


async def test_concurrent_changes_of_a_person_are_both_kept(store: Store) -> None:
    def with_(**more: Any) -> Callable[[PersonRow], PersonRow]:
        return lambda row: PersonRow(row.id, row.settings | more, row.dm_channel_id)

    assert await store.change_person(11, with_(quiet=True)) == PersonRow(11, {"quiet": True}, None)
    await asyncio.gather(*(store.change_person(11, with_(**{name: 1})) for name in "abcde"))
    row = await store.person(11)
    assert row is not None and row.settings == {"quiet": True} | dict.fromkeys("abcde", 1)


async def test_an_outdated_due_time_is_not_written(store: Store) -> None:
    await store.create(session(), [])
    await store.commit(change(due_at=50.0))
    await store.save_screen("ghosts", {"number": 1}, None, revision=0)
    row = await store.get("ghosts")
    assert row is not None and (row.due_at, row.screen) == (50.0, {"number": 1})
    await store.save_screen("ghosts", {"number": 2}, None, revision=1)
    row = await store.get("ghosts")
    assert row is not None and (row.due_at, row.screen) == (None, {"number": 2})


async def test_frozen_and_touched_tables_are_filtered_by_shard(store: Store) -> None:
    guild = next(guild for guild in range(2**22, 2**25, 2**22) if shard_of(guild, 4) == 3)
    await store.create(session("one", 1, guild_id=guild, status="frozen"), [])
    await store.create(session("two", 2, guild_id=None, status="frozen"), [])
    await store.create(session("three", 3, guild_id=guild), [])
    assert [await store.maintenance.frozen(9, [shard], 4) for shard in range(4)] == [["two"], [], [], ["one"]]
    at = (await store.get("one")).touched_at  # type: ignore[union-attr]
    assert [await store.maintenance.touched_since(at - 1, 9, [shard], 4) for shard in (0, 3)] == [
        ["two"],
        ["one", "three"],
    ]
    assert await store.maintenance.touched_since(at + 1, 9, range(4), 4) == []


async def test_sessions_are_counted_by_status(store: Store) -> None:
    assert await store.counts() == dict.fromkeys(STATUSES, 0)
    for number, status in enumerate(["lobby", "over", "over", "closed"]):
        await store.create(session(str(number), number, status=status), [])
    assert await store.counts() == dict.fromkeys(STATUSES, 0) | {"lobby": 1, "over": 2, "closed": 1}


async def test_everything_survives_reopening(address: str) -> None:
    store = await Store.open(address)
    await store.create(session(), [11])
    await store.commit(change())
    await save_person(store, PersonRow(11, {"quiet": True}, 3))
    before = [await store.get("ghosts"), await store.answers("ghosts"), await store.of_person(11)]
    await store.close()
    store = await Store.open(address)
    assert before == [await store.get("ghosts"), await store.answers("ghosts"), await store.of_person(11)]
    assert await store.person(11) == PersonRow(11, {"quiet": True}, 3)
    assert await store.commit(change(revision=1)) == 2
    await store.close()
