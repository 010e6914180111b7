"""Set up a table of Candy Chaser for a test."""

from typing import Any

from engine import GAMES, machine
from engine.candy_chaser.rules import CANDIES, Chaser, move_cube

chaser = GAMES["candy-chaser"]


def selling(players: int = 3, die: int = 1, me: int = 0, **cubes: int) -> Chaser:
    """Return a table where `me` has rolled `die`; cubes that aren't named are on 0."""
    g: Chaser = chaser.deal(seats=players, seed="laid out")
    g.log.clear()
    g.cubes |= cubes
    rolled(g, die, me)
    return g


def rolled(g: Chaser, die: int, me: int) -> None:
    """Let `me` be about to move with this roll."""
    g.stack, g.active, g.die = [], me, die
    g.push_steps((move_cube, me))
    machine.run(chaser.rules, g)


def tattling(objectives: str, mover: int = 0, **cubes: int) -> Chaser:
    """Return a table at the tattling: `objectives` has each seat's candy; `mover` has moved red into the goal."""
    cards = objectives.split()
    g = selling(len(cards), die=3, me=mover, **{"blue": 3, **cubes, "red": 5})
    g.objectives, g.box = cards, [candy for candy in CANDIES if candy not in cards]
    chaser.answer(g, mover, "red")
    g.log.clear()
    return g


def asked(g: Chaser) -> tuple[int, str]:
    """Return the seat and the question; there must be exactly one."""
    ((seat, ask),) = g.asks.items()
    return seat, ask.say


def answers(g: Chaser, *choices: str) -> None:
    """Answer for the seats that are asked, one after another."""
    for choice in choices:
        chaser.answer(g, next(iter(g.asks)), choice)


def told(g: Chaser, viewer: int | None = None) -> list[Any]:
    return [(event.key, event.fields) for event in chaser.events(g, viewer)]
