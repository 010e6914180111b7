"""Summaries of tables, and redraws."""

from db import ACTIVE, Store
from tests.db.rows import change, session


async def test_tables_are_summarised(store: Store) -> None:
    await store.create(session("small", 1, touched_at=1.0, state=None), [])
    await store.create(session("large", 2, touched_at=2.0, state=b"x" * 900, table={"a": "é" * 10}), [])
    await store.create(session("ended", 3, touched_at=3.0, status="over", screen={"a": 1}), [])
    assert [brief.id for brief in await store.maintenance.tables()] == ["ended", "large", "small"]
    assert [brief.id for brief in await store.maintenance.tables(ACTIVE)] == ["large", "small"]
    assert [brief.id for brief in await store.maintenance.tables(largest=True)] == ["large", "ended", "small"]
    brief, *_ = await store.maintenance.tables(["playing"], limit=1)
    assert (brief.game, brief.guild_id, brief.channel_id, brief.aside) == ("ghosts-love-candy", 7, 2, None)
    assert (brief.table, brief.screen, brief.state) == (len('{"a":""}') + 60, 2, 900)
    assert await store.maintenance.games() == {"ghosts-love-candy": 2}


async def test_all_active_tables_are_redrawn_the_most_recent_first(store: Store) -> None:
    for channel, (id, status) in enumerate([("a", "lobby"), ("b", "playing"), ("c", "over"), ("d", "frozen")]):
        await store.create(session(id, channel, status=status, touched_at=channel + 1.0, guild_id=channel << 22), [])
    assert await store.maintenance.to_redraw() == []
    assert await store.maintenance.redraw() == 3
    assert await store.maintenance.redraw() == 0, "marked once"
    assert await store.maintenance.to_redraw() == ["d", "b", "a"]
    assert await store.maintenance.to_redraw(mine=[1], shards=2) == ["d", "b"]
    assert await store.maintenance.to_redraw(limit=1) == ["d"]
    await store.maintenance.clear_redraw("d")
    await store.commit(change("b", touched_at=0.5))
    assert await store.maintenance.to_redraw() == ["a", "b"], "a move in between removes no mark"
    await store.maintenance.clear_redraw("nobody")


async def test_a_single_table_is_redrawn(store: Store) -> None:
    for channel, id in enumerate(("a", "b")):
        await store.create(session(id, channel), [])
    assert await store.maintenance.redraw("b") == 1
    assert await store.maintenance.redraw("nobody") == 0
    assert await store.maintenance.to_redraw() == ["b"]
    await store.maintenance.quarantine("b", "C0FFEE")
    assert await store.maintenance.to_redraw() == []


async def test_tables_are_marked_in_steps(store: Store, monkeypatch) -> None:
    monkeypatch.setattr("db.maintenance.STEP", 2)
    for channel in range(5):
        await store.create(session(str(channel), channel), [])
    assert await store.maintenance.redraw() == 5
    assert len(await store.maintenance.to_redraw()) == 5
