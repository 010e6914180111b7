"""Idle games: Hob warns about them, then ends them to free their channel."""

from collections.abc import Iterable

from bot.tables.model import TableInfo


def idle_since(info: TableInfo, created_at: float, presses: Iterable[float]) -> float:
    """Return the time of the last move or press."""
    return max(created_at, info.moved_at, *presses)


def is_warned(info: TableInfo, idle: float) -> bool:
    """Return True while the table announces that it will end. Any press withdraws the warning."""
    return info.warned_at > idle


def next_deadline(info: TableInfo, idle: float, after: float, life: float) -> float:
    """Return when to warn about the game, or to end it if it has been warned about."""
    return info.warned_at + life if is_warned(info, idle) else idle + after


def withdrawn(info: TableInfo) -> TableInfo:
    """Withdraw the warning."""
    info = info.copy_for_edit()
    info.warned_at = 0
    return info


def warn(info: TableInfo, now: float, hearing: Iterable[int]) -> TableInfo:
    """Warn that the game will end, and remind the players it waits for. `hearing` are persons with notifications on."""
    info, hear = info.copy_for_edit(), set(hearing)
    info.warned_at = now
    rung = [seat for seat in sorted(info.waiting_times()) if info.seats[seat].person in hear]
    if rung:
        info.nudged_at, info.nudged = now, rung
    return info
