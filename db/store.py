"""The Store: everything that Hob keeps, behind one door.  db/README.md says what it promises."""

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Self

from sqlalchemy import Row, Select, case, func, literal, null, or_, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from db.connect import Transactions, connect, migrate, unavailable, writing
from db.jobs import Commit, Create, Person, Screen
from db.rows import KEEP, STATUSES, AnswerRow, Change, Keep, PersonRow, SessionRow, StoreUnavailable
from db.schema import answers, persons, sessions, sitting
from db.values import Parameters, checked, encode, held
from db.writer import Writer

_SESSION = [sessions.c[field.name] for field in fields(SessionRow)]
_WITHOUT_STATE = [null().label("state") if column is sessions.c.state else column for column in _SESSION]


class Store:
    """Open it with `Store.open(address)`, close it with `close()`; see db/rows.py for the errors it raises."""

    def __init__(self, engine: AsyncEngine, transactions: Transactions) -> None:
        self.engine = engine  # for reading; writes go through `transactions`
        self.transactions = transactions
        self._writer = Writer(transactions)

    @classmethod
    async def open(cls, url: str) -> Self:
        """Reach the database at this address and bring it up to date."""
        await migrate(url)
        engine = connect(url)
        return cls(engine, writing(engine))

    async def close(self) -> None:
        """Write what waits, then close."""
        await self._writer.close()
        await self.transactions.close()
        await self.engine.dispose()

    # Sessions

    async def create(self, row: SessionRow, persons: list[int]) -> None:
        values = vars(row) | {"table": encode(row.table), "screen": encode(row.screen)}
        values["held_channel"] = held(row.status, row.channel_id)
        await self._writer.write(Create(row.id, checked(sessions, values), people=_people(row.id, persons)))

    async def get(self, session_id: str) -> SessionRow | None:
        return _first(await self._read(select(*_SESSION).where(sessions.c.id == session_id)))

    async def at_channel(self, channel_id: int) -> SessionRow | None:
        """The session that holds the channel; else the newest one that was played to its end there."""
        holds = sessions.c.held_channel.is_not(None)
        found = select(*_SESSION).where(sessions.c.channel_id == channel_id, or_(holds, sessions.c.status == "over"))
        newest = found.order_by(case((holds, 0), else_=1), sessions.c.created_at.desc(), sessions.c.id).limit(1)
        return _first(await self._read(newest))

    async def of_person(self, person: int) -> list[SessionRow]:
        """The active sessions where this person sits, oldest first, without their state."""
        found = select(*_WITHOUT_STATE).join(sitting, sitting.c.session_id == sessions.c.id)
        found = found.where(sitting.c.person == person, sessions.c.held_channel.is_not(None))
        return [_session(row) for row in await self._read(found.order_by(sessions.c.created_at, sessions.c.id))]

    async def commit(self, change: Change) -> int:
        """Write a session's next revision with the answer that led to it, and return its number."""
        names = ("status", "state", "due_at", "touched_at")
        values = {name: getattr(change, name) for name in names} | {"table": encode(change.table)}
        checked(sessions, values | {"revision": change.revision + 1})
        job = Commit(
            change.session_id,
            values | {"schema": change.schema},
            revision=change.revision,
            active=held(change.status, 0) is not None,
            answer=_answer(change),
            people=None if change.persons is None else _people(change.session_id, change.persons),
        )
        if change.schema is not None:
            checked(sessions, {"schema": change.schema})
        await self._writer.write(job)
        return change.revision + 1

    async def save_screen(self, session_id: str, screen: dict[str, Any], due_at: float | Keep | None = KEEP) -> None:
        """What Discord shows now.  It has no revision: the last one wins, and touches nothing else."""
        values: Parameters = {"screen": encode(screen)} | ({} if due_at is KEEP else {"due_at": due_at})
        await self._writer.write(Screen(session_id, checked(sessions, values)))

    async def due(self, now: float, limit: int = 100) -> list[str]:
        """The sessions that the bot must look at by now, the longest waiting first."""
        waiting = select(sessions.c.id).where(sessions.c.due_at <= now)
        return [row.id for row in await self._read(waiting.order_by(sessions.c.due_at, sessions.c.id).limit(limit))]

    async def answers(self, session_id: str) -> list[AnswerRow]:
        """Every answer given in a session, in order."""
        given = select(answers).where(answers.c.session_id == session_id).order_by(answers.c.revision)
        return [AnswerRow(**row._mapping) for row in await self._read(given)]

    # People

    async def person(self, id: int) -> PersonRow | None:
        for row in await self._read(select(persons).where(persons.c.id == id)):
            return PersonRow(row.id, json.loads(row.settings), row.dm_channel_id)
        return None

    async def save_person(self, row: PersonRow) -> None:
        values = vars(row) | {"settings": encode(row.settings)}
        await self._writer.write(Person(row.id, checked(persons, values)))

    # Health

    async def counts(self) -> dict[str, int]:
        """How many sessions there are of each status."""
        rows = await self._read(select(sessions.c.status, func.count().label("number")).group_by(sessions.c.status))
        return dict.fromkeys(STATUSES, 0) | {row.status: row.number for row in rows}

    async def ping(self) -> None:
        """Return if the database answers, raise StoreUnavailable if it does not."""
        await self._read(select(literal(1)))

    async def _read(self, statement: Select[Any]) -> Sequence[Row[Any]]:
        if self._writer.closed:
            raise StoreUnavailable("The store is closed.")
        try:
            async with self.engine.connect() as connection:
                rows: Sequence[Row[Any]] = (await connection.execute(statement)).all()
                return rows
        except (OSError, SQLAlchemyError) as fault:
            raise unavailable(fault) from fault


def _session(row: Row[Any]) -> SessionRow:
    values = dict(row._mapping)
    return SessionRow(**values | {"table": json.loads(values["table"]), "screen": json.loads(values["screen"])})


def _first(rows: Sequence[Row[Any]]) -> SessionRow | None:
    return _session(rows[0]) if rows else None


def _answer(change: Change) -> Parameters | None:
    if change.answer is None:
        return None
    if (change.answer.session_id, change.answer.revision) != (change.session_id, change.revision):
        raise ValueError("a change's answer is of the same session and revision as the change")
    return checked(answers, dict(vars(change.answer)))


def _people(session_id: str, people: list[int]) -> list[Parameters]:
    """Everybody once."""
    return [checked(sitting, {"session_id": session_id, "person": person}) for person in dict.fromkeys(people)]
