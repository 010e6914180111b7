"""The speed of the rules: random decisions per second including the list of actions, and copies of a game in progress.

CPU time, best of a few turns.  Candy Chaser as a hand-written loop, without the state machine, shows what that costs.
"""

import time
from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random
from typing import Any

from engine import GAMES, Game, machine, rng
from engine.candy_chaser.rules import CANDIES, DIE, FLOOR, GOAL, TOP, ZONE
from engine.machine import Table

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


def by_hand(seed: int) -> int:
    """Play a random game of Candy Chaser for three as a plain loop, with the same chances and actions."""
    luck = Random(seed).random
    dice = Table(players=3, rng=rng.initial_rng(str(seed)))
    cards = CANDIES.copy()
    rng.shuffle(dice, cards)
    tattles = [CANDIES.copy() for _ in range(3)]
    cubes = dict.fromkeys(CANDIES, 0)
    me, decisions = rng.randbelow(dice, 3), 0
    while max(cubes.values()) < GOAL:
        die = rng.roll(dice, DIE)
        candy = CANDIES[int(luck() * len(CANDIES))]
        decisions += 1
        open_ = any(place >= ZONE for other, place in cubes.items() if other != candy)
        cubes[candy] = max(FLOOR, min(cubes[candy] + die, GOAL if open_ else TOP))
        me = (me + 1) % 3
    left = [0, 1, 2]
    for seat in [me, (me + 1) % 3, (me + 2) % 3]:
        while seat in left and len(left) > 1:
            options = ["pass", *[f"s{who}/{candy}" for who in left if who != seat for candy in tattles[seat]]]
            choice = options[int(luck() * len(options))]
            decisions += 1
            if choice == "pass":
                break
            who, candy = int(choice[1]), choice[3:]
            tattles[seat].remove(candy)
            left.remove(who if cards[who] == candy else seat)
    max(left, key=lambda seat: (cubes[cards[seat]], -CANDIES.index(cards[seat])))
    return decisions


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
    speeds = {slug: per_second(partial(play, game)) for slug, game in GAMES.items()}
    hand = per_second(by_hand)
    return [
        *[(f"{slug}: random decisions/s", f"{speed:,.0f}") for slug, speed in speeds.items()],
        ("candy-chaser by hand, without a machine: decisions/s", f"{hand:,.0f}"),
        ("candy-chaser: machine against by hand", f"{speeds['candy-chaser'] / hand:.2f}x"),
        *[copies(game) for game in GAMES.values()],
    ]
