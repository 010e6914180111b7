"""`hob backup`, `restore`, `verify`, `move`, `export` and `forget`."""

import argparse
import asyncio
from pathlib import Path

from bot import servers
from bot.cli.tables import count_tables, open_store, require_store
from bot.people.privacy import export_person, night_eraser, table_eraser
from bot.settings import DISCORD_IDS, Settings
from bot.tables.shuffle_proof import verify_proof
from db import BackupInfo, InvalidBackup, Store
from db import backup as create_backup
from db import move as move_store
from db import restore as restore_backup
from db import verify as verify_backup
from engine.decks import UnreadableFile, read_text

LARGEST_RECORD = 2**24  # bytes; an entry of a game's history takes about a hundred


async def backup(settings: Settings, args: argparse.Namespace) -> int:
    require_store(settings)
    folder = Path(args.folder) if args.folder else settings.backups
    keep = settings.backup_keep if args.keep is None else args.keep
    _report(await asyncio.to_thread(create_backup, settings.database_url, folder, keep))
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
        print("\n".join(lines).encode(errors="replace").decode())
        return is_valid
    try:
        _report(verify_backup(file))
    except InvalidBackup as fault:
        print(fault)
        return False
    return True


async def restore(settings: Settings, args: argparse.Namespace) -> int:
    replaced = await asyncio.to_thread(restore_backup, Path(args.file), settings.database_url)
    print(f"Restored {args.file}. At its next start, Hob redraws all open tables.")
    if replaced is not None:
        print(f"The previous database is saved as {replaced}.")
    return 0


async def move(settings: Settings, args: argparse.Namespace) -> int:
    require_store(settings)
    counts = await move_store(settings.database_url, args.target)
    print(", ".join(f"{number} {name}" for name, number in counts.items()))
    print("Everything is copied. Set HOB_DATABASE to the new URL and start Hob; the old database is unchanged.")
    return 0


def _report(backup_info: BackupInfo) -> None:
    rows = ", ".join(f"{number} {name}" for name, number in backup_info.counts.items())
    print(f"{backup_info.file}: valid, {backup_info.size:,} bytes, schema {backup_info.schema}, {rows}.")


# ---- people's data


async def export(settings: Settings, args: argparse.Namespace) -> int:
    async with open_store(settings) as store:
        if args.server:
            stored = await store.server(args.id) if args.id in DISCORD_IDS else None
            if not stored:
                print(f"Nothing is stored about the server {args.id}.")
                return 1
            print(servers.parse_settings(stored).model_dump_json(indent=1))
            return 0
        if await _count_tables_of(store, args.id) is None:
            return _unknown(args.id)
        print(await export_person(store, args.id))
    return 0


async def erase(settings: Settings, args: argparse.Namespace) -> int:
    async with open_store(settings) as store:
        number = await _count_tables_of(store, args.person)
        if number is None:
            return _unknown(args.person)
        if not args.yes:
            print(
                f"With --yes, this erases {args.person} from {count_tables(number)}, game nights, results, "
                "ratings, daily deals and what servers store about them. Backups keep the data."
            )
            return 0
        number = await store.personal_data.erase(args.person, table_eraser(args.person), night_eraser(args.person))
    print(f"Erased {args.person}, also from {count_tables(number)}. Existing backups still contain the data.")
    return 0


async def _count_tables_of(store: Store, person: int) -> int | None:
    """Return how many tables mention a person; None if nothing is stored about them."""
    if person not in DISCORD_IDS:
        return None
    about = await store.personal_data.export(person)
    return len(about.sessions) if any(vars(about).values()) else None


def _unknown(person: int) -> int:
    print(f"Nothing is stored about {person}. Check that the ID is complete.")
    return 1
