"""A session's history is a tree stored as an append-only list: an undo entry names the revision it returns to."""

from bisect import bisect_left
from collections.abc import Sequence

from db.rows import AnswerRow


def effective_answers(entries: Sequence[AnswerRow], revision: int | None = None) -> list[AnswerRow]:
    """Return the answers in effect, in order: now, or at `revision`.

    `entries` is the session's history in order.  An undo returns to the state at its revision, so it may also undo
    another undo.
    """
    return [entry for entry in effective_line(entries, revision) if entry.back_to is None]


def effective_line(entries: Sequence[AnswerRow], revision: int | None = None) -> list[AnswerRow]:
    """Return the same with the undo entries in between, each at the point where the game continued from it."""
    if revision is not None:
        entries = entries[: bisect_left(entries, revision, key=_revision)]
    before: list[int | None] = []  # per entry: the last entry in effect when it was added
    parent: list[int | None] = []  # per entry: the entry it follows
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
