"""Maintenance that doesn't decode rows: list tables, quarantine one, delete old ones, mark tables for a redraw."""

import asyncio
import sqlite3
from collections.abc import Collection, Sequence
from contextlib import closing
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    ScalarSelect,
    Select,
    and_,
    bindparam,
    delete,
    func,
    literal,
    select,
    update,
)

from db.codecs import encode
from db.connect import open_file, translate_errors
from db.rows import AT_ONCE, ChannelTaken, SessionSummary
from db.schema import answers, persons, places, results, sessions, sitting, snapshots
from db.unit_of_work import Database

STEP = 500  # rows in one transaction
_BYTES = {name: func.coalesce(func.length(sessions.c[name]), 0).label(name) for name in ("table", "screen", "state")}
_SIZE = sum(_BYTES.values(), literal(0))
_BRIEF = [_BYTES[name] if name in _BYTES else sessions.c[name] for name in SessionSummary.__dataclass_fields__]


def belongs_to_shards(guild: ColumnElement[Any] = sessions.c.guild_id) -> ColumnElement[bool]:
    """Match rows of servers on the shards `mine` of `shards`, two parameters; rows without a server are on shard 0."""
    shard = func.coalesce(guild, 0) // 2**22 % bindparam("shards", type_=BigInteger)
    return shard.in_(bindparam("mine", expanding=True))


def on_shards(*where: ColumnElement[bool]) -> Select[tuple[str]]:
    """Select the ids of up to `limit` sessions on the shards `mine`, for `Database.read_ids`."""
    return select(sessions.c.id).where(*where, belongs_to_shards()).limit(bindparam("limit"))


# Queries by the poll for due work, built once: building one takes longer than running it.
_IDLE = on_shards(
    sessions.c.held_channel.is_not(None), sessions.c.due_at.is_(None), sessions.c.touched_at < bindparam("before")
).order_by(sessions.c.touched_at, sessions.c.id)
_TOUCHED_SINCE = on_shards(sessions.c.touched_at > bindparam("since")).order_by(sessions.c.id)
_ONLY_HIDDEN = {"settings": encode({"hidden": True}), "dm_channel_id": None, "seen_at": 0.0}
_NEWEST_FIRST = sessions.c.touched_at.desc(), sessions.c.id
_FROZEN = on_shards(sessions.c.status == "frozen").order_by(*_NEWEST_FIRST)
_TO_REDRAW = on_shards(sessions.c.redraw == 1).order_by(*_NEWEST_FIRST)


class Maintenance:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def tables(
        self, statuses: Collection[str] = (), limit: int = 50, largest: bool = False
    ) -> Sequence[SessionSummary]:
        """Return summaries of sessions with these statuses, or of all: the last touched first, or the largest."""
        query = select(*_BRIEF).order_by(_SIZE.desc() if largest else sessions.c.touched_at.desc(), sessions.c.id)
        if statuses:
            query = query.where(sessions.c.status.in_(sorted(statuses)))
        return [SessionSummary(**row._mapping) for row in await self._database.read(query.limit(limit))]

    async def summary(self, session_id: str) -> SessionSummary | None:
        """Return the summary of one session, None if there is no such session."""
        rows = await self._database.read(select(*_BRIEF).where(sessions.c.id == session_id))
        return SessionSummary(**rows[0]._mapping) if rows else None

    async def idle(self, before: float, limit: int, mine: Collection[int], shards: int) -> list[str]:
        """Return the ids of open tables last touched before `before` that aren't scheduled."""
        return await self._database.read_ids(_IDLE, mine, shards, before=before, limit=limit)

    async def touched_since(self, since: float, limit: int, mine: Collection[int], shards: int) -> list[str]:
        """Return ids of sessions touched after `since`; with `since` now, any hit means that another clock is ahead."""
        return await self._database.read_ids(_TOUCHED_SINCE, mine, shards, since=since, limit=limit)

    async def frozen(self, limit: int = 100, mine: Collection[int] = (0,), shards: int = 1) -> list[str]:
        """Return the ids of frozen tables, the last touched first."""
        return await self._database.read_ids(_FROZEN, mine, shards, limit=limit)

    async def games(self) -> dict[str, int]:
        """Return the number of open tables by game."""
        query = select(sessions.c.game, func.count().label("number")).where(sessions.c.held_channel.is_not(None))
        return {row.game: row.number for row in await self._database.read(query.group_by(sessions.c.game))}

    async def quarantine(self, session_id: str, code: str) -> bool:
        """Take a session out of service: its channel becomes free, it is never due, its columns stay as they are.

        Its revision grows, so that writes based on a copy in memory are rejected.  Returns False if there is no such
        session.
        """
        columns = {"status": "aside", "aside": code, "held_channel": None, "due_at": None, "redraw": 0}
        put = update(sessions).where(sessions.c.id == session_id)
        put = put.values(columns | {"revision": sessions.c.revision + 1})
        return await self._database.execute(put) == 1

    async def retry(self, session_id: str) -> bool:
        """End a quarantine: `frozen`, due now, in its channel again. Return False without one. Raises ChannelTaken."""
        return await self._database.run_transaction(_retry, session_id)

    # ---- retention, in small steps: call again while a call returns `limit`
    async def count_prunable(self, ended: float, seen: float) -> tuple[int, int]:
        """Return how many ended sessions last touched before `ended`, and people not seen since `seen`, can go."""
        queries = {"ended": _ended_sessions(ended), "gone": _absent_people(seen)}
        counts = [_count(query).label(name) for name, query in queries.items()]
        [row] = await self._database.read(select(*counts))
        return row.ended, row.gone

    async def drop_sessions(self, before: float, limit: int = 20) -> int:
        """Delete ended sessions last touched before `before`, with their answers; results stay.  Return the number."""

        def work(connection: Connection) -> int:
            ids = connection.scalars(_ended_sessions(before).order_by(sessions.c.touched_at).limit(limit)).all()
            for table in (answers, snapshots, sitting):
                connection.execute(delete(table).where(table.c.session_id.in_(ids)))
            connection.execute(delete(sessions).where(sessions.c.id.in_(ids)))
            return len(ids)

        return await self._database.run_transaction(work)

    async def drop_persons(self, before: float, limit: int = 100) -> int:
        """Delete people at no open table who haven't been seen, or finished a game, since `before`.

        Hidden people with stored results keep a row with only that setting; otherwise leaderboards would show them.
        Return the number of people deleted or reduced to that.
        """

        def work(connection: Connection) -> int:
            ids = connection.scalars(_absent_people(before).limit(limit).with_for_update()).all()
            scored = select(places.c.person).where(places.c.person.in_(ids))
            chosen, hidden = persons.c.id.in_(ids), and_(persons.c.hidden == 1, persons.c.id.in_(scored))
            connection.execute(delete(persons).where(chosen, ~hidden))
            connection.execute(update(persons).where(chosen).values(_ONLY_HIDDEN))
            return len(ids)

        return await self._database.run_transaction(work)

    async def vacuum(self, pages: int = 2000) -> int:
        """Return free space of deleted rows to the disk, a piece at a time; return the number of pages.

        Does nothing on PostgreSQL, which does so by itself.  Rewrites a SQLite file of Hob 0.1 once as a whole.
        """
        file = self._database.engine.url.database
        if not self._database.sqlite or file is None:
            return 0
        with translate_errors(sqlite3.Error):
            return await asyncio.to_thread(_vacuum, file, pages)

    # ---- redraws
    async def redraw(self, session_id: str | None = None) -> int:
        """Mark all active tables, or one, for a redraw that ignores what was last sent; return the number."""
        number = 0
        while True:
            marked = await self._database.run_transaction(mark_for_redraw, session_id, STEP)
            number += marked
            if marked < STEP:
                return number

    async def to_redraw(self, limit: int = 10, mine: Collection[int] = (0,), shards: int = 1) -> list[str]:
        """Return some of the tables marked for a redraw, the last touched first: players are looking at those."""
        return await self._database.read_ids(_TO_REDRAW, mine, shards, limit=limit)

    async def clear_redraw(self, session_id: str) -> None:
        """Remove the mark, after the table was redrawn or couldn't be."""
        await self._database.execute(update(sessions).where(sessions.c.id == session_id).values(redraw=0))


