"""Full disks, lost servers, killed processes: acknowledged data stay, and nothing is written partially."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Table, event

from db import ChannelTaken, StaleRevision, Store, StoreUnavailable, connect, unit_of_work, write_commands
from db.schema import sitting
from db.unit_of_work import Database
from tests.db.conftest import Cluster
from tests.db.rows import change, session

TABLES = [f"table-{number}" for number in range(8)]
BIG = bytes(range(256)) * 400


async def states(store: Store) -> list[tuple[int, int, bytes | None]]:
    """Return the revision, number of answers and state of every table."""
    rows = [(await store.get(id), await store.answers(id)) for id in TABLES]
    return [(row.revision, len(answers), row.state) for row, answers in rows if row]


async def refused(store: Store, revision: int, **fields: Any) -> None:
    moves = [store.commit(change(id, revision, **fields)) for id in TABLES]
    ends = await asyncio.gather(*moves, return_exceptions=True)
    assert all(isinstance(end, StoreUnavailable) for end in ends), ends


async def accepted(store: Store, revision: int, **fields: Any) -> None:
    moves = [store.commit(change(id, revision, **fields)) for id in TABLES]
    assert await asyncio.gather(*moves) == [revision + 1] * len(TABLES)


@pytest.fixture
async def tables(store: Store) -> AsyncIterator[Store]:
    for channel, id in enumerate(TABLES):
        await store.create(session(id, channel), [11])
    yield store


class TestDiskFull:
    @pytest.fixture
    def address(self, sqlite: str) -> str:
        return sqlite

    async def test_a_full_disk_refuses_the_whole_batch_and_nothing_else(self, tables: Store) -> None:
        pages = 0

        def ration(connection: Any, *_: Any) -> None:
            connection.cursor().execute(f"PRAGMA max_page_count = {pages or 2**30}")

        event.listen(tables._database.transactions.engine, "checkout", ration)
        async with tables.engine.connect() as connection:
            pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one() + 40
        before = await states(tables)
        for _ in range(3):
            await refused(tables, 0, state=BIG)
            assert await states(tables) == before
        assert await tables.commit(change(TABLES[0])) == 1, "a small one still fits"
        await tables.counts()
        pages = 0
        assert await asyncio.gather(*(tables.commit(change(id, state=BIG)) for id in TABLES[1:])) == [1] * 7
        assert await states(tables) == [(1, 1, b'{"revision": 1}')] + [(1, 1, BIG)] * 7

    @pytest.mark.slow
    async def test_a_file_that_cannot_grow_refuses_writes(self, tables: Store, address: str) -> None:
        """The operating system itself refuses the write, in a separate process."""
        done = await asyncio.to_thread(run, GROW, address)
        acknowledged, refusals, more = map(int, done.split())
        assert acknowledged > 0 and refusals == 3 and more == 5
        row = await tables.get(TABLES[0])
        assert row is not None and row.revision == acknowledged + more == len(await tables.answers(TABLES[0]))

    @pytest.mark.slow
    async def test_the_database_can_be_read_while_hob_runs(self, tables: Store, address: str) -> None:
        assert (await asyncio.to_thread(run, LOOK, address)).split() == TABLES


LOOK = """
import asyncio, resource, sys
from db import Store

async def main():
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    store = await Store.open(sys.argv[1])
    print(*sorted(one.id for one in await store.maintenance.tables()))
    await store.close()

asyncio.run(main())
"""

GROW = """
import asyncio, resource, sys
from db import Store, StoreUnavailable
from tests.db.rows import change

async def main():
    store = await Store.open(sys.argv[1])
    done = refused = 0

    async def move():
        nonlocal done, refused
        try:
            await store.commit(change("table-0", done, state=bytes(range(256)) * 100))
            done += 1
        except StoreUnavailable:
            refused += 1

    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, limit[1]))
    while refused < 3:
        await move()
    full = done
    resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    for _ in range(5):
        await move()
    print(full, refused, done - full)
    await store.close()

