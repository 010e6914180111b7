"""`hob export`, `hob forget`."""

import argparse

from bot.cli.tables import counted, opened
from bot.privacy.records import forgetting, not_attending
from bot.privacy.service import told
from bot.servers import model as servers
from bot.settings import Settings
from db import Store

SMALLEST = 10**15  # no id of Discord is smaller; a smaller number may stand anywhere in what is stored


async def export(settings: Settings, given: argparse.Namespace) -> int:
    async with opened(settings) as store:
        if given.server:
            stored = await store.server(given.id)
            if not stored:
                print(f"Nothing is stored about the server {given.id}.")
                return 1
            print(servers.read(stored).model_dump_json(indent=1))
            return 0
        if await _tables(store, given.id) is None:
            return _unknown(given.id)
        print(await told(store, given.id))
    return 0


async def forget(settings: Settings, given: argparse.Namespace) -> int:
    async with opened(settings) as store:
        number = await _tables(store, given.person)
        if number is None:
            return _unknown(given.person)
        if not given.yes:
            print(
                f"With --yes: {given.person} is removed from {counted(number)}, and from table nights, results, "
                "ratings and daily deals.  Copies of the store keep them."
            )
            return 0
        number = await store.traces.forget(given.person, forgetting(given.person), not_attending(given.person))
    print(f"{given.person} is forgotten; {counted(number)} had mentioned them.  Copies of the store keep them still.")
    return 0


async def _tables(store: Store, person: int) -> int | None:
    """How many tables mention a person; None if nothing at all is stored about them."""
    if person < SMALLEST:
        return None
    about = await store.traces.about(person)
    known = (about.person, about.sessions, about.answers, about.results, about.ratings, about.nights, about.tries)
    return len(about.sessions) if any(known) else None


def _unknown(person: int) -> int:
    print(f"Nothing is stored about {person}: is that the whole id?")
    return 1
