"""Worlds are weighted by rivals' actions: if all follow their interest, the truth weighs more than a random world."""

from math import log
from random import Random
from statistics import mean
from typing import Any

import pytest

from cogs.arena import greedy
from engine import GAMES
from engine.ai import choose
from tests.engine.candy_chaser.laying import answers, chaser, rolled, selling

WORLDS = 16


def evidence(slug: str, seats: int, every: int, positions: int) -> float:
    """Return the mean log ratio between the real table's weight and the mean of sampled worlds; 0 is chance.

    Samples every `every`-th decision in games of greedy players, each time for a random seat.
    """
    game, luck, decisions = GAMES[slug], Random(slug), 0
    found: list[float] = []
    while len(found) < positions:
        g = game.deal(seats=seats, seed=f"belief {decisions}")
        while g.asks and len(found) < positions:
            decisions += 1
            if decisions % every == 0:
                found.append(_evidence(g, slug, luck.randrange(seats)))
            seat = next(iter(g.asks))
            game.answer(g, seat, greedy(game, g, seat, luck.getrandbits(64)))
    return mean(found)


def _evidence(g: Any, slug: str, seat: int) -> float:
    game = GAMES[slug]
    worlds = [game.resample(g, seat, str(number)) for number in range(WORLDS)]
    return log(game.weight(g, seat) / mean(game.weight(world, seat) for world in worlds))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "seats", "every", "positions", "least"),
    [  # with the values from many more positions
        ("candy-chaser", 2, 5, 24, 0.7),  # 1.2; certainty would be log 4 = 1.4
        ("ghosts-love-candy", 4, 7, 9, 0.7),  # 1.6
        ("monster-muncher", 3, 5, 16, 0.3),  # 0.7
        ("cover-your-kingdom", 3, 6, 12, 0.05),  # 0.2
    ],
)
def test_the_real_table_weighs_more_than_random_worlds(
    slug: str, seats: int, every: int, positions: int, least: float
) -> None:
    assert evidence(slug, seats, every, positions) > least


# ---- rivals who play at random
def sold(*deeds: tuple[int, str]) -> Any:
    """Return a two-player game after these turns (die, cube) from seat 1 on; the objectives are red and blue."""
    g = selling(2, me=1)
    g.objectives, g.box = ["red", "blue"], ["purple", "green", "yellow"]
    for number, (die, candy) in enumerate(deeds):
        rolled(g, die, (number + 1) % 2)
        answers(g, candy)
    return g


AIMED = [(3, "blue"), (2, "red"), (2, "blue"), (1, "red"), (-2, "red"), (2, "red"), (-1, "green")]
STRAYED = [(3, "red"), (2, "red"), (-2, "blue"), (1, "purple"), (2, "green"), (2, "purple"), (1, "yellow")]


def test_computers_tattle_on_predictable_rivals_but_not_on_erratic_ones() -> None:
    """A predictable rival is dangerous, so tattle on it; a wrong accusation would eliminate the accuser."""
    for deeds, sure in ((AIMED, True), (STRAYED, False)):
        g = sold(*deeds)
        assert chaser.rationality(g, 0) == chaser.rationality(g, 1) == [1, 1], "before anyone tattles, all are suspects"
        rolled(g, 3, 1)
        answers(g, "blue" if sure else "red")
        assert g.tattling and [*g.asks] == [0]
        me, rival = chaser.rationality(g, 0)
        assert me == 1 and (rival > 0.9 if sure else rival < 0.3)
        chosen = {choose(chaser, g, 0, "normal", luck) for luck in range(5)}
        assert chosen == ({"s1/blue"} if sure else {"pass"})