asyncio.run(main())
"""


def run(program: str, *words: str) -> str:
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


class TestMovedAway:
    @pytest.fixture
    def address(self, sqlite: str) -> str:
        return sqlite

    async def test_a_missing_file_is_not_replaced_by_a_new_one(self, tables: Store, tmp_path: Path) -> None:
        file = tmp_path / "hob.db"
        await accepted(tables, 0)
        file.rename(tmp_path / "away.db")
        ends = await asyncio.gather(*(tables.get(id) for id in TABLES), return_exceptions=True)
        assert {str(end) for end in ends} == {f"Database error: the file {file} is missing"}
        await refused(tables, 1)
        with pytest.raises(StoreUnavailable):
            await tables.maintenance.vacuum()
        assert not file.exists()
        (tmp_path / "away.db").rename(file)
        await accepted(tables, 1)
        assert {(revision, answers) for revision, answers, _ in await states(tables)} == {(2, 2)}

    async def test_no_database_is_created_next_to_an_orphaned_log(self, tables: Store, tmp_path: Path) -> None:
        """The moves that are only in the log would be lost, and the moved file would lack its last moves."""
        file = tmp_path / "hob.db"
        await accepted(tables, 0)
        file.rename(tmp_path / "away.db")
        for _ in range(2):  # the second time with an empty file, as a copy onto a full disk leaves it
            with pytest.raises(StoreUnavailable, match=r"hob.db is missing or empty, but its log hob.db-wal isn't"):
                await Store.open(f"sqlite:///{file}")
            file.touch()
        (tmp_path / "away.db").rename(file)
        again = await Store.open(f"sqlite:///{file}")
        assert {answers for _, answers, _ in await states(again)} == {1}
        await again.close()


MOVE_FOR_EVER = """
import asyncio, sys
from db import Store
from tests.db.rows import change
from tests.db.test_faults import TABLES

async def play(store, id):
    revision = 0
    while True:
        state = b"%d" % (revision + 1) * 500
        revision = await store.commit(change(id, revision, state=state, persons=[revision, 11]))
        print(id, revision, flush=True)

async def main():
    store = await Store.open(sys.argv[1])
    await asyncio.gather(*(play(store, id) for id in TABLES))

asyncio.run(main())
"""


def killed_after(lines: int, address: str) -> dict[str, int]:
    """Kill a process while it writes; return the revisions that it acknowledged, by table."""
    command = [sys.executable, "-c", MOVE_FOR_EVER, address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout
        heard = [child.stdout.readline() for _ in range(lines)]
        child.kill()
        heard += child.stdout.readlines()
    whole = [line.split() for line in heard if line.endswith("\n")]
    return {id: int(revision) for id, revision in whole}


@pytest.mark.slow
@pytest.mark.parametrize("lines", [1, 333, 1000])
async def test_a_killed_hob_loses_nothing_acknowledged(tables: Store, address: str, lines: int) -> None:
    acknowledged = await asyncio.to_thread(killed_after, lines, address)
    for id in TABLES:
        row = await tables.get(id)
        assert row is not None
        assert row.revision >= acknowledged.get(id, 0)
        assert row.revision == len(await tables.answers(id))
        assert row.state == (b"%d" % row.revision * 500 if row.revision else b"{}")
        if row.revision > 1:
            assert id in [found.id for found in await tables.of_person(row.revision - 1)]
            assert id not in [found.id for found in await tables.of_person(row.revision - 2)]
        assert await tables.commit(change(id, row.revision)) == row.revision + 1


class TestServer:
    @pytest.fixture
    def address(self, mortal_cluster: Cluster) -> str:
        return mortal_cluster.empty()

    @pytest.mark.slow
    async def test_a_server_that_restarts_is_found_again(self, tables: Store, mortal_cluster: Cluster) -> None:
        before = await states(tables)
        mortal_cluster.stop()
        await refused(tables, 0)
        for question in (tables.get(TABLES[0]), tables.counts()):
            with pytest.raises(StoreUnavailable):
                await question
        await refused(tables, 0)
        mortal_cluster.start()
        assert await states(tables) == before
        await accepted(tables, 0)
        mortal_cluster.stop()
        mortal_cluster.start()
        await accepted(tables, 1)

    @pytest.mark.slow
    async def test_a_process_stuck_in_a_transaction_keeps_its_rows_only_briefly(
        self, tables: Store, address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(connect, "IDLE_TRANSACTION_TIMEOUT", 1)
        stopped = await Store.open(address)
        async with stopped.engine.connect() as connection:
            await connection.exec_driver_sql("SELECT * FROM sessions FOR UPDATE")
            async with asyncio.timeout(60):
                await accepted(tables, 0)
            await connection.invalidate()
        await stopped.close()

    @pytest.mark.slow
    @pytest.mark.parametrize("moment", ["begin", "commit"])
    async def test_a_connection_lost_in_a_transaction_is_handled(
        self, tables: Store, mortal_cluster: Cluster, moment: str
    ) -> None:
        before = await states(tables)
        with hanging_up(tables, mortal_cluster, moment):
            await refused(tables, 0)
        assert await states(tables) == before
        await accepted(tables, 0)

    @pytest.mark.slow
    async def test_a_connection_lost_while_splitting_a_batch_is_handled(
        self, tables: Store, mortal_cluster: Cluster
    ) -> None:
        before = await states(tables)
        poison = asyncio.create_task(tables.create(session("intruder", 0), []))
        with hanging_up(tables, mortal_cluster, "savepoint"):
            await refused(tables, 0)
        with pytest.raises(StoreUnavailable):
            await poison
        assert await states(tables) == before
        await accepted(tables, 0)

    @pytest.mark.slow
    async def test_a_connection_lost_after_any_reply_is_handled(
        self, tables: Store, mortal_cluster: Cluster, tmp_path: Path
    ) -> None:
        """The connection breaks while it is opened, set up or used: each time, the database is unavailable."""
        ends = []
        for replies in range(20):
            async with breaking(mortal_cluster, tmp_path, replies) as address:
                engine = connect.connect(address)
                store = Store(Database(engine, connect.make_transactions(engine)))
                try:
                    ends.append((await store.get(TABLES[0])) is not None)
                except StoreUnavailable:
                    ends.append(False)
                finally:
                    await store.close()
        assert ends == sorted(ends) and not ends[0] and ends[-1], "it was never cut, or never restored"


@asynccontextmanager
async def breaking(cluster: Cluster, folder: Path, replies: int) -> AsyncIterator[str]:
    """Proxy the server; after `replies` replies, close the connections.  Yield the proxy's address."""
    name = ".s.PGSQL.5432"

    async def passed_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal replies
        server, to_server = await asyncio.open_unix_connection(cluster.home / name)
        asked = asyncio.create_task(_all_of(reader, to_server))
        while (reply := await server.read(2**16)) and replies > 0:
            replies -= 1
            writer.write(reply)
        for end in (writer, to_server):
            end.close()
        await asked

    async with await asyncio.start_unix_server(passed_on, folder / name):
        yield f"postgresql://hob@/postgres?host={folder}"


