"""Open a database by its URL, and migrate it.

The Store uses the same SQLAlchemy Core for SQLite and PostgreSQL.  Connection settings that differ between the two
(durability, timeouts, write and migration locks) are all here.
"""

import asyncio
import os
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from sqlalchemy import Connection, Double, Engine, Row, create_engine, event, inspect
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.functions import FunctionElement

from db.rows import DatabaseError, EmptyStore, ForeignStore, NewerStore, OlderStore, StoreError, StoreUnavailable
from db.schema import metadata

Result = TypeVar("Result")

BUSY_TIMEOUT = 10  # seconds to wait for a connection, or for another process to finish its write
READERS = 3  # threads that read a SQLite store
IDLE_TRANSACTION_TIMEOUT = 10  # seconds that a transaction may stay idle
SEND_SIZE = 65_536  # bytes of rows to send at once; asyncpg writes up to 131,072 at once
MIGRATION_LOCK = 0x486F62  # an arbitrary advisory lock number
# Seconds; by then, IDLE_TRANSACTION_TIMEOUT has ended the transaction of a process that stopped before its migration.
MIGRATION_LOCK_TIMEOUT = 30
LOCK_NOT_AVAILABLE = "55P03"  # PostgreSQL's error code
DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


class clock(FunctionElement[float]):
    """The current time in seconds since 1970, by the database's clock, which all processes share."""

    type = Double()
    inherit_cache = True


@compiles(clock, "sqlite")
def _sqlite_clock(*_: Any, **__: Any) -> str:
    return "((julianday('now') - 2440587.5) * 86400.0)"


@compiles(clock, "postgresql")
def _postgresql_clock(*_: Any, **__: Any) -> str:
    return "CAST(extract(epoch FROM clock_timestamp()) AS double precision)"


def parse_url(url: str) -> URL:
    """Return the URL with its driver, and asyncpg's `ssl` for libpq's `sslmode`. Raises StoreUnavailable."""
    try:
        parsed = make_url(url)
        driver = DRIVERS[parsed.drivername]
    except (ArgumentError, KeyError, ValueError):
        raise StoreUnavailable("A database URL must start with sqlite:/// or postgresql://.") from None
    if parsed.get_backend_name() == "sqlite" and parsed.database in (None, "", ":memory:"):
        raise StoreUnavailable("A SQLite URL must name a file, as in sqlite:///data/hob.db.")
    query = {"ssl" if key == "sslmode" else key: value for key, value in parsed.query.items()}
    return parsed.set(drivername=driver, query=query)


def connect(url: str, answer_within: float | None = 30) -> AsyncEngine:
    """Return an engine that hasn't connected yet. Raises StoreUnavailable if the URL isn't supported.

    `answer_within` is how many seconds a PostgreSQL statement may take; None means any time.
    """
    parsed = parse_url(url)
    if parsed.get_backend_name() == "postgresql":
        waits = {"timeout": BUSY_TIMEOUT, "command_timeout": answer_within}
        engine = create_async_engine(parsed, pool_pre_ping=True, connect_args=waits)
        event.listen(engine.sync_engine, "do_executemany", _send_in_parts)
        event.listen(engine.sync_engine, "connect", _set_up_postgresql)
        return engine
    engine = create_async_engine(parsed)
    _listen_sqlite(engine.sync_engine)
    return engine


def _listen_sqlite(engine: Engine) -> None:
    event.listen(engine, "do_connect", _open_existing)
    event.listen(engine, "connect", _set_up_sqlite)


def _open_existing(_dialect: Any, _record: Any, names: list[str], how: dict[str, Any]) -> None:
    """Refuse to connect if the file is missing: SQLite would create an empty one and delete the old log."""
    file = Path(names[0])
    if not file.exists():
        raise OSError(f"the file {file} is missing")
    names[0], how["uri"] = file_uri(file, "mode=rw"), True


def file_uri(file: Path, query: str) -> str:
    return f"file:{quote(str(file.absolute()))}?{query}"


def open_file(file: str | Path, wait: float = BUSY_TIMEOUT) -> sqlite3.Connection:
    """Open an existing SQLite file without SQLAlchemy; a missing one isn't created, as `_open_existing` says."""
    return sqlite3.connect(file_uri(Path(file), "mode=rw"), timeout=wait, isolation_level=None, uri=True)


def _set_up_postgresql(connection: Any, _record: Any) -> None:
    """Set a timeout, so that a process that is stopped in mid-transaction doesn't keep its rows locked."""
    connection.autocommit = True
    cursor = connection.cursor()
    cursor.execute(f"SET idle_in_transaction_session_timeout = '{IDLE_TRANSACTION_TIMEOUT}s'")
    cursor.close()
    connection.autocommit = False


