"""Ratings, computed from results in order, with `openskill`'s Plackett–Luce model for several players.

Each server has its own ratings, and 0 stands for all servers. Computers are rated opponents, by level.
"""

from collections.abc import Iterable, Sequence

from openskill.models import PlackettLuce

from bot.tables.results import UNRATED
from db import PlaceRow, RatingRow, ResultRow, Store

MODEL = PlackettLuce()
GLOBAL = 0
PROVISIONAL = 10  # games below which a rating is provisional
FIRST_RATING = 1000  # the displayed rating of a new player
POINTS = 30  # displayed points per point of the model
Key = tuple[int, str, int, str]  # server, game, person or 0, a computer's level or ""
Ratings = dict[Key, RatingRow]


def rate(known: Ratings, results: Iterable[ResultRow]) -> Ratings:
    """Return the ratings changed by these results, in order. Unknown ratings start at the default."""
    changes: Ratings = {}
    for result in results:
        for guild in {result.guild_id or GLOBAL, GLOBAL}:
            changes |= _rate_result({**known, **changes}, result, guild)
    return changes


def rated_seats(result: ResultRow) -> list[PlaceRow]:
    """Return the seats that count, of persons and computers. An erased person's seat doesn't."""
    seats = result.seats if result.ended != UNRATED else ()
    return [seat for seat in seats if seat.place is not None and (seat.person or seat.computer)]


def conservative_rating(rating: RatingRow) -> float:
    """Return the mean minus three standard deviations; `Results.leaderboard` sorts by the same in SQL."""
    return rating.mu - 3 * rating.sigma


def displayed_rating(rating: RatingRow) -> int:
    """Return the rating that people see, a whole number that begins at 1000."""
    return FIRST_RATING + round(POINTS * conservative_rating(rating))


def _rate_result(known: Ratings, result: ResultRow, guild: int) -> Ratings:
    seats = rated_seats(result)
    keys = [(guild, result.game, seat.person or 0, "" if seat.person else seat.computer or "") for seat in seats]
    if len(set(keys)) < 2:  # no opponent
        return {}
    before = [known.get(key) or _new(key) for key in keys]
    teams = [[MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = MODEL.rate(teams, ranks=[float(seat.place or 0) for seat in seats])
    by_key: dict[Key, list[tuple[float, float]]] = {}
    for key, [rating] in zip(keys, after, strict=True):
        by_key.setdefault(key, []).append((rating.mu, rating.sigma))
    return {
        key: _average_rating(known.get(key) or _new(key), estimates, result.at) for key, estimates in by_key.items()
    }


def _new(key: Key) -> RatingRow:
    fresh = MODEL.rating()
    guild, game, person, computer = key
    return RatingRow(guild, game, person, computer, fresh.mu, fresh.sigma, 0, 0.0)


def _average_rating(old: RatingRow, estimates: Sequence[tuple[float, float]], at: float) -> RatingRow:
    """Average the new ratings of computers with the same level at a table, since they share one rating."""
    mu = sum(mu for mu, _ in estimates) / len(estimates)
    sigma = sum(sigma for _, sigma in estimates) / len(estimates)
    return RatingRow(old.guild_id, old.game, old.person, old.computer, mu, sigma, old.games + 1, at)


async def rate_new_results(store: Store) -> int:
    """Apply all new results to the ratings. Return their number. Raises StoreError."""
    number = 0
    while True:
        counted, batch = await store.results.next_batch()
        if not batch:
            return number
        known: Ratings = {}
        for game in {result.game for result in batch}:
            those = [result for result in batch if result.game == game]
            guilds = {GLOBAL, *(result.guild_id or GLOBAL for result in those)}
            people = {seat.person for result in those for seat in result.seats if seat.person}
            for row in await store.results.ratings(guilds, game, people):
                known[row.guild_id, row.game, row.person, row.computer] = row
        if await store.results.apply_batch(counted, batch, list(rate(known, batch).values())):
            number += len(batch)


async def recount(store: Store) -> int:
    """Recompute all ratings from the results, in the order in which they were first counted."""
    await store.results.recount()
    return await rate_new_results(store)
