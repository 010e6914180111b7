"""At a start, Hob notices a store that is older than what Discord shows."""

import shutil
from pathlib import Path

import pytest

from db import CommandSyncRow, StartRecord, Store, command_sync
from db.schema import marks
from tests.db.rows import session


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "shown.json"


def mode(file: Path) -> int:
    return file.stat().st_mode & 0o777


def read(file: Path) -> str | None:
    return file.read_text() if file.exists() else None


def rewrite(file: Path, text: str | None) -> None:
    file.unlink() if text is None else file.write_text(text)


def files_beside(file: Path) -> list[str]:
    return sorted(path.name for path in file.parent.glob("shown*"))


async def began(store: Store, file: Path) -> tuple[int, str, int]:
    told = await store.metadata.record_start(file)
    assert isinstance(told, StartRecord)
    return told.start, told.why, told.marked


async def lived(address: str, file: Path, beats: int = 1) -> tuple[int, str, int]:
    """Run a process for some heartbeats; return the record of its start."""
    store = await Store.open(address)
    told = await began(store, file)
    for _ in range(beats):
        await store.metadata.heartbeat()
    await store.close()
    return told


async def test_a_new_database_and_its_restarts_are_recognised(address: str, file: Path) -> None:
    assert [await lived(address, file) for _ in range(3)] == [(1, "", 0), (2, "", 0), (3, "", 0)]
    assert mode(file) == 0o600


async def test_two_processes_may_have_different_data_folders(address: str, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    told = [await lived(address, file) for file in (one, two, one, two)]
    assert {why for _, why, _ in told} <= {"", "unknown"}
    assert [why for _, why, _ in told[2:]] == ["", ""]


@pytest.mark.parametrize("beats", [0, 3])
async def test_a_restored_backup_is_recognised_as_older(sqlite: str, tmp_path: Path, beats: int) -> None:
    """This includes a copy made during the same run."""
    file, db = tmp_path / "shown.json", tmp_path / "hob.db"
    store = await Store.open(sqlite)
    await store.create(session(), [11])
    await store.create(session("ended", 2, status="over"), [11])
    await store.close()
    await lived(sqlite, file, beats)
    shutil.copy(db, tmp_path / "copy.db")
    store = await Store.open(sqlite)
    store.metadata._file = file  # the same process goes on
    await store.metadata.heartbeat()
    await store.close()
    shutil.copy(tmp_path / "copy.db", db)
    assert await lived(sqlite, file) == (2, "older", 1)
    store = await Store.open(sqlite)
    assert await store.maintenance.to_redraw() == ["ghosts"]
    assert await began(store, file) == (3, "", 0)
    assert await store.maintenance.to_redraw() == ["ghosts"], "until it has been redrawn"
    await store.close()


async def test_another_database_is_noticed_once(sqlite: str, tmp_path: Path) -> None:
    file = tmp_path / "shown.json"
    await lived(sqlite, file, 20)
    (tmp_path / "hob.db").unlink()
    assert (await lived(sqlite, file))[1] == "another"
    assert (await lived(sqlite, file))[1] == ""


async def test_a_database_marked_as_a_backup_is_recognised(store: Store, file: Path) -> None:
    await store.create(session(), [11])
    async with store.engine.begin() as connection:
        await connection.execute(marks.update().values(copied=1))
    assert await began(store, file) == (1, "copy", 1)
    assert await began(store, file) == (2, "", 0)


@pytest.mark.parametrize("told", [None, "", "[]", '{"store": 5}', '{"store": "x", "beat": "y"}'])
async def test_a_lost_data_folder_is_noticed_only_with_sqlite(address: str, file: Path, told: str | None) -> None:
    """A SQLite file has moved to another machine; on a server, folders often don't last, and nothing is redrawn."""
    await lived(address, file)
    rewrite(file, told)
    start, why, _ = await lived(address, file)
    assert (start, why) == (2, "unknown" if address.startswith("sqlite") else "")


async def test_the_file_follows_the_heartbeats(store: Store, file: Path) -> None:
    await store.metadata.heartbeat()
    assert read(file) is None, "no one has begun"
    await store.metadata.record_start(file)
    first = read(file)
    await store.metadata.heartbeat()
    assert first is not None and read(file) not in (None, first)
    assert files_beside(file) == [file.name]


async def test_the_last_command_sync_is_stored(store: Store, address: str) -> None:
    marks = store.metadata
    assert await marks.command_sync(7) == CommandSyncRow(7, "", None, None, "")
    await marks.commands_failed(7, 10.0, "403 Forbidden")
    assert await marks.command_sync(7) == CommandSyncRow(7, "", None, 10.0, "403 Forbidden")
    await marks.commands_synced(7, "abc", 20.0)
    await marks.commands_failed(7, 30.0, "500")
    assert await marks.command_sync(7) == CommandSyncRow(7, "abc", 20.0, 30.0, "500")
    assert await marks.command_sync(8) == CommandSyncRow(8, "", None, None, ""), "another application has its own"
    await store.close()
    if address.startswith("sqlite"):
        assert command_sync(Path(address.removeprefix("sqlite:///"))) == CommandSyncRow(7, "abc", 20.0, 30.0, "500")


async def test_a_restored_store_does_not_know_discords_commands(store: Store, file: Path) -> None:
    await began(store, file)
    await store.metadata.commands_synced(7, "abc", 20.0)
    await began(store, file)
    assert (await store.metadata.command_sync(7)).hash == "abc"
    async with store.engine.begin() as connection:
        await connection.execute(marks.update().values(copied=1))
    await began(store, file)
    assert await store.metadata.command_sync(7) == CommandSyncRow(7, "", 20.0, None, "")
