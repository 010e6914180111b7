"""The Store: access to everything that Hob stores.  db/README.md states its guarantees."""

import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Connection, bindparam, func, insert, select, update

from db.cluster import DedicatedConnection, FileLock, PubSub
from db.codecs import Parameters, encode, is_active, validate_row
from db.connect import connect, make_transactions, migrate
from db.dailies import Dailies
from db.decoding import WITHOUT_STATE, Reader, readable_sessions, to_person, to_session
from db.leases import IdentifyQueue, Leases, shards_in_use
from db.maintenance import Maintenance, on_shards
from db.metadata import StoreMetadata
from db.nights import Nights
from db.privacy import PersonalDataStore
from db.results import Results
from db.rows import (
    ACTIVE,
    STATUSES,
    UNCHANGED,
    AnswerRow,
    Lease,
    PersonRow,
    ResultRow,
    SessionChange,
    SessionRow,
    Unchanged,
)
from db.schema import answers, persons, places, results, sessions, sitting, snapshots
from db.servers import Servers
from db.unit_of_work import Database
from db.write_commands import CommitSession, CreateSession, SaveScreen

# Frequent queries, built once: building one takes longer than running it.
_ACTIVE_AT = select(*WITHOUT_STATE).where(sessions.c.held_channel == bindparam("channel"))
_ENDED_AT = (
    select(*WITHOUT_STATE)
    .where(sessions.c.channel_id == bindparam("channel"), sessions.c.status == "over")
    .order_by(sessions.c.created_at.desc(), sessions.c.id)
    .limit(1)
)
_REVISION = select(sessions.c.revision).where(sessions.c.id == bindparam("id"))
_DUE = on_shards(sessions.c.due_at <= bindparam("now")).order_by(sessions.c.due_at, sessions.c.id)
_SNAPSHOT = (
    select(snapshots.c.revision, snapshots.c.state)
    .where(snapshots.c.session_id == bindparam("session"), snapshots.c.revision <= bindparam("revision"))
    .order_by(snapshots.c.revision.desc())
    .limit(1)
)
_ANSWERS = select(answers).where(answers.c.session_id == bindparam("session")).order_by(answers.c.revision)
_PERSON = select(persons).where(persons.c.id == bindparam("id"))
_LOCK_PERSON = _PERSON.with_for_update()
_UPDATE_PERSON = update(persons).where(persons.c.id == bindparam("of"))


