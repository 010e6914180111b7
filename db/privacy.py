"""Export or erase everything stored about a person.  db/README.md has the list."""

import asyncio
import contextlib
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

from sqlalchemy import Connection, Row, case, delete, exists, func, or_, select, update

from db.codecs import encode
from db.connect import open_file
from db.dailies import Dailies
from db.decoding import WITHOUT_STATE, readable_sessions, to_person, to_settings
from db.nights import Nights
from db.results import Results
from db.rows import AT_ONCE, AnswerRow, PersonalData, RatingRow, StillMentioned
from db.schema import answers, barred, nights, persons, places, ratings, sessions, setting_changes, sitting, tries
from db.servers import Servers
from db.unit_of_work import Database

JSON = dict[str, Any]
Rewrite = Callable[[JSON, JSON], tuple[JSON, JSON]]
RewriteNight = Callable[[JSON], JSON]
STEP = 50
NO_MESSAGES: JSON = {"table": None, "ping": None, "notice": None, "vote": None, "obsolete": []}  # in a screen
READER_TIMEOUT = 0.2  # seconds to wait for readers before emptying the log; it blocks writers


class PersonalDataStore:
    def __init__(
        self, database: Database, results: Results, nights: Nights, dailies: Dailies, servers: Servers
    ) -> None:
        self._database, self._results, self._nights = database, results, nights
        self._dailies, self._servers = dailies, servers

    async def export(self, person: int) -> PersonalData:
        """Return all data about a person. A session's `table` and `screen` hold others' data, too: filter them."""
        known = await self._database.read(select(persons).where(persons.c.id == person))
        session_rows: list[Row[Any]] = []
        after = ""
        while ids := await self._mentioning(person, after):
            session_rows += await self._database.read(
                select(*WITHOUT_STATE).where(sessions.c.id.in_(ids)).order_by(sessions.c.id)
            )
            after = ids[-1]
        query = select(answers).where(answers.c.person == person).order_by(answers.c.session_id, answers.c.revision)
        rated = select(ratings).where(ratings.c.person == person).order_by(ratings.c.guild_id, ratings.c.game)
        answered = [AnswerRow(**row._mapping) for row in await self._database.read(query)]
        theirs = {answer.session_id for answer in answered}
        return PersonalData(
            person=to_person(known[0]) if known else None,
            sessions=readable_sessions(
                [row for row in session_rows if row.id in theirs or _mentions(person, row.table, row.screen)]
            ),
            answers=answered,
            results=await self._results.newest(person=person, limit=2**31),
            ratings=[RatingRow(**row._mapping) for row in await self._database.read(rated)],
            nights=[row for row in await self._nights.mentioning(person) if _mentions(person, encode(row.night))],
            tries=await self._dailies.of_person(person),
            setting_changes=await self._servers.changes(person=person),
            barred_in=await self._servers.barred_in(person),
        )

    async def erase(self, person: int, rewrite: Rewrite, rewrite_night: RewriteNight) -> int:
        """Remove a person from all tables; return the number of sessions that had mentioned them.

        Blocks and attempts at the newest deals stay, under the person's pseudonym.
        `rewrite(table, screen)` returns a session's two columns without the person's id and name, and
        `rewrite_night(night)` a night without them.  Each session or night is rewritten as a whole or not at all.  Its
        revision grows, so that writes based on a copy in memory are rejected; an open session, or a night, becomes due
        at once.  Raises StillMentioned if a rewritten one still contains the id; earlier ones stay done, and calling
        again continues.
        """
        number, after = 0, ""
        while ids := await self._mentioning(person, after):
            for id in ids:
                number += await self._database.run_transaction(_erase_session, id, person, rewrite)
            after = ids[-1]
        await self._database.run_transaction(_erase_nights, person, rewrite_night)
        await self._database.run_transaction(_erase_other_tables, person, await self._database.pseudonym(person))
        file = self._database.engine.url.database
        if self._database.sqlite and file is not None:
            await asyncio.to_thread(_truncate_wal, file)
        return number

    async def _mentioning(self, person: int, after: str) -> list[str]:
        """Return the ids of up to `STEP` sessions after the id `after` that may mention the person, in order."""
        answered = exists().where(answers.c.session_id == sessions.c.id, answers.c.person == person)
        sits = exists().where(sitting.c.session_id == sessions.c.id, sitting.c.person == person)
        named = [sessions.c[name].contains(str(person)) for name in ("table", "screen")]
        query = select(sessions.c.id).where(sessions.c.id > after, or_(*named, sits, answered))
        return [row.id for row in await self._database.read(query.order_by(sessions.c.id).limit(STEP))]


