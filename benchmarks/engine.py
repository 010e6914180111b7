"""The speed of the rules: random decisions per second including the list of actions, copies of a game in progress, and
what a press adds to find out whether it could be undone freely.

CPU time; of decisions and copies, best of a few turns.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from random import Random
from typing import Any

from engine import GAMES, Game, machine, undo

PLAYERS = 4  # in the games with undo checks
TURNS = 5
SECONDS = 0.2  # per turn


def play(game: Game[Any], seed: int) -> Iterator[Any]:
    """Play one random game; yield its table before each decision."""
    luck = Random(seed).random
    g = game.deal(seats=game.seats[len(game.seats) // 2], seed=str(seed))
    while g.asks:
        yield g
        seat = next(iter(g.asks))
        options = g.asks[seat].options
        game.answer(g, seat, options[int(luck() * len(options))])


def decisions(game: Game[Any], seed: int) -> int:
    return sum(1 for _ in play(game, seed))


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
    return next(islice(play(game, 1), decisions(game, 1) // 2, None))


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


def undo_checks(game: Game[Any]) -> tuple[str, str]:
    """Check after each answer of some random games whether undoing it seems free."""
    took, luck = [], Random(game.slug)
    for seed in range(3):
        g = game.deal(seats=PLAYERS, seed=str(seed))
        while g.asks:
            before, seat = g, luck.choice(sorted(g.asks))
            option = luck.choice(g.asks[seat].options)
            g = machine.clone(before)
            game.answer(g, seat, option)
            start = time.process_time()
            undo.objection(game, before, seat, option, g, quick=True)
            took.append((time.process_time() - start) * 1000)
    ninety = statistics.quantiles(took, n=10)[-1]
    return f"{game.slug}: undo check, {PLAYERS} players, p50 / p90", f"{statistics.median(took):.1f} / {ninety:.1f} ms"


async def run() -> list[tuple[str, str]]:
    speeds = [
        (f"{slug}: random decisions/s", f"{per_second(partial(decisions, game)):,.0f}") for slug, game in GAMES.items()
    ]
    return [*speeds, *map(copies, GAMES.values()), *map(undo_checks, GAMES.values())]
