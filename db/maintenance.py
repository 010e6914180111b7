"""Tables as rows, whatever they hold: look over them, set one aside, drop what is old, have them drawn anew."""

import asyncio
import sqlite3
from collections.abc import Collection, Sequence
from contextlib import closing
from typing import Any

from sqlalchemy import ColumnElement, Connection, ScalarSelect, Select, delete, func, literal, select, update

from db.connect import BUSY_TIMEOUT, clock, unavailable
from db.rows import ChannelTaken, SessionSummary
from db.schema import answers, persons, sessions, sitting, snapshots
from db.unit_of_work import Database

STEP = 500  # rows in one transaction
_BYTES = {name: func.coalesce(func.length(sessions.c[name]), 0).label(name) for name in ("table", "screen", "state")}
_SIZE = sum(_BYTES.values(), literal(0))
_BRIEF = [_BYTES[name] if name in _BYTES else sessions.c[name] for name in SessionSummary.__dataclass_fields__]


def belongs_to_shards(
    mine: Collection[int], shards: int, guild: ColumnElement[Any] = sessions.c.guild_id
) -> ColumnElement[bool]:
    """What belongs to `mine` of so many shards; what is without a server belongs to shard 0, as at Discord."""
    if shards == 1:
        return literal(0).in_(sorted(mine))
    return (func.coalesce(guild, 0) // 2**22 % shards).in_(sorted(mine))


class Maintenance:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def tables(
        self, statuses: Collection[str] = (), limit: int = 50, largest: bool = False
    ) -> Sequence[SessionSummary]:
        """Sessions at a glance, of these statuses or of any; those touched last come first, or the largest."""
        found = select(*_BRIEF).order_by(_SIZE.desc() if largest else sessions.c.touched_at.desc(), sessions.c.id)
        if statuses:
            found = found.where(sessions.c.status.in_(sorted(statuses)))
        return [SessionSummary(**row._mapping) for row in await self._database.read(found.limit(limit))]

    async def summary(self, session_id: str) -> SessionSummary | None:
        """One session at a glance."""
        rows = await self._database.read(select(*_BRIEF).where(sessions.c.id == session_id))
        return SessionSummary(**rows[0]._mapping) if rows else None

    async def idle(self, before: float, limit: int = 100, mine: Collection[int] = (0,), shards: int = 1) -> list[str]:
        """Open tables that were last touched before then, and are not due by themselves."""
        found = select(sessions.c.id).where(sessions.c.held_channel.is_not(None), sessions.c.due_at.is_(None))
        found = found.where(belongs_to_shards(mine, shards))
        found = found.where(sessions.c.touched_at < before).order_by(sessions.c.touched_at, sessions.c.id)
        return [row.id for row in await self._database.read(found.limit(limit))]

    async def touched_since(
        self, since: float, limit: int = 100, mine: Collection[int] = (0,), shards: int = 1
    ) -> list[str]:
        """Sessions that were touched since then; if that is now, by a process whose clock is ahead."""
        found = select(sessions.c.id).where(sessions.c.touched_at > since, belongs_to_shards(mine, shards))
        return [row.id for row in await self._database.read(found.order_by(sessions.c.id).limit(limit))]

    async def frozen(self, limit: int = 100, mine: Collection[int] = (0,), shards: int = 1) -> list[str]:
        """Frozen tables, those that were touched last first."""
        found = select(sessions.c.id).where(sessions.c.status == "frozen", belongs_to_shards(mine, shards))
        found = found.order_by(sessions.c.touched_at.desc(), sessions.c.id)
        return [row.id for row in await self._database.read(found.limit(limit))]

    async def games(self) -> dict[str, int]:
        """How many tables of each game are open."""
        found = select(sessions.c.game, func.count().label("number")).where(sessions.c.held_channel.is_not(None))
        return {row.game: row.number for row in await self._database.read(found.group_by(sessions.c.game))}

    async def sizes(self) -> dict[str, int]:
        """The bytes that all sessions together take, by column."""
        [row] = await self._database.read(select(*(func.sum(column).label(name) for name, column in _BYTES.items())))
        return {name: int(number or 0) for name, number in row._mapping.items()}

    async def quarantine(self, session_id: str, code: str) -> bool:
        """Take a session out of everybody's way: its channel is free, it is never due, its columns stay as they are.

        Its revision grows, so that whoever still has it in memory is refused.  False if there is no such session.
        """
        columns = {"status": "aside", "aside": code, "held_channel": None, "due_at": None, "redraw": 0}
        put = update(sessions).where(sessions.c.id == session_id)
        put = put.values(columns | {"revision": sessions.c.revision + 1})
        return await self._database.run_transaction(lambda connection: connection.execute(put).rowcount == 1)

    async def retry(self, session_id: str) -> bool:
        """Let a session that was set aside be tried again: it is frozen, due now, and holds its channel.

        False if none of that id is set aside.  Raises ChannelTaken.
        """
        return await self._database.run_transaction(lambda connection: _retry(connection, session_id))

    # How long things are kept.  Each call is one small step; call again while it returns `limit`.

    async def count_prunable(self, ended: float, seen: float) -> tuple[int, int]:
        """How many sessions and people would be dropped that ended, and were seen, before then."""
        founds = {"ended": _ended_sessions(ended), "gone": _absent_people(seen)}
        counts = [_count(found).label(name) for name, found in founds.items()]
        [row] = await self._database.read(select(*counts))
        return row.ended, row.gone

    async def drop_sessions(self, before: float, limit: int = 20) -> int:
        """Delete sessions that ended, and were last touched before then, with their answers; results stay."""

        def work(connection: Connection) -> int:
            ids = connection.scalars(_ended_sessions(before).order_by(sessions.c.touched_at).limit(limit)).all()
            for table in (answers, snapshots, sitting):
                connection.execute(delete(table).where(table.c.session_id.in_(ids)))
            connection.execute(delete(sessions).where(sessions.c.id.in_(ids)))
            return len(ids)

        return await self._database.run_transaction(work)

    async def drop_persons(self, before: float, limit: int = 100) -> int:
        """Delete what is remembered about people who were not seen since then and sit at no open table."""
        drop = delete(persons).where(persons.c.id.in_(_absent_people(before).limit(limit).scalar_subquery()))
        return await self._database.run_transaction(lambda connection: connection.execute(drop).rowcount)

    async def vacuum(self, pages: int = 2000) -> int:
        """Give the room of what was deleted back to the disk, a piece at a time; how many pages.

        PostgreSQL does so by itself.  A SQLite file of Hob 0.1 is written anew once, whole.
        """
        file = self._database.engine.url.database
        if not self._database.sqlite or file is None:
            return 0
        try:
            return await asyncio.to_thread(_vacuum, file, pages)
        except sqlite3.Error as fault:
            raise unavailable(fault) from fault

    # Drawing anew

    async def redraw(self, session_id: str | None = None) -> int:
        """Mark the active tables, or that one, to be drawn anew as if nothing of them had been shown; how many."""
        number = 0
        while True:
            marked = await self._database.run_transaction(
                lambda connection: mark_for_redraw(connection, session_id, STEP)
            )
            number += marked
            if marked < STEP:
                return number

    async def to_redraw(self, limit: int = 10, mine: Collection[int] = (0,), shards: int = 1) -> list[str]:
        """Some of the tables that are marked, those that were touched last first: somebody looks at them."""
        found = select(sessions.c.id).where(sessions.c.redraw == 1, belongs_to_shards(mine, shards))
        found = found.order_by(sessions.c.touched_at.desc(), sessions.c.id).limit(limit)
        return [row.id for row in await self._database.read(found)]

    async def clear_redraw(self, session_id: str) -> None:
        """It has been drawn anew, or cannot be."""
        put = update(sessions).where(sessions.c.id == session_id).values(redraw=0)
        await self._database.run_transaction(lambda connection: connection.execute(put))


def _vacuum(file: str, pages: int) -> int:
    with closing(sqlite3.connect(file, timeout=BUSY_TIMEOUT, isolation_level=None)) as connection:
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


def _count(found: Select[Any]) -> ScalarSelect[int]:
    return select(func.count()).select_from(found.subquery()).scalar_subquery()


def _ended_sessions(before: float) -> Select[tuple[str]]:
    return select(sessions.c.id).where(sessions.c.held_channel.is_(None), sessions.c.touched_at < before)


def _absent_people(before: float) -> Select[tuple[int]]:
    """People who were not seen since then, and sit at no open table."""
    seated = select(sitting.c.person).join(sessions, sessions.c.id == sitting.c.session_id)
    seated = seated.where(sessions.c.held_channel.is_not(None))
    return select(persons.c.id).where(persons.c.seen_at < before, persons.c.id.not_in(seated))


def _retry(connection: Connection, session_id: str) -> bool:
    one = sessions.c.id == session_id
    row = connection.execute(select(sessions.c.channel_id).where(one, sessions.c.status == "aside")).first()
    if row is None:
        return False
    holder = connection.scalar(select(sessions.c.id).where(sessions.c.held_channel == row.channel_id))
    if holder is not None:
        raise ChannelTaken(holder)
    columns = {"status": "frozen", "aside": None, "held_channel": row.channel_id, "due_at": clock()}
    connection.execute(update(sessions).where(one).values(columns | {"revision": sessions.c.revision + 1}))
    return True
