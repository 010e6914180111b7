"""Opening a database: an empty one, an existing one, two at the same time, and a foreign one."""

import asyncio
import importlib
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection

from db import ForeignStore, NewerStore, Store, StoreUnavailable, connect
from db.connect import known_revisions, parse_url as parsed
from db.migrations import versions
from db.schema import metadata
from tests.db.conftest import Cluster
from tests.db.rows import change, session

OPENS = """
import asyncio, sys
from db import Store

async def main():
    await (await Store.open(sys.argv[1])).close()
    print("alembic" in sys.modules)

asyncio.run(main())
"""
OPEN_AND_CLOSE = """
import asyncio, sys
from db import Store

async def main():
    print("ready", flush=True)
    sys.stdin.readline()
    store = await Store.open(sys.argv[1])
    await store.counts()
    await store.close()

asyncio.run(main())
"""


async def test_the_migrations_build_what_the_schema_says(store: Store) -> None:
    def differences(connection: Connection) -> object:
        return compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata)

    async with store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_reopening_changes_nothing(store: Store, address: str) -> None:
    await store.create(session(), [11])
    for _ in range(2):
        again = await Store.open(address)
        assert await again.get("ghosts") == session()
        await again.close()
    assert await store.commit(change()) == 1


async def test_a_database_of_a_newer_hob_is_refused(address: str) -> None:
    store = await Store.open(address)
    await store.create(session(), [11])
    async with store.engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    await store.close()
    with pytest.raises(NewerStore, match=r"newer version .*9999"):
        await Store.open(address)


async def test_tables_of_another_program_are_left_alone(address: str) -> None:
    store = await Store.open(address)
    await store.create(session(), [])
    async with store.engine.begin() as connection:
        await connection.exec_driver_sql("DROP TABLE alembic_version")
    await store.close()
    with pytest.raises(ForeignStore, match="isn't a database of Hob"):
        await Store.open(address)


@pytest.mark.slow
def test_processes_that_start_at_once_migrate_once(address: str) -> None:
    command = [sys.executable, "-c", OPEN_AND_CLOSE, address]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    starters = [subprocess.Popen(command, **pipes) for _ in range(4)]
    for starter in starters:
        assert starter.stdout and starter.stdout.readline() == "ready\n"
    for starter in starters:
        assert starter.stdin
        starter.stdin.write("go\n")
        starter.stdin.flush()
    ends = [(starter.communicate()[1], starter.returncode) for starter in starters]
    assert ends == [("", 0)] * 4


async def test_stores_that_open_at_once_migrate_once(address: str) -> None:
    stores = await asyncio.gather(*(Store.open(address) for _ in range(4)))
    await stores[0].create(session(), [])
    assert await stores[3].get("ghosts") == session()
    for store in stores:
        await store.close()


