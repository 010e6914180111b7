"""Computers that think: what a choice costs, and how often one of them wins against others that answer at random.

Process time, from games with fixed seeds.  `HOB_COMPUTER_GAMES` is the number of games of each kind.
"""

import copy
import os
import time
from random import Random
from statistics import mean, quantiles
from typing import Any

from engine import GAMES, Game
from engine.players import searching

NUMBER = int(os.environ.get("HOB_COMPUTER_GAMES", "4"))
SEATS = {
    "candy-chaser": 4,
    "ghosts-love-candy": 4,
    "kingdoms-candy": 3,
    "monster-muncher": 4,
    "cover-your-kingdom": 3,
}


class Thinking:
    """One seat thinks, the others roll dice."""

    def __init__(self, game: Game[Any]) -> None:
        self.real, self.game, self.decisions = game, copy.copy(game), 0
        self.costs: list[tuple[float, int]] = []  # seconds and decisions of each choice between several options
        vars(self.game)["answer"] = self._counted

    def _counted(self, g: Any, seat: int, option: str) -> None:
        self.decisions += 1
        self.real.answer(g, seat, option)

    def choose(self, g: Any, seat: int, luck: int) -> str:
        self.decisions, start = 0, time.process_time()
        option = searching(self.game, g, seat, luck)
        if self.decisions:
            self.costs.append((time.process_time() - start, self.decisions))
        return option

    def play(self, number: int) -> float:
        """One game; what it won of it, shared victories in parts."""
        seats, luck = SEATS[self.real.slug], Random(number)
        g, me = self.real.deal(seats=seats, seed=str(number)), number % seats
        while g.asks:
            seat, ask = next(iter(g.asks.items()))
            option = self.choose(g, seat, luck.getrandbits(64)) if seat == me else luck.choice(ask.options)
            self.real.answer(g, seat, option)
        result = self.real.result(g)
        assert result
        return (me in result.winners) / len(result.winners)


def rows(game: Game[Any]) -> list[tuple[str, str]]:
    thinking, seats = Thinking(game), SEATS[game.slug]
    won = sum(thinking.play(number) for number in range(NUMBER))
    spent, decisions = ([cost[part] for cost in thinking.costs] for part in (0, 1))
    late = quantiles(spent, n=20)[-1]
    return [
        (
            f"{game.slug}: a choice, mean / 95 % below; decisions",
            f"{1000 * mean(spent):,.0f} / {1000 * late:,.0f} ms; {mean(decisions):,.0f}",
        ),
        (f"{game.slug}: won of {NUMBER} games for {seats}; fair share", f"{won / NUMBER:.0%}; {1 / seats:.0%}"),
    ]


async def run() -> list[tuple[str, str]]:
    return [row for game in GAMES.values() for row in rows(game)]
