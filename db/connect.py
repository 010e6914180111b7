"""From an address to a database that is open and up to date.

The Store speaks to SQLite and PostgreSQL in the same words.  The few settings of a connection that each of them has for
itself (durability, waiting, who may write or migrate at a time) are here and nowhere else.
"""

import asyncio
import os
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
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

from db.rows import NoStore, OlderStore, StoreUnavailable, WrongDatabase

Result = TypeVar("Result")

BUSY_TIMEOUT = 10  # seconds for a connection, or for another process to finish its write
READERS = 3  # threads that read a SQLite store
CONNECT_TIMEOUT = 10  # seconds that a transaction may stand still
MIGRATION_LOCK = 0x486F62  # any number that nobody else locks
DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


class clock(FunctionElement[float]):
    """Now, in seconds since 1970, by the database's own clock: the one that all its processes share."""

    type = Double()
    inherit_cache = True


@compiles(clock, "sqlite")
def _sqlite_clock(*_: Any, **__: Any) -> str:
    return "((julianday('now') - 2440587.5) * 86400.0)"


@compiles(clock, "postgresql")
def _postgresql_clock(*_: Any, **__: Any) -> str:
    return "CAST(extract(epoch FROM clock_timestamp()) AS double precision)"


def parse_url(url: str) -> URL:
    """The address with its asynchronous driver; libpq's `sslmode` is what asyncpg calls `ssl`."""
    try:
        parsed = make_url(url)
        driver = DRIVERS[parsed.drivername]
    except (ArgumentError, KeyError, ValueError):
        raise StoreUnavailable("A database address begins with sqlite:/// or postgresql://.") from None
    if parsed.get_backend_name() == "sqlite" and parsed.database in (None, "", ":memory:"):
        raise StoreUnavailable("A SQLite address names a file, as in sqlite:///data/hob.db.")
    query = {"ssl" if key == "sslmode" else key: value for key, value in parsed.query.items()}
    return parsed.set(drivername=driver, query=query)


def connect(url: str, answer_within: float | None = 30) -> AsyncEngine:
    """An engine that has not connected yet."""
    parsed = parse_url(url)
    if parsed.get_backend_name() == "postgresql":
        waits = {"timeout": BUSY_TIMEOUT, "command_timeout": answer_within}
        engine = create_async_engine(parsed, pool_pre_ping=True, connect_args=waits)
        if answer_within is not None:
            event.listen(engine.sync_engine, "connect", _set_up_postgresql)
        return engine
    engine = create_async_engine(parsed)
    _listen_sqlite(engine.sync_engine)
    return engine


def _listen_sqlite(engine: Engine) -> None:
    event.listen(engine, "do_connect", _open_existing)
    event.listen(engine, "connect", _set_up_sqlite)


def _open_existing(_dialect: Any, _record: Any, names: list[str], how: dict[str, Any]) -> None:
    """SQLite would make an empty file where somebody moved ours away, and throw the log beside it away."""
    file = Path(names[0])
    if not file.exists():
        raise OSError(f"the file {file} is not there any more")
    names[0], how["uri"] = f"file:{quote(str(file.absolute()))}?mode=rw", True


def _set_up_postgresql(connection: Any, _record: Any) -> None:
    """A process that is stopped in the midst of a transaction shall not keep its rows from all others for ever."""
    connection.autocommit = True
    cursor = connection.cursor()
    cursor.execute(f"SET idle_in_transaction_session_timeout = '{CONNECT_TIMEOUT}s'")
    cursor.close()
    connection.autocommit = False


PRAGMAS = (
    f"busy_timeout={BUSY_TIMEOUT * 1000}",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "secure_delete=ON",  # of who is forgotten no byte stays in the file, whatever SQLite this is
)


def _set(cursor: Any, pragma: str) -> None:
    """SQLite does not wait for its turn to change the journal of a new file, while others do the same: so we do."""
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
    connection.isolation_level = None  # the driver begins nothing by itself; a single read needs no transaction
    # A text with damaged bytes must not take the other rows of its query down.
    getattr(connection, "driver_connection", connection).text_factory = _readable
    cursor = connection.cursor()
    cursor.execute("PRAGMA auto_vacuum")
    if cursor.fetchone() == (0,):  # to say it once more would be a write each time, which a full disk refuses
        _set(cursor, "auto_vacuum=INCREMENTAL")  # heard by a new file only
    for pragma in PRAGMAS:
        _set(cursor, pragma)
    cursor.close()


def _readable(text: bytes) -> str:
    return text.decode("utf-8", "replace")