def _erase_session(connection: Connection, session_id: str, person: int, rewrite: Rewrite) -> bool:
    one = sessions.c.id == session_id
    columns = sessions.c.table, sessions.c.screen, sessions.c.guild_id, sessions.c.held_channel, sessions.c.due_at
    row = connection.execute(select(*columns).where(one).with_for_update()).first()
    if row is None:
        return False
    mine = connection.execute(
        update(answers).where(answers.c.session_id == session_id, answers.c.person == person).values(person=None)
    ).rowcount
    mine += connection.execute(
        delete(sitting).where(sitting.c.session_id == session_id, sitting.c.person == person)
    ).rowcount
    done = row.held_channel is None and row.due_at is None
    alone = done and row.guild_id is None and mine > 0  # their direct messages: no one else is in that channel
    if alone or _mentions(person, row.table, row.screen):
        # A damaged column is emptied: it might contain the person forever.
        table, screen = rewrite(to_settings(row.table), to_settings(row.screen))
        values: dict[str, Any] = {"table": encode(table), "screen": encode(screen)}
        if alone:
            values |= {"screen": encode({**screen, **NO_MESSAGES}), "channel_id": 0}
        if _mentions(person, values["table"], values["screen"]):
            raise StillMentioned(session_id)
        due = case((sessions.c.held_channel.is_not(None), AT_ONCE), else_=sessions.c.due_at)  # to redraw it
        connection.execute(
            update(sessions).where(one).values(values | {"revision": sessions.c.revision + 1, "due_at": due})
        )
        mine += 1
    return mine > 0


def _erase_nights(connection: Connection, person: int, rewrite: RewriteNight) -> None:
    named = select(nights.c.id, nights.c.night).where(nights.c.night.contains(str(person))).with_for_update()
    for row in connection.execute(named).all():
        if _mentions(person, row.night):
            night = encode(rewrite(to_settings(row.night)))
            if _mentions(person, night):
                raise StillMentioned(row.id)
            values = {"night": night, "revision": nights.c.revision + 1, "due_at": AT_ONCE}  # to redraw it
            connection.execute(update(nights).where(nights.c.id == row.id).values(values))


def _truncate_wal(file: str) -> None:
    """Empty SQLite's write-ahead log, which still contains the old rows, unless someone is reading.

    It waits only briefly for readers, because it blocks writers.
    """
    with contextlib.suppress(sqlite3.Error), closing(open_file(file, READER_TIMEOUT)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _mentions(person: int, *texts: Any) -> bool:
    return any(re.search(rf"(?<!\d){person}(?!\d)", str(text)) for text in texts)


def _erase_other_tables(connection: Connection, person: int, pseudonym: int) -> None:
    connection.execute(update(places).where(places.c.person == person).values(person=None))
    connection.execute(delete(ratings).where(ratings.c.person == person))
    newest = select(func.max(tries.c.day)).scalar_subquery()
    connection.execute(delete(tries).where(tries.c.person.in_([person, pseudonym]), tries.c.day < newest))
    connection.execute(update(tries).where(tries.c.person == person).values(person=pseudonym, guild_id=None))
    connection.execute(update(setting_changes).where(setting_changes.c.person == person).values(person=None))
    connection.execute(update(barred).where(barred.c.person == person).values(person=pseudonym))
    connection.execute(delete(persons).where(persons.c.id == person))
