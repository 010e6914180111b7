"""The Store: everything that Hob keeps, behind one door.  db/README.md says what it promises."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import fields
from typing import Any, Self

from sqlalchemy import Row, case, func, literal, null, or_, select

from db.access import Access
from db.connect import connect, migrate, writing
from db.jobs import Commit, Create, Person, Screen
from db.leases import Identifies, Leases, held_by_anybody
from db.marks import Marks
from db.news import News
from db.rows import KEEP, STATUSES, AnswerRow, Change, DamagedRow, Keep, PersonRow, SessionRow
from db.schema import answers, persons, sessions, sitting
from db.upkeep import Upkeep, attended
from db.values import DamagedJSON, Parameters, checked, decode, encode, held

_SESSION = [sessions.c[field.name] for field in fields(SessionRow)]
_WITHOUT_STATE = [null().label("state") if column is sessions.c.state else column for column in _SESSION]


class Store:
    """Open it with `Store.open(address)`, close it with `close()`; see db/rows.py for the errors it raises.

    Tables, people and servers are read and written here; what else there is has rooms of its own: `marks`, `news`,
    `identifies`, `upkeep`.
    """

    def __init__(self, access: Access) -> None:
        self._access = access
        self.engine, self.transactions = access.engine, access.transactions
        self.marks = Marks(access)
        self.news = News(access)
        self.identifies = Identifies(access)
        self.upkeep = Upkeep(access)

    @classmethod
    async def open(cls, url: str) -> Self:
        """Reach the database at this address and bring it up to date."""
        await migrate(url)
        engine = connect(url)
        return cls(Access(engine, writing(engine)))

    async def close(self) -> None:
        """Write what waits, then close."""
        await self._access.close()

    # Processes

    def leases(self, shards: int = 1, wanted: Collection[int] | None = None) -> Leases:
        """The shards that this process will attend to: a fair share of all, or those that are wanted."""
        return Leases(self._access, self.news, shards, wanted)

    async def busy(self) -> bool:
        """Does a Hob work with this store at this moment?"""
        return await held_by_anybody(self._access)

    # Sessions

    async def create(self, row: SessionRow, persons: list[int]) -> None:
        values = vars(row) | {"table": encode(row.table), "screen": encode(row.screen)}
        values["held_channel"] = held(row.status, row.channel_id)
        await self._access.write(Create(row.id, checked(sessions, values), people=_people(row.id, persons)))

    async def get(self, session_id: str) -> SessionRow | None:
        """Raises DamagedRow, as `at_channel` does."""
        return _first(await self._access.read(select(*_SESSION).where(sessions.c.id == session_id)))

    async def revision(self, session_id: str) -> int | None:
        """Where a session is now, for whoever has it in memory while another process may have moved it on."""
        rows = await self._access.read(select(sessions.c.revision).where(sessions.c.id == session_id))
        return rows[0].revision if rows else None

    async def at_channel(self, channel_id: int) -> SessionRow | None:
        """The session that holds the channel; else the newest one that was played to its end there."""
        holds = sessions.c.held_channel.is_not(None)
        found = select(*_SESSION).where(sessions.c.channel_id == channel_id, or_(holds, sessions.c.status == "over"))
        newest = found.order_by(case((holds, 0), else_=1), sessions.c.created_at.desc(), sessions.c.id).limit(1)
        return _first(await self._access.read(newest))

    async def of_person(self, person: int) -> list[SessionRow]:
        """The active sessions where this person sits, oldest first, without their state and without damaged ones."""
        found = select(*_WITHOUT_STATE).join(sitting, sitting.c.session_id == sessions.c.id)
        found = found.where(sitting.c.person == person, sessions.c.held_channel.is_not(None))
        return _readable(await self._access.read(found.order_by(sessions.c.created_at, sessions.c.id)))

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
        await self._access.write(job)
        return change.revision + 1

    async def save_screen(self, session_id: str, screen: dict[str, Any], due_at: float | Keep | None = KEEP) -> None:
        """What Discord shows now.  It has no revision: the last one wins, and touches nothing else."""
        values: Parameters = {"screen": encode(screen)} | ({} if due_at is KEEP else {"due_at": due_at})
        await self._access.write(Screen(session_id, checked(sessions, values)))

    async def due(self, now: float, limit: int = 100, mine: Collection[int] = (0,), shards: int = 1) -> list[str]:
        """The sessions that the bot must look at by now, the longest waiting first; of its shards only."""
        waiting = select(sessions.c.id).where(sessions.c.due_at <= now, attended(mine, shards))
        return [
            row.id for row in await self._access.read(waiting.order_by(sessions.c.due_at, sessions.c.id).limit(limit))
        ]

    async def answers(self, session_id: str) -> list[AnswerRow]:
        """Every answer given in a session, in order."""
        given = select(answers).where(answers.c.session_id == session_id).order_by(answers.c.revision)
        return [AnswerRow(**row._mapping) for row in await self._access.read(given)]

    # People

    async def person(self, id: int) -> PersonRow | None:
        for row in await self._access.read(select(persons).where(persons.c.id == id)):
            return PersonRow(row.id, _settings(row.settings), row.dm_channel_id)
        return None

    async def save_person(self, row: PersonRow) -> None:
        values = vars(row) | {"settings": encode(row.settings)}
        await self._access.write(Person(row.id, checked(persons, values)))

    # Health

    async def counts(self) -> dict[str, int]:
        """How many sessions there are of each status."""
        rows = await self._access.read(
            select(sessions.c.status, func.count().label("number")).group_by(sessions.c.status)
        )
        return dict.fromkeys(STATUSES, 0) | {row.status: row.number for row in rows}

    async def ping(self) -> None:
        """Return if the database answers, raise StoreUnavailable if it does not."""
        await self._access.read(select(literal(1)))


def _session(row: Row[Any]) -> SessionRow:
    """Raises DamagedRow."""
    values = dict(row._mapping)
    for name in ("table", "screen"):
        try:
            values[name] = decode(values[name])
        except DamagedJSON:
            raise DamagedRow(row.id, name) from None
    if not isinstance(values["state"], bytes | None):  # SQLite keeps whatever somebody put there
        raise DamagedRow(row.id, "state")
    return SessionRow(**values)


def _readable(rows: Sequence[Row[Any]]) -> list[SessionRow]:
    """Those that can be read; of the others, `get` says what is wrong."""
    found = []
    for row in rows:
        with suppress(DamagedRow):
            found.append(_session(row))
    return found


def _settings(text: Any) -> dict[str, Any]:
    """Settings that cannot be read are none: nobody is locked out for them."""
    try:
        return decode(text)
    except DamagedJSON:
        return {}


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
