"""Back up and restore SQLite stores, migrate older stores, and move a store to another database.

Backups are marked with `marks.copied`, so that the process that starts with one redraws its tables.
"""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Table, delete, func, insert, select, tuple_, type_coerce
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import NullType

from db.codecs import validate_row
from db.connect import (
    file_uri,
    is_orphaned_log,
    known_revisions,
    migrate,
    open_file,
    parse_url,
    side_files,
    translate_errors,
)
from db.leases import TTL
from db.rows import (
    BackupInfo,
    CommandSyncRow,
    ForeignBackup,
    ForeignStore,
    InvalidBackup,
    NewerBackup,
    StoreBusy,
    StoreUnavailable,
)
from db.schema import heirs, holders, identifies, leases, marks, metadata
from db.store import Store

PREFIX, STAMP, SUFFIX = "hob-", "%Y%m%dT%H%M%S_%fZ", ".sqlite3"
ABANDONED_AFTER = 86_400  # seconds; a partial copy that old is one of a killed process
REPLACED = "replaced"  # in the store's folder: the previous store files, from before a restore or a migration
# SQLite's errors for missing permissions, which say nothing about the content; the last is for a read-only file.
DENIED = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR_LOCK}
TRANSIENT_TABLES = (leases, holders, heirs, identifies, marks)  # of running processes, and of this copy
PERSISTENT_TABLES = [table for table in metadata.tables.values() if table not in TRANSIENT_TABLES]  # parents first
PAGE_SIZE = 500  # rows


def backup(url: str, folder: Path, keep: int = 7) -> BackupInfo:
    """Copy the SQLite store at `url` into `folder`, verify the copy, and delete all but the newest `keep` backups.

    Safe while a process is using the store.  Raises StoreUnavailable or InvalidBackup; never leaves a partial copy.
    """
    source = _file_of(url)
    if not source.exists():
        raise StoreUnavailable(f"There is no database at {source}.")
    half = folder / f".{PREFIX}{os.getpid()}.part"
    with _file_faults(folder):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for part in folder.glob(f".{PREFIX}*.part*"):
            with suppress(FileNotFoundError):  # another process has finished it
                if time.time() - part.stat().st_mtime > ABANDONED_AFTER:
                    part.unlink()
        with _marked_copy(source, half):
            report = verify(half, source)
            file = _name(folder)
            _sync(half)
            half.replace(file)
            _sync(folder)
        for old_copy in list_backups(folder)[: -max(1, keep)]:
            old_copy.unlink(missing_ok=True)
    return BackupInfo(file, report.schema, report.size, report.counts)


def list_backups(folder: Path) -> list[Path]:
    """Return the files that `backup` created in `folder`, oldest first; a renamed one doesn't count."""
    return sorted(path for path in folder.glob(f"{PREFIX}*{SUFFIX}") if _made_at(path))


def verify(file: Path, source: Path | None = None) -> BackupInfo:
    """Check a backup from end to end; return its schema revision, size and numbers of rows.

    Raises InvalidBackup with the reason if it can't be used. If it is a copy that was just made of `source`, the error
    names that instead of the copy.
    """
    named = source or file
    if not file.is_file():
        raise InvalidBackup(f"There is no file {file}.")
    with _copy_faults(named), closing(_connect_to_read(file)) as copy:
        [[result], *_] = copy.execute("PRAGMA integrity_check").fetchall()
        if result != "ok":
            raise InvalidBackup(f"{named} is damaged: {result}.")
        if copy.execute("PRAGMA foreign_key_check").fetchone():
            raise InvalidBackup(f"{named} is damaged: some rows refer to missing rows.")
        tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not {"alembic_version", "sessions"} <= tables:
            raise (ForeignBackup if tables else InvalidBackup)(f"{named} isn't a database of Hob.")
        [schema] = copy.execute("SELECT version_num FROM alembic_version").fetchone() or [""]
        if schema not in known_revisions():
            raise NewerBackup(f"A newer version of Hob wrote {named} (its revision {schema} is unknown here).")
        names = [table.name for table in PERSISTENT_TABLES if table.name in tables]
        counts = {name: copy.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}
        return BackupInfo(file, schema, file.stat().st_size, counts)


def command_sync(file: Path) -> CommandSyncRow | None:
    """Return the last command sync in a SQLite store; None if an older version wrote it. Raises InvalidBackup."""
    names = [f"commands_{field.name}" for field in fields(CommandSyncRow)]
    with _copy_faults(file), closing(_connect_to_read(file)) as store:
        if not set(names) <= {name for _, name, *_ in store.execute("PRAGMA table_info(marks)")}:
            return None
        return CommandSyncRow(*store.execute(f"SELECT {', '.join(names)} FROM marks").fetchone())


