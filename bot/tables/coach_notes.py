"""Coaching notes: the first time a player sees a kind of question, Hob explains it."""

from typing import Literal

from pydantic import BaseModel

Coaching = Literal["first", "on", "off"]  # in the player's first game of each kind, in every game, never


class CoachingRecord(BaseModel):
    """The table where a player was last coached in a game, and the question explained for each kind."""

    session: str
    notes: dict[str, int] = {}


def is_coached(how: Coaching, before: CoachingRecord | None, session: str) -> bool:
    """Return True if the player is coached at this table."""
    return how == "on" or (how == "first" and (before is None or before.session == session))


def is_note_due(how: Coaching, before: CoachingRecord | None, session: str, kind: str, number: int) -> bool:
    """Return True if this question comes with a note.

    A note stays while the question for which it was first shown is open.
    """
    notes = before.notes if before is not None and before.session == session else {}
    return is_coached(how, before, session) and notes.get(kind, number) == number


def record_note(before: CoachingRecord | None, session: str, kind: str, number: int) -> CoachingRecord:
    """Return the record with this kind marked as explained at question `number`."""
    notes = before.notes if before is not None and before.session == session else {}
    return CoachingRecord(session=session, notes={**notes, kind: number})
