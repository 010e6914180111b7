"""A session's history is a tree kept as a list: entries are only added, and a take-back names where it returns to."""

from bisect import bisect_left
from collections.abc import Sequence

from db.rows import AnswerRow


def effective_answers(entries: Sequence[AnswerRow], revision: int | None = None) -> list[AnswerRow]:
    """The answers that count, in order: now, or as they counted at that revision.

    `entries` are a session's, in order.  A take-back returns to how things stood at its revision, so it may also take
    back another take-back.
    """
    return [entry for entry in effective_line(entries, revision) if entry.back_to is None]


def effective_line(entries: Sequence[AnswerRow], revision: int | None = None) -> list[AnswerRow]:
    """The same with the take-backs on the way: each stands where things went on from it."""
    if revision is not None:
        entries = entries[: bisect_left(entries, revision, key=_revision)]
    before: list[int | None] = []  # of each entry, the last one that counted when it came
    parent: list[int | None] = []  # and of each entry, the one it follows
    tip: int | None = None
    for place, entry in enumerate(entries):
        before.append(tip)
        back = entry.back_to
        parent.append(tip if back is None else before[bisect_left(entries, back, hi=place, key=_revision)])
        tip = place
    found: list[AnswerRow] = []
    while tip is not None:
        found.append(entries[tip])
        tip = parent[tip]
    return found[::-1]


def _revision(entry: AnswerRow) -> int:
    return entry.revision
