"""Seats in mid-game: leaving, joining, computers that play for people, and standing orders.

A person who has seen a seat's secret cards can't take any other seat at that table.
"""

import itertools
from typing import Any

from bot.errors import UserError
from bot.tables import votes
from bot.tables.model import JOINED, RETURNED, Seat, SeatOrder, TableInfo
from engine.game import Game, OrderEnd

AWAY_NOTES = ("hob-computer-on", "hob-back")  # each cancels the other


def seats_seen_by(info: TableInfo, person: int, secret: bool) -> list[int]:
    """Return the seats whose cards a person has ever seen; none unless the game's cards are `secret`."""
    return [number for number, seat in enumerate(info.seats) if secret and person in seat.seen_by]


def free_seats(info: TableInfo, person: int, secret: bool) -> list[int]:
    """Return the vacant seats that a person may take."""
    known = seats_seen_by(info, person, secret)
    return [number for number, seat in enumerate(info.seats) if seat.vacant and (not known or number in known)]


def seat_to_take(info: TableInfo, person: int, secret: bool, wanted: int | None) -> int:
    """Return the wanted seat, or the first one the person may take. Raises UserError."""
    if info.seat_of(person) is not None:
        raise UserError("already-seated")
    known, vacant = seats_seen_by(info, person, secret), free_seats(info, person, secret)
    if known and (not vacant or wanted not in (None, *known)):
        raise UserError("seen-taken" if not vacant else "seen-cards", q=f"s{known[0]}")
    if not vacant:
        raise UserError("no-vacant")
    if wanted is not None and wanted not in vacant:
        raise UserError("seat-taken", free=[f"s{seat}" for seat in vacant])
    return vacant[0] if wanted is None else wanted


def take_seat(
    info: TableInfo, person: int, after: int, now: float, name: str, secret: bool, wanted: int | None = None
) -> TableInfo:
    """Take a vacant seat after `after` events of the game. Raises UserError."""
    number, info = seat_to_take(info, person, secret, wanted), info.copy_for_edit()
    before = info.seats[number]
    info.seats[number] = Seat(person=person, name=name, seen_by=sorted({*before.seen_by, person}))
    _restart_wait(info, number, now)
    if person not in before.seen_by:  # they have done nothing of what the seat has done
        by_seat: dict[int, Any]
        for by_seat in (info.last, info.answered, info.acted, info.by_order):
            by_seat.pop(number, None)
        info.slip = None if info.slip == number else info.slip
    # This note keeps the old name on older log entries: see `TableInfo.name_history`.
    back = before.name == name and person in before.seen_by
    info.note(after, RETURNED if back else JOINED, p=f"s{number}", q=before.name)
    info.notes[-1].about = before.left
    if info.seat_of(info.host) is None:
        info.host = person
    return info


def leave_seat(info: TableInfo, person: int, after: int, now: float) -> TableInfo:
    """Leave the seat: a computer plays on, another person may take it, and an open vote is tallied again.

    When the last person leaves, the game ends and frees its channel. Raises UserError.
    """
    number, info = info.require_seat(person), info.copy_for_edit()
    seat = info.seats[number]
    seat.person, seat.left, seat.vacant, seat.away, seat.order = None, person, True, False, None
    if info.host == person and info.persons():
        info.host = info.persons()[0]
    info.note(after, "hob-left", p=f"s{number}")
    if not info.persons():
        return votes.end_game(info, "everybody-left")
    return votes.tally(info, after, now)


def let_computer_play(info: TableInfo, person: int, after: int, now: float) -> TableInfo:
    """Let a computer play for the person. Raises UserError."""
    if not info.policy.stand_ins:
        raise UserError("play-yourself")
    return _set_away(info, info.require_seat(person), True, "hob-computer-on", after, now)


def return_to_seat(info: TableInfo, person: int, after: int, now: float) -> TableInfo:
    """Let the person play again. Raises UserError."""
    return _set_away(info, info.require_seat(person), False, "hob-back", after, now)


def _set_away(info: TableInfo, number: int, away: bool, note: str, after: int, now: float) -> TableInfo:
    if info.seats[number].away == away:  # a repeated press
        return info
    info = info.copy_for_edit()
    info.seats[number].away, info.seats[number].order = away, None
    _restart_wait(info, number, now)
    since = itertools.takewhile(lambda one: one.after == after and one.key in AWAY_NOTES, reversed(info.notes))
    undone = next((one for one in since if one.fields == {"p": f"s{number}"}), None)
    if undone is None:
        info.note(after, note, p=f"s{number}")
    else:  # nothing else happened in between, so drop both notes
        info.notes = [one for one in info.notes if one is not undone]
    return info


def _restart_wait(info: TableInfo, number: int, now: float) -> None:
    """Let the table wait for a seat only since now, because someone else begins to play it."""
    if number in info.prompts:
        info.prompts[number].since = info.prompts[number].asked = now


# ---- standing orders
NO_ORDER = "none"  # picked instead of an order: ask me


def available_orders(game: Game[Any]) -> dict[str, SeatOrder]:
    """Return every order of a game with each of its endings, by the slug that a control carries."""
    ends: list[tuple[str, OrderEnd]] = [(order.key, end) for order in game.orders for end in order.ends]
    return {f"{key}/{end}": SeatOrder(key=key, ends=end) for key, end in ends}


def is_forced(game: Game[Any], order: SeatOrder) -> bool:
    """Return True if the order answers only questions that leave no choice."""
    return any(known.forced for known in game.orders if known.key == order.key)


def forced_order(game: Game[Any], g: Any, seat: int) -> tuple[str, SeatOrder] | None:
    """Return the order, and its slug, that would answer the seat's question because nothing else is possible."""
    forced = ((slug, order) for slug, order in available_orders(game).items() if is_forced(game, order))
    return next(((slug, order) for slug, order in forced if game.ordered(g, seat, order.key) is not None), None)


def set_order(info: TableInfo, person: int, game: Game[Any], picked: str) -> TableInfo:
    """Give a standing order in place of the previous one, or withdraw it. Raises UserError."""
    seat, info = info.require_seat(person), info.copy_for_edit()
    if info.seats[seat].away:
        raise UserError("away")
    order = available_orders(game).get(picked)
    if order is None and picked != NO_ORDER:
        raise UserError("bad-order")
    info.seats[seat].order = order
    return info
