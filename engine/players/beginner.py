"""A player like somebody in their first game: one move ahead, with slips, and nobody is hurt for nothing."""

from typing import Any

from engine import chance
from engine.game import Game
from engine.machine import Table, clone
from engine.players.thought import Prospect, choices, points

WORLDS = 2
SEES = 8  # of more options than these, so many are seen at all
SLIP = 5  # one of so many choices is a slip: any option that hurts nobody


def prospects(game: Game[Any], g: Any, seat: int, luck: int) -> list[Prospect]:
    """The best option first: what brings most points at once, and of those the one that takes least from others."""
    dice = Table(players=0, rng=chance.start(str(luck)))
    options = choices(game, g, seat)
    chance.shuffle(dice, options)
    worlds = [game.resample(g, seat, str(chance.below(dice, chance.SPAN))) for _ in range(WORLDS)]
    found = [_prospect(game, worlds, seat, option) for option in options[:SEES]]
    if chance.below(dice, SLIP) == 0:
        return sorted(found, key=lambda prospect: prospect.rival < 0)
    return sorted(found, key=lambda prospect: (-prospect.gain, -prospect.rival))


def _prospect(game: Game[Any], worlds: list[Any], seat: int, option: str) -> Prospect:
    """`rival` is what all others gain; for `worth` a beginner has no measure but the points."""
    gains, others = [], []
    for world in worlds:
        before = points(game.standing(world))
        played = clone(world)
        game.answer(played, seat, option)
        change = [now - then for now, then in zip(points(game.standing(played)), before, strict=True)]
        gains.append(change.pop(seat))
        others.append(sum(change))
    gain = sum(gains) / len(gains)
    return Prospect(option, len(worlds), 0.5, gain, gain, sum(others) / len(others), min(gains))
