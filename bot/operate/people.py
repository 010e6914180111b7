"""`hob export`, `hob forget`."""

import argparse

from bot.operate.tables import counted, opened
from bot.parting import told
from bot.run.settings import Settings
from bot.sessions.traces import forgetting, not_attending
from bot.tables import servers


async def export(settings: Settings, given: argparse.Namespace) -> int:
    async with opened(settings) as store:
        if given.server:
            set_there = servers.read(await store.server(given.id))
            print(set_there.model_dump_json(indent=1))
            return 0
        print(await told(store, given.id))
    return 0


async def forget(settings: Settings, given: argparse.Namespace) -> int:
    if not given.yes:
        print(
            "With --yes: they are removed from tables, table nights, answers, results, ratings and daily deals."
            "  Copies of the store keep them."
        )
        return 0
    async with opened(settings) as store:
        number = await store.traces.forget(given.person, forgetting(given.person), not_attending(given.person))
    print(f"{given.person} is forgotten; {counted(number)} had mentioned them.  Copies of the store keep them still.")
    return 0
