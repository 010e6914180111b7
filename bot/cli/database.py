"""The commands that read and change the database.

`hob tables`, `show`, `end`, `thaw`, `redraw`, `prune`, `recount`, `backup`, `restore`, `verify`, `move`, `export` and
`forget`. A running Hob finds changed tables within half a minute, because they are due.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from bot.errors import ConcurrentUpdate, UserError
from bot.people.privacy import export_person, leave_tables, night_eraser, table_eraser
from bot.servers import ServerSettings
from bot.settings import DISCORD_IDS, Settings
from bot.tables import ratings, votes
from bot.tables.model import TableInfo, parse_stored
from bot.tables.service import Sessions
from bot.tables.shuffle_proof import verify_proof
from bot.timing import DAY
from db import (
    ACTIVE,
    AT_ONCE,
    BackupInfo,
    ChannelTaken,
    DamagedRow,
    EmptyStore,
    InvalidBackup,
    SessionSummary,
    Store,
    StoreUnavailable,
    backup as create_backup,
    move as move_store,
    restore as restore_backup,
    verify as verify_backup,
)
from engine import GAMES
from engine.decks import UnreadableFile, read_text

LARGEST_RECORD = 2**24  # bytes; an entry of a game's history takes about a hundred


def require_store(settings: Settings) -> None:
    """Raise EmptyStore if a SQLite file is missing, so that none is created by mistake in the wrong folder."""
    file = settings.store_file
    if file is not None and not file.exists():
        raise EmptyStore(
            f"There is no database at {file} yet. Run the command in the folder of Hob's .env, or set HOB_DATA."
        )


@asynccontextmanager
async def open_store(settings: Settings) -> AsyncIterator[Store]:
    """Open the store for a command; a missing one isn't created. Raises StoreError."""
    require_store(settings)
    store = await Store.open(settings.database_url, create=False)
    try:
        yield store
    finally:
        await store.close()


# ---- tables
async def tables(settings: Settings, args: argparse.Namespace) -> int:
    async with open_store(settings) as store:
        summaries = await store.maintenance.tables(args.status, args.limit, args.largest)
    print(f"{'table':8}{'status':15}{'touched (UTC)':18}{'bytes':>9}  {'game':22}{'server':21}channel")
    for one in summaries:
        size = one.table + one.screen + one.state
        what = f"{one.status}{f' ({one.aside})' if one.aside else ''}"
        place = f"{one.guild_id or 'messages'!s:21}{one.channel_id}"
        print(f"{one.id:8}{what:15}{_when(one.touched_at):18}{size:>9,}  {one.game:22}{place}")
    return 0


async def show(settings: Settings, args: argparse.Namespace) -> int:
    async with open_store(settings) as store:
        summary = await store.maintenance.summary(args.session)
        if summary is None:
            return _unknown_table(args.session)
        lines = [
            f"table     {summary.id}, {summary.game}, {summary.status}"
            + (f", fault {summary.aside}" if summary.aside else ""),
            f"place     server {summary.guild_id or '(direct messages)'}, channel {summary.channel_id}",
            f"opened    {_when(summary.created_at)} UTC, touched {_when(summary.touched_at)}",
            f"due       {_describe_due_time(summary.due_at)}",
            f"revision  {summary.revision}, {len(await store.answers(summary.id))} answers",
            f"bytes     table {summary.table:,}, screen {summary.screen:,}, state {summary.state:,}",
        ]
        print("\n".join([*lines, *await _describe_contents(store, summary)]))
    return 0


async def _describe_contents(store: Store, summary: SessionSummary) -> list[str]:
    """Return who sits at the table and whether its state can be loaded, but no cards."""
    try:
        row = await store.get(summary.id)
    except DamagedRow as fault:
        return [f"readable  no: {fault}"]
    assert row is not None
    try:
        info = TableInfo.model_validate(row.table)
    except ValueError as fault:
        return [f"readable  no: this version of Hob can't read its table ({str(fault).splitlines()[0]})"]
    seats = ", ".join(f"{seat.name} ({seat.person or 'computer'})" for seat in info.seats)
    lines = [f"seats     {seats}", *([f"fault     {info.fault} (details in the log)"] if info.fault else [])]
    if row.state is not None and row.game in GAMES:
        try:
            GAMES[row.game].load(row.state)
            lines.append("readable  yes")
        except Exception as fault:
            lines.append(f"readable  no: {fault}")
    return lines


