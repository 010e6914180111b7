"""Matches between computer players, for `hob check --computers` and `python -m benchmarks.arena`.

Two kinds of players meet: one seat plays as the first kind, all others as the second. Every deal is played once with
the first kind in each seat, so both have the same cards. The results also convert the share of games won to two seats
(fair is 50 %): a player of strength a against n-1 of strength 1 wins a / (a + n-1), against one of them a / (a + 1).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from statistics import median, quantiles
from typing import Any

from engine.ai import LEVELS, Level, choose, random_action
from engine.game import Game
from engine.machine import clone

Player = Callable[[Game[Any], Any, int, int], str]  # game, table, seat, seed: an action or an offer
WORLDS = 4  # worlds that the greedy player looks at
Z_95 = 1.96  # 95 %


# ---- players
def choices(game: Game[Any], g: Any, seat: int) -> list[str]:
    """Return a seat's actions and offers; for a seat that isn't asked, declining is one of the offers."""
    options = g.asks[seat].options if seat in g.asks else []
    return [*options, *game.offers(g, seat)]


def random(game: Game[Any], g: Any, seat: int, seed: int) -> str:
    return random_action(game.view(g, seat), seed) if seat in g.asks else game.declining_offer


def greedy(game: Game[Any], g: Any, seat: int, seed: int) -> str:
    """Look one move ahead in four worlds for the best lead in points. The yardstick: no level may be tuned to it."""
    options, dice = choices(game, g, seat), Random(seed)
    if len(options) == 1:
        return options[0]
    dice.shuffle(options)
    leads = dict.fromkeys(options, 0)
    for _ in range(WORLDS):
        world = game.resample(g, seat, str(dice.getrandbits(64)))
        for option in options:
            twin = clone(world)
            game.answer(twin, seat, option)
            points = [standing.rank[0] for standing in game.standing(twin)]
            leads[option] += points.pop(seat) - max(points)
    return max(options, key=leads.__getitem__)


def simple(game: Game[Any], g: Any, seat: int, seed: int) -> str:
    """Take the most obvious action, by the game's own `sensible_actions`; a random one if the game has no order."""
    options = choices(game, g, seat)
    Random(seed).shuffle(options)
    return game.sensible_actions(g, seat, options)[0]


def level(name: Level) -> Player:
    return lambda game, g, seat, seed: choose(game, g, seat, name, seed)


PLAYERS: dict[str, Player] = {
    **{name: level(name) for name in LEVELS},
    "greedy": greedy,
    "simple": simple,
    "random": random,
}


# ---- a match
@dataclass
class Match:
    """`games` games with one kind of player in one seat and another kind in all others."""

    game: Game[Any]
    seats: int
    names: tuple[str, str]
    games: int
    first: int = 0  # number of the first deal: with different deals, the results of two runs can be added
    won: float = 0.0  # a shared victory counts as a fraction
    played: int = 0
    announced: int = 0  # expiring offers that were accepted
    spent: dict[str, list[float]] = field(default_factory=dict)  # CPU seconds per choice between several options

    def run(self, players: tuple[Player, Player]) -> Iterator[None]:
        for number in range(self.games):
            deal, mine = divmod(number + self.first * self.seats, self.seats)
            self.won += self._play(players, deal, mine)
            self.played += 1
            yield

    def _play(self, players: tuple[Player, Player], deal: int, mine: int) -> float:
        g = self.game.deal(seats=self.seats, seed=f"arena {deal}")
        seeds = Random(f"{deal} {mine} {self.names}")
        while g.asks:
            expiring = self._expiring(g)
            if expiring and self.game.declining_offer:  # the offer can be declined: let the player choose
                seat = expiring[0]
                self.game.answer(g, seat, players[int(seat != mine)](self.game, g, seat, seeds.getrandbits(64)))
                continue
            if expiring:  # accepted at once, as at a real table
                self.game.answer(g, *expiring)
                self.announced += 1
                continue
            seat = next(iter(g.asks))
            side = int(seat != mine)
            start = time.process_time()
            option = players[side](self.game, g, seat, seeds.getrandbits(64))
            if len(choices(self.game, g, seat)) > 1:
                self.spent.setdefault(self.names[side], []).append(time.process_time() - start)
            self.game.answer(g, seat, option)
        result = self.game.result(g)
        assert result
        return (mine in result.winners) / len(result.winners)

    def _expiring(self, g: Any) -> tuple[int, str] | None:
        if not self.game.expiring_offers:
            return None
        offers = ((seat, offer) for seat in range(self.seats) for offer in self.game.offers(g, seat))
        return next((candidate for candidate in offers if self.game.is_expiring(candidate[1])), None)

    # ---- results
    def share(self) -> tuple[float, float, float]:
        return wilson(self.won, self.played)

    def pair(self) -> tuple[float, float, float]:
        """Return the share converted to two seats."""
        low, share, high = (equivalent(part, self.seats) for part in self.share())
        return low, share, high


def wilson(won: float, games: int) -> tuple[float, float, float]:
    """Return the lower bound, the share and the upper bound of its 95 % interval."""
    if not games:
        return 0.0, 0.0, 1.0
    share, square = won / games, Z_95 * Z_95 / games
    centre = (share + square / 2) / (1 + square)
    half = Z_95 * math.sqrt(share * (1 - share) / games + square / games / 4) / (1 + square)
    return max(0.0, centre - half), share, min(1.0, centre + half)


def equivalent(share: float, seats: int) -> float:
    strong = share * (seats - 1)
    return strong / (strong + 1 - share) if strong else 0.0


def spans(spent: list[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile in milliseconds."""
    if len(spent) < 2:
        return (1000 * sum(spent),) * 2
    return 1000 * median(spent), 1000 * quantiles(spent, n=20)[-1]