class Store:
    """Open it with `Store.open(url)`, close it with `close()`; db/rows.py has the errors that it raises."""

    def __init__(self, database: Database) -> None:
        self._database, self._reader = database, Reader(database)
        self.engine, self.writer = database.engine, database.writer
        self.results = Results(database)
        self.nights = Nights(database)
        self.dailies = Dailies(database)
        self.servers = Servers(database)
        self.personal_data = PersonalDataStore(database, self.results, self.nights, self.dailies, self.servers)
        self.metadata = StoreMetadata(database)
        self.pubsub = PubSub(database)
        self.identifies = IdentifyQueue(database)
        self.maintenance = Maintenance(database)
        self._dedicated: DedicatedConnection | None = None  # for the leases' heartbeats

    @classmethod
    async def open(cls, url: str, create: bool = True) -> Self:
        """Open the database at `url`; `create` sets up an empty one.  Raises OlderStore if it needs a migration."""
        await migrate(url, create)
        engine = connect(url)
        return cls(Database(engine, make_transactions(engine)))

    async def close(self) -> None:
        """Write pending jobs, then close."""
        if self._dedicated is not None:
            await self._dedicated.close()
        await self._database.close()

    # ---- processes
    def leases(self, shards: int = 1, wanted: Collection[int] | None = None) -> Leases:
        """Return this process's leases: a fair share of all `shards`, or those in `wanted`."""
        if self._database.sqlite:
            return Leases(
                self._database, self.pubsub, shards, wanted, file_lock=FileLock(Path(self.engine.url.database or ""))
            )
        self._dedicated = self._dedicated or DedicatedConnection(self.engine.url)
        return Leases(Database(self.engine, self._dedicated), self.pubsub, shards, wanted)

    async def shards(self) -> int | None:
        """Return the number of shards that processes are using this store with, None if there is no process."""
        return await shards_in_use(self._database)

    # ---- sessions
    async def create(self, row: SessionRow, persons: list[int]) -> None:
        """Insert a session where these people sit. Raises SessionExists, ChannelTaken, ValueError."""
        values = vars(row) | {"table": encode(row.table), "screen": encode(row.screen)}
        values["held_channel"] = row.channel_id if is_active(row.status) else None
        await self.writer.write(CreateSession(row.id, validate_row(sessions, values), people=_people(row.id, persons)))

    async def get(self, session_id: str) -> SessionRow | None:
        """Return the session, or None.  Raises DamagedRow, as `at_channel` does."""
        row = await self._reader.read(session_id)
        return None if row is None else to_session(row)

    async def revision(self, session_id: str) -> int | None:
        """Return a session's current revision, to check a copy in memory against other processes' changes."""
        rows = await self._database.read(_REVISION, {"id": session_id})
        return rows[0].revision if rows else None

    async def at_channel(self, channel_id: int) -> SessionRow | None:
        """Return the session that occupies the channel, else the newest one that was played to its end there;
        without its state."""
        active = await self.active_at(channel_id)
        rows = await self._database.read(_ENDED_AT, {"channel": channel_id}) if active is None else []
        return to_session(rows[0]) if rows else active

    async def active_at(self, channel_id: int) -> SessionRow | None:
        """Return the session that occupies the channel, without its state."""
        rows = await self._database.read(_ACTIVE_AT, {"channel": channel_id})
        return to_session(rows[0]) if rows else None

    async def of_person(self, person: int) -> list[SessionRow]:
        """Return the active sessions of a person, oldest first, without their state and without damaged ones."""
        query = select(*WITHOUT_STATE).join(sitting, sitting.c.session_id == sessions.c.id)
        query = query.where(sitting.c.person == person, sessions.c.held_channel.is_not(None))
        return readable_sessions(await self._database.read(query.order_by(sessions.c.created_at, sessions.c.id)))

    async def of_server(self, guild: int) -> list[SessionRow]:
        """Return a server's active sessions, oldest first, without their state and without damaged ones."""
        query = select(*WITHOUT_STATE).where(sessions.c.guild_id == guild, sessions.c.status.in_(ACTIVE))
        return readable_sessions(await self._database.read(query.order_by(sessions.c.created_at, sessions.c.id)))

    async def new_of_person(self, person: int, since: float) -> list[SessionRow]:
        """Return sessions created after `since` where a person sits or last sat, open or not, newest first;
        without their state and without damaged ones."""
        query = select(*WITHOUT_STATE).join(sitting, sitting.c.session_id == sessions.c.id)
        query = query.where(sitting.c.person == person, sessions.c.created_at > since)
        return readable_sessions(await self._database.read(query.order_by(sessions.c.created_at.desc(), sessions.c.id)))

    async def commit(self, change: SessionChange) -> int:
        """Write a session's next revision; return its number. Raises StaleRevision, ChannelTaken, ValueError."""
        names = ("status", "state", "due_at", "touched_at")
        values = {name: getattr(change, name) for name in names} | {"table": encode(change.table)}
        validate_row(sessions, values | {"revision": change.revision + 1})
        if change.keep and change.state is None:
            raise ValueError("the change keeps a state that doesn't exist")
        result, seats = (None, []) if change.result is None else _result(change.session_id, change.result)
        job = CommitSession(
            change.session_id,
            values,
            revision=change.revision,
            active=is_active(change.status),
            answer=_answer(change),
            people=None if change.persons is None else _people(change.session_id, change.persons),
            keep=change.keep,
            result=result,
            seats=seats,
        )
        await self.writer.write(job)
        return change.revision + 1

    async def save_screen(
        self,
        session_id: str,
        screen: dict[str, Any],
        due_at: float | Unchanged | None = UNCHANGED,
        revision: int | None = None,
        lease: Lease | None = None,
    ) -> None:
        """Record what Discord shows now.  This has no revision: the last write wins and changes no other column.

        `due_at`, computed for `revision`, doesn't replace the one of a newer revision.  Nothing is written if another
        process has taken the shard since `lease`, or if the session is no longer active and has a newer revision: a
        person was erased from it, or it was quarantined.
        """
        values: Parameters = {"screen": encode(screen)} | ({} if due_at is UNCHANGED else {"due_at": due_at})
        await self.writer.write(SaveScreen(session_id, validate_row(sessions, values), revision=revision, lease=lease))

    async def due(self, now: float, limit: int = 100, mine: Collection[int] = (0,), shards: int = 1) -> list[str]:
        """Return the ids of sessions due by `now` on these shards, the longest overdue first."""
        return await self._database.read_ids(_DUE, mine, shards, now=now, limit=limit)

    async def open_tables(self, person: int | None = None, guild: int | None = None) -> int:
        """Return the number of active sessions: of a person, in a server, or all."""
        query = select(func.count().label("number")).select_from(sessions).where(sessions.c.held_channel.is_not(None))
        if person is not None:
            query = query.join(sitting, sitting.c.session_id == sessions.c.id).where(sitting.c.person == person)
        if guild is not None:
            query = query.where(sessions.c.guild_id == guild, sessions.c.status.in_(ACTIVE))
        [row] = await self._database.read(query)
        return int(row.number)

    async def snapshot(self, session_id: str, revision: int) -> tuple[int, bytes] | None:
        """Return the newest snapshot at or before `revision`, with its revision; None if there is none."""
        rows = await self._database.read(_SNAPSHOT, {"session": session_id, "revision": revision})
        return next(((row.revision, row.state) for row in rows), None)

    async def answers(self, session_id: str) -> list[AnswerRow]:
        """Return a session's whole history in order; `effective_answers` leaves out what was undone."""
        return [AnswerRow(**row._mapping) for row in await self._database.read(_ANSWERS, {"session": session_id})]

    # ---- people
    async def person(self, id: int) -> PersonRow | None:
        rows = await self._database.read(_PERSON, {"id": id})
        return to_person(rows[0]) if rows else None

    async def change_person(self, id: int, modify: Callable[[PersonRow], PersonRow]) -> PersonRow:
        """Apply `modify` to a person's row and save the result; concurrent changes wait."""

        def work(connection: Connection) -> PersonRow:
            row = connection.execute(_LOCK_PERSON, {"id": id}).first()
            after = modify(PersonRow(id, {}, None) if row is None else to_person(row))
            if row is None:
                connection.execute(insert(persons), _person(after))
            else:
                connection.execute(_UPDATE_PERSON, {"of": id, **_person(after)})
            return after

        return await self._database.run_transaction(work)

    # ---- health
    async def counts(self) -> dict[str, int]:
        """Return the number of sessions by status."""
        rows = await self._database.read(
            select(sessions.c.status, func.count().label("number")).group_by(sessions.c.status)
        )
        return dict.fromkeys(STATUSES, 0) | {row.status: row.number for row in rows}


