"""A player like a person in their first game: short-sighted, makes blunders, and avoids hurting others."""

from typing import Any

from engine import rng
from engine.ai.evaluation import MoveStats, legal_actions, points
from engine.game import Game
from engine.machine import Table, clone

DETERMINIZATIONS = 4
MAX_ACTIONS_SEEN = 8  # it considers at most this many options
DECISIONS_PER_SEAT = 2  # that it imagines after its own, at random
LOOKAHEAD = 8  # ... but at most this many of all seats together
MAX_DECISIONS = 24  # ... and at most this many per option: the longer it looks ahead, the fewer worlds it uses
BLUNDER_ONE_IN = 5  # one choice in this many is a blunder: any option that hurts no rival

Start = tuple[Any, list[int], int]  # a world, the points there, and the seed for the moves after the option


def move_stats(game: Game[Any], g: Any, seat: int, seed: int) -> list[MoveStats]:
    """Return the options by the points they lead to, most first; among equals, the least harm to others first."""
    dice = Table(players=0, rng=rng.initial_rng(str(seed)))
    options = legal_actions(game, g, seat)
    rng.shuffle(dice, options)
    ahead = min(DECISIONS_PER_SEAT * g.players, LOOKAHEAD)
    count = min(DETERMINIZATIONS, MAX_DECISIONS // ahead)
    worlds = [game.resample(g, seat, str(rng.randbelow(dice, rng.SPAN))) for _ in range(count)]
    options = game.sensible_actions(worlds[0], seat, options)
    after = [rng.randbelow(dice, rng.SPAN) for _ in worlds]
    before = [points(game.standing(world)) for world in worlds]
    starts = list(zip(worlds, before, after, strict=True))
    stats = [_move_stats(game, starts, ahead, seat, option) for option in options[:MAX_ACTIONS_SEEN]]
    if rng.randbelow(dice, BLUNDER_ONE_IN) == 0:
        return sorted(stats, key=lambda move: move.rival < 0)
    return sorted(stats, key=lambda move: (-move.later, -move.rival))


def _move_stats(game: Game[Any], starts: list[Start], ahead: int, seat: int, option: str) -> MoveStats:
    """Try one option in every world.  `worth` is constant."""
    gains, others, later = [], [], []
    for world, before, luck in starts:
        played = clone(world)
        game.answer(played, seat, option)
        change = [now - then for now, then in zip(points(game.standing(played)), before, strict=True)]
        gains.append(change.pop(seat))
        others.append(sum(change))
        _play_randomly(game, played, ahead, Table(players=0, rng=rng.initial_rng(str(luck))))
        later.append(points(game.standing(played))[seat] - before[seat])
    visits = len(starts)
    return MoveStats(
        option,
        visits=visits,
        worth=0.5,
        gain=sum(gains) / visits,
        later=sum(later) / visits,
        rival=sum(others) / visits,
        worst=min(later),
    )


def _play_randomly(game: Game[Any], world: Any, ahead: int, dice: Table) -> None:
    for _ in range(ahead):
        if not world.asks:
            return
        seat, ask = next(iter(world.asks.items()))
        game.answer(world, seat, rng.roll(dice, ask.options))
