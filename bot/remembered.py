"""What is remembered of games that have ended: a person's statistics, and a server's board."""

from dataclasses import dataclass

from bot import ratings
from bot.ratings import EVERYWHERE, PROVISIONAL
from bot.sessions.servers import Servers
from bot.sessions.sessions import kept
from bot.tables.refusals import Refusal
from db import RatingRow, Store

LOOKED_AT = 100  # of a person's newest games, for the places of the last


@dataclass(frozen=True)
class Rated:
    """A rating as people read it: of a person, or of a computer's level (`person` 0)."""

    person: int
    computer: str
    points: int
    doubt: int
    games: int
    provisional: bool


@dataclass(frozen=True)
class Played:
    """What somebody has played of one game; `places` are the last, the newest first, `longest` is in seconds."""

    game: str
    played: int
    won: int
    places: list[int]
    best: int | None
    longest: float
    rating: Rated | None


def shown(row: RatingRow) -> Rated:
    """A whole number that begins at 0, with the doubt taken off."""
    points, doubt = round(30 * ratings.score(row)), round(30 * row.sigma)
    return Rated(row.person, row.computer, points, doubt, row.games, row.games < PROVISIONAL)


class Remembered:
    """Raises Refusal("not-kept") while the database is away."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def rates(self, guild: int | None) -> bool:
        return (await Servers(self.store).of(guild)).ratings

    async def of(self, person: int, guild: int | None) -> list[Played]:
        """Game by game, the most played first: in one server, or everywhere."""
        with kept():
            await ratings.count(self.store)
            rated = await self.rates(guild)
            newest = await self.store.results.newest(person=person, guild=guild, limit=LOOKED_AT)
            found = []
            for tally in await self.store.results.tally(person, guild):
                seats = [seat for result in newest if result.game == tally.game for seat in result.seats]
                places = [seat.place for seat in seats if seat.person == person and seat.place is not None]
                known = await self.store.results.ratings({guild or EVERYWHERE}, tally.game, {person})
                rating = next((shown(row) for row in known if row.person == person and rated), None)
                found.append(
                    Played(tally.game, tally.played, tally.won, places, tally.most_points, tally.longest, rating)
                )
        return found

    async def board(self, guild: int, game: str) -> list[Rated]:
        """A server's best, with the computers; nobody as long as no person is rated.  Raises Refusal."""
        with kept():
            if not await self.rates(guild):
                raise Refusal("board-off")
            await ratings.count(self.store)
            people = await self.store.results.board(guild, game)
            computers = [row for row in await self.store.results.ratings({guild}, game, []) if row.computer]
        best = sorted([*people, *computers], key=lambda row: -ratings.score(row))
        return [shown(row) for row in best] if people else []