def restore(copy: Path, url: str) -> Path | None:
    """Replace the SQLite store at `url` with a backup; return where the previous store was saved, None if none existed.

    Changes nothing if the backup can't be used (InvalidBackup), a process is using the store (StoreBusy), the store
    can't be opened (StoreUnavailable), or it is another program's database (ForeignStore).
    """
    verify(copy)
    target = _file_of(url)
    new = target.with_name(f".{target.name}.restoring")
    with _file_faults(target.parent):
        target.parent.mkdir(parents=True, exist_ok=True)
        with _marked_copy(copy, new):
            verify(new)
            _sync(new)
            replaced = _move_aside(target, url) if target.exists() or is_orphaned_log(target) else None
            new.replace(target)
            _sync(target.parent)
    return replaced


def _move_aside(target: Path, url: str) -> Path:
    """Save the store that is about to be replaced: as a verified backup, or its raw files if it is damaged."""
    folder = target.parent / REPLACED
    if is_orphaned_log(target):
        return _move_raw_files(target, folder)
    try:
        with closing(open_file(target, wait=0)) as store:
            _require_idle(store)
            saved = backup(url, folder, keep=2**31).file
            # Only the last open connection can leave WAL mode; doing so removes the log files.
            if store.execute("PRAGMA journal_mode = DELETE").fetchone() != ("delete",):
                raise StoreBusy("Another program has the database open. Stop it first.")
            return saved
    except ForeignBackup as fault:
        raise ForeignStore(target) from fault
    except (sqlite3.DatabaseError, InvalidBackup) as fault:
        if isinstance(fault, sqlite3.OperationalError) and "locked" in str(fault):
            raise StoreBusy("Another program has the database open. Stop it first.") from fault
        if isinstance(fault, sqlite3.OperationalError) and DENIED & {code := fault.sqlite_errorcode, code & 0xFF}:
            raise StoreUnavailable(f"Can't read and write {target} ({fault}): check its files' owner.") from fault
    return _move_raw_files(target, folder)


