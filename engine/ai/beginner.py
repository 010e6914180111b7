"""A player like somebody in their first game: a move and a guess ahead, with slips, and nobody hurt for nothing."""

from typing import Any

from engine import rng
from engine.ai.evaluation import MoveStats, legal_actions, points
from engine.game import Game
from engine.machine import Table, clone

DETERMINIZATIONS = 4
MAX_ACTIONS_SEEN = 8  # of more options than these, so many are seen at all
GUESSES = 2  # decisions of each seat that it imagines after its own, with no idea who would decide what
LOOKAHEAD = 8  # so many of all seats at most
GUESSED = 24  # so many after one option in all worlds at most: where it imagines more in each, it looks into fewer
BLUNDER_ONE_IN = 5  # one of so many choices is a slip: any option that hurts nobody

Start = tuple[Any, list[int], int]  # a world, the points there, and the luck of whatever comes after the option


def move_stats(game: Game[Any], g: Any, seat: int, seed: int) -> list[MoveStats]:
    """The best option first: after which most points come in, and of those the one that takes least from others."""
    dice = Table(players=0, rng=rng.initial_rng(str(seed)))
    options = legal_actions(game, g, seat)
    rng.shuffle(dice, options)
    ahead = min(GUESSES * g.players, LOOKAHEAD)
    count = min(DETERMINIZATIONS, GUESSED // ahead)
    worlds = [game.resample(g, seat, str(rng.randbelow(dice, rng.SPAN))) for _ in range(count)]
    after = [rng.randbelow(dice, rng.SPAN) for _ in worlds]
    before = [points(game.standing(world)) for world in worlds]
    starts = list(zip(worlds, before, after, strict=True))
    found = [_move_stats(game, starts, ahead, seat, option) for option in options[:MAX_ACTIONS_SEEN]]
    if rng.randbelow(dice, BLUNDER_ONE_IN) == 0:
        return sorted(found, key=lambda prospect: prospect.rival < 0)
    return sorted(found, key=lambda prospect: (-prospect.later, -prospect.rival))


def _move_stats(game: Game[Any], starts: list[Start], ahead: int, seat: int, option: str) -> MoveStats:
    """`rival` is what all others gain at once; for `worth` a beginner has no measure but the points."""
    gains, others, later = [], [], []
    for world, before, luck in starts:
        played = clone(world)
        game.answer(played, seat, option)
        change = [now - then for now, then in zip(points(game.standing(played)), before, strict=True)]
        gains.append(change.pop(seat))
        others.append(sum(change))
        _play_randomly(game, played, ahead, Table(players=0, rng=rng.initial_rng(str(luck))))
        later.append(points(game.standing(played))[seat] - before[seat])
    gain, come = sum(gains) / len(gains), sum(later) / len(later)
    return MoveStats(option, len(starts), 0.5, gain, come, sum(others) / len(others), min(later))


def _play_randomly(game: Game[Any], world: Any, ahead: int, dice: Table) -> None:
    for _ in range(ahead):
        if not world.asks:
            return
        seat, ask = next(iter(world.asks.items()))
        game.answer(world, seat, rng.roll(dice, ask.options))
