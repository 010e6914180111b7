"""`hob backup`, `restore`, `verify`, `move`."""

import argparse
import asyncio
from pathlib import Path

from bot.operate.tables import there
from bot.record import checked
from bot.run.settings import Settings
from db import BadCopy, Copied
from db import backup as back_up
from db import move as move_store
from db import restore as put_back
from db import verify as read_through


async def backup(settings: Settings, given: argparse.Namespace) -> int:
    there(settings)
    folder = Path(given.folder) if given.folder else settings.backups
    keep = settings.backup_keep if given.keep is None else given.keep
    _told(await asyncio.to_thread(back_up, settings.database_url, folder, keep))
    return 0


async def verify(settings: Settings, given: argparse.Namespace) -> int:
    wrong = [file for file in map(Path, given.files) if not await asyncio.to_thread(_good, file)]
    return 1 if wrong else 0


def _good(file: Path) -> bool:
    if file.suffix == ".json":
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as fault:
            print(f"{file} cannot be read: {fault}")
            return False
        true, lines = checked(text)
        print("\n".join(lines))
        return true
    try:
        _told(read_through(file))
    except BadCopy as fault:
        print(fault)
        return False
    return True


async def restore(settings: Settings, given: argparse.Namespace) -> int:
    replaced = await asyncio.to_thread(put_back, Path(given.file), settings.database_url)
    print(f"{given.file} is the store now.  At its next start Hob draws all open tables anew.")
    if replaced is not None:
        print(f"What was there before is {replaced}.")
    return 0


async def move(settings: Settings, given: argparse.Namespace) -> int:
    there(settings)
    counts = await move_store(settings.database_url, given.target)
    print(", ".join(f"{number} {name}" for name, number in counts.items()))
    print("Everything has arrived.  Set HOB_DATABASE to the new address and start Hob; the old store is as it was.")
    return 0


def _told(copy: Copied) -> None:
    rows = ", ".join(f"{number} {name}" for name, number in copy.counts.items())
    print(f"{copy.file}: whole, {copy.size:,} bytes, form {copy.schema}, {rows}.")