async def _all_of(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while words := await reader.read(2**16):
        writer.write(words)
    writer.close()


@contextmanager
def hanging_up(store: Store, cluster: Cluster, moment: str) -> Iterator[None]:
    """Make the server close all connections at that moment of a transaction."""

    def hang_up(*_: Any) -> None:
        cluster.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )

    event.listen(store._database.transactions.engine, moment, hang_up)
    yield
    event.remove(store._database.transactions.engine, moment, hang_up)


class TestLocks:
    @pytest.fixture
    def address(self, postgresql: str) -> str:
        return postgresql

    @pytest.mark.parametrize("size", [20_000, 200_000])
    async def test_a_process_frozen_while_it_sends_a_batch_frees_its_rows(
        self, tables: Store, address: str, cluster: Cluster, monkeypatch: pytest.MonkeyPatch, size: int
    ) -> None:
        """The event loop stops after the first write of the batch, as in a process that is suspended."""
        monkeypatch.setattr(connect, "IDLE_TRANSACTION_TIMEOUT", 1)
        frozen = await Store.open(address)
        await accepted(frozen, 0)  # prepares the statements
        unlocked: list[str] = []

        def look() -> None:
            unlocked.append(cluster.sql("SET lock_timeout = '20s'; SELECT id FROM sessions FOR UPDATE"))

        def freeze(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
            if statement.startswith("UPDATE sessions"):
                asyncio.get_running_loop().call_soon(look)

        event.listen(frozen.engine.sync_engine, "before_cursor_execute", freeze)
        await refused(frozen, 1, state=bytes(size))
        assert sorted(unlocked[0].split()) == TABLES
        await accepted(tables, 1)
        await frozen.close()

    async def test_a_locked_row_stops_only_its_own_table(
        self, tables: Store, neighbour: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(unit_of_work, "LOCK_TIMEOUT", 0.1)
        locked, *others = TABLES
        async with neighbour.engine.begin() as other:
            await other.exec_driver_sql(f"SELECT id FROM sessions WHERE id = '{locked}' FOR UPDATE")
            ends = await asyncio.gather(*(tables.commit(change(id)) for id in TABLES), return_exceptions=True)
            assert isinstance(ends[0], StoreUnavailable) and ends[1:] == [1] * len(others)
        assert await tables.commit(change(locked)) == 1

    async def test_a_locked_channel_stops_only_its_own_table(
        self, store: Store, neighbour: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(unit_of_work, "LOCK_TIMEOUT", 0.1)
        await neighbour.create(session("old", 1), [])
        async with neighbour.engine.begin() as other:
            await other.exec_driver_sql("UPDATE sessions SET held_channel = 2")
            created = [store.create(session(f"new-{channel}", channel), []) for channel in (2, 3)]
            ends = await asyncio.gather(*created, return_exceptions=True)
            assert isinstance(ends[0], StoreUnavailable) and ends[1] is None
        with pytest.raises(ChannelTaken):
            await store.create(session("new-2", 2), [])

    @pytest.mark.slow
    async def test_a_deadlock_is_retried(
        self, tables: Store, neighbour: Store, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The gate makes the store's transaction the one that completes the deadlock, and so the one that is aborted.

        It happens twice, because the retry may run before the transaction that it gave way to.
        """
        monkeypatch.setattr(unit_of_work, "LOCK_TIMEOUT", 60)
        lock = "SELECT id FROM sessions WHERE id = '{}' FOR UPDATE"
        broken: list[str] = []
        event.listen(
            tables.engine.sync_engine, "handle_error", lambda at: broken.append(at.original_exception.sqlstate)
        )
        async with neighbour.engine.begin() as other, neighbour.engine.connect() as gate:
            mine, theirs = [
                (await one.exec_driver_sql("SELECT pg_backend_pid()")).scalar_one() for one in (other, gate)
            ]
            await other.exec_driver_sql("SET LOCAL deadlock_timeout = '1h'")
            await other.exec_driver_sql(lock.format(TABLES[-1]))
            await gate.exec_driver_sql(lock.format(TABLES[4]))
            moves = asyncio.gather(*(tables.commit(change(id)) for id in TABLES))
            for last in (False, True):
                await asyncio.to_thread(until_waiting, cluster, theirs)
                await other.exec_driver_sql("SAVEPOINT before")
                crossing = asyncio.create_task(other.exec_driver_sql(lock.format(TABLES[0])))
                await asyncio.to_thread(until_waits, cluster, mine)
                await gate.rollback()
                await crossing
                if not last:
                    await asyncio.to_thread(until_waiting, cluster, mine)
                    await gate.exec_driver_sql(lock.format(TABLES[4]))
                    await other.exec_driver_sql("ROLLBACK TO SAVEPOINT before")
        assert await moves == [1] * len(TABLES)
        assert broken == ["40P01", "40P01"]
        assert [(revision, answers) for revision, answers, _ in await states(tables)] == [(1, 1)] * len(TABLES)


@pytest.mark.slow
async def test_a_server_that_refuses_connections_is_reported(cluster: Cluster, postgresql: str) -> None:
    """A server that is starting or full reports it with the driver's own errors."""
    cluster.sql("DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN; GRANT ALL ON SCHEMA public TO guest")
    store = await Store.open(postgresql.replace("hob@", "guest@"))
    await store.create(session(TABLES[0]), [11])
    cluster.sql("ALTER ROLE guest CONNECTION LIMIT 0")
    cluster.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'guest'")
    for _ in range(3):
        with pytest.raises(StoreUnavailable, match="too many connections"):
            await store.get(TABLES[0])
        with pytest.raises(StoreUnavailable, match="too many connections"):
            await store.commit(change(TABLES[0]))
    cluster.sql("ALTER ROLE guest CONNECTION LIMIT -1")
    assert await store.commit(change(TABLES[0])) == 1
    await store.close()
    cluster.sql("DROP OWNED BY guest; DROP ROLE guest")


def until_waiting(cluster: Cluster, blocking: int) -> None:
    """Wait until a session of the server is blocked by this one."""
    until_positive(cluster, f"SELECT count(*) FROM pg_stat_activity WHERE {blocking} = ANY(pg_blocking_pids(pid))")


def until_waits(cluster: Cluster, blocked: int) -> None:
    """Wait until this session of the server is blocked."""
    until_positive(cluster, f"SELECT cardinality(pg_blocking_pids({blocked}))")


def until_positive(cluster: Cluster, query: str) -> None:
    for _ in range(2000):  # each starts a psql
        if cluster.sql(query) != "0":
            return
    raise AssertionError(f"always 0: {query}")


async def test_an_error_in_our_own_code_reaches_the_caller(tables: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error isn't swallowed or reported as a database error, and the writer keeps working."""

    insert = write_commands._insert

    def broken(connection: Connection, table: Table, rows: list[Any]) -> None:
        if table is sitting and rows:
            raise ZeroDivisionError
        insert(connection, table, rows)

    monkeypatch.setattr(write_commands, "_insert", broken)
    moves = [tables.commit(change(TABLES[0], persons=[11])), tables.commit(change(TABLES[1]))]
    moves += [tables.create(session("new", 100), [11])]
    ends = await asyncio.gather(*moves, return_exceptions=True)
    assert [type(end) for end in ends] == [ZeroDivisionError, int, ZeroDivisionError]
    monkeypatch.undo()
    assert await tables.commit(change(TABLES[0], persons=[11])) == 1
    with pytest.raises(StaleRevision):
        await tables.commit(change(TABLES[1]))
