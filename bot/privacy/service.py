"""Export and erase what is stored about a person, also while Hob is running."""

import json
from collections.abc import Container
from dataclasses import asdict
from typing import Any

from bot.delivery.panels import Panels
from bot.errors import UserError
from bot.people import People
from bot.privacy.records import night_eraser, night_personal_data, personal_data, table_eraser, without_person
from bot.tables import lobby, seats
from bot.tables.service import Sessions, storage_errors
from bot.tables.session import TableSession
from db import Store


async def export_person(store: Store, person: int) -> str:
    """Return all data about a person as JSON."""
    about = await store.personal_data.export(person)
    found: dict[str, Any] = {
        "person": asdict(about.person) if about.person is not None else None,
        "tables": [
            {"table": row.id, "game": row.game, "server": row.guild_id, "channel": row.channel_id, "status": row.status}
            | personal_data(row.table, row.screen, person)
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
            {"night": row.id, "server": row.guild_id, "channel": row.channel_id}
            | night_personal_data(row.night, person)
            for row in about.nights
        ],
        "daily deals": [asdict(row) for row in about.tries],
    }
    return json.dumps(found, indent=1, ensure_ascii=False)


async def erase_person(sessions: Sessions, people: People, panels: Panels, person: int, names: Container[str]) -> int:
    """Erase a person, who may be known by `names`. Return how many tables mentioned them.

    They leave their seats. They are also removed from this process's memory, so that nothing is stored again. Raises
    UserError("not-kept").
    """
    for row in await sessions.of_person(person):
        try:
            live = await sessions.open(row.id)
            await _leave(sessions, live, person)
            await panels.close_person(live, person)
        except UserError as refusal:
            if refusal.key == "not-kept":
                raise
    for live in sessions.all_in_memory():
        live.info = without_person(live.info, live.screen, person, names)
    people.forget(person)
    with storage_errors():
        number = await sessions.store.personal_data.erase(person, table_eraser(person, names), night_eraser(person))
        for live in sessions.all_in_memory():
            if await sessions.refresh(live.id):
                sessions.changed(live.id)
    return number


async def _leave(sessions: Sessions, live: TableSession, person: int) -> None:
    async with live.lock:
        if live.status == "lobby":
            await sessions.change(live, lobby.leave(live.info, person))
        elif live.status in ("playing", "frozen"):
            await sessions.change(live, seats.leave_seat(live.info, person, live.event_count, sessions.clock()))