def _person(row: PersonRow) -> Parameters:
    values: Parameters = vars(row) | {"settings": encode(row.settings), "seen_at": row.seen_at or time.time()}
    return validate_row(persons, values | {"hidden": int(row.settings.get("hidden") is True)})


def _answer(change: SessionChange) -> Parameters | None:
    if change.answer is None:
        return None
    if (change.answer.session_id, change.answer.revision) != (change.session_id, change.revision):
        raise ValueError("a change's answer must have the session and revision of the change")
    back_to = change.answer.back_to
    if back_to is not None and not 0 <= back_to <= change.revision:
        raise ValueError("an undo must return to an earlier revision")
    return validate_row(answers, dict(vars(change.answer)))


def _result(session_id: str, result: ResultRow) -> tuple[Parameters, list[Parameters]]:
    if result.session_id != session_id or result.number is not None:
        raise ValueError("a change's result must have the session of the change, and must not be counted yet")
    values = {name: value for name, value in vars(result).items() if name != "seats"}
    seats = [validate_row(places, vars(seat) | {"session_id": result.session_id}) for seat in result.seats]
    return validate_row(results, values), seats


def _people(session_id: str, people: list[int]) -> list[Parameters]:
    """Return one row per person, without duplicates."""
    return [validate_row(sitting, {"session_id": session_id, "person": person}) for person in dict.fromkeys(people)]
