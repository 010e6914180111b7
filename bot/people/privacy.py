"""Export and erase what is stored about a person, also while Hob is running."""

import json
import re
from collections.abc import Callable, Container
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from pydantic import ValidationError

from bot.delivery.panels import Panels
from bot.errors import ConcurrentUpdate, DatabaseUnavailable, UserError, storage_errors
from bot.i18n.fitting import LETTERS
from bot.people.service import People
from bot.tables import lobby, seats
from bot.tables.model import JOINED, RETURNED, TableInfo
from bot.tables.screen_state import PostedPanel, ShownState
from bot.tables.service import Sessions
from bot.tables.session import TableSession
from db import Store


async def export_person(store: Store, person: int) -> str:
    """Return all data about a person as JSON."""
    about = await store.personal_data.export(person)
    data: dict[str, Any] = {
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
        "changes of server settings": [asdict(row) for row in about.setting_changes],
        "blocked from tables in servers": about.barred_in,
    }
    return json.dumps(data, indent=1, ensure_ascii=False)


async def erase_person(sessions: Sessions, people: People, panels: Panels, person: int, names: Container[str]) -> int:
    """Erase a person, who may be known by `names`. Return how many tables mentioned them.

    They leave their seats. They are also removed from this process's memory, so that nothing is stored again. Raises
    DatabaseUnavailable.
    """
    await leave_tables(sessions, person, panels)
    for session in list(sessions.in_memory.values()):
        async with session.lock:  # a change under way would bring the person back
            if session.guild is None and session.info.seat_of(person) is not None:  # finished in their direct messages
                screen = session.screen
                screen.table = screen.ping = screen.notice = screen.vote = None
                screen.obsolete = []
            _remove_from_screen(session.screen, person)
            session.apply(without_person(session.info, person, names), session.g)
    with storage_errors():
        number = await sessions.store.personal_data.erase(person, table_eraser(person, names), night_eraser(person))
        people.forget(person)
        people.changed(person)  # other processes forget their settings, too
        for session in list(sessions.in_memory.values()):
            if await sessions.refresh(session.id):
                sessions.wake(session.id)
    return number


async def leave_tables(sessions: Sessions, person: int, panels: Panels | None = None) -> None:
    """Let a person leave all their tables; `panels` closes their direct messages. Raises DatabaseUnavailable."""
    for row in await sessions.of_person(person):
        try:
            session = await _leave(sessions, row.id, person)
            if panels is not None:
                await panels.close_person(session, person)
        except DatabaseUnavailable:
            raise
        except UserError:
            pass


async def _leave(sessions: Sessions, session_id: str, person: int) -> TableSession:
    """Let a person leave a table. Raises UserError."""
    while True:
        session = await sessions.open(session_id)
        with suppress(ConcurrentUpdate):  # someone has just moved, in another process
            async with session.lock:
                if session.status == "lobby":
                    await sessions.change(session, lobby.leave(session.info, person))
                elif session.status in ("playing", "frozen"):
                    await sessions.change(
                        session, seats.leave_seat(session.info, person, session.event_count, sessions.clock())
                    )
            return session


# ---- what a row holds about a person
JSON = dict[str, Any]
# Replacements for keys that name who ended a table.
ANONYMOUS_KEYS = {"ended-by": "ended-by-somebody", "lobby-cancelled": "lobby-cancelled-by-somebody"}


def table_eraser(person: int, names: Container[str] = ()) -> Callable[[JSON, JSON], tuple[JSON, JSON]]:
    """Return a function that removes a person from a session's `table` and `screen` columns.

    Their seat stays, named by its letter and vacant in a running game. Unreadable columns are emptied. Tables of older
    versions have names without a person's id; there, every name in `names` counts as theirs.
    """

    def rewrite(table: JSON, screen: JSON) -> tuple[JSON, JSON]:
        try:
            info, shown_state = TableInfo.model_validate(table), ShownState.model_validate(screen)
        except ValidationError:
            return {}, {}
        _remove_from_screen(shown_state, person)
        info = without_person(info, person, names)
        return _without_id(info.to_stored(), person), _without_id(shown_state.to_stored(), person)

    return rewrite


def _without_id(value: Any, person: int) -> Any:
    """Return the JSON value with the person's id removed from its texts: others may have it in their name."""
    if isinstance(value, dict):
        return {key: _without_id(part, person) for key, part in value.items()}
    if isinstance(value, list):
        return [_without_id(part, person) for part in value]
    return re.sub(rf"(?<!\d){person}(?!\d)", "?", value) if isinstance(value, str) else value