async def end(settings: Settings, args: argparse.Namespace) -> int:
    async with open_store(settings) as store:
        summary = await store.maintenance.summary(args.session)
        if summary is None:
            return _unknown_table(args.session)
        if summary.status not in ACTIVE:
            print(f"Table {summary.id} is already {summary.status}.")
            return 0
        sessions = Sessions(store, time.time)
        try:
            await _end(sessions, summary.id)
        except UserError as refusal:
            if isinstance(refusal.__cause__, StoreUnavailable):  # which says nothing about the table
                raise refusal.__cause__ from None
            await store.maintenance.quarantine(summary.id, "ENDED")
            print(f"Table {summary.id} can't be ended normally ({refusal.key}), so it was set aside.")
            return 0
    print(f"Ended table {summary.id}. A running Hob shows this within 30 seconds.")
    return 0


async def _end(sessions: Sessions, session_id: str) -> None:
    """End a table without a winner. Raises UserError."""
    while (session := await sessions.open(session_id)).active:
        with suppress(ConcurrentUpdate):  # someone has just moved
            async with session.lock:
                await sessions.change(session, votes.end_game(session.info, "ended-by-operator"))


async def retry(settings: Settings, args: argparse.Namespace) -> int:
    async with open_store(settings) as store:
        try:
            done = await store.maintenance.retry(args.session)
        except ChannelTaken as taken:
            print(f"Table {taken.session_id} is now open in that channel. End it first: hob end {taken.session_id}")
            return 1
    if not done:
        print(f"Table {args.session} isn't set aside; `hob tables --status aside` lists those that are.")
        return 1
    print(f"A running Hob retries table {args.session} within 30 seconds.")
    return 0


async def redraw(settings: Settings, args: argparse.Namespace) -> int:
    async with open_store(settings) as store:
        marked = await store.maintenance.redraw(args.session)
    if args.session and not marked:
        print(f"Table {args.session} isn't open; `hob tables` lists all tables.")
        return 1
    print(f"A running Hob will redraw {count_tables(marked)}, one per second.")
    return 0


async def prune(settings: Settings, args: argparse.Namespace) -> int:
    games = settings.keep_games if args.games is None else args.games
    people = settings.keep_people if args.people is None else args.people
    now = time.time()
    async with open_store(settings) as store:
        if not args.yes:
            ended, gone = await store.maintenance.count_prunable(
                now - games * DAY if games else 0, now - people * DAY if people else 0
            )
            print(f"With --yes, this deletes {count_tables(ended)} that ended more than {_days(games)} ago,")
            print(f"and the settings of {_people(gone)} not seen for {_days(people)}.")
            return 0
        dropped = persons = 0
        while games and (step := await store.maintenance.drop_sessions(now - games * DAY)):
            dropped += step
        while people and (step := await store.maintenance.drop_persons(now - people * DAY)):
            persons += step
        freed = True
        while freed:
            freed = bool(await store.maintenance.vacuum())
    print(f"Deleted {count_tables(dropped)} and the settings of {_people(persons)}. Results and ratings are kept.")
    return 0


async def recount(settings: Settings, args: argparse.Namespace) -> int:
    if not args.yes:
        print("With --yes, this deletes all ratings and recalculates them from the results.")
        return 0
    async with open_store(settings) as store:
        number = await ratings.recount(store)
    print(f"Recalculated all ratings from {number} {'result' if number == 1 else 'results'}.")
    return 0


def _unknown_table(session_id: str) -> int:
    print(f"There is no table {session_id}; `hob tables` lists them.")
    return 1


# ---- backups
async def backup(settings: Settings, args: argparse.Namespace) -> int:
    require_store(settings)
    folder = Path(args.folder) if args.folder else settings.backups
    keep = settings.backup_keep if args.keep is None else args.keep
    _print_backup(await asyncio.to_thread(create_backup, settings.database_url, folder, keep))
    return 0