def limit_lock_wait(connection: Connection, seconds: float) -> None:
    """On PostgreSQL, fail each statement of this transaction that waits longer than `seconds` for a lock."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{seconds}s'")


def _send_in_parts(cursor: Any, statement: str, rows: Sequence[Sequence[Any]], _context: Any) -> bool:
    """Execute a statement for no more rows at once than asyncpg sends in one write.

    A process that is stopped between two writes isn't idle for the server, so the timeout would never end it.
    """
    part: list[Sequence[Any]] = []
    left = SEND_SIZE
    for row in rows:
        size = 64 + sum(16 + (len(value) if isinstance(value, bytes | str) else 0) for value in row)
        left -= size
        if left < 0 and part:
            cursor.executemany(statement, part)
            part, left = [], SEND_SIZE - size
        part.append(row)
    cursor.executemany(statement, part)
    return True


PRAGMAS = (
    f"busy_timeout={BUSY_TIMEOUT * 1000}",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "secure_delete=ON",  # erased data must not stay in the file, regardless of the default of this SQLite build
)


def _set_pragma(cursor: Any, pragma: str) -> None:
    """Retry while the database is busy: SQLite's busy timeout doesn't cover changing the journal of a new file."""
    until = time.monotonic() + BUSY_TIMEOUT
    while True:
        try:
            cursor.execute(f"PRAGMA {pragma}")
            return
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # the driver must not begin transactions itself; a single read needs none
    # Invalid UTF-8 in one row must not make the query fail for the others.
    getattr(connection, "driver_connection", connection).text_factory = lambda text: text.decode("utf-8", "replace")
    cursor = connection.cursor()
    cursor.execute("PRAGMA auto_vacuum")
    if cursor.fetchone() == (0,):  # setting it again would be a write, which fails on a full disk
        _set_pragma(cursor, "auto_vacuum=INCREMENTAL")  # takes effect in new files only
    for pragma in PRAGMAS:
        _set_pragma(cursor, pragma)
    cursor.close()


class Transactions(ABC):
    """Runs functions in transactions that commit when the function returns, and runs single queries."""

    engine: Engine
    reading: Engine  # for single queries

    @abstractmethod
    async def run(self, work: Callable[[Connection], Result]) -> Result: ...

    @abstractmethod
    async def read(self, query: Executable, values: dict[str, Any] | None) -> Sequence[Row[Any]]: ...

    async def close(self) -> None:
        self.engine.dispose()


class LoopTransactions(Transactions):
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self.engine = self.reading = engine.sync_engine

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def read(self, query: Executable, values: dict[str, Any] | None) -> Sequence[Row[Any]]:
        async with self._engine.connect() as connection:
            return (await connection.execute(query, values)).all()

    async def close(self) -> None:
        await self._engine.dispose()


class ThreadTransactions(Transactions):
    """Runs each transaction or query as one call on a thread; aiosqlite would make a call for every small step.

    It has its own threads, so that it doesn't queue behind other users of the default executor.
    """

    def __init__(self, url: URL) -> None:
        self.engine, self.reading = (create_engine(url.set(drivername="sqlite")) for _ in range(2))
        self._file = Path(url.database or "")
        self._opened: tuple[int, int] | None = None
        for engine in (self.engine, self.reading):
            _listen_sqlite(engine)
        event.listen(self.engine, "begin", _begin_immediate)
        self._thread, self._readers = ThreadPoolExecutor(1, "store"), ThreadPoolExecutor(READERS, "store reader")

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, work)

    def _run(self, work: Callable[[Connection], Result]) -> Result:
        self._require_same_file()
        with self.engine.begin() as connection:
            return work(connection)

    async def read(self, query: Executable, values: dict[str, Any] | None) -> Sequence[Row[Any]]:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, query, values)

    def _read(self, query: Executable, values: dict[str, Any] | None) -> Sequence[Row[Any]]:
        with self.reading.connect() as connection:
            return connection.execute(query, values).all()

    def _require_same_file(self) -> None:
        """Raise OSError if the file was moved or replaced: what we write to the old one is lost at the next start."""
        try:
            status = self._file.stat()
        except OSError:
            raise OSError(f"the file {self._file} is missing") from None
        self._opened = self._opened or (status.st_dev, status.st_ino)
        if self._opened != (status.st_dev, status.st_ino):
            raise OSError(f"the file {self._file} was replaced; start Hob again")

    async def close(self) -> None:
        self._readers.shutdown()
        self._thread.shutdown()
        self.reading.dispose()
        await super().close()


def _begin_immediate(connection: Connection) -> None:
    """Lock before reading, so that what was read can't change before the write."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def make_transactions(engine: AsyncEngine) -> Transactions:
    return ThreadTransactions(engine.url) if engine.dialect.name == "sqlite" else LoopTransactions(engine)