def _move_raw_files(target: Path, folder: Path) -> Path:
    """Move a store's file and log, without reading them; return the moved file, or the log if that is all there is."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    saved = _name(folder, "damaged-")
    for path, name in zip((*side_files(target), target), (*side_files(saved), saved), strict=True):
        with suppress(FileNotFoundError):
            path.replace(name)
    return saved if saved.exists() else side_files(saved)[0]


def _require_idle(store: sqlite3.Connection) -> None:
    if not store.execute("SELECT 1 FROM sqlite_master WHERE name = 'leases'").fetchone():
        return
    live = "SELECT 1 FROM leases WHERE holder IS NOT NULL AND until > ? AND until <= ?"
    now = time.time()
    if store.execute(live, [now, now + 3 * TTL]).fetchone():  # the same check for expired leases as in `db.leases`
        raise StoreBusy("Hob is using this database. Stop it first.")


@dataclass(frozen=True)
class Migration:
    """The schema revisions before and after a migration, and the copy made before it (None unless SQLite)."""

    before: str
    after: str
    copy: Path | None


async def upgrade(url: str) -> Migration | None:
    """Migrate an older store; return None if there is nothing to do.

    A SQLite store is copied and verified first, inside the migration's transaction, so no write falls between the two.
    The copy stays in `replaced/`.  A PostgreSQL database isn't copied.
    Raises StoreUnavailable or InvalidBackup, and changes nothing, if the copy fails.
    """
    copies: list[Path] = []

    def copy() -> None:
        if parse_url(url).get_backend_name() == "sqlite":
            copies.append(backup(url, _file_of(url).parent / REPLACED, keep=2**31).file)

    forms = await migrate(url, copy=copy)
    return Migration(*forms, copies[0] if copies else None) if forms else None


async def move(source: str, target: str) -> dict[str, int]:
    """Copy all persistent tables from one store to another, empty one; return the number of rows by table.

    Either may be SQLite or PostgreSQL.  Runs in one transaction, so the target ends up complete or empty.  Raises
    StoreBusy if a process is using either store, InvalidBackup if the target isn't empty or a row can't be copied.
    """
    old = await Store.open(source)
    try:
        new = await Store.open(target)
        try:
            if (await old.shards(), await new.shards()) != (None, None):
                raise StoreBusy("Hob is using one of these databases. Stop it first.")
            with translate_errors((OSError, SQLAlchemyError)):
                async with old.engine.connect() as reading, new.engine.connect() as writing:
                    await _begin(reading, "BEGIN")
                    await _begin(writing, "BEGIN IMMEDIATE")
                    counts = await _copy_all(reading, writing)
                    await writing.commit()
                    return counts
        finally:
            await new.close()
    finally:
        await old.close()


async def _begin(connection: AsyncConnection, begin: str) -> None:
    if connection.dialect.name == "sqlite":
        await connection.exec_driver_sql(begin)
    else:
        await connection.execution_options(isolation_level="REPEATABLE READ")
        await connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")  # it idles for long


async def _copy_all(reading: AsyncConnection, writing: AsyncConnection) -> dict[str, int]:
    if any([await _count(writing, table) for table in PERSISTENT_TABLES]):
        raise InvalidBackup("The target database isn't empty. Choose an empty one.")
    for table in (*PERSISTENT_TABLES, marks):
        if table is marks:
            await writing.execute(delete(marks))
        await _copy(reading, writing, table)
    counts = {table.name: await _count(writing, table) for table in PERSISTENT_TABLES}
    for table in PERSISTENT_TABLES:
        if await _count(reading, table) != counts[table.name]:
            raise InvalidBackup(f"Some rows of {table.name} weren't copied, so nothing was moved.")
    return counts


async def _copy(reading: AsyncConnection, writing: AsyncConnection, table: Table) -> None:
    key = list(table.primary_key.columns)
    stored = [type_coerce(column, NullType()).label(column.name) for column in table.columns]  # even of a wrong type
    rest = select(*stored).order_by(*key).limit(PAGE_SIZE)
    page = (await reading.execute(rest)).all()
    while page:
        await writing.execute(insert(table), [_valid_row(table, dict(row._mapping)) for row in page])
        last = [page[-1]._mapping[column.name] for column in key]
        page = (await reading.execute(rest.where(tuple_(*key) > tuple_(*last)))).all()


def _valid_row(table: Table, values: dict[str, Any]) -> dict[str, Any]:
    """Return the values unchanged. Raises InvalidBackup if a database would refuse one."""
    try:
        return validate_row(table, values)
    except ValueError as fault:
        key = ", ".join(f"{column.name} {values[column.name]}" for column in table.primary_key)
        raise InvalidBackup(
            f"Can't copy the row with {key} ({fault}), so nothing was moved. Repair or delete that row first."
        ) from fault


async def _count(connection: AsyncConnection, table: Table) -> int:
    return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())


def _file_of(url: str) -> Path:
    parsed = parse_url(url)
    if parsed.get_backend_name() != "sqlite":
        raise StoreUnavailable("This command is for SQLite. Use pg_dump and pg_restore for PostgreSQL.")
    return Path(parsed.database or "")


def _connect_to_read(file: Path) -> sqlite3.Connection:
    still = "" if side_files(file)[0].exists() else "&immutable=1"
    return sqlite3.connect(file_uri(file, f"mode=ro{still}"), uri=True)


@contextmanager
def _marked_copy(source: Path, file: Path) -> Iterator[None]:
    """Copy a store to a new file, marked as a backup; afterwards, delete it unless it was moved to its place."""
    try:
        file.unlink(missing_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600))
        with translate_errors(sqlite3.Error), closing(open_file(source)) as old, closing(open_file(file)) as new:
            old.backup(new)
        with translate_errors(sqlite3.Error), closing(open_file(file)) as copy:
            copy.execute("PRAGMA journal_mode = DELETE")  # so that it is a single file
            if copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'marks'").fetchone():
                copy.execute("UPDATE marks SET copied = 1")
        yield
    finally:
        for path in (file, *side_files(file)):
            path.unlink(missing_ok=True)


def _name(folder: Path, prefix: str = PREFIX) -> Path:
    """Return a name that sorts after all existing ones, even if the clock has been set back since."""
    at = datetime.now(UTC).replace(tzinfo=None)
    for path in folder.glob(f"{prefix}*{SUFFIX}"):
        if made_at := _made_at(path, prefix):
            at = max(at, made_at + timedelta(microseconds=1))
    return folder / f"{prefix}{at:{STAMP}}{SUFFIX}"


def _made_at(file: Path, prefix: str = PREFIX) -> datetime | None:
    """Return the time in a name from `_name`; None for a file that was renamed by hand."""
    try:
        return datetime.strptime(file.name, f"{prefix}{STAMP}{SUFFIX}")
    except ValueError:
        return None


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _file_faults(folder: Path) -> AbstractContextManager[None]:
    return translate_errors(OSError, lambda fault: StoreUnavailable(f"Can't write to {folder}: {fault}"))


def _copy_faults(file: Path) -> AbstractContextManager[None]:
    return translate_errors(sqlite3.Error, lambda fault: InvalidBackup(f"Can't read {file}: {fault}."))
