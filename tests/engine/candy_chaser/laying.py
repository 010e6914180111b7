"""Laying out a table of Candy Chaser as a test needs it."""

from typing import Any

from engine import GAMES, machine
from engine.candy_chaser.rules import move_cube
from engine.candy_chaser.state import CANDIES, Chaser

chaser = GAMES["candy-chaser"]


def selling(players: int = 3, die: int = 1, me: int = 0, **cubes: int) -> Chaser:
    """`me` has rolled `die`; cubes not named stand on 0."""
    g: Chaser = chaser.deal(seats=players, seed="laid out")
    g.log.clear()
    g.cubes |= cubes
    rolled(g, die, me)
    return g


def rolled(g: Chaser, die: int, me: int) -> None:
    """`me` is about to move, with this roll."""
    g.stack, g.active, g.die = [], me, die
    g.push_steps((move_cube, me))
    machine.run(chaser.rules, g)


def tattling(objectives: str, mover: int = 0, **cubes: int) -> Chaser:
    """`objectives` names each seat's candy; `mover` has just brought the red cube into the goal."""
    cards = objectives.split()
    g = selling(len(cards), die=3, me=mover, **{"blue": 3, **cubes, "red": 5})
    g.objectives, g.box = cards, [candy for candy in CANDIES if candy not in cards]
    chaser.answer(g, mover, "red")
    g.log.clear()
    return g


def asked(g: Chaser) -> tuple[int, str]:
    """Who is asked what; nobody else is."""
    ((seat, ask),) = g.asks.items()
    return seat, ask.say


def answers(g: Chaser, *choices: str) -> None:
    """Whoever is asked answers, one after another."""
    for choice in choices:
        chaser.answer(g, next(iter(g.asks)), choice)


def told(g: Chaser, viewer: int | None = None) -> list[Any]:
    return [(event.key, event.fields) for event in chaser.events(g, viewer)]
