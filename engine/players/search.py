"""A computer player for any game: it deals anew what its seat cannot see, and plays each option on at random.

The only tables it plays on come from `resample`, so it knows no more than its seat.  The option with the best mean
result is chosen.  Every option is tried in the same worlds; after each round the worse half is dropped, so that most
of the work goes into telling the best ones apart.
"""

from collections.abc import Sequence
from typing import Any

from engine import chance
from engine.game import Game
from engine.machine import Table, clone

BUDGET = 4000  # decisions played in thought for one choice, and some more to finish each round's last world
COPY = 5  # decisions that a copy of the table and the count at its end cost as much as
LONGEST = 400  # decisions in one world; what has no result by then counts as neither good nor bad
WIDEST = 16  # of more options than these, so many are drawn and tried


def searching(game: Game[Any], g: Any, seat: int, luck: int, budget: int = BUDGET) -> str:
    """The option that seems best to the asked `seat`; the same for the same table, luck and budget."""
    question = game.view(g, seat).question_of(seat)
    assert question and question.options
    dice = Table(players=0, rng=chance.start(str(luck)))
    left = _some(dice, question.options)
    rounds = (len(left) - 1).bit_length()
    worth = dict.fromkeys(left, 0.0)
    for _ in range(rounds):
        spent = 0
        while spent < budget // rounds:
            world = game.resample(g, seat, str(chance.below(dice, chance.SPAN)))
            for option in left:
                played = clone(world)
                spent += COPY + _play_on(game, played, seat, option)
                worth[option] += _worth(game, played, seat)
        left = sorted(left, key=lambda option: -worth[option])[: (len(left) + 1) // 2]
    return left[0]


def _some(dice: Table, options: Sequence[str]) -> list[str]:
    drawn = list(options)
    chance.shuffle(dice, drawn)
    return drawn[:WIDEST]


def _play_on(game: Game[Any], g: Any, seat: int, option: str) -> int:
    """Answer, and let everybody answer at random; the number of decisions.  Offers are left alone."""
    game.answer(g, seat, option)
    for made in range(1, LONGEST):
        if not g.asks:
            return made
        asked, ask = next(iter(g.asks.items()))
        game.answer(g, asked, chance.roll(g, ask.options))
    return LONGEST


def _worth(game: Game[Any], g: Any, seat: int) -> float:
    """How well it went for a seat, from -0.5 to 2: whether it won, how few are before it, how far it leads."""
    result = game.result(g)
    if result is None:
        return float(1 / g.players + 1 / 4)
    mine = next(score for score in result.scores if score.seat == seat)
    won: float = (seat in result.winners) / len(result.winners)
    place: float = (g.players - mine.place) / (g.players - 1)
    totals = {score.seat: score.total or 0 for score in result.scores}
    best = max(total for other, total in totals.items() if other != seat)
    lead = (totals[seat] - best) / (1 + max(map(abs, totals.values())))
    return won + (place + lead) / 2
