"""`hob export`, `hob forget`."""

import argparse
import json
from dataclasses import asdict

from bot.operate.tables import opened
from bot.run.settings import Settings
from bot.sessions.traces import forgetting, theirs
from bot.tables import servers


async def export(settings: Settings, given: argparse.Namespace) -> int:
    async with opened(settings) as store:
        if given.server:
            set_there = servers.read(await store.server(given.id))
            print(set_there.model_dump_json(indent=1))
            return 0
        about = await store.traces.about(given.id)
    told = {
        "person": asdict(about.person) if about.person is not None else None,
        "tables": [
            {"table": row.id, "game": row.game, "server": row.guild_id, "channel": row.channel_id, "status": row.status}
            | theirs(row.table, given.id)
            for row in about.sessions
        ],
        "answers": [asdict(answer) for answer in about.answers],
        "results": [
            {"table": row.session_id, "game": row.game, "server": row.guild_id, "ended": row.ended, "at": row.at}
            | {"seats": [asdict(seat) for seat in row.seats if seat.person == given.id]}
            for row in about.results
        ],
        "ratings": [asdict(rating) for rating in about.ratings],
    }
    print(json.dumps(told, indent=1, ensure_ascii=False))
    return 0


async def forget(settings: Settings, given: argparse.Namespace) -> int:
    if not given.yes:
        print("With --yes: they are removed from tables, answers, results and ratings.  Copies of the store keep them.")
        return 0
    async with opened(settings) as store:
        number = await store.traces.forget(given.person, forgetting(given.person))
    print(f"{given.person} is forgotten; {number} tables had mentioned them.  Copies of the store keep them still.")
    return 0
