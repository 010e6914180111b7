"""A game that nobody touches any more: it is warned about, then ended, so that its channel is free for others."""

from collections.abc import Iterable

from bot.tables.model import TableInfo


def idle_since(info: TableInfo, created_at: float, presses: Iterable[float]) -> float:
    """Since when nobody has moved or pressed anything."""
    return max(created_at, info.moved_at, *presses)


def is_warned(info: TableInfo, idle: float) -> bool:
    """Whether the table says that it will end; any press takes that back."""
    return info.warned_at > idle


def next_deadline(info: TableInfo, idle: float, after: float, life: float) -> float:
    """When the game is warned about, or, if it has been, ended."""
    return info.warned_at + life if is_warned(info, idle) else idle + after


def withdrawn(info: TableInfo) -> TableInfo:
    """Take the warning back."""
    info = info.copy_for_edit()
    info.warned_at = 0
    return info


def warn(info: TableInfo, now: float, hearing: Iterable[int]) -> TableInfo:
    """`hearing` are the persons who want to hear rings; those of them who are asked are rung once more."""
    info, hear = info.copy_for_edit(), set(hearing)
    info.warned_at = now
    rung = [seat for seat in sorted(info.waiting_times()) if info.seats[seat].person in hear]
    if rung:
        info.nudged_at, info.nudged = now, rung
    return info
