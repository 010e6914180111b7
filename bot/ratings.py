"""Ratings, made of results one after the other: Plackett–Luce of `openskill`, several players at once.

Each server has its own, and 0 is everywhere.  Computers are rated opponents, by their level.
"""

from collections.abc import Iterable, Sequence

from openskill.models import PlackettLuce

from bot.tables.results import UNRATED
from db import PlaceRow, RatingRow, ResultRow, Store

MODEL = PlackettLuce()
GLOBAL = 0
PROVISIONAL = 10  # games below which a rating says little
Key = tuple[int, str, int, str]  # server, game, person or 0, a computer's level or ""
Ratings = dict[Key, RatingRow]


def rate(known: Ratings, results: Iterable[ResultRow]) -> Ratings:
    """What these results, in order, make of the ratings that they are about; those not known yet begin anew."""
    made: Ratings = {}
    for result in results:
        for guild in {result.guild_id or GLOBAL, GLOBAL}:
            made |= _rate_result({**known, **made}, result, guild)
    return made


def rated_seats(result: ResultRow) -> list[PlaceRow]:
    """The seats that count: of persons, and of computers.  A forgotten person's counts for nobody."""
    seats = result.seats if result.ended != UNRATED else ()
    return [seat for seat in seats if seat.place is not None and (seat.person or seat.computer)]


def key_of(result: ResultRow, seat: PlaceRow, guild: int) -> Key:
    return (guild, result.game, seat.person or 0, "" if seat.person else seat.computer or "")


def conservative_rating(rating: RatingRow) -> float:
    """What boards show: the doubt is taken off."""
    return rating.mu - 3 * rating.sigma


def _rate_result(known: Ratings, result: ResultRow, guild: int) -> Ratings:
    seats = rated_seats(result)
    keys = [key_of(result, seat, guild) for seat in seats]
    if len(set(keys)) < 2:  # nobody to compare with
        return {}
    before = [known.get(key) or _new(key) for key in keys]
    teams = [[MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = MODEL.rate(teams, ranks=[float(seat.place or 0) for seat in seats])
    made: dict[Key, list[tuple[float, float]]] = {}
    for key, [rating] in zip(keys, after, strict=True):
        made.setdefault(key, []).append((rating.mu, rating.sigma))
    return {key: _average_rating(known.get(key) or _new(key), found, result.at) for key, found in made.items()}


def _new(key: Key) -> RatingRow:
    fresh = MODEL.rating()
    guild, game, person, computer = key
    return RatingRow(guild, game, person, computer, fresh.mu, fresh.sigma, 0, 0.0)


def _average_rating(old: RatingRow, found: Sequence[tuple[float, float]], at: float) -> RatingRow:
    """Two computers of one level at a table have one rating: the mean of what each would have."""
    mu = sum(mu for mu, _ in found) / len(found)
    sigma = sum(sigma for _, sigma in found) / len(found)
    return RatingRow(old.guild_id, old.game, old.person, old.computer, mu, sigma, old.games + 1, at)


async def rate_new_results(store: Store) -> int:
    """Bring the ratings up to the last result; how many results were new to them.  Raises StoreError."""
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
    """Make all ratings anew from the results, in the order in which they were first counted."""
    await store.results.recount()
    return await rate_new_results(store)