async def migrate(url: str, create: bool = True, copy: Callable[[], object] | None = None) -> tuple[str, str] | None:
    """Set up an empty database or migrate an older one, in one transaction that excludes other processes.

    Raises EmptyStore for an empty database unless `create` is set, and NewerStore or ForeignStore if a newer version or
    another program wrote it.  Calls `copy` before migrating an older one, and changes nothing if that raises; without
    `copy`, raises OlderStore instead.  Returns the revisions before and after a migration, None if there was none.
    """
    transactions = make_transactions(connect(url, answer_within=None))
    try:
        await _check_connection(transactions)
        with translate_errors(SQLAlchemyError):
            return await transactions.run(lambda connection: _upgrade(connection, create, copy))
    finally:
        await transactions.close()


async def _check_connection(transactions: Transactions) -> None:
    """Connect once before any of our own code runs, so that every error here is about the URL or the database."""
    with translate_errors(Exception):
        if transactions.engine.dialect.name == "sqlite":
            _create_file(Path(transactions.engine.url.database or ""))
        await transactions.run(lambda connection: None)


def _create_file(file: Path) -> None:
    """Create the folder and an empty file that only the owner can read; SQLite copies its mode to the side files."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if is_orphaned_log(file):
        log, _ = side_files(file)
        raise OSError(f"{file} is missing or empty, but its log {log.name} isn't: put it back, or move the log, too")
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    for path in (file, *side_files(file)):
        with suppress(FileNotFoundError, PermissionError):  # a file of another user keeps its mode
            path.chmod(0o600)


def is_orphaned_log(file: Path) -> bool:
    """Return whether only the log of a SQLite store is left; it may hold the newest moves.

    SQLite deletes the log of a missing or empty file.
    """
    log, _ = side_files(file)
    return not _has_content(file) and _has_content(log)


def _has_content(file: Path) -> bool:
    return file.exists() and file.stat().st_size > 0


def side_files(file: Path) -> tuple[Path, Path]:
    """Return the paths of a SQLite file's write-ahead log and of its index."""
    return file.with_name(file.name + "-wal"), file.with_name(file.name + "-shm")


def _upgrade(connection: Connection, create: bool, copy: Callable[[], object] | None) -> tuple[str, str] | None:
    postgresql = connection.dialect.name == "postgresql"
    if postgresql:
        limit_lock_wait(connection, MIGRATION_LOCK_TIMEOUT)
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
    there = inspect(connection).has_table("alembic_version")
    revisions = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all() if there else []
    if unknown := {*revisions} - known_revisions():
        raise NewerStore(f"A newer version of Hob wrote the database (its revision {min(unknown)} is unknown here).")
    newest = max(known_revisions())
    if revisions == [newest]:
        return None
    if postgresql:  # a migration may take long
        limit_lock_wait(connection, 0)
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
    if not revisions:
        tables = {*inspect(connection).get_table_names()} - {"alembic_version"}
        if tables & metadata.tables.keys() if postgresql else tables:  # a server may have other tables, of extensions
            raise ForeignStore
        if not create:
            raise EmptyStore("The database is empty: the first `hob run` sets it up.")
        _migrate(connection)
        return None
    before = max(revisions)
    if copy is None:
        raise OlderStore(before, newest, connection.dialect.name == "sqlite")
    copy()
    _migrate(connection)
    return before, newest


def _migrate(connection: Connection) -> None:
    from alembic import command  # imported late: it takes 11 MB, and is used once per release
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "db:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def known_revisions() -> set[str]:
    """Return the schema revisions that this version can open, from file names: `m0001_first.py` is "0001"."""
    return {file.stem[1:5] for file in (Path(__file__).parent / "migrations" / "versions").glob("m*.py")}


def is_database_down(fault: BaseException) -> bool:
    """Return whether the database itself failed, as opposed to one row of the input, a conflict, or our own code."""
    is_of_row = isinstance(fault, IntegrityError) or _sqlstate(fault) == LOCK_NOT_AVAILABLE
    return is_database_error(fault) and not is_of_row and not is_serialization_failure(fault)


def is_serialization_failure(fault: BaseException) -> bool:
    """Return whether a transaction was aborted in favour of another one, as in a deadlock; a retry helps."""
    return _sqlstate(fault).startswith("40")


def _sqlstate(fault: BaseException) -> str:
    return str(getattr(fault.orig, "sqlstate", "")) if isinstance(fault, DBAPIError) else ""


def is_database_error(fault: BaseException) -> bool:
    """Return whether the database raised this; asyncpg's connection errors don't all arrive as SQLAlchemyError."""
    return isinstance(fault, OSError | SQLAlchemyError) or type(fault).__module__.startswith("asyncpg.")


def to_store_error(fault: BaseException) -> DatabaseError:
    why = str(getattr(fault, "orig", None) or fault).strip() or type(fault).__name__
    return DatabaseError(f"Database error: {why.splitlines()[0]}")


@contextmanager
def translate_errors(
    errors: type[Exception] | tuple[type[Exception], ...], to_error: Callable[[Exception], StoreError] = to_store_error
) -> Iterator[None]:
    try:
        yield
    except errors as fault:
        raise to_error(fault) from fault