async def verify(settings: Settings, args: argparse.Namespace) -> int:
    invalid = [file for file in map(Path, args.files) if not await asyncio.to_thread(_verify_file, file)]
    return 1 if invalid else 0


def _verify_file(file: Path) -> bool:
    if file.suffix == ".json":
        try:
            is_valid, lines = verify_proof(read_text(file, LARGEST_RECORD))
        except UnreadableFile as fault:
            print(f"{file}: {fault}.")
            return False
        lines[-1] = f"{file}: {lines[-1]}"
        print("\n".join(lines).encode(errors="replace").decode())
        return is_valid
    try:
        _print_backup(verify_backup(file))
    except InvalidBackup as fault:
        print(fault)
        return False
    return True


async def restore(settings: Settings, args: argparse.Namespace) -> int:
    replaced = await asyncio.to_thread(restore_backup, Path(args.file), settings.database_url)
    print(f"Restored {args.file} to {settings.store_file}. At its next start, Hob redraws all open tables.")
    if replaced is not None:
        print(f"The previous database is saved as {replaced}.")
    return 0


async def move(settings: Settings, args: argparse.Namespace) -> int:
    require_store(settings)
    counts = await move_store(settings.database_url, args.target)
    print(", ".join(f"{number} {name}" for name, number in counts.items()))
    print("Everything is copied. Set HOB_DATABASE to the new URL and start Hob; the old database is unchanged.")
    return 0


def _print_backup(backup_info: BackupInfo) -> None:
    rows = ", ".join(f"{number} {name}" for name, number in backup_info.counts.items())
    print(f"{backup_info.file}: valid, {backup_info.size:,} bytes, schema {backup_info.schema}, {rows}.")


# ---- people's data
async def export(settings: Settings, args: argparse.Namespace) -> int:
    async with open_store(settings) as store:
        if args.server:
            stored = await store.servers.settings(args.id) if args.id in DISCORD_IDS else None
            if not stored:
                print(f"Nothing is stored about the server {args.id}.", file=sys.stderr)  # stdout may be a file
                return 1
            print(parse_stored(ServerSettings, stored).model_dump_json(indent=1))
            return 0
        if await _count_tables_of(store, args.id) is None:
            return _unknown_person(args.id)
        print(await export_person(store, args.id))
    return 0


async def erase(settings: Settings, args: argparse.Namespace) -> int:
    async with open_store(settings) as store:
        number = await _count_tables_of(store, args.person)
        if number is None:
            return _unknown_person(args.person)
        if not args.yes:
            print(
                f"With --yes, this erases {args.person} from {count_tables(number)}, game nights, results, "
                "ratings, daily deals and what servers store about them. Backups keep the data."
            )
            return 0
        with suppress(UserError):  # of an unavailable database; erasing reports it
            await leave_tables(Sessions(store, time.time), args.person)
        number = await store.personal_data.erase(args.person, table_eraser(args.person), night_eraser(args.person))
    print(f"Erased {args.person}, also from {count_tables(number)}. Existing backups still contain the data.")
    return 0


async def _count_tables_of(store: Store, person: int) -> int | None:
    """Return how many tables mention a person; None if nothing is stored about them."""
    if person not in DISCORD_IDS:
        return None
    about = await store.personal_data.export(person)
    return len(about.sessions) if any(vars(about).values()) else None


def _unknown_person(person: int) -> int:
    print(f"Nothing is stored about {person}. Check that the ID is complete.", file=sys.stderr)
    return 1


# ---- words
def count_tables(number: int) -> str:
    return "1 table" if number == 1 else f"{number} tables"


def _people(number: int) -> str:
    return "1 person" if number == 1 else f"{number} people"


def _days(number: float) -> str:
    return "1 day" if number == 1 else f"{number:g} days"


def _describe_due_time(due_at: float | None) -> str:
    return "when a player presses a button" if due_at is None else "at once" if due_at == AT_ONCE else _when(due_at)


def _when(at: float | None) -> str:
    return "" if at is None else f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M}"
