"""Backups, restores, and moves to another database."""

import asyncio
import os
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from db import (
    ForeignStore,
    InvalidBackup,
    PersonRow,
    RatingRow,
    Store,
    StoreBusy,
    StoreUnavailable,
    backup,
    move,
    restore,
    schema as tables,
    upgrade,
    verify,
)
from db.backups import PERSISTENT_TABLES, list_backups
from db.schema import marks
from tests.db.rows import RELEASED, answer, change, result, save_person, session


async def furnish(store: Store, number: int = 3) -> None:
    for channel in range(number):
        await store.create(
            session(f"t{channel:04}", channel, state=bytes(range(256)), screen={"é": 1}), [11, channel + 20]
        )
        await store.commit(change(f"t{channel:04}", keep=True))
    back = answer("t0000", 1, step="take back", option="", back_to=0)
    await store.commit(change("t0000", 1, status="over", answer=back, result=result("t0000", 11, "random", None)))
    await save_person(store, PersonRow(11, {"hidden": True}, 5, seen_at=100.0))
    await store.servers.save(7, {"thread": True})
    counted, batch = await store.results.next_batch()
    await store.results.apply_batch(counted, batch, [RatingRow(0, "ghosts-love-candy", 11, "", 25.0, 8.0, 1, 1.0)])


async def rows(store: Store) -> dict[str, set[Any]]:
    async with store.engine.connect() as connection:
        return {
            table.name: set(map(tuple, (await connection.execute(select(table))).all())) for table in PERSISTENT_TABLES
        }


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


class TestBackup:
    @pytest.fixture
    def address(self, sqlite: str) -> str:
        return sqlite

    async def test_a_backup_is_verified_and_complete(self, store: Store, address: str, tmp_path: Path) -> None:
        await furnish(store)
        made = backup(address, tmp_path / "copies")
        assert made.counts == {name: len(found) for name, found in (await rows(store)).items()}
        assert made == verify(made.file)
        assert (made.size, made.file.stat().st_mode & 0o777) == (made.file.stat().st_size, 0o600)
        assert files(tmp_path / "copies") == [made.file.name], "one file without a log"
        copied = await Store.open(f"sqlite:///{made.file}")
        assert await rows(copied) == await rows(store)
        await copied.close()

    async def test_backups_work_while_tables_change(self, store: Store, address: str, tmp_path: Path) -> None:
        await furnish(store, 20)
        done = False

        async def play(id: str) -> None:
            revision = 1
            while not done:
                revision = await store.commit(change(id, revision))

        players = [asyncio.create_task(play(f"t{number:04}")) for number in range(1, 20)]
        made = [await asyncio.to_thread(backup, address, tmp_path / "copies") for _ in range(3)]
        done = True
        await asyncio.gather(*players)
        numbers = [copy.counts["answers"] for copy in made]
        assert numbers == sorted(numbers) and made[0].counts["sessions"] == 20
        for copy in made:
            with sqlite3.connect(copy.file) as connection:
                given = "SELECT count(*) FROM answers WHERE session_id = sessions.id"
                [lost] = connection.execute(f"SELECT count(*) FROM sessions WHERE revision != ({given})").fetchone()
                assert lost == 0, "it contains no half move"
            connection.close()

    async def test_old_backups_are_removed(self, store: Store, address: str, tmp_path: Path) -> None:
        folder = tmp_path / "copies"
        made = [backup(address, folder, keep=3).file for _ in range(5)]
        assert list_backups(folder) == made[2:]
        (folder / "shopping.txt").touch()
        assert backup(address, folder, keep=1).file in list_backups(folder)
        assert len(list_backups(folder)) == 1 and (folder / "shopping.txt").exists()

    async def test_what_a_killed_backup_left_behind_is_deleted(
        self, store: Store, address: str, tmp_path: Path
    ) -> None:
        folder = tmp_path / "copies"
        folder.mkdir()
        left, under_way = [folder / name for name in (".hob-7.part-journal", ".hob-8.part")]
        left.touch()
        os.utime(left, (0, 0))
        under_way.touch()
        assert backup(address, folder).file.exists()
        assert not left.exists() and under_way.exists()

    async def test_a_renamed_backup_is_kept_and_replaces_no_other(
        self, store: Store, address: str, tmp_path: Path
    ) -> None:
        folder = tmp_path / "copies"
        renamed = backup(address, folder).file.rename(folder / "hob-before-0.2.sqlite3")  # sorts after all others
        made = [backup(address, folder, keep=2).file for _ in range(3)]
        assert list_backups(folder) == made[1:] and verify(renamed)

    async def test_the_newest_backup_is_kept_after_the_clock_is_set_back(
        self, store: Store, address: str, tmp_path: Path
    ) -> None:
        folder = tmp_path / "copies"
        [of_the_future, named_by_hand] = [folder / f"hob-{name}.sqlite3" for name in ("29990101T000000_000000Z", "1")]
        for copy in (of_the_future, named_by_hand):
            shutil.copy(backup(address, folder).file, copy)
        made = [backup(address, folder, keep=2).file for _ in range(3)]
        assert list_backups(folder) == made[1:] and made[0] > of_the_future

    async def test_a_damaged_database_is_not_backed_up(self, store: Store, address: str, tmp_path: Path) -> None:
        await furnish(store, 200)
        await store.close()
        scratch(tmp_path / "hob.db")
        with pytest.raises((InvalidBackup, StoreUnavailable)):
            backup(address, tmp_path / "copies")
        assert files(tmp_path / "copies") == []

    async def test_a_backup_without_a_writable_folder_is_refused(
        self, store: Store, address: str, tmp_path: Path
    ) -> None:
        copy = backup(address, tmp_path / "copies").file
        beneath = copy / "beneath"
        with pytest.raises(StoreUnavailable, match=f"Can't write to {beneath}: "):
            backup(address, beneath)
        with pytest.raises(StoreUnavailable, match=f"Can't write to {beneath}: "):
            restore(copy, f"sqlite:///{beneath}/hob.db")

    async def test_a_backup_without_a_database_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(StoreUnavailable, match="no database"):
            backup(f"sqlite:///{tmp_path}/none.db", tmp_path)
        with pytest.raises(StoreUnavailable, match="pg_dump"):
            backup("postgresql://hob@/hob", tmp_path)


