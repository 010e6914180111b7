"""Group commit: waiting jobs are written together, and each change succeeds or fails on its own."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from sqlalchemy import event

from db import ChannelTaken, StaleRevision, Store, StoreUnavailable
from tests.db.rows import answer, change, session


@contextmanager
def transactions(store: Store) -> Iterator[list[object]]:
    """Yield the list of transactions that the store commits in this block."""
    seen: list[object] = []
    note = seen.append
    event.listen(store._database.transactions.engine, "commit", note)
    yield seen
    event.remove(store._database.transactions.engine, "commit", note)


async def open_tables(store: Store, number: int) -> list[str]:
    ids = [f"table-{number:02}" for number in range(number)]
    await asyncio.gather(*(store.create(session(id, channel), [channel]) for channel, id in enumerate(ids)))
    return ids


async def revisions(store: Store, ids: list[str]) -> list[int]:
    rows = [await store.get(id) for id in ids]
    assert all([len(await store.answers(row.id)) == row.revision for row in rows if row]), (
        "answers and revisions differ"
    )
    return [row.revision for row in rows if row]


async def test_64_simultaneous_changes_share_one_transaction(store: Store) -> None:
    ids = await open_tables(store, 64)
    with transactions(store) as seen:
        news = await asyncio.gather(*(store.commit(change(id, persons=[5, 6])) for id in ids))
    assert news == [1] * 64
    assert len(seen) == 1
    assert await revisions(store, ids) == [1] * 64
    assert len(await store.of_person(6)) == 64


async def test_continuous_changes_are_all_written(store: Store) -> None:
    ids = await open_tables(store, 64)

    async def play(id: str) -> None:
        for revision in range(20):
            assert await store.commit(change(id, revision)) == revision + 1

    with transactions(store) as seen:
        await asyncio.gather(*map(play, ids))
    assert await revisions(store, ids) == [20] * 64
    assert len(seen) < 64 * 20 / 4


async def test_changes_beyond_one_transaction_are_all_written(store: Store) -> None:
    ids = await open_tables(store, 1)
    with transactions(store) as seen:
        await asyncio.gather(*(store.save_screen(ids[0], {"number": number}) for number in range(501)))
    row = await store.get(ids[0])
    assert row is not None and row.screen == {"number": 500}
    assert len(seen) == 2


@pytest.mark.parametrize("with_answer", [True, False])
async def test_only_the_stale_change_is_refused(store: Store, with_answer: bool) -> None:
    ids = await open_tables(store, 3)
    given = {} if with_answer else {"answer": None}
    await store.commit(change(ids[1], **given))
    before = await store.get(ids[1])
    changes = [change(id, state=b"late", persons=[99], **given) for id in [*ids, "nobody"]]
    ends = await asyncio.gather(*map(store.commit, changes), return_exceptions=True)
    assert [type(end) for end in ends] == [int, StaleRevision, int, StaleRevision]
    assert (ends[1].session_id, ends[3].session_id) == (ids[1], "nobody")
    assert await store.get(ids[1]) == before
    assert [row.id for row in await store.of_person(99)] == [ids[0], ids[2]]
    with pytest.raises(StaleRevision):
        await store.commit(change(ids[0], 5, **given))


@pytest.mark.parametrize("with_answer", [True, False])
async def test_two_clicks_on_one_question_make_one_move(store: Store, with_answer: bool) -> None:
    ids = await open_tables(store, 2)
    given = {} if with_answer else {"answer": None}
    clicks = [change(ids[0], state=b"first", **given), change(ids[0], state=b"second", **given), change(ids[1])]
    ends = await asyncio.gather(*map(store.commit, clicks), return_exceptions=True)
    assert [type(end) for end in ends] == [int, StaleRevision, int]
    row = await store.get(ids[0])
    assert row is not None and (row.state, row.revision) == (b"first", 1)
    assert len(await store.answers(ids[0])) == int(with_answer)


async def test_queued_changes_of_a_session_are_applied_in_order(store: Store) -> None:
    ids = await open_tables(store, 1)
    with transactions(store) as seen:
        news = await asyncio.gather(*(store.commit(change(ids[0], revision)) for revision in range(5)))
    assert news == [1, 2, 3, 4, 5]
    assert len(seen) == 1
    assert await revisions(store, ids) == [5]


@pytest.mark.parametrize("with_answer", [True, False])
async def test_only_one_of_two_processes_commits(store: Store, neighbour: Store, with_answer: bool) -> None:
    ids = await open_tables(store, 8)
    for revision in range(10):
        given = {} if with_answer else {"answer": None}
        ways = [(hob, id) for id in ids for hob in (store, neighbour)]
        moves = [hob.commit(change(id, revision, state=id.encode(), **given)) for hob, id in ways]
        ends = await asyncio.gather(*moves, return_exceptions=True)
        for one, other in zip(ends[::2], ends[1::2], strict=True):
            assert {type(one), type(other)} == {int, StaleRevision}
    rows = [await store.get(id) for id in ids]
    assert [row.revision for row in rows if row] == [10] * 8


async def test_stored_answers_are_never_overwritten(store: Store) -> None:
    """The revision matches, but the answer exists already; this needs a damaged database."""
    ids = await open_tables(store, 2)
    await store.commit(change(ids[0]))
    async with store.engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE sessions SET revision = 0, state = NULL")
    again = change(ids[0], answer=answer(ids[0], option="haunt/cook"))
    ends = await asyncio.gather(store.commit(again), store.commit(change(ids[1])), return_exceptions=True)
    assert [type(end) for end in ends] == [StaleRevision, int]
    assert await store.answers(ids[0]) == [answer(ids[0])]
    row = await store.get(ids[0])
    assert row is not None and (row.revision, row.state) == (0, None)
    with pytest.raises(StaleRevision):
        await store.commit(replace(again, status="over"))


async def test_a_failing_write_does_not_affect_its_batch(store: Store) -> None:
    ids = await open_tables(store, 4)
    ends = await asyncio.gather(
        store.commit(change(ids[0])),
        store.create(session("intruder", 1), []),
        store.save_screen(ids[1], {"message": 1}),
        store.create(session("fine", 100), [11]),
        store.commit(change(ids[2], persons=[11])),
        return_exceptions=True,
    )
    assert [type(end) for end in ends] == [int, ChannelTaken, type(None), type(None), int]
    assert await revisions(store, [*ids, "fine"]) == [1, 0, 1, 0, 0]
    assert {row.id for row in await store.of_person(11)} == {"fine", ids[2]}
    assert await store.get("intruder") is None


@pytest.mark.parametrize(
    "fields",
    [
        {"status": "asleep"},
        {"status": None},
        {"state": "text"},
        {"due_at": float("nan")},
        {"touched_at": None},
        {"table": {"seat": float("inf")}},
        {"revision": 2**63 - 1, "answer": None},
        {"persons": [-(2**63) - 1]},
        {"persons": ["11"]},
        {"answer": answer("table-01")},
        {"answer": answer("table-00", 1)},
        {"answer": answer("table-00", option="nul\0")},
        {"answer": answer("table-00", option="half \ud83d")},
    ],
)
async def test_values_the_database_cannot_store_are_refused_early(store: Store, fields: dict) -> None:
    ids = await open_tables(store, 2)
    ends = await asyncio.gather(
        store.commit(change(ids[0], **fields)), store.commit(change(ids[1])), return_exceptions=True
    )
    assert [type(end) for end in ends] == [ValueError, int]
    assert await revisions(store, ids) == [0, 1]


async def test_values_that_are_no_json_are_refused_early(store: Store) -> None:
    await open_tables(store, 1)
    with pytest.raises(TypeError):
        await store.save_screen("table-00", {"seats": {1, 2}})
    row = await store.get("table-00")
    assert row is not None and row.screen == {}


async def test_a_cancelled_waiter_does_not_affect_others(store: Store) -> None:
    ids = await open_tables(store, 8)
    moves = [asyncio.create_task(store.commit(change(id))) for id in ids]
    await asyncio.sleep(0)
    for move in moves[::2]:
        move.cancel()
    ends = await asyncio.gather(*moves, return_exceptions=True)
    assert [type(end) for end in ends] == [asyncio.CancelledError, int] * 4
    assert await revisions(store, ids) == [1] * 8, "submitted work is written"
    assert await asyncio.gather(*(store.commit(change(id, 1)) for id in ids)) == [2] * 8


async def test_closing_writes_queued_changes(address: str) -> None:
    store = await Store.open(address)
    ids = await open_tables(store, 8)
    moves = [asyncio.create_task(store.commit(change(id))) for id in ids]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*moves) == [1] * 8
    for late in (store.commit(change(ids[0], 1)), store.get(ids[0]), store.counts()):
        with pytest.raises(StoreUnavailable, match="closed"):
            await late
    await store.close()
    store = await Store.open(address)
    assert await revisions(store, ids) == [1] * 8
    await store.close()


async def test_an_unused_store_closes(address: str) -> None:
    await (await Store.open(address)).close()
