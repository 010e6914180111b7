"""The speed of the rules: random decisions per second including the list of actions, and copies of a game in progress.

CPU time, best of a few turns.
"""

import time
from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random
from typing import Any

from engine import GAMES, Game, machine

TURNS = 5
SECONDS = 0.2  # per turn


def play(game: Game[Any], seed: int) -> int:
    """Play one random game; return its number of decisions."""
    luck = Random(seed).random
    g = game.deal(seats=game.seats[len(game.seats) // 2], seed=str(seed))
    for decisions in count():
        if not g.asks:
            return decisions
        seat = next(iter(g.asks))
        options = g.asks[seat].options
        game.answer(g, seat, options[int(luck() * len(options))])
    raise AssertionError


def per_second(work: Callable[[int], int]) -> float:
    """Return the sum of `work`'s counts per second of CPU time; best of a few turns."""
    best = 0.0
    for _ in range(TURNS):
        done, seed, start = 0, 0, time.process_time()
        while (spent := time.process_time() - start) < SECONDS:
            done += work(seed)
            seed += 1
        best = max(best, done / spent)
    return best


def in_mid_game(game: Game[Any]) -> Any:
    """Return a table half-way through a random game."""
    half, luck = play(game, 1) // 2, Random(1).random
    g = game.deal(seats=game.seats[len(game.seats) // 2], seed="1")
    for _ in range(half):
        seat = next(iter(g.asks))
        options = g.asks[seat].options
        game.answer(g, seat, options[int(luck() * len(options))])
    return g


def microseconds(work: Callable[[], object]) -> float:
    def once(_: int) -> int:
        work()
        return 1

    return 1e6 / per_second(once)


def copies(game: Game[Any]) -> tuple[str, str]:
    g = in_mid_game(game)
    dump = game.dump(g)
    costs = [microseconds(lambda: machine.clone(g)), microseconds(lambda: game.dump(g))]
    costs.append(microseconds(lambda: game.load(dump)))
    spent = " / ".join(f"{cost:,.0f}" for cost in costs)
    return f"{game.slug}: clone / dump / load, {len(dump) / 1000:.1f} kB", f"{spent} µs"


async def run() -> list[tuple[str, str]]:
    speeds = [
        (f"{slug}: random decisions/s", f"{per_second(partial(play, game)):,.0f}") for slug, game in GAMES.items()
    ]
    return [*speeds, *map(copies, GAMES.values())]
