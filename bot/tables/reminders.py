"""Reminders for the players that a table waits for, and warnings about idle games.

How long they wait is in `bot/timing.py`.
"""

from collections.abc import Container, Iterable

from bot.errors import UserError
from bot.tables import votes
from bot.tables.model import TableInfo
from bot.timing import end_of


def overdue_seats(info: TableInfo, person: int, now: float, wait: float) -> list[int]:
    """Return the other players' seats that the table has waited for at least `wait` seconds, longest first."""
    waits = info.waiting_times()
    others = (seat for seat in votes.absent_seats(info, now, wait) if seat != info.seat_of(person))
    return sorted(others, key=waits.__getitem__)


def is_recently_reminded(info: TableInfo, now: float, gap: float) -> bool:
    return now < end_of(info.nudged_at, gap, now)


def remind(info: TableInfo, person: int, notifiable: Container[int], now: float, wait: float, gap: float) -> TableInfo:
    """Remind the overdue players who have notifications on (`notifiable`). Raises UserError."""
    info.require_seat(person)
    seats = sorted(overdue_seats(info, person, now, wait))
    if not seats:
        raise UserError("nudge-early", wait=wait)
    seats = [seat for seat in seats if info.seats[seat].person in notifiable]
    if not seats:
        raise UserError("nudge-nobody")
    if is_recently_reminded(info, now, gap):
        raise UserError("nudged-lately", wait=gap)
    info = info.copy_for_edit()
    info.nudged_at, info.nudged = now, seats
    return info


# ---- idle games
def next_deadline(info: TableInfo, idle: float, after: float, life: float) -> float:
    """Return when to warn about the game, or to end it if it has been warned about."""
    return info.warned_at + life if info.is_warned(idle) else idle + after


def restart_wait(info: TableInfo, now: float) -> TableInfo:
    """Withdraw the warning, and let a move from the future count as one of now."""
    info = info.copy_for_edit()
    info.warned_at, info.moved_at = 0, min(info.moved_at, now)
    return info


def warn(info: TableInfo, now: float, notifiable: Iterable[int]) -> TableInfo:
    """Warn that the game will end, and remind those it waits for who have notifications on (`notifiable`)."""
    info, reached = info.copy_for_edit(), set(notifiable)
    info.warned_at = now
    reminded = [seat for seat in sorted(info.waiting_times()) if info.seats[seat].person in reached]
    if reminded:
        info.nudged_at, info.nudged = now, reminded
    return info
