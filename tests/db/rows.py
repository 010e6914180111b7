"""Build rows, with defaults for everything that a test doesn't care about."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from db import AnswerRow, PersonRow, PlaceRow, ResultRow, SessionChange, SessionRow, Store

RELEASED = Path(__file__).parent / "released"  # databases created by earlier versions
ADA, BEN, CLEO = 11, 12, 13


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


def change(id: str = "ghosts", revision: int = 0, **fields: Any) -> SessionChange:
    made = SessionChange(
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


def result(id: str = "ghosts", *people: int | str | None, at: float = 500.0, **fields: Any) -> ResultRow:
    """Return a result with the seats in the order of their places; a computer player is given by its level."""
    seats = [
        PlaceRow(seat, who if isinstance(who, int) else None, who if isinstance(who, str) else None, seat + 1, 9 - seat)
        for seat, who in enumerate(people or (ADA, BEN))
    ]
    row = ResultRow(id, "ghosts-love-candy", 7, "played", 40, 600.0, at, None, tuple(seats))
    return replace(row, **fields)


async def save_person(store: Store, row: PersonRow) -> None:
    await store.change_person(row.id, lambda _: row)


async def ended(store: Store, *results: ResultRow) -> None:
    for number, row in enumerate(results):
        await store.create(session(row.session_id, 1000 + number, guild_id=row.guild_id, game=row.game), [])
        await store.commit(change(row.session_id, status="over", answer=None, result=row))
