"""Whom a new kind of question is explained to: who plays a game for the first time, each kind once."""

from typing import Literal

from pydantic import BaseModel

Coaching = Literal["first", "on", "off"]  # in somebody's first game of each kind, in every game, never


class CoachingRecord(BaseModel):
    """The table of a game at which somebody was coached last, and the question that each kind was explained for.

    `learned` are the kinds whose question they then answered, at any table.
    """

    session: str
    notes: dict[str, int] = {}
    learned: list[str] = []


def is_coached(how: Coaching, before: CoachingRecord | None, session: str, was_aborted: bool = False) -> bool:
    """Whether somebody is coached at this table; `was_aborted`: the table before came to no end by its rules."""
    is_first = before is None or before.session == session or was_aborted
    return how == "on" or (how == "first" and is_first)


def is_note_due(
    how: Coaching,
    before: CoachingRecord | None,
    session: str,
    kind: str,
    number: int,
    was_aborted: bool = False,
) -> bool:
    """Whether this question comes with a note; it does for as long as the question is open that it was told for."""
    if not is_coached(how, before, session, was_aborted):
        return False
    notes = before.notes if before is not None and before.session == session else {}
    if kind in notes:
        return notes[kind] == number
    return how == "on" or before is None or kind not in before.learned


def record_note(before: CoachingRecord | None, session: str, kind: str, number: int) -> CoachingRecord:
    """The kind has been explained there."""
    notes = before.notes if before is not None and before.session == session else {}
    learned = before.learned if before is not None else []
    return CoachingRecord(session=session, notes={**notes, kind: number}, learned=learned)


def record_answers(before: CoachingRecord, session: str, answered: int) -> CoachingRecord:
    """Somebody has answered the question `answered` there, and so has read the notes up to it."""
    if before.session != session:
        return before
    read = [kind for kind, number in before.notes.items() if number <= answered and kind not in before.learned]
    return before.model_copy(update={"learned": [*before.learned, *read]}) if read else before
