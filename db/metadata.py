"""Is this store older than what its Hob has shown?

The store counts its starts and its beats, and a small file in Hob's data folder remembers the highest count.  A store
that has counted less than the file was put back from a copy; so was one that says of itself that it is a copy, and
perhaps one of whose past this folder knows nothing.  Then the screens in Discord may be newer than the tables, and all
are drawn anew.
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
        """This Hob begins to work with the store: once for every start, when it holds its lease.

        `file` is where its data folder remembers the count.  If the store is older than what was shown, all its
        active tables are marked to be drawn anew, and the commands to be synced again, in the same transaction.
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
            if why:  # Discord may have other commands than this store remembers
                connection.execute(update(marks).values(commands_hash=""))
            return StartRecord(row.store, row.start + 1, why, marked), beat

        began, beat = await self._database.run_transaction(work)
        await asyncio.to_thread(_write, file, began.store, beat)
        return began

    async def heartbeat(self) -> None:
        """Count one more, in the store and in the file: every 15 seconds, and after the last message at a stop.

        It is a real write, and so proves that the store can be written.  Raises StoreUnavailable and OSError.
        """

        def work(connection: Connection) -> tuple[str, int]:
            connection.execute(update(marks).values(beat=marks.c.beat + 1))
            row = connection.execute(select(marks.c.store, marks.c.beat)).one()
            return row.store, row.beat

        store, beat = await self._database.run_transaction(work)
        if self._file is not None:
            await asyncio.to_thread(_write, self._file, store, beat)

    # The last sync of the slash commands with Discord

    async def command_sync(self, application: int) -> CommandSyncRow:
        """Return the last sync of an application's commands; an empty one if there was none."""
        [row] = await self._database.read(select(*_COMMANDS.values()))
        found = CommandSyncRow(**{name: row._mapping[column] for name, column in _COMMANDS.items()})
        return found if found.application == application else CommandSyncRow(application, "", None, None, "")

    async def commands_synced(self, application: int, hash: str, at: float) -> None:
        """Record that Discord has the commands of this hash."""
        await self._record(CommandSyncRow(application, hash, at, None, ""))

    async def commands_failed(self, application: int, at: float, failure: str) -> None:
        """Record that an attempt has failed; of the last success everything stays."""
        last = await self.command_sync(application)
        await self._record(replace(last, failed_at=at, failure=failure))

    async def _record(self, sync: CommandSyncRow) -> None:
        put = update(marks).values({column: getattr(sync, name) for name, column in _COMMANDS.items()})
        await self._database.run_transaction(lambda connection: connection.execute(put))


def _restored_reason(
    known: tuple[str, int] | None, store: str, start: int, beat: int, copied: int, sqlite: bool
) -> str:
    if copied:
        return "copy"
    if known is None:  # a store on a server often has Hobs whose folders do not last
        return "unknown" if start and sqlite else ""
    if known[0] != store:
        return "another"
    return "older" if known[1] > beat else ""


def _read(file: Path) -> tuple[str, int] | None:
    try:
        told = json.loads(file.read_text())
        return str(told["store"]), int(told["beat"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(file: Path, store: str, beat: int) -> None:
    """Whole or not at all, and for nobody else to read."""
    half = file.with_name(file.name + ".new")
    with os.fdopen(os.open(half, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as out:
        json.dump({"store": store, "beat": beat}, out)
    half.replace(file)
