"""`hob backup`, `restore`, `verify` and `move`."""

import argparse
import asyncio
from pathlib import Path

from bot.cli.tables import require_store
from bot.settings import Settings
from bot.tables.shuffle_proof import verify_proof
from db import BackupInfo, InvalidBackup
from db import backup as back_up
from db import move as move_store
from db import restore as put_back
from db import verify as read_through
from engine.decks import UnreadableFile, read_text

LARGEST_RECORD = 2**24  # bytes; an entry of a game's history takes about a hundred


async def backup(settings: Settings, args: argparse.Namespace) -> int:
    require_store(settings)
    folder = Path(args.folder) if args.folder else settings.backups
    keep = settings.backup_keep if args.keep is None else args.keep
    _report(await asyncio.to_thread(back_up, settings.database_url, folder, keep))
    return 0


async def verify(settings: Settings, args: argparse.Namespace) -> int:
    wrong = [file for file in map(Path, args.files) if not await asyncio.to_thread(_verify_file, file)]
    return 1 if wrong else 0


def _verify_file(file: Path) -> bool:
    if file.suffix == ".json":
        try:
            true, lines = verify_proof(read_text(file, LARGEST_RECORD))
        except UnreadableFile as fault:
            print(f"{file}: {fault}.")
            return False
        print("\n".join(lines).encode(errors="replace").decode())
        return true
    try:
        _report(read_through(file))
    except InvalidBackup as fault:
        print(fault)
        return False
    return True


async def restore(settings: Settings, args: argparse.Namespace) -> int:
    replaced = await asyncio.to_thread(put_back, Path(args.file), settings.database_url)
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


def _report(copy: BackupInfo) -> None:
    rows = ", ".join(f"{number} {name}" for name, number in copy.counts.items())
    print(f"{copy.file}: valid, {copy.size:,} bytes, schema {copy.schema}, {rows}.")
