"""A damaged row affects only its own table: queries over many rows still work."""

from typing import Any

import pytest
from sqlalchemy import update

from db import AT_ONCE, ChannelTaken, DamagedRow, PersonRow, StaleRevision, Store
from db.schema import persons, sessions
from tests.db.rows import change, save_person, session

DAMAGE = ["", "{", "[]", "null", '{"a": ' * 100_000, "nonsense", '"text"']


async def damage(store: Store, id: str, **columns: Any) -> None:
    async with store.engine.begin() as connection:
        await connection.execute(update(sessions).where(sessions.c.id == id).values(columns))


@pytest.fixture
async def tables(store: Store) -> Store:
    for channel, id in enumerate(("one", "bad", "two")):
        await store.create(session(id, channel, due_at=5.0 + channel, created_at=channel), [11])
    return store


@pytest.mark.parametrize("column", ["table", "screen"])
@pytest.mark.parametrize("text", DAMAGE, ids=range(len(DAMAGE)))
async def test_a_damaged_column_affects_only_its_row(tables: Store, column: str, text: str) -> None:
    await damage(tables, "bad", **{column: text})
    for question in (tables.get("bad"), tables.at_channel(1)):
        with pytest.raises(DamagedRow) as fault:
            await question
        assert (fault.value.id, fault.value.column) == ("bad", column)
    assert [row.id for row in await tables.of_person(11)] == ["one", "two"]
    assert await tables.due(10.0) == ["one", "bad", "two"]
    assert [brief.id for brief in await tables.maintenance.tables()] == ["bad", "one", "two"]
    assert (await tables.counts())["playing"] == 3


@pytest.mark.parametrize(
    ("column", "value"), [("table", "x'ff00'"), ("screen", "CAST(x'7bff7d' AS TEXT)"), ("state", "'text'")]
)
async def test_a_sqlite_file_may_hold_anything_anywhere(sqlite: str, column: str, value: str) -> None:
    store = await Store.open(sqlite)
    await store.create(session("one"), [11])
    await store.create(session("bad", 2), [11])
    async with store.engine.connect() as connection:
        await connection.exec_driver_sql(f"""UPDATE sessions SET "{column}" = {value} WHERE id = 'bad'""")
    with pytest.raises(DamagedRow, match=rf"Can't read the row of session bad: its {column} is damaged"):
        await store.get("bad")
    assert "one" in [row.id for row in await store.of_person(11)]
    await store.close()


async def test_a_table_set_aside_blocks_no_other(tables: Store) -> None:
    await damage(tables, "bad", table="{")
    assert await tables.maintenance.quarantine("bad", "C0FFEE")
    assert await tables.due(10.0) == ["one", "two"]
    assert await tables.at_channel(1) is None
    await tables.create(session("next", 1), [11])
    [brief] = await tables.maintenance.tables(["aside"])
    assert (brief.id, brief.aside, brief.table, brief.revision, brief.due_at) == ("bad", "C0FFEE", 1, 1, None)
    with pytest.raises(StaleRevision):
        await tables.commit(change("bad"))
    assert not await tables.maintenance.quarantine("nobody", "C0FFEE")


async def test_a_mended_table_comes_back_when_its_channel_is_free(tables: Store) -> None:
    before = await tables.get("bad")
    assert before is not None
    await damage(tables, "bad", screen="{")
    await tables.maintenance.quarantine("bad", "C0FFEE")
    await tables.create(session("next", 1), [])
    with pytest.raises(ChannelTaken) as taken:
        await tables.maintenance.retry("bad")
    assert taken.value.session_id == "next"
    await tables.commit(change("next", status="closed"))
    await damage(tables, "bad", screen="{}")
    assert await tables.maintenance.retry("bad")
    row = await tables.get("bad")
    assert row is not None and row.due_at == AT_ONCE
    assert (row.status, row.revision, row.table, row.state) == ("frozen", 2, before.table, before.state)
    assert await tables.due(10.0) == ["bad", "one", "two"]
    with pytest.raises(ChannelTaken):
        await tables.create(session("third", 1), [])
    assert not await tables.maintenance.retry("bad") and not await tables.maintenance.retry("nobody")


async def test_unreadable_settings_count_as_unset(store: Store) -> None:
    await save_person(store, PersonRow(11, {"quiet": True}, 5))
    async with store.engine.begin() as connection:
        await connection.execute(update(persons).values(settings="{"))
    assert await store.person(11) == PersonRow(11, {}, 5)
