"""The write commands, and how jobs of one kind are written together.

A kind's `write` takes jobs with different keys and returns one outcome per job: None if it was written, or its error.
It may also fail as a whole, if another process was quicker; the writer then rolls back, retries one job at a time, and
asks a job that still fails to `explain` the error.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    Double,
    Table,
    bindparam,
    case,
    delete,
    exists,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError

from db.codecs import Parameters
from db.connect import to_store_error
from db.rows import ChannelTaken, Lease, SessionExists, StaleRevision
from db.schema import answers, leases, places, results, sessions, sitting, snapshots

Outcome = Exception | None


@dataclass(eq=False)
class Job(ABC):
    """A write to the session `key`; those to the same session are written one after the other, in order."""

    key: str
    values: Parameters
    done: "asyncio.Future[Outcome]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future(), kw_only=True
    )

    @classmethod
    @abstractmethod
    def write(cls, connection: Connection, jobs: Sequence[Any]) -> list[Outcome]: ...

    def explain(self, connection: Connection, fault: Exception) -> Exception:
        """Return the error to raise for a job that failed on its own."""
        return to_store_error(fault) if isinstance(fault, DBAPIError) else fault


@dataclass(eq=False)
class CreateSession(Job):
    people: list[Parameters]

    @classmethod
    def write(cls, connection: Connection, jobs: "Sequence[CreateSession]") -> list[Outcome]:
        connection.execute(insert(sessions), [job.values for job in jobs])
        _insert(connection, sitting, [person for job in jobs for person in job.people])
        return [None] * len(jobs)

    def explain(self, connection: Connection, fault: Exception) -> Exception:
        if not isinstance(fault, IntegrityError):
            return super().explain(connection, fault)
        conflict = _channel_conflict(connection, self.values["held_channel"], self.values["id"])
        return conflict or SessionExists(self.values["id"])


@dataclass(eq=False)
class CommitSession(Job):
    """`values` become the session's next revision; None leaves `people` unchanged."""

    revision: int
    active: bool
    answer: Parameters | None
    people: list[Parameters] | None
    keep: bool = False
    result: Parameters | None = None
    seats: list[Parameters] = field(default_factory=list)

    @classmethod
    def write(cls, connection: Connection, jobs: "Sequence[CommitSession]") -> list[Outcome]:
        """Write the changes with a current revision; reading locks the rows, so that it stays current."""
        rows = {row.id: row for row in connection.execute(_LOCK_ROWS, {"ids": [job.key for job in jobs]})}
        good = [job for job in jobs if job.key in rows and rows[job.key].revision == job.revision]
        if good:
            connection.execute(_NEXT_REVISION, [job._next(rows[job.key]) for job in good])
            _insert(connection, answers, [job.answer for job in good if job.answer])
            reseated = [job for job in good if job.people is not None]
            if reseated:
                connection.execute(_CLEAR_SEATS, [{"of": job.key} for job in reseated])
                _insert(connection, sitting, [person for job in reseated for person in job.people or ()])
            _insert(connection, snapshots, [job._snapshot() for job in good if job.keep])
            if ended := [job for job in good if job.result]:
                _insert_results(connection, ended)
        late = {job.key for job in jobs} - {job.key for job in good}
        return [StaleRevision(job.key) if job.key in late else None for job in jobs]

    def _next(self, row: Any) -> Parameters:
        channel = row.channel_id if self.active else None
        guard = {"of": self.key, "upon": self.revision}
        return self.values | guard | {"revision": self.revision + 1, "held_channel": channel}

    def _snapshot(self) -> Parameters:
        return {"session_id": self.key, "revision": self.revision + 1, "state": self.values["state"]}

    def explain(self, connection: Connection, fault: Exception) -> Exception:
        if not isinstance(fault, IntegrityError):
            return super().explain(connection, fault)
        conflict = None
        if self.active:
            row = connection.execute(_LOCK_ROWS, {"ids": [self.key]}).one()
            conflict = _channel_conflict(connection, row.channel_id, self.key)
        return conflict or StaleRevision(self.key)


@dataclass(eq=False)
class SaveScreen(Job):
    """`values` hold `screen`, and `due_at` unless unchanged. `Store.save_screen` says when they aren't written."""

    revision: int | None = None
    lease: Lease | None = None

    @classmethod
    def write(cls, connection: Connection, jobs: "Sequence[SaveScreen]") -> list[Outcome]:
        alone = [job._parameters() for job in jobs if "due_at" not in job.values]
        timed = [job._parameters() | {"due": job.values["due_at"]} for job in jobs if "due_at" in job.values]
        for statement, values in ((_UPDATE_SCREEN, alone), (_UPDATE_SCREEN_AND_DUE, timed)):
            if values:
                connection.execute(statement, values)
        return [None] * len(jobs)

    def _parameters(self) -> Parameters:
        shard, token = self.lease or (None, None)
        return {"of": self.key, "shown": self.values["screen"], "upon": self.revision, "shard": shard, "token": token}


_UPDATE_SESSION = update(sessions).where(sessions.c.id == bindparam("of"))
_TAKEN_SINCE = exists().where(leases.c.shard == bindparam("shard"), leases.c.token > bindparam("token"))
_EXPECTED_REVISION = bindparam("upon", type_=BigInteger)
_IS_NEWEST = or_(_EXPECTED_REVISION.is_(None), sessions.c.revision == _EXPECTED_REVISION)
_UPDATE_SCREEN = _UPDATE_SESSION.where(~_TAKEN_SINCE, or_(sessions.c.held_channel.is_not(None), _IS_NEWEST)).values(
    screen=bindparam("shown")
)
_UPDATE_SCREEN_AND_DUE = _UPDATE_SCREEN.values(
    due_at=case((_IS_NEWEST, bindparam("due", type_=Double)), else_=sessions.c.due_at)
)
_NEXT_REVISION = _UPDATE_SESSION.where(sessions.c.revision == bindparam("upon"))
# Ordered, so that two processes can't deadlock.  In SQLite, the transaction itself is the lock.
_LOCK_ROWS = (
    select(sessions.c.id, sessions.c.revision, sessions.c.channel_id)
    .where(sessions.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(sessions.c.id)
    .with_for_update()
)
_CLEAR_SEATS = delete(sitting).where(sitting.c.session_id == bindparam("of"))


def _insert(connection: Connection, table: Table, rows: list[Parameters]) -> None:
    if rows:
        connection.execute(insert(table), rows)


def _insert_results(connection: Connection, jobs: list[CommitSession]) -> None:
    """Insert results; a session that has one keeps it, because it may have been counted."""
    there = set(connection.scalars(select(results.c.session_id).where(results.c.session_id.in_([j.key for j in jobs]))))
    new = [job for job in jobs if job.key not in there]
    _insert(connection, results, [job.result for job in new if job.result])
    _insert(connection, places, [seat for job in new for seat in job.seats])


def _channel_conflict(connection: Connection, channel: int | None, but: str) -> ChannelTaken | None:
    holder = select(sessions.c.id).where(sessions.c.held_channel == channel, sessions.c.id != but)
    session_id = connection.scalar(holder)
    return ChannelTaken(session_id) if session_id is not None else None