class Transactions(ABC):
    """Runs a function inside a transaction that is committed when the function returns; and single queries."""

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
    """A whole transaction, or query, is one errand to a thread; aiosqlite would make one of each of its small steps.

    The threads are our own, so that nothing waits behind the work of others in the shared pool.
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
        """What is written to a file that was moved away or replaced is lost with the next start.  Raises OSError."""
        try:
            found = self._file.stat()
        except OSError:
            raise OSError(f"the file {self._file} is not there any more") from None
        self._opened = self._opened or (found.st_dev, found.st_ino)
        if self._opened != (found.st_dev, found.st_ino):
            raise OSError(f"the file {self._file} was replaced; start Hob again")

    async def close(self) -> None:
        self._readers.shutdown()
        self._thread.shutdown()
        self.reading.dispose()
        await super().close()


def _begin_immediate(connection: Connection) -> None:
    """Take the lock before reading, so that what has been read stays true."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def make_transactions(engine: AsyncEngine) -> Transactions:
    return ThreadTransactions(engine.url) if engine.dialect.name == "sqlite" else LoopTransactions(engine)


async def migrate(url: str, create: bool = True, copy: Callable[[], object] | None = None) -> tuple[str, str] | None:
    """Set up an empty database, or migrate an older one, in one transaction, while no other Hob does the same.

    Without `create` an empty database is left as it is: raises NoStore.  `copy` is called before an older one is
    migrated, and nothing changes if it raises; without it an older one is left as it is: raises OlderStore.  Returns
    the forms before and after a migration.
    """
    transactions = make_transactions(connect(url, answer_within=None))
    try:
        await _check_connection(transactions)
        return await transactions.run(lambda connection: _upgrade(connection, create, copy))
    except SQLAlchemyError as fault:
        raise unavailable(fault) from fault
    finally:
        await transactions.close()


async def _check_connection(transactions: Transactions) -> None:
    """Nothing of ours runs here yet, so whatever goes wrong is the address or the database."""
    try:
        if transactions.engine.dialect.name == "sqlite":
            _create_file(Path(transactions.engine.url.database or ""))
        await transactions.run(lambda connection: None)
    except Exception as fault:
        raise unavailable(fault) from fault


def _create_file(file: Path) -> None:
    """Make the folder and an empty file that nobody else may read; SQLite gives its side files the same rights."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if is_orphaned_log(file):
        raise OSError(
            f"{file} was moved away without its log {side_files(file)[0].name}: put it back, or move that away, too"
        )
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    for path in (file, *side_files(file)):
        with suppress(FileNotFoundError, PermissionError):  # another user's file stays as its owner wants it
            path.chmod(0o600)


def is_orphaned_log(file: Path) -> bool:
    """Whether of a SQLite store only the log is there, in which the newest moves may stand."""
    log, _ = side_files(file)
    return not file.exists() and log.exists() and log.stat().st_size > 0


def side_files(file: Path) -> tuple[Path, Path]:
    """The write-ahead log of a SQLite file and the log's index."""
    return file.with_name(file.name + "-wal"), file.with_name(file.name + "-shm")


def _upgrade(connection: Connection, create: bool, copy: Callable[[], object] | None) -> tuple[str, str] | None:
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
    there = inspect(connection).has_table("alembic_version")
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all() if there else []
    if unknown := {*found} - known_revisions():
        raise WrongDatabase(f"The database is of a newer Hob (its revision {min(unknown)} is unknown here).")
    newest = max(known_revisions())
    if found == [newest]:
        return None
    if not found:
        if not create:
            raise NoStore("The database is empty: the first `hob run` sets it up.")
        _migrate(connection)
        return None
    before = max(found)
    if copy is None:
        raise OlderStore(before, newest)
    copy()
    _migrate(connection)
    return before, newest


def _migrate(connection: Connection) -> None:
    from alembic import command  # eleven megabytes, for what happens once in a version's life
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "db:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def known_revisions() -> set[str]:
    """The forms of a database that this Hob can open, by the names of the migrations: `m0001_first.py` is "0001"."""
    return {file.stem[1:5] for file in (Path(__file__).parent / "migrations" / "versions").glob("m*.py")}


def is_database_down(fault: BaseException) -> bool:
    """Is it the database that fails, and not one row of what it was given, nor our own code?"""
    return is_database_error(fault) and not isinstance(fault, IntegrityError) and not is_serialization_failure(fault)


def is_serialization_failure(fault: BaseException) -> bool:
    """Has a transaction given way to another process's, as in a deadlock?  Trying again helps."""
    return isinstance(fault, DBAPIError) and str(getattr(fault.orig, "sqlstate", None)).startswith("40")


def is_database_error(fault: BaseException) -> bool:
    """Not all that asyncpg says of a connection that breaks is put into SQLAlchemy's words."""
    return isinstance(fault, OSError | SQLAlchemyError) or type(fault).__module__.startswith("asyncpg.")


def unavailable(fault: BaseException) -> StoreUnavailable:
    why = str(getattr(fault, "orig", None) or fault).strip() or type(fault).__name__
    return StoreUnavailable(f"The database cannot be used: {why.splitlines()[0]}")