def _vacuum(file: str, pages: int) -> int:
    with closing(open_file(file)) as connection:
        [before] = connection.execute("PRAGMA page_count").fetchone()
        [incremental] = connection.execute("PRAGMA auto_vacuum").fetchone()
        if incremental:
            connection.executescript(f"PRAGMA incremental_vacuum({int(pages)})")  # `execute` would free one page
        else:
            connection.executescript("PRAGMA auto_vacuum = INCREMENTAL; VACUUM")
        [after] = connection.execute("PRAGMA page_count").fetchone()
        return max(0, int(before - after))


def mark_for_redraw(connection: Connection, session_id: str | None, limit: int | None) -> int:
    one = sessions.c.redraw == 0 if session_id is None else sessions.c.id == session_id
    chosen = select(sessions.c.id).where(sessions.c.held_channel.is_not(None), one).limit(limit)
    put = update(sessions).where(sessions.c.id.in_(chosen.scalar_subquery())).values(redraw=1)
    return connection.execute(put).rowcount


def _count(query: Select[Any]) -> ScalarSelect[int]:
    return select(func.count()).select_from(query.subquery()).scalar_subquery()


def _ended_sessions(before: float) -> Select[tuple[str]]:
    return select(sessions.c.id).where(sessions.c.held_channel.is_(None), sessions.c.touched_at < before)


def _absent_people(before: float) -> Select[tuple[int]]:
    """Select people who haven't changed anything or finished a game since `before`, and are at no open table."""
    seated = select(sitting.c.person).join(sessions, sessions.c.id == sitting.c.session_id)
    seated = seated.where(sessions.c.held_channel.is_not(None))
    played = select(places.c.person).join(results, results.c.session_id == places.c.session_id)
    played = played.where(results.c.at >= before, places.c.person.is_not(None))
    seen = persons.c.seen_at > 0, persons.c.seen_at < before  # 0: see _ONLY_HIDDEN
    return select(persons.c.id).where(*seen, persons.c.id.not_in(seated), persons.c.id.not_in(played))


def _retry(connection: Connection, session_id: str) -> bool:
    one = sessions.c.id == session_id
    row = connection.execute(select(sessions.c.channel_id).where(one, sessions.c.status == "aside")).first()
    if row is None:
        return False
    holder = connection.scalar(select(sessions.c.id).where(sessions.c.held_channel == row.channel_id))
    if holder is not None:
        raise ChannelTaken(holder)
    columns = {"status": "frozen", "aside": None, "held_channel": row.channel_id, "due_at": AT_ONCE}
    connection.execute(update(sessions).where(one).values(columns | {"revision": sessions.c.revision + 1}))
    return True
