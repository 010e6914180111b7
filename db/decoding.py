"""Decode database rows, tolerate damaged columns, and find the answers of a history that are in effect."""

import asyncio
from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields
from operator import attrgetter
from typing import Any

from sqlalchemy import Row, bindparam, null, select

from db.codecs import DamagedJSON, decode
from db.rows import AnswerRow, DamagedRow, PersonRow, SessionRow
from db.schema import sessions
from db.unit_of_work import Database

SESSION = [sessions.c[field.name] for field in fields(SessionRow)]
WITHOUT_STATE = [null().label("state") if column is sessions.c.state else column for column in SESSION]
SESSIONS_BY_ID = select(*SESSION).where(sessions.c.id.in_(bindparam("ids", expanding=True)))
BATCH = 20  # sessions in one query


class Reader:
    """Reads sessions requested at the same moment with one query, one query at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[tuple[str, asyncio.Future[Row[Any] | None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def read(self, id: str) -> Row[Any] | None:
        """Return the row, read no earlier than this call; None if there is none.  Raises StoreUnavailable."""
        future: asyncio.Future[Row[Any] | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((id, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drain(), name="store reader")
        return await future

    async def _drain(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
            outcomes = await self._outcomes({id for id, _ in batch})
            for id, future in batch:
                outcome = outcomes.get(id)
                if future.done():  # the caller was cancelled
                    continue
                if isinstance(outcome, Exception):
                    future.set_exception(outcome)
                else:
                    future.set_result(outcome)

    async def _outcomes(self, ids: set[str]) -> dict[str, Row[Any] | Exception]:
        try:
            rows = await self._database.read(SESSIONS_BY_ID, {"ids": sorted(ids)})
            return {row.id: row for row in rows}
        except Exception as fault:  # the waiting callers must get the error, of any type
            return dict.fromkeys(ids, fault)


def to_session(row: Row[Any]) -> SessionRow:
    """Decode a row.  Raises DamagedRow."""
    values = dict(row._mapping)
    for name in ("table", "screen"):
        try:
            values[name] = decode(values[name])
        except DamagedJSON:
            raise DamagedRow(row.id, name) from None
    if not isinstance(values["state"], bytes | None):  # SQLite stores any type in any column
        raise DamagedRow(row.id, "state")
    return SessionRow(**values)


def to_person(row: Row[Any]) -> PersonRow:
    return PersonRow(row.id, to_settings(row.settings), row.dm_channel_id, row.seen_at)


def readable_sessions(rows: Sequence[Row[Any]]) -> list[SessionRow]:
    """Decode the rows that can be decoded; `Store.get` raises the error of one that can't."""
    readable = []
    for row in rows:
        with suppress(DamagedRow):
            readable.append(to_session(row))
    return readable


def to_settings(text: Any) -> dict[str, Any]:
    """Decode settings; return {} if they are damaged, so that no one is locked out."""
    try:
        return decode(text)
    except DamagedJSON:
        return {}


# ---- a session's history
def effective_answers(entries: Sequence[AnswerRow], revision: int | None = None) -> list[AnswerRow]:
    """Return the answers in effect, in order: now, or at `revision`.

    `entries` is the session's history in order.  An undo returns to the state at its `back_to`, so it also cancels an
    undo made after that.
    """
    return [entry for entry in effective_line(entries, revision) if entry.back_to is None]


def effective_line(entries: Sequence[AnswerRow], revision: int | None = None) -> list[AnswerRow]:
    """Return the answers in effect and the undo entries among them, each where play resumed."""
    if revision is not None:
        entries = entries[: bisect_left(entries, revision, key=attrgetter("revision"))]
    before: list[int | None] = []  # per entry: the last entry in effect when it was added
    parent: list[int | None] = []  # per entry: the entry it follows
    tip: int | None = None
    for place, entry in enumerate(entries):
        before.append(tip)
        back = entry.back_to
        parent.append(tip if back is None else before[bisect_left(entries, back, hi=place, key=attrgetter("revision"))])
        tip = place
    line: list[AnswerRow] = []
    while tip is not None:
        line.append(entries[tip])
        tip = parent[tip]
    return line[::-1]
