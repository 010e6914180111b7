"""Ringing once more whom the table waits for."""

from collections.abc import Container

from bot.tables.info import TableInfo
from bot.tables.refusals import Refusal


def late(info: TableInfo, person: int, now: float, wait: float) -> list[int]:
    """The seats of others that the table has waited for so long, the longest first."""
    waits = {seat: time for seat, time in info.waits(now).items() if time >= wait and seat != info.seat_of(person)}
    return sorted(waits, key=lambda seat: -waits[seat])


def lately(info: TableInfo, now: float, gap: float) -> bool:
    return now - info.nudged_at < gap


def nudged(info: TableInfo, person: int, hearing: Container[int], now: float, wait: float, gap: float) -> TableInfo:
    """`hearing` are the persons who want to hear rings.  Raises Refusal."""
    if info.seat_of(person) is None:
        raise Refusal("players-only")
    seats = sorted(late(info, person, now, wait))
    if not seats:
        raise Refusal("nudge-early", wait=wait)
    seats = [seat for seat in seats if info.seats[seat].person in hearing]
    if not seats:
        raise Refusal("nudge-nobody")
    if lately(info, now, gap):
        raise Refusal("nudged-lately")
    info = info.draft()
    info.nudged_at, info.nudged = now, seats
    return info
