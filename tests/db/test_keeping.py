"""Retention: what is deleted when, and disk space that is freed."""

from pathlib import Path

from db import PersonRow, Store
from tests.db.rows import change, ended, result, save_person, session


async def test_ended_tables_are_deleted_in_steps_and_results_stay(store: Store) -> None:
    for number in range(5):
        await store.create(session(str(number), number), [11])
        kept = {"keep": True, "result": result(str(number)), "touched_at": float(number)}
        await store.commit(change(str(number), status="over" if number % 2 else "closed", **kept))
    await store.create(session("aside", 10, touched_at=0.0), [11])
    await store.maintenance.quarantine("aside", "C0FFEE")
    await store.create(session("open", 11, touched_at=0.0), [11])
    assert await store.maintenance.count_prunable(ended=3.0, seen=3.0) == (4, 0)
    assert await store.maintenance.drop_sessions(before=3.0, limit=3) == 3
    assert await store.maintenance.drop_sessions(before=3.0, limit=3) == 1
    assert await store.maintenance.drop_sessions(before=3.0, limit=3) == 0
    assert sorted(brief.id for brief in await store.maintenance.tables()) == ["3", "4", "open"]
    assert await store.answers("0") == [] and await store.snapshot("0", 9) is None
    assert len(await store.answers("3")) == 1 and await store.snapshot("3", 9) is not None
    assert len(await store.results.newest()) == 5
    assert (await store.results.statistics(11))[0].played == 5


async def test_people_not_seen_for_long_are_deleted(store: Store) -> None:
    for id in (11, 12, 13, 14):
        await save_person(store, PersonRow(id, {}, None, seen_at=100.0))
    await save_person(store, PersonRow(15, {}, None))
    await store.create(session("open", 1), [12])
    await store.create(session("over", 2, status="over"), [13])
    await ended(store, result("long ago", 11, 13, at=200.0), result("lately", 14, "easy", at=300.0))
    assert await store.maintenance.count_prunable(ended=0.0, seen=250.0) == (0, 2)
    assert await store.maintenance.drop_persons(before=250.0, limit=1) == 1
    assert await store.maintenance.drop_persons(before=250.0) == 1
    left = [id for id in range(10, 100) if await store.person(id)]
    assert left == [12, 14, 15]


async def test_hidden_people_stay_hidden_as_long_as_their_results(store: Store) -> None:
    for id in (11, 12):
        await save_person(store, PersonRow(id, {"hidden": True, "cards": "channel"}, 777, seen_at=100.0))
    await ended(store, result("long ago", 11, 13, at=200.0), result("erased", None, 13, at=200.0))
    for left in (2, 0):
        assert await store.maintenance.count_prunable(ended=0.0, seen=250.0) == (0, left)
        assert await store.maintenance.drop_persons(before=250.0) == left
    row = await store.person(11)
    assert row is not None and (row.settings, row.dm_channel_id, row.seen_at) == ({"hidden": True}, None, 0.0)
    assert await store.person(12) is None, "without results"
    assert [row.person for row in await store.results.winners("ghosts-love-candy")] == [13]


async def test_deleted_rows_free_disk_space(store: Store, address: str, tmp_path: Path) -> None:
    for number in range(30):
        await store.create(session(str(number), number, status="over", state=bytes(100_000)), [])
    for _ in range(30):
        if not await store.maintenance.drop_sessions(before=1e9):
            break
    freed = [await store.maintenance.vacuum(pages=100) for _ in range(3)]
    if address.startswith("sqlite"):
        assert freed == [100, 100, 100]
        await store.maintenance.vacuum(pages=10_000)
        async with store.engine.connect() as connection:
            assert (await connection.exec_driver_sql("PRAGMA freelist_count")).scalar_one() == 0
    else:
        assert freed == [0, 0, 0]
    await ended(store, result("after"))
