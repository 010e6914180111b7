"""What is stored about a person: told to them, or forgotten, also while Hob is at work."""

import json
from collections.abc import Container
from dataclasses import asdict
from typing import Any

from bot.delivery.panels import Panels
from bot.errors import Refusal
from bot.people import People
from bot.privacy.records import attended, forgetting, not_attending, theirs, without
from bot.tables import lobby, seats
from bot.tables.service import Sessions, kept
from bot.tables.session import Live
from db import Store


async def told(store: Store, person: int) -> str:
    """All of it, as JSON."""
    about = await store.traces.about(person)
    found: dict[str, Any] = {
        "person": asdict(about.person) if about.person is not None else None,
        "tables": [
            {"table": row.id, "game": row.game, "server": row.guild_id, "channel": row.channel_id, "status": row.status}
            | theirs(row.table, row.screen, person)
            for row in about.sessions
        ],
        "answers": [asdict(answer) for answer in about.answers],
        "results": [
            {"table": row.session_id, "game": row.game, "server": row.guild_id, "ended": row.ended, "at": row.at}
            | {"seats": [asdict(seat) for seat in row.seats if seat.person == person]}
            for row in about.results
        ],
        "ratings": [asdict(rating) for rating in about.ratings],
        "nights": [
            {"night": row.id, "server": row.guild_id, "channel": row.channel_id} | attended(row.night, person)
            for row in about.nights
        ],
        "daily deals": [asdict(row) for row in about.tries],
    }
    return json.dumps(found, indent=1, ensure_ascii=False)


async def forget(sessions: Sessions, people: People, panels: Panels, person: int, names: Container[str]) -> int:
    """Remove a person, who may be called by these names; how many tables had mentioned them.

    They leave where they sit; whatever this process has in memory is as if they had never been there, so that nothing
    of it comes back.  Raises Refusal("not-kept").
    """
    for row in await sessions.of(person):
        try:
            live = await sessions.open(row.id)
            await _leave(sessions, live, person)
            await panels.part(live, person)
        except Refusal as refusal:
            if refusal.key == "not-kept":
                raise
    for live in sessions.all_in_memory():
        live.info = without(live.info, live.screen, person, names)
    people.forget(person)
    with kept():
        number = await sessions.store.traces.forget(person, forgetting(person, names), not_attending(person))
        for live in sessions.all_in_memory():
            if await sessions.refresh(live.id):
                sessions.changed(live.id)
    return number


async def _leave(sessions: Sessions, live: Live, person: int) -> None:
    async with live.lock:
        if live.status == "lobby":
            await sessions.change(live, lobby.leave(live.info, person))
        elif live.status in ("playing", "frozen"):
            await sessions.change(live, seats.leave(live.info, person, live.after, sessions.clock()))
