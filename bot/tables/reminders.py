"""Reminders for the players that a table waits for."""

from collections.abc import Container

from bot.errors import UserError
from bot.tables.model import TableInfo
from bot.times import end_of


def overdue_seats(info: TableInfo, person: int, now: float, wait: float) -> list[int]:
    """Return the other players' seats that the table has waited for at least `wait` seconds, longest first."""
    waits = {seat: since for seat, since in info.waiting_times().items() if now >= end_of(since, wait, now)}
    return sorted((seat for seat in waits if seat != info.seat_of(person)), key=lambda seat: waits[seat])


def is_recently_reminded(info: TableInfo, now: float, gap: float) -> bool:
    return now < end_of(info.nudged_at, gap, now)


def remind(info: TableInfo, person: int, hearing: Container[int], now: float, wait: float, gap: float) -> TableInfo:
    """Remind the overdue players who have notifications on (`hearing`). Raises UserError."""
    if info.seat_of(person) is None:
        raise UserError("players-only")
    seats = sorted(overdue_seats(info, person, now, wait))
    if not seats:
        raise UserError("nudge-early", wait=wait)
    seats = [seat for seat in seats if info.seats[seat].person in hearing]
    if not seats:
        raise UserError("nudge-nobody")
    if is_recently_reminded(info, now, gap):
        raise UserError("nudged-lately")
    info = info.copy_for_edit()
    info.nudged_at, info.nudged = now, seats
    return info
