"""Rows of game nights: optimistic locking, due times, and damaged rows that don't affect others."""

from dataclasses import replace
from typing import Any

import pytest

from db import DamagedRow, NightRow, StaleRevision, StillMentioned, Store

ADA = 300000000000000011


def night(id: str = "NIGHT2", **fields: Any) -> NightRow:
    return replace(NightRow(id, 7, 1, 0, {"guests": [{"person": ADA}]}, 50.0), **fields)


async def test_a_night_is_changed_upon_its_newest_revision(store: Store) -> None:
    await store.nights.create(night())
    await store.nights.create(night("LATER2", channel_id=2, due_at=60.0))
    assert await store.nights.get("NIGHT2") == night() and await store.nights.get("NONE22") is None
    later = await store.nights.save(night(night={"guests": []}, due_at=70.0))
    assert later == night(night={"guests": []}, due_at=70.0, revision=1) == await store.nights.get("NIGHT2")
    with pytest.raises(StaleRevision):
        await store.nights.save(night(night={"guests": [1]}))
    assert await store.nights.due(65.0) == ["LATER2"] and await store.nights.due(75.0) == ["LATER2", "NIGHT2"]
    assert [row.id for row in await store.nights.of_server(7)] == ["LATER2", "NIGHT2"]
    assert [row.id for row in await store.nights.at_channel(2)] == ["LATER2"]
    assert [row.id for row in await store.nights.mentioning(ADA)] == ["LATER2"]
    await store.nights.delete("LATER2")
    assert await store.nights.due(75.0) == ["NIGHT2"]


async def test_reading_an_unreadable_night_changes_nothing(store: Store) -> None:
    await store.nights.create(night())
    await store.nights.create(night("OTHER2", night={"guests": []}))
    async with store.engine.begin() as connection:
        await connection.exec_driver_sql(f"UPDATE nights SET night = '[{ADA}' WHERE id = 'NIGHT2'")
    for lists in (store.nights.of_server(7), store.nights.at_channel(1)):
        assert [row.id for row in await lists] == ["OTHER2"]
    with pytest.raises(DamagedRow, match="the row of game night NIGHT2: its night is damaged"):
        await store.nights.get("NIGHT2")
    assert await store.nights.due(99.0) == ["NIGHT2", "OTHER2"]
    with pytest.raises(StillMentioned):
        await store.personal_data.erase(ADA, lambda table, screen: (table, screen), lambda night: {"guests": [ADA]})
    await store.personal_data.erase(ADA, lambda table, screen: (table, screen), lambda night: {})
    found = await store.nights.get("NIGHT2")
    assert found is not None and found.night == {}
    assert await store.nights.due(0.0) == ["NIGHT2"], "a running Hob redraws it"
