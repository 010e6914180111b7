"""`hob export` and `hob forget`."""

import argparse

from bot.cli.tables import count_tables, open_store
from bot.privacy import export_person, night_eraser, table_eraser
from bot.servers import model as servers
from bot.settings import Settings
from db import Store

SMALLEST = 10**15  # smaller than any Discord id; smaller numbers may be anything else in the stored data


async def export(settings: Settings, args: argparse.Namespace) -> int:
    async with open_store(settings) as store:
        if args.server:
            stored = await store.server(args.id)
            if not stored:
                print(f"Nothing is stored about the server {args.id}.")
                return 1
            print(servers.parse_settings(stored).model_dump_json(indent=1))
            return 0
        if await _tables(store, args.id) is None:
            return _unknown(args.id)
        print(await export_person(store, args.id))
    return 0


async def erase(settings: Settings, args: argparse.Namespace) -> int:
    async with open_store(settings) as store:
        number = await _tables(store, args.person)
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


async def _tables(store: Store, person: int) -> int | None:
    """Return how many tables mention a person; None if nothing is stored about them."""
    if person < SMALLEST:
        return None
    about = await store.personal_data.export(person)
    return len(about.sessions) if any(vars(about).values()) else None


def _unknown(person: int) -> int:
    print(f"Nothing is stored about {person}. Check that the ID is complete.")
    return 1
