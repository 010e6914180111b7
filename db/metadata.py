"""Detect that the store is older than what Discord shows.

The store counts its starts and heartbeats, and a small file in the data folder records the highest count.  A store was
restored from a backup if its count is below the file's or if it is marked as a copy.  If the folder has no record, a
SQLite store may have been restored, too.  Discord may then show newer tables than the store has, so all are redrawn.
"""

import asyncio
import json
import os
from dataclasses import fields, replace
from pathlib import Path

from sqlalchemy import Connection, select, update

from db.maintenance import mark_for_redraw
from db.rows import CommandSyncRow, StartRecord
from db.schema import marks
from db.unit_of_work import Database

_COMMANDS = {field.name: marks.c[f"commands_{field.name}"] for field in fields(CommandSyncRow)}


class StoreMetadata:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._file: Path | None = None

    async def record_start(self, file: Path) -> StartRecord:
        """Record that this process starts to use the store.  Raises StoreUnavailable and OSError.

        Call it whenever the process gets a lease, or is about to take over a shard, after it had none.  `file` is the
        record of the count in the data folder.  If the store is older than what Discord shows, the same transaction
        marks all active tables for a redraw and the commands for another sync.
        """
        self._file = file
        known = await asyncio.to_thread(_read, file)
        sqlite = self._database.sqlite

        def work(connection: Connection) -> tuple[StartRecord, int]:
            row = connection.execute(select(marks).with_for_update()).one()
            why = _restored_reason(known, row.store, row.start, row.beat, row.copied, sqlite)
            marked = mark_for_redraw(connection, None, None) if why else 0
            beat = max(row.beat, known[1] if known and known[0] == row.store else 0) + 1
            connection.execute(update(marks).values(start=row.start + 1, beat=beat, copied=0))
            if why:  # Discord may have other commands than this store recorded
                connection.execute(update(marks).values(commands_hash=""))
            return StartRecord(row.store, row.start + 1, why, marked), beat

        began, beat = await self._database.run_transaction(work)
        await asyncio.to_thread(_write, file, began.store, beat)
        return began

    async def heartbeat(self) -> None:
        """Increase the count in the store and the file: every 15 seconds, and after the last message at shutdown.

        A real write, so it proves that the store is writable.  Raises StoreUnavailable and OSError.
        """

        def work(connection: Connection) -> tuple[str, int]:
            connection.execute(update(marks).values(beat=marks.c.beat + 1))
            row = connection.execute(select(marks.c.store, marks.c.beat)).one()
            return row.store, row.beat

        store, beat = await self._database.run_transaction(work)
        if self._file is not None:
            await asyncio.to_thread(_write, self._file, store, beat)

    # ---- the last sync of the slash commands with Discord
    async def command_sync(self, application: int) -> CommandSyncRow:
        """Return the last sync of an application's commands, or an empty row if there was none."""
        [row] = await self._database.read(select(*_COMMANDS.values()))
        last = CommandSyncRow(**{name: row._mapping[column] for name, column in _COMMANDS.items()})
        return last if last.application == application else CommandSyncRow(application, "", None, None, "")

    async def commands_synced(self, application: int, hash: str, at: float) -> None:
        """Record that Discord has accepted the commands with this hash."""
        await self._record(CommandSyncRow(application, hash, at, None, ""))

    async def commands_failed(self, application: int, at: float, failure: str) -> None:
        """Record a failed attempt; the data of the last success stay."""
        last = await self.command_sync(application)
        await self._record(replace(last, failed_at=at, failure=failure))

    async def _record(self, sync: CommandSyncRow) -> None:
        values = {column: getattr(sync, name) for name, column in _COMMANDS.items()}
        await self._database.execute(update(marks).values(values))


def _restored_reason(
    known: tuple[str, int] | None, store: str, start: int, beat: int, copied: int, sqlite: bool
) -> str:
    if copied:
        return "copy"
    if known is None:  # processes that use a store on a server often have folders that don't last
        return "unknown" if start and sqlite else ""
    if known[0] != store:
        return "another"
    return "older" if known[1] > beat else ""


def _read(file: Path) -> tuple[str, int] | None:
    try:
        content = json.loads(file.read_text())
        return str(content["store"]), int(content["beat"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(file: Path, store: str, beat: int) -> None:
    """Replace the file atomically, readable only by its owner."""
    half = file.with_name(file.name + ".new")
    with os.fdopen(os.open(half, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as out:
        json.dump({"store": store, "beat": beat}, out)
    half.replace(file)
