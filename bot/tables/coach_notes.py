"""Whom a new kind of question is explained to: who plays a game for the first time, each kind once."""

from typing import Literal

from pydantic import BaseModel

Coaching = Literal["first", "on", "off"]  # in somebody's first game of each kind, in every game, never


class CoachingRecord(BaseModel):
    """The table of a game at which somebody was coached last, and the question that each kind was explained for."""

    session: str
    notes: dict[str, int] = {}


def is_coached(how: Coaching, before: CoachingRecord | None, session: str) -> bool:
    """Whether somebody is coached at this table."""
    return how == "on" or (how == "first" and (before is None or before.session == session))


def is_note_due(how: Coaching, before: CoachingRecord | None, session: str, kind: str, number: int) -> bool:
    """Whether this question comes with a note; it does for as long as the question is open that it was told for."""
    notes = before.notes if before is not None and before.session == session else {}
    return is_coached(how, before, session) and notes.get(kind, number) == number


def record_note(before: CoachingRecord | None, session: str, kind: str, number: int) -> CoachingRecord:
    """The kind has been explained there."""
    notes = before.notes if before is not None and before.session == session else {}
    return CoachingRecord(session=session, notes={**notes, kind: number})
