"""A database of every released version can be migrated, keeps its data, and works.

`released/VERSION.*.sql` are such databases, written by those versions.
"""

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db import STATUSES, CommandSyncRow, OlderStore, PersonRow, Store, known_revisions, upgrade
from tests.db.conftest import Cluster
from tests.db.rows import RELEASED, change, save_person, session

VERSIONS = sorted({file.name.removesuffix(".sqlite.sql") for file in RELEASED.glob("*.sqlite.sql")})
ADA, BEN = 300000000000000011, 300000000000000012


@pytest.fixture(params=VERSIONS)
def version(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, version: str, tmp_path: Path) -> str:
    """Return the URL of a database as that version has left it."""
    script = RELEASED / f"{version}.{request.param}.sql"
    if request.param == "sqlite":
        file = tmp_path / "hob.db"
        file.touch(0o644)
        with sqlite3.connect(file) as connection:
            connection.executescript(script.read_text())
        connection.close()
        return f"sqlite:///{file}"
    cluster: Cluster = request.getfixturevalue("cluster")
    url = cluster.empty()
    cluster.run("psql", "-h", cluster.home, "-U", "hob", "-d", "postgres", "-qX1", "-v", "ON_ERROR_STOP=1", "-c",
                script.read_text())  # fmt: skip
    return url


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    await upgrade(address)
    store = await Store.open(address)
    yield store
    await store.close()


async def test_a_released_store_is_migrated_only_on_request(address: str) -> None:
    with pytest.raises(OlderStore) as older:
        await Store.open(address)
    assert ("Back it up with pg_dump" in str(older.value)) == address.startswith("postgresql")
    migrated = await upgrade(address)
    assert migrated is not None and (migrated.before, migrated.after) == ("0001", max(known_revisions()))
    assert (migrated.copy is None) == address.startswith("postgresql"), "this column isn't copied"
    assert await upgrade(address) is None
    await (await Store.open(address)).close()


async def test_a_migrated_store_keeps_all_data(store: Store) -> None:
    counts = dict.fromkeys(STATUSES, 0) | {"lobby": 1, "playing": 2, "frozen": 1, "over": 1, "closed": 1}
    assert await store.counts() == counts
    row = await store.get("PLAY22")
    assert row is not None and row.table["seats"][1] == {"person": BEN, "name": "Ben 👻"}
    assert (row.status, row.revision, row.state, row.due_at) == ("playing", 5, b'{"turn": 4}', 1_790_000_104.0)
    assert row.screen == {"posted": {"id": 5, "key": "k"}}
    for id in ("PLAY22", "ENDED2"):
        given = await store.answers(id)
        assert [(answer.revision, answer.person) for answer in given] == [(1, BEN), (2, ADA), (3, BEN), (4, ADA)]
    frozen = await store.get("FROZEN")
    assert frozen is not None and frozen.state == bytes(range(256))
    assert [row.id for row in await store.of_person(BEN)] == ["FROZEN", "LOBBY2", "PLAY22"]
    ada = await store.person(ADA)
    assert ada is not None
    assert (ada.settings, ada.dm_channel_id) == ({"cards": "channel", "greeted": True}, 777)


async def test_games_of_a_migrated_store_continue(store: Store) -> None:
    assert await store.commit(change("PLAY22", 5)) == 6
    assert len(await store.answers("PLAY22")) == 5
    await store.create(session("NEW222", 5), [ADA])
    await save_person(store, PersonRow(BEN, {"quiet": True}, 5))
    assert await store.due(2e9) == ["LOBBY2"]
    assert (await store.leases().heartbeat()).gained == {0}


async def test_people_are_not_forgotten_for_having_been_seen_before_it_was_noted(store: Store) -> None:
    ada = await store.person(ADA)
    assert ada is not None and ada.seen_at > 1.7e9
    assert [answer.back_to for answer in await store.answers("PLAY22")] == [None] * 4
    assert await store.results.newest() == []


async def test_a_migrated_store_syncs_its_commands_again(store: Store) -> None:
    assert await store.metadata.command_sync(7) == CommandSyncRow(7, "", None, None, "")
    await store.metadata.commands_synced(7, "abc", 20.0)
    assert (await store.metadata.command_sync(7)).hash == "abc"


async def test_screens_of_a_migrated_store_stay_right(store: Store, tmp_path: Path) -> None:
    began = await store.metadata.record_start(tmp_path / "shown.json")
    assert (began.start, began.why, began.marked) == (1, "", 0)