def scratch(file: Path) -> None:
    """Write garbage into the middle of the file."""
    with file.open("r+b") as damaged:
        damaged.seek(file.stat().st_size // 2 // 4096 * 4096)
        damaged.write(b"\xff" * 8192)


class TestVerify:
    async def test_broken_backups_are_refused(self, sqlite: str, tmp_path: Path) -> None:
        store = await Store.open(sqlite)
        await furnish(store, 200)
        await store.close()
        good = tmp_path / "hob.db"
        damaged, half, text, other, newer = (tmp_path / name for name in ("damaged", "half", "text", "other", "newer"))
        for copy in (damaged, half, newer):
            shutil.copy(good, copy)
        scratch(damaged)
        half.write_bytes(half.read_bytes()[:100_000])
        text.write_text("a shopping list, and not a short one " * 100)
        for file, statement in (
            (other, "CREATE TABLE birds (name)"),
            (newer, "UPDATE alembic_version SET version_num = '9999'"),
        ):
            connection = sqlite3.connect(file)
            connection.execute(statement)
            connection.commit()
            connection.close()
        for file, why in (
            (damaged, "damaged"),
            (half, "malformed|damaged"),
            (text, "not a database"),
            (other, "isn't a database of Hob"),
            (newer, "newer version"),
            (tmp_path / "nowhere", "no file"),
        ):
            with pytest.raises(InvalidBackup, match=why):
                verify(file)
            with pytest.raises(InvalidBackup, match=why):
                restore(file, sqlite)
        assert verify(good).counts["sessions"] == 200


class TestRestore:
    @pytest.fixture
    async def copy(self, sqlite: str, tmp_path: Path) -> Path:
        """Make a backup, then change the store."""
        store = await Store.open(sqlite)
        await store.metadata.record_start(tmp_path / "shown.json")
        await furnish(store)
        made = backup(sqlite, tmp_path / "copies").file
        await store.commit(change("t0001", 1))
        await store.close()
        return made

    async def test_restore_replaces_the_database_and_keeps_the_old_one(
        self, sqlite: str, tmp_path: Path, copy: Path
    ) -> None:
        replaced = restore(copy, sqlite)
        store = await Store.open(sqlite)
        assert await store.revision("t0001") == 1
        began = await store.metadata.record_start(tmp_path / "shown.json")
        assert (began.why, began.marked) == ("copy", 2)
        await store.close()
        assert replaced is not None and verify(replaced).counts["answers"] == 5
        restore(replaced, sqlite)
        store = await Store.open(sqlite)
        assert await store.revision("t0001") == 2, "and back"
        await store.close()
        assert not (set(files(tmp_path)) - {"hob.db", "copies", "replaced", "shown.json"})

    async def test_restore_is_refused_while_hob_runs(self, sqlite: str, copy: Path) -> None:
        store = await Store.open(sqlite)
        leases = store.leases()
        await leases.heartbeat()
        with pytest.raises(StoreBusy, match="Hob is using"):
            restore(copy, sqlite)
        async with store.engine.begin() as connection:  # an expiry time from before the clock was set back
            await connection.execute(update(tables.leases).values(until=tables.leases.c.until + 3600))
        with pytest.raises(StoreBusy, match="has the database open"):
            await asyncio.to_thread(restore, copy, sqlite)
        await leases.release_all()
        with pytest.raises(StoreBusy, match="has the database open"):
            await asyncio.to_thread(restore, copy, sqlite)
        assert await store.commit(change("t0001", 2)) == 3, "it is unchanged"
        await store.close()
        restore(copy, sqlite)

    async def test_restore_creates_a_missing_database(self, tmp_path: Path, copy: Path) -> None:
        url = f"sqlite:///{tmp_path}/elsewhere/hob.db"
        assert restore(copy, url) is None
        store = await Store.open(url)
        assert await store.revision("t0001") == 1
        await store.close()

    async def test_restore_keeps_a_damaged_database_aside(self, sqlite: str, tmp_path: Path, copy: Path) -> None:
        file = tmp_path / "hob.db"
        file.write_bytes(b"nonsense" * 1000)
        replaced = restore(copy, sqlite)
        assert replaced is not None and replaced.read_bytes() == b"nonsense" * 1000
        store = await Store.open(sqlite)
        assert await store.revision("t0001") == 1
        await store.close()

    async def test_a_database_of_another_program_stays(self, tmp_path: Path, copy: Path) -> None:
        file = tmp_path / "birds.db"
        with closing(sqlite3.connect(file)) as birds:
            birds.execute("CREATE TABLE birds (name)")
        before = file.read_bytes()
        with pytest.raises(ForeignStore, match=rf"^{file} isn't a database of Hob: check HOB_DATA and HOB_DATABASE\.$"):
            restore(copy, f"sqlite:///{file}")
        assert file.read_bytes() == before and files(tmp_path / "replaced") == []

    async def test_restore_replaces_an_empty_file(self, tmp_path: Path, copy: Path) -> None:
        (file := tmp_path / "empty.db").touch()
        restore(copy, f"sqlite:///{file}")
        assert verify(file).counts["sessions"] == 3

    async def test_a_healthy_database_that_cannot_be_opened_stays(
        self, sqlite: str, tmp_path: Path, copy: Path
    ) -> None:
        in_the_way = tmp_path / "hob.db-wal"
        in_the_way.mkdir()  # fails as a file of another user does, also for root
        with pytest.raises(StoreUnavailable, match=r"Can't read and write .*hob\.db .*: check its files' owner\."):
            restore(copy, sqlite)
        in_the_way.rmdir()
        store = await Store.open(sqlite)
        assert await store.revision("t0001") == 2
        await store.close()

    async def test_a_log_left_behind_does_not_change_the_restored_backup(
        self, sqlite: str, tmp_path: Path, copy: Path
    ) -> None:
        file, log = tmp_path / "hob.db", tmp_path / "hob.db-wal"
        store = await Store.open(sqlite)
        await store.commit(change("t0002", 1))
        newest_moves = log.read_bytes()
        await store.close()
        file.unlink()
        log.write_bytes(newest_moves)
        replaced = restore(copy, sqlite)
        assert replaced is not None and replaced.read_bytes() == newest_moves
        store = await Store.open(sqlite)
        assert [await store.revision(id) for id in ("t0001", "t0002")] == [1, 1]
        await store.close()

    async def test_a_backup_of_an_older_hob_is_restored(self, sqlite: str, tmp_path: Path) -> None:
        old = tmp_path / "old.db"
        connection = sqlite3.connect(old)
        connection.executescript((RELEASED / "0.1.0.sqlite.sql").read_text())
        connection.close()
        assert verify(old).counts == {"sessions": 6, "answers": 8, "sitting": 9, "persons": 2}
        restore(old, sqlite)
        assert await upgrade(sqlite) is not None
        store = await Store.open(sqlite)
        assert (await store.counts())["playing"] == 2
        assert await store.maintenance.vacuum() == 0
        await store.close()
        connection = sqlite3.connect(tmp_path / "hob.db")
        assert connection.execute("PRAGMA auto_vacuum").fetchone() == (2,), "from now on its space can be freed"
        connection.close()


class TestMove:
    @pytest.mark.parametrize("back", [False, True])
    async def test_a_database_moves_to_postgresql_and_back(
        self, sqlite: str, postgresql: str, tmp_path: Path, back: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("db.backups.PAGE_SIZE", 3)
        source, target = (postgresql, sqlite) if back else (sqlite, postgresql)
        old = await Store.open(source)
        await old.metadata.record_start(tmp_path / "shown.json")
        await furnish(old, 10)
        before = await rows(old)
        counts = await move(source, target)
        assert counts == {name: len(found) for name, found in before.items()}
        new = await Store.open(target)
        assert await rows(new) == before == await rows(old)
        began = await new.metadata.record_start(tmp_path / "shown.json")
        assert (began.start, began.why) == (2, ""), "it is the same store, and its screens are right"
        assert await new.commit(change("t0001", 1)) == 2
        await old.close()
        await new.close()
        with pytest.raises(InvalidBackup, match="isn't empty"):
            await move(source, target)

    async def test_moving_is_refused_while_hob_runs(self, sqlite: str, tmp_path: Path) -> None:
        store = await Store.open(sqlite)
        await store.leases().heartbeat()
        with pytest.raises(StoreBusy):
            await move(sqlite, f"sqlite:///{tmp_path}/new.db")
        await store.close()

    @pytest.mark.parametrize(
        ("column", "damage", "named"),
        [
            ("answers.step", "CAST(x'00' AS TEXT)", "session_id t0003, revision 0 (answers.step: "),
            ("sessions.due_at", "'soon'", "id t0003 (sessions.due_at: str "),
        ],
    )
    async def test_a_move_names_the_row_that_does_not_fit_and_leaves_nothing(
        self, sqlite: str, postgresql: str, column: str, damage: str, named: str
    ) -> None:
        store, (table, name) = await Store.open(sqlite), column.split(".")
        await furnish(store, 5)
        id = "id" if table == "sessions" else "session_id"
        async with store.engine.connect() as connection:
            await connection.exec_driver_sql(f"UPDATE {table} SET {name} = {damage} WHERE {id} = 't0003'")
        with pytest.raises(InvalidBackup, match=re.escape(f"Can't copy the row with {named}")):
            await move(sqlite, postgresql)
        new = await Store.open(postgresql)
        assert sum(len(found) for found in (await rows(new)).values()) == 0
        async with new.engine.connect() as connection:
            assert len((await connection.execute(select(marks))).all()) == 1
        await new.close()
        await store.close()
