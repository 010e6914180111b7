"""What a table's row says about a person: picked out for them, or taken away."""

from collections.abc import Callable
from typing import Any

from pydantic import ValidationError

from bot.delivery.screen import Screen
from bot.tables.info import TableInfo

JSON = dict[str, Any]


def forgetting(person: int) -> Callable[[JSON, JSON], tuple[JSON, JSON]]:
    """What makes of a session's `table` and `screen` columns the same without that person.

    Their seat stays, empty in a game that goes on, and with nobody's name.  What cannot be read is emptied.
    """

    def rewrite(table: JSON, screen: JSON) -> tuple[JSON, JSON]:
        return _table(table, person), _screen(screen, person)

    return rewrite


def _table(stored: JSON, person: int) -> JSON:
    try:
        info = TableInfo.model_validate(stored)
    except ValidationError:
        return {}
    names = {seat.name for seat in info.seats if seat.person == person}
    for seat in info.seats:
        if seat.person == person:
            seat.person, seat.name, seat.vacant, seat.away, seat.order = None, "", True, False, None
        seat.seen_by = _others(seat.seen_by, person)
    for note in info.notes:
        note.fields = {key: "" if value in names else value for key, value in note.fields.items()}
    if info.host == person:
        info.host = next(iter(info.persons()), 0)
    if info.vote is not None:
        if info.vote.by == person:
            info.vote = None
        else:
            info.vote.agreed = _others(info.vote.agreed, person)
            info.vote.against = _others(info.vote.against, person)
    info.invited, info.outvoted = _others(info.invited, person), _others(info.outvoted, person)
    info.wins.pop(str(person), None)
    info.ended_by = "" if info.ended_by in names else info.ended_by
    return info.model_dump(mode="json")


def _screen(stored: JSON, person: int) -> JSON:
    try:
        screen = Screen.model_validate(stored)
    except ValidationError:
        return {}
    screen.panels = {seat: panel for seat, panel in screen.panels.items() if panel.person != person}
    screen.closed = {seat: other for seat, other in screen.closed.items() if other != person}
    screen.pressed.pop(person, None)
    screen.told, screen.outvoted = _others(screen.told, person), _others(screen.outvoted, person)
    return screen.model_dump(mode="json")


def _others(people: list[int], person: int) -> list[int]:
    return [other for other in people if other != person]


def theirs(table: JSON, person: int) -> JSON:
    """Of a table what speaks of that person: their seat, and whose cards they have seen."""
    try:
        info = TableInfo.model_validate(table)
    except ValidationError:
        return {}
    seat = info.seat_of(person)
    return {
        "seat": seat,
        "name": None if seat is None else info.seats[seat].name,
        "standing order": None if seat is None or (order := info.seats[seat].order) is None else order.key,
        "host": info.host == person,
        "has seen the cards of seats": [n for n, one in enumerate(info.seats) if person in one.seen_by],
    }
