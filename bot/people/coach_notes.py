"""Coaching notes: the first time a player sees a kind of question, Hob explains it."""

from pydantic import BaseModel

from bot.settings import Coaching


class CoachingRecord(BaseModel):
    """The table where a player was last coached in a game, and the question explained for each kind.

    `learned` holds the kinds whose question they then answered, at any table.
    """

    session: str
    notes: dict[str, int] = {}
    learned: list[str] = []


def is_coached(how: Coaching, before: CoachingRecord | None, session_id: str, was_aborted: bool = False) -> bool:
    """Return True if the player is coached at this table; `was_aborted` says whether the previous one was aborted."""
    is_first = before is None or before.session == session_id or was_aborted
    return how == "on" or (how == "first" and is_first)


def is_note_due(
    how: Coaching, before: CoachingRecord | None, session_id: str, kind: str, number: int, was_aborted: bool = False
) -> bool:
    """Return True if this question comes with a note. The note stays while its first question is open."""
    if not is_coached(how, before, session_id, was_aborted):
        return False
    notes = before.notes if before is not None and before.session == session_id else {}
    if kind in notes:
        return notes[kind] == number
    return how == "on" or before is None or kind not in before.learned


def record_note(before: CoachingRecord | None, session_id: str, kind: str, number: int) -> CoachingRecord:
    """Return the record with this kind marked as explained at question `number`."""
    notes = before.notes if before is not None and before.session == session_id else {}
    learned = before.learned if before is not None else []
    return CoachingRecord(session=session_id, notes={**notes, kind: number}, learned=learned)


def record_answers(before: CoachingRecord, session_id: str, answered: int) -> CoachingRecord:
    """Return the record with all notes up to the question `answered` marked as read and learned."""
    if before.session != session_id:
        return before
    read = [kind for kind, number in before.notes.items() if number <= answered and kind not in before.learned]
    return before.model_copy(update={"learned": [*before.learned, *read]}) if read else before
