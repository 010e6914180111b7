"""A person's statistics, and a server's leaderboard."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from bot.errors import UserError, storage_errors
from bot.servers import Servers
from bot.tables import ratings
from bot.tables.model import TableInfo
from bot.tables.ratings import GLOBAL, PROVISIONAL
from db import DamagedRow, PersonStatistics, Store

MAX_LINES = 13  # lines of a leaderboard: ten people and three levels of computers
RECENT_RESULTS = 100  # newest games of a person that are examined


@dataclass(frozen=True)
class Standing:
    """A line of a leaderboard: of a person, or of a computer's level (`person` 0).

    `rating` is None for a person with fewer than `PROVISIONAL` games, who is ranked by wins below the others.
    """

    person: int
    computer: str
    rating: int | None
    games: int
    won: int = 0

    @property
    def ranked_by(self) -> tuple[int, ...]:
        """Return what the line shows of the result; equal ones share a place."""
        return (self.won, self.games) if self.rating is None else (self.rating,)


@dataclass(frozen=True)
class GameStatistics(PersonStatistics):
    """A person's statistics in one game; `places` are recent ones, the newest first."""

    places: list[int]
    rating: int | None  # None until enough games are rated

    @property
    def average(self) -> float | str:
        """Return the average of the known places; a dash if there are none."""
        return sum(self.places) / len(self.places) if self.places else "–"


def places(standings: Sequence[Standing]) -> list[int]:
    """Return the places of standings that are listed best first: 1, 1, 3 if the first two are equal."""
    results = [one.ranked_by for one in standings]
    return [1 + results.index(result) for result in results]


class StatisticsService:
    """Statistics and leaderboards. Methods raise DatabaseUnavailable."""

    def __init__(self, store: Store, servers: Servers) -> None:
        self.store, self.servers = store, servers

    async def ratings_enabled(self, guild: int | None) -> bool:
        return (await self.servers.of(guild)).ratings

    async def of_person(self, person: int, guild: int | None) -> list[GameStatistics]:
        """Return results game by game, the most played first: in one server, or everywhere."""
        with storage_errors():
            await ratings.rate_new_results(self.store)
            rated = await self.ratings_enabled(guild)
            statistics = []
            for totals in await self.store.results.statistics(person, guild):
                newest = await self.store.results.newest(person, guild, RECENT_RESULTS, totals.game)
                seats = [seat for result in newest for seat in result.seats]
                places = [seat.place for seat in seats if seat.person == person and seat.place is not None]
                known = await self.store.results.ratings({guild or GLOBAL}, totals.game, {person})
                own = next((row for row in known if row.person == person and rated), None)
                rating = ratings.displayed_rating(own) if own is not None and own.games >= PROVISIONAL else None
                statistics.append(GameStatistics(**vars(totals), places=places, rating=rating))
        return statistics

    async def rivals(self, person: int, guild: int | None) -> list[tuple[int, int]]:
        """Return opponents of two or more recent games, with the number of games, the most first."""
        with storage_errors():
            newest = await self.store.results.newest(person=person, guild=guild, limit=RECENT_RESULTS)
        met = Counter(seat.person for result in newest for seat in result.seats if seat.person not in (None, person))
        return [(other, games) for other, games in met.most_common() if other is not None and games > 1]

    async def names(self, guild: int, people: Sequence[int]) -> dict[int, str]:
        """Return people's names at their last table in that server, if it is still stored."""
        by_person: dict[int, str] = {}
        with storage_errors():
            for person in people:
                for result in await self.store.results.newest(person=person, guild=guild, limit=1):
                    with suppress(DamagedRow, ValueError):  # a damaged table has no names
                        if row := await self.store.get(result.session_id):
                            seats = TableInfo.model_validate(row.table).seats
                            by_person[person] = next((seat.name for seat in seats if seat.person == person), "")
        return by_person

    async def leaderboard(self, guild: int, game: str) -> list[Standing]:
        """Return a server's best: people and computers by rating, then people without one by wins.

        Empty until a person has played. Raises UserError if it is off.
        """
        with storage_errors():
            if not await self.ratings_enabled(guild):
                raise UserError("board-off")
            await ratings.rate_new_results(self.store)
            people = await self.store.results.leaderboard(guild, game, PROVISIONAL)
            winners = await self.store.results.winners(game, guild, MAX_LINES)
            computers = [row for row in await self.store.results.ratings({guild}, game, []) if row.computer]
            known = await self.store.results.ratings({guild}, game, [one.person for one in winners])
        rated = {row.person for row in known if row.person and row.games >= PROVISIONAL}
        best = sorted([*people, *computers] if people else [], key=lambda row: -ratings.conservative_rating(row))
        standings = [Standing(row.person, row.computer, ratings.displayed_rating(row), row.games) for row in best]
        beginners = [one for one in winners if one.person not in rated]
        standings += [Standing(one.person, "", None, one.played, one.won) for one in beginners]
        return standings[:MAX_LINES]
