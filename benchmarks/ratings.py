"""``python -m benchmarks.ratings [games]``: do ratings from results alone recover the order of the computer levels?

Four kinds of players meet in pairs in Monster Muncher, each deal once from either seat; they are rated like levels.
"""

import sys
from itertools import permutations
from random import Random

from benchmarks.arena import PLAYERS
from bot import ratings
from db import PlaceRow, RatingRow, ResultRow
from engine import GAMES

GAME = GAMES["monster-muncher"]
KINDS = ("random", "easy", "normal", "hard")
PAIRS = tuple(permutations(KINDS, 2))


def played(number: int) -> ResultRow:
    deal, pair = divmod(number, len(PAIRS))
    seats = PAIRS[pair]
    g, luck = GAME.deal(seats=2, seed=f"ratings {deal}"), Random(f"ratings {number}")
    while g.asks:
        seat = next(iter(g.asks))
        GAME.answer(g, seat, PLAYERS[seats[seat]](GAME, g, seat, luck.getrandbits(64)))
    result = GAME.result(g)
    assert result is not None
    places = tuple(PlaceRow(one.seat, None, seats[one.seat], one.place, one.total) for one in result.scores)
    return ResultRow(f"R{number:05}", GAME.slug, None, "played", 0, 0.0, float(number), None, places)


def found(games: int) -> list[RatingRow]:
    """Return the ratings of the kinds, lowest first."""
    made = ratings.rate({}, map(played, range(games)))
    return sorted(made.values(), key=ratings.conservative_rating)


def main(games: int) -> None:
    rows = found(games)
    for row in rows:
        print(f"{row.computer:<8} {30 * ratings.conservative_rating(row):>6.0f} ± {30 * row.sigma:.0f}")
    right = [row.computer for row in rows] == list(KINDS)
    print(f"the order found from {games} games is {'right' if right else 'wrong'}")


async def run() -> list[tuple[str, str]]:
    """Rate only the fast levels, for the speed table."""
    rows = ratings.rate({}, (played(n) for n in range(4 * len(PAIRS)) if "hard" not in PAIRS[n % len(PAIRS)]))
    order = " < ".join(row.computer for row in sorted(rows.values(), key=ratings.conservative_rating))
    return [("the order of three levels, from results alone", order)]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 6 * len(PAIRS))