async def test_a_process_frozen_in_its_start_lets_others_start(
    cluster: Cluster, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The event loop stops while the process has the migration lock, as in a process that is suspended."""
    await (await Store.open(postgresql)).close()

    def freeze() -> set[str]:
        cluster.sql(f"SET lock_timeout = '20s'; SELECT pg_advisory_lock({connect.MIGRATION_LOCK})")
        return known_revisions()

    monkeypatch.setattr(connect, "IDLE_TRANSACTION_TIMEOUT", 1)
    monkeypatch.setattr(connect, "known_revisions", freeze)
    with pytest.raises(StoreUnavailable, match="closed"):
        await Store.open(postgresql)


async def test_a_start_waits_only_briefly_for_a_migration(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await Store.open(postgresql)
    monkeypatch.setattr(connect, "MIGRATION_LOCK_TIMEOUT", 0.1)
    async with store.engine.begin() as migration:
        await migration.exec_driver_sql(f"SELECT pg_advisory_xact_lock({connect.MIGRATION_LOCK})")
        with pytest.raises(StoreUnavailable, match="lock timeout"):
            await Store.open(postgresql)
    await store.close()


async def test_a_migration_may_take_long(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[str] = []
    migrate = connect._migrate

    def look(connection: Connection) -> None:
        for limit in ("lock_timeout", "idle_in_transaction_session_timeout", "statement_timeout"):
            limits.append(connection.exec_driver_sql(f"SHOW {limit}").scalar_one())
        migrate(connection)

    monkeypatch.setattr(connect, "_migrate", look)
    await (await Store.open(postgresql)).close()
    assert limits == ["0"] * 3


async def test_sqlite_is_as_durable_as_promised(sqlite: str) -> None:
    store = await Store.open(sqlite)
    async with store.engine.connect() as connection:
        settings = [
            (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    assert settings == ["wal", 2, 1, 10_000]
    await store.close()


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


async def test_a_sqlite_file_is_readable_only_by_its_owner(sqlite: str, tmp_path: Path) -> None:
    (tmp_path / "hob.db").touch(0o644)
    store = await Store.open(sqlite)
    await store.create(session(), [11])
    assert modes(tmp_path) == {"hob.db": 0o600, "hob.db-wal": 0o600, "hob.db-shm": 0o600}
    await store.close()


@pytest.mark.parametrize("scheme", ["sqlite", "sqlite+aiosqlite"])
async def test_a_sqlite_address_makes_its_folder(tmp_path: Path, scheme: str) -> None:
    store = await Store.open(f"{scheme}:///{tmp_path}/data/deep/hob.db")
    await store.close()
    assert (tmp_path / "data/deep/hob.db").exists()


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+asyncpg"])
async def test_a_postgresql_address_in_every_spelling(postgresql: str, scheme: str) -> None:
    store = await Store.open(f"{scheme}://{postgresql.partition('://')[2]}&sslmode=disable")
    await store.counts()
    await store.close()


def test_an_address_gets_its_driver() -> None:
    told = str(parsed("postgresql://hob@db.example/hob?sslmode=require"))
    assert told == "postgresql+asyncpg://hob@db.example/hob?ssl=require"


@pytest.mark.parametrize("url", ["", "hob.db", "mysql://hob@db/hob", "postgresql+psycopg://db/hob", "sqlite"])
async def test_an_invalid_address_is_explained(url: str) -> None:
    with pytest.raises(StoreUnavailable, match="must start with sqlite:/// or postgresql://"):
        await Store.open(url)


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
async def test_sqlite_needs_a_file(url: str) -> None:
    with pytest.raises(StoreUnavailable, match="must name a file"):
        await Store.open(url)


async def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "hob.db"
    file.write_text("a shopping list, and not a short one " * 100)
    with pytest.raises(StoreUnavailable, match="not a database"):
        await Store.open(f"sqlite:///{file}")
    assert file.read_text().startswith("a shopping list")


async def test_a_folder_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(StoreUnavailable):
        await Store.open(f"sqlite:///{tmp_path}/data/hob.db")


@pytest.mark.parametrize(
    "rest", ["hob@127.0.0.1:1/hob", "hob@/hob?host=/nowhere", "hob@127.0.0.1:1/hob?no_such_option=1"]
)
async def test_an_unreachable_server_is_reported(rest: str) -> None:
    with pytest.raises(StoreUnavailable, match=r"^Database error: .+") as fault:
        await Store.open(f"postgresql://{rest}")
    assert "\n" not in str(fault.value)


async def test_a_server_without_hobs_database_is_reported(cluster: Cluster) -> None:
    with pytest.raises(StoreUnavailable, match="does not exist"):
        await Store.open(f"postgresql://hob@/nothing?host={cluster.home}")


def test_a_migration_is_called_by_its_number_and_follows_the_one_before() -> None:
    folder = Path(versions.__path__[0])
    found = {file.stem: importlib.import_module(f"{versions.__name__}.{file.stem}") for file in folder.glob("m*.py")}
    numbers = {name[1:5]: (module.revision, module.down_revision) for name, module in found.items()}
    assert numbers == {f"{n:04}": (f"{n:04}", f"{n - 1:04}" if n > 1 else None) for n in range(1, len(found) + 1)}
    assert known_revisions() == {*numbers}


@pytest.mark.slow
def test_a_current_database_opens_without_alembic(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'hob.sqlite3'}"
    told = [subprocess.run([sys.executable, "-c", OPENS, address], capture_output=True, text=True) for _ in range(2)]
    assert [one.stdout.split() for one in told] == [["True"], ["False"]], told
