"""A player like somebody in their first game: a move and a guess ahead, with slips, and nobody hurt for nothing."""

from typing import Any

from engine import rng
from engine.ai.evaluation import Prospect, choices, points
from engine.game import Game
from engine.machine import Table, clone

WORLDS = 4
SEES = 8  # of more options than these, so many are seen at all
GUESSES = 2  # decisions of each seat that it imagines after its own, with no idea who would decide what
AHEAD = 8  # so many of all seats at most
GUESSED = 24  # so many after one option in all worlds at most: where it imagines more in each, it looks into fewer
SLIP = 5  # one of so many choices is a slip: any option that hurts nobody

Start = tuple[Any, list[int], int]  # a world, the points there, and the luck of whatever comes after the option


def prospects(game: Game[Any], g: Any, seat: int, luck: int) -> list[Prospect]:
    """The best option first: after which most points come in, and of those the one that takes least from others."""
    dice = Table(players=0, rng=rng.start(str(luck)))
    options = choices(game, g, seat)
    rng.shuffle(dice, options)
    ahead = min(GUESSES * g.players, AHEAD)
    count = min(WORLDS, GUESSED // ahead)
    worlds = [game.resample(g, seat, str(rng.below(dice, rng.SPAN))) for _ in range(count)]
    after = [rng.below(dice, rng.SPAN) for _ in worlds]
    before = [points(game.standing(world)) for world in worlds]
    starts = list(zip(worlds, before, after, strict=True))
    found = [_prospect(game, starts, ahead, seat, option) for option in options[:SEES]]
    if rng.below(dice, SLIP) == 0:
        return sorted(found, key=lambda prospect: prospect.rival < 0)
    return sorted(found, key=lambda prospect: (-prospect.later, -prospect.rival))


def _prospect(game: Game[Any], starts: list[Start], ahead: int, seat: int, option: str) -> Prospect:
    """`rival` is what all others gain at once; for `worth` a beginner has no measure but the points."""
    gains, others, later = [], [], []
    for world, before, luck in starts:
        played = clone(world)
        game.answer(played, seat, option)
        change = [now - then for now, then in zip(points(game.standing(played)), before, strict=True)]
        gains.append(change.pop(seat))
        others.append(sum(change))
        _guess_on(game, played, ahead, Table(players=0, rng=rng.start(str(luck))))
        later.append(points(game.standing(played))[seat] - before[seat])
    gain, come = sum(gains) / len(gains), sum(later) / len(later)
    return Prospect(option, len(starts), 0.5, gain, come, sum(others) / len(others), min(later))


def _guess_on(game: Game[Any], world: Any, ahead: int, dice: Table) -> None:
    for _ in range(ahead):
        if not world.asks:
            return
        seat, ask = next(iter(world.asks.items()))
        game.answer(world, seat, rng.roll(dice, ask.options))
