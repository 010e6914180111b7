"""Daily deals: the secret that seeds them, and each person's one attempt per deal."""

from sqlalchemy import Connection, delete, insert, select, update

from db.codecs import validate_row
from db.rows import AttemptRow, FinishedAttempt
from db.schema import marks, persons, places, results, tries
from db.unit_of_work import Database

KEEP_DAYS = 7  # older attempts are deleted when a new one is claimed


class Dailies:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def secret(self) -> str:
        """Return the random secret; it was generated once, and copies of this store have the same."""
        [row] = await self._database.read(select(marks.c.secret))
        return str(row.secret)

    async def of_person(self, person: int, day: int | None = None) -> list[AttemptRow]:
        """Return a person's attempts on `day`, or all that are still stored, including those under their pseudonym."""
        them = tries.c.person.in_([person, await self._database.pseudonym(person)])
        query = select(tries).where(them).order_by(tries.c.day, tries.c.game)
        if day is not None:
            query = query.where(tries.c.day == day)
        return [AttemptRow(**row._mapping) for row in await self._database.read(query)]

    async def claim(self, row: AttemptRow, instead_of: str | None = None) -> bool:
        """Record this session as the person's attempt at the deal; return False if they already have another one.

        `instead_of` is a session that may be replaced.  Also deletes everyone's attempts older than `KEEP_DAYS`.
        """
        values = validate_row(tries, vars(row))
        mine = (
            tries.c.person.in_([row.person, await self._database.pseudonym(row.person)]),
            tries.c.day == row.day,
            tries.c.game == row.game,
        )

        def work(connection: Connection) -> bool:
            connection.execute(delete(tries).where(tries.c.day < row.day - KEEP_DAYS))
            known = connection.scalar(select(tries.c.session_id).where(*mine).with_for_update())
            if known is None:
                connection.execute(insert(tries).values(values))
            elif known == instead_of:
                connection.execute(update(tries).where(*mine).values(values))
            return known in (None, instead_of, row.session_id)

        return await self._database.run_transaction(work)

    async def finished_attempts(self, day: int, game: str, before: float) -> list[FinishedAttempt]:
        """Return the attempts that were played to the end before the time `before`, ordered by person."""
        query = select(tries.c.person, tries.c.guild_id, persons.c.hidden, places.c.place, places.c.points)
        query = query.join(results, results.c.session_id == tries.c.session_id)
        query = query.join(
            places, (places.c.session_id == tries.c.session_id) & (places.c.person == tries.c.person)
        ).outerjoin(persons, persons.c.id == tries.c.person)
        query = query.where(tries.c.day == day, tries.c.game == game, results.c.at < before)
        query = query.where(places.c.place.is_not(None)).order_by(tries.c.person)
        return [
            FinishedAttempt(row.person, row.guild_id, bool(row.hidden), row.place, row.points)
            for row in await self._database.read(query)
        ]
