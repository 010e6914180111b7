"""Rows to store, with everything filled in that a test does not care for."""

from dataclasses import replace
from typing import Any

from db import AnswerRow, Change, SessionRow


def session(id: str = "ghosts", channel_id: int = 1, **fields: Any) -> SessionRow:
    row = SessionRow(
        id=id,
        game="ghosts-love-candy",
        guild_id=7,
        channel_id=channel_id,
        status="playing",
        revision=0,
        schema=1,
        state=b"{}",
        table={"seats": [{"person": 11}, {"computer": "random"}]},
        screen={},
        due_at=None,
        created_at=100.0,
        touched_at=100.0,
    )
    return replace(row, **fields)


def change(id: str = "ghosts", revision: int = 0, **fields: Any) -> Change:
    made = Change(
        session_id=id,
        revision=revision,
        status="playing",
        state=b'{"revision": %d}' % (revision + 1),
        table={"seats": [{"person": 11}]},
        due_at=None,
        answer=answer(id, revision),
        persons=None,
        touched_at=101.0 + revision,
    )
    return replace(made, **fields)


def answer(id: str = "ghosts", revision: int = 0, **fields: Any) -> AnswerRow:
    given = AnswerRow(id, revision, question=3, seat=0, step="haunt", option="haunt/chef", person=11, at=101.0)
    return replace(given, **fields)
