"""Daily deals: the secret that they are dealt by, and everybody's one try at each."""

from sqlalchemy import Connection, delete, insert, select, update

from db.codecs import validate_row
from db.rows import AttemptRow, FinishedAttempt
from db.schema import marks, persons, places, results, tries
from db.unit_of_work import Database

KEEP_DAYS = 7  # days


class Dailies:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def secret(self) -> str:
        """Made once at random, and the same in copies of this store."""
        [row] = await self._database.read(select(marks.c.secret))
        return str(row.secret)

    async def of_person(self, person: int, day: int | None = None) -> list[AttemptRow]:
        """Somebody's tries of that day, or all that are kept."""
        found = select(tries).where(tries.c.person == person).order_by(tries.c.day, tries.c.game)
        if day is not None:
            found = found.where(tries.c.day == day)
        return [AttemptRow(**row._mapping) for row in await self._database.read(found)]

    async def claim(self, row: AttemptRow, instead_of: str | None = None) -> bool:
        """This session is the person's try at that deal, if they have none, or none but that other session.

        Tries of more than a week ago go on the way.
        """
        values = validate_row(tries, vars(row))
        mine = (tries.c.person == row.person, tries.c.day == row.day, tries.c.game == row.game)

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
        """The tries that were played to their end before then, by who made them."""
        found = select(tries.c.person, tries.c.guild_id, persons.c.hidden, places.c.place, places.c.points)
        found = found.join(results, results.c.session_id == tries.c.session_id)
        found = found.join(
            places, (places.c.session_id == tries.c.session_id) & (places.c.person == tries.c.person)
        ).outerjoin(persons, persons.c.id == tries.c.person)
        found = found.where(tries.c.day == day, tries.c.game == game, results.c.at < before)
        found = found.where(places.c.place.is_not(None)).order_by(tries.c.person)
        return [
            FinishedAttempt(row.person, row.guild_id, bool(row.hidden), row.place, row.points)
            for row in await self._database.read(found)
        ]