def without_person(info: TableInfo, person: int, names: Container[str]) -> TableInfo:
    """Return the table without a person."""
    info = info.copy_for_edit()
    known = {seat.name for seat in info.seats if person in (seat.person, seat.left)}
    for number, seat in enumerate(info.seats):
        was = seat.person is None and seat.left is None and person in seat.seen_by and seat.name in names
        if person in (seat.person, seat.left) or was:
            seat.name, seat.left = LETTERS[number], None
        if seat.person == person:
            info.hints_given.pop(number, None)
            seat.person, seat.vacant, seat.away, seat.order = None, True, False, None
        seat.seen_by = _others(seat.seen_by, person)
    for note in info.notes:
        if note.key not in (JOINED, RETURNED):  # others may have a seat in `q`
            continue
        if note.about == person or (note.about is None and (note.fields["q"] in known or note.fields["q"] in names)):
            note.fields, note.about = note.fields | {"q": LETTERS[int(note.fields["p"][1:])]}, None
    if info.host == person:
        info.host, info.wanted_in = next(iter(info.persons()), 0), None
    if info.vote is not None:
        if info.vote.by == person:
            info.vote = None
        else:
            info.vote.agreed = _others(info.vote.agreed, person)
            info.vote.against = _others(info.vote.against, person)
    info.invited, info.outvoted = _others(info.invited, person), _others(info.outvoted, person)
    info.wins.pop(str(person), None)
    if info.ender == person or (info.ender is None and (info.ended_by in known or info.ended_by in names)):
        info.ended, info.ended_by, info.ender = ANONYMOUS_KEYS.get(info.ended, info.ended), "", None
    return info


def _remove_from_screen(screen: ShownState, person: int) -> None:
    screen.panels = {seat: panel for seat, panel in screen.panels.items() if panel.person != person}
    screen.obsolete = [one for one in screen.obsolete if not (isinstance(one, PostedPanel) and one.person == person)]
    screen.closed = {seat: other for seat, other in screen.closed.items() if other != person}
    screen.pressed.pop(person, None)
    screen.told, screen.outvoted = _others(screen.told, person), _others(screen.outvoted, person)


def _others(people: list[int], person: int) -> list[int]:
    return [other for other in people if other != person]


def personal_data(table: JSON, screen: JSON, person: int) -> JSON:
    """Return a table's data about a person: all that an erasure would remove."""
    try:
        info, shown_state = TableInfo.model_validate(table), ShownState.model_validate(screen)
    except ValidationError:
        return {}
    seat, vote = info.seat_of(person), info.vote
    return {
        "seat": seat,
        "name": None if seat is None else info.seats[seat].name,
        "standing order": None if seat is None or (order := info.seats[seat].order) is None else order.key,
        "hints given": {} if seat is None else info.hints_given.get(seat, {}),
        "has left seats": {n: one.name for n, one in enumerate(info.seats) if one.left == person},
        "host": info.host == person,
        "asked for it in": info.wanted_in if info.host == person else None,
        "has seen the cards of seats": [n for n, one in enumerate(info.seats) if person in one.seen_by],
        "notes": [note.model_dump(mode="json") for note in info.notes if note.about == person],
        "open vote": None
        if vote is None
        else {"by": vote.by == person, "agreed": person in vote.agreed, "against": person in vote.against},
        "invited": person in info.invited,
        "a computer plays by the table's vote": person in info.outvoted,
        "won before at this table": info.wins.get(str(person), 0),
        "has ended the game": info.ended_by if info.ender == person else None,
        "direct messages": [
            panel.model_dump(mode="json")
            for panel in (*shown_state.panels.values(), *shown_state.obsolete)
            if isinstance(panel, PostedPanel) and panel.person == person
        ],
        "direct messages are closed": person in shown_state.closed.values(),
        "was told so": person in shown_state.told,
        "pressed last": shown_state.pressed.get(person),
    }


def night_eraser(person: int) -> Callable[[JSON], JSON]:
    """Return a function that removes a person from a game night's column; an unreadable column is emptied.

    It works on the stored form, so that erasure is complete even if the feature isn't loaded.
    """

    def rewrite(night: JSON) -> JSON:
        try:
            guests = [guest for guest in night.get("guests", []) if guest["person"] != person]
            parties = [party | {"people": _others(party["people"], person)} for party in night.get("parties", [])]
            host, stage = night["host"], night.get("stage", "planned")
            if host == person:  # the night goes on for its guests; without any, it is cancelled
                host = next((guest["person"] for guest in guests), 0)
                stage = "cancelled" if not host and stage == "planned" else stage
        except (KeyError, TypeError):
            return {}
        return night | {"guests": guests, "parties": parties, "host": host, "stage": stage}

    return rewrite


def night_personal_data(night: JSON, person: int) -> JSON:
    """Return a game night's data about a person: all that `night_eraser` would remove."""
    try:
        guest = next((guest for guest in night.get("guests", []) if guest["person"] == person), None)
        return {
            "at": night["at"],
            "host": night["host"] == person,
            "comes": guest is not None,
            "would like to play": guest["game"] if guest is not None else "",
            "sits at": [party["session"] for party in night.get("parties", []) if person in party["people"]],
        }
    except (KeyError, TypeError):
        return {}
