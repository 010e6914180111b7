"""Results of finished games, and what is computed from them: statistics by queries, ratings one result at a time.

Ratings are a fold over the results in a fixed order, so updating them and recomputing them give the same values:
`next_batch` returns the results not counted yet, `apply_batch` writes the new ratings, `recount` starts over.
"""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    select,
    update,
)

from db.codecs import validate_row
from db.rows import PersonStatistics, PlaceRow, RatingRow, ResultRow
from db.schema import marks, persons, places, ratings, results, sessions
from db.unit_of_work import Database


def _sum(column: ColumnElement[Any]) -> ColumnElement[int]:
    """Return a sum as an integer; PostgreSQL would return a decimal."""
    return func.coalesce(func.sum(column), 0).cast(BigInteger)


_RATING = [ratings.c[name] for name in RatingRow.__dataclass_fields__]
_PLACE = list(PlaceRow.__dataclass_fields__)
_HIDDEN = select(persons.c.id).where(persons.c.hidden == 1)
_WON = _sum(case((places.c.place == 1, 1), else_=0))
_STATISTICS = select(
    places.c.person,
    results.c.game,
    func.count().label("played"),
    _WON.label("won"),
    _sum(places.c.points).label("points"),
    func.max(places.c.points).label("most_points"),
    func.max(results.c.seconds).label("longest"),
).join_from(places, results)


class Results:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, session_id: str) -> ResultRow | None:
        matching = await self._with_seats(select(results).where(results.c.session_id == session_id))
        return matching[0] if matching else None

    async def newest(
        self,
        person: int | None = None,
        guild: int | None = None,
        limit: int = 20,
        game: str = "",
        replayable: bool = False,
    ) -> list[ResultRow]:
        """Return the newest games of a person, in a server, of one game, or all; `replayable`: if still stored."""
        query = select(results).order_by(results.c.at.desc(), results.c.session_id).limit(limit)
        if person is not None:
            query = query.where(results.c.session_id.in_(select(places.c.session_id).where(places.c.person == person)))
        if guild is not None:
            query = query.where(results.c.guild_id == guild)
        if game:
            query = query.where(results.c.game == game)
        if replayable:
            query = query.where(results.c.session_id.in_(select(sessions.c.id).where(sessions.c.status == "over")))
        return await self._with_seats(query)

    async def series(self, series: str) -> list[ResultRow]:
        """Return the games of a series, oldest first."""
        query = select(results).where(results.c.series == series)
        return await self._with_seats(query.order_by(results.c.at, results.c.session_id))

    # ---- statistics
    async def statistics(self, person: int, guild: int | None = None) -> list[PersonStatistics]:
        """Return a person's statistics per game, the most played first: in one server, or everywhere."""
        counted = _STATISTICS.where(places.c.person == person, places.c.place.is_not(None))
        if guild is not None:
            counted = counted.where(results.c.guild_id == guild)
        counted = counted.group_by(places.c.person, results.c.game).order_by(func.count().desc(), results.c.game)
        return [PersonStatistics(**row._mapping) for row in await self._database.read(counted)]

    async def winners(self, game: str, guild: int | None = None, limit: int = 10) -> list[PersonStatistics]:
        """Return the people who have won a game most often, in one server or everywhere; leave out hidden people."""
        counted = _STATISTICS.where(results.c.game == game, places.c.place.is_not(None), places.c.person.is_not(None))
        counted = counted.where(places.c.person.not_in(_HIDDEN))
        if guild is not None:
            counted = counted.where(results.c.guild_id == guild)
        counted = counted.group_by(places.c.person, results.c.game)
        most = counted.order_by(_WON.desc(), func.count(), places.c.person).limit(limit)
        return [PersonStatistics(**row._mapping) for row in await self._database.read(most)]

    # ---- ratings
    async def leaderboard(self, guild: int, game: str, games: int = 0) -> list[RatingRow]:
        """Return the ten highest ratings (`mu` − 3 `sigma`) of people with at least `games` games who aren't hidden."""
        best = select(*_RATING).where(ratings.c.guild_id == guild, ratings.c.game == game, ratings.c.person != 0)
        best = best.where(ratings.c.person.not_in(_HIDDEN), ratings.c.games >= games)
        best = best.order_by((ratings.c.mu - 3 * ratings.c.sigma).desc(), ratings.c.person).limit(10)
        return [RatingRow(**row._mapping) for row in await self._database.read(best)]

    async def ratings(self, guilds: Collection[int], game: str, people: Collection[int]) -> list[RatingRow]:
        """Return the existing ratings in these servers (0: everywhere), of these people and of all computer players."""
        query = select(*_RATING).where(ratings.c.guild_id.in_(list(guilds)), ratings.c.game == game)
        query = query.where(ratings.c.person.in_([*people, 0]))
        return [RatingRow(**row._mapping) for row in await self._database.read(query)]

    async def next_batch(self, limit: int = 100) -> tuple[int, list[ResultRow]]:
        """Return the number of the last counted result, and the results that follow, in order."""
        [row] = await self._database.read(select(marks.c.counted))
        again = select(results).where(results.c.number > row.counted).order_by(results.c.number).limit(limit)
        batch = await self._with_seats(again)
        if not batch:
            new = select(results).where(results.c.number.is_(None))
            batch = await self._with_seats(new.order_by(results.c.at, results.c.session_id).limit(limit))
        return row.counted, batch

    async def apply_batch(
        self, last_counted: int, batch: Sequence[ResultRow], new_ratings: Collection[RatingRow]
    ) -> bool:
        """Count these results and write their ratings; return False if another process or `recount` was quicker."""
        rows = [validate_row(ratings, dict(vars(rating))) for rating in new_ratings]
        numbered = [result.number or last_counted + place for place, result in enumerate(batch, 1)]
        new = [
            {"of": result.session_id, "becomes": number}
            for result, number in zip(batch, numbered, strict=True)
            if result.number is None
        ]

        def work(connection: Connection) -> bool:
            forward = update(marks).where(marks.c.counted == last_counted).values(counted=numbered[-1])
            if connection.execute(forward).rowcount != 1:
                return False
            if new:
                connection.execute(_NUMBER, new)
            if rows:
                connection.execute(_REMOVE, [{f"the_{name}": row[name] for name in _KEY} for row in rows])
                connection.execute(insert(ratings), rows)
            return True

        return bool(batch) and await self._database.run_transaction(work)

    async def recount(self) -> None:
        """Delete all ratings, so that `next_batch` starts again with the first result ever counted."""

        def work(connection: Connection) -> None:
            connection.execute(update(marks).values(counted=0))
            connection.execute(delete(ratings))

        await self._database.run_transaction(work)

    async def _with_seats(self, query: Select[Any]) -> list[ResultRow]:
        rows = await self._database.read(query)
        seats: dict[str, list[PlaceRow]] = {row.session_id: [] for row in rows}
        sat = select(places).where(places.c.session_id.in_(list(seats)))
        for row in await self._database.read(sat.order_by(places.c.seat)):
            seats[row.session_id].append(PlaceRow(**{name: row._mapping[name] for name in _PLACE}))
        return [ResultRow(**row._mapping, seats=tuple(seats[row.session_id])) for row in rows]


_KEY = ("guild_id", "game", "person", "computer")
_NUMBER = update(results).where(results.c.session_id == bindparam("of")).values(number=bindparam("becomes"))
_REMOVE = delete(ratings).where(and_(*(ratings.c[name] == bindparam(f"the_{name}") for name in _KEY)))
