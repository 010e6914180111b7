"""A computer player for any game: it deals anew what its seat cannot see, and plays each option on to the end.

The only tables it plays on come from `resample`, so it knows no more than its seat.  The option with the best mean
result is chosen.  Every option is tried in the same worlds; after each round the worse half is dropped, so that most
of the work goes into telling the best ones apart.  In thought everybody plays almost at random, takes what is on offer
now and then, and gets into habits that have paid: that wins about two of three games against the same without habits.
"""

from collections import Counter, defaultdict
from typing import Any

from engine import chance
from engine.game import Game
from engine.machine import Table, clone

BUDGET = 4000  # decisions played in thought for one choice, and some more to finish each round's last world
COPY = 5  # decisions that a copy of the table and the count at its end cost as much as
LONGEST = 400  # decisions in one world; what has no result by then counts as neither good nor bad
WIDEST = 16  # of more options than these, so many are drawn and tried
RELUCTANT = 2  # in thought, one of so many chances to take an offer is taken


class Habits:
    """How it went on average for a seat when it chose an option, whatever the question and the world."""

    def __init__(self) -> None:
        self._worth: defaultdict[tuple[int, str], float] = defaultdict(float)
        self._times: Counter[tuple[int, str]] = Counter()

    def better(self, seat: int, one: str, other: str) -> str:
        a, b = (seat, one), (seat, other)
        known = self._times[a] and self._times[b]
        return other if known and self._worth[b] * self._times[a] > self._worth[a] * self._times[b] else one

    def learn(self, chosen: list[tuple[int, str]], worths: list[float]) -> None:
        for choice in chosen:
            self._worth[choice] += worths[choice[0]]
            self._times[choice] += 1


def searching(game: Game[Any], g: Any, seat: int, luck: int, budget: int = BUDGET) -> str:
    """What seems best to the asked `seat`, an option or an offer; the same for the same table, luck and budget."""
    view = game.view(g, seat)
    question = view.question_of(seat)
    assert question and question.options
    dice = Table(players=0, rng=chance.start(str(luck)))
    left = [*question.options, *view.offers.get(seat, [])]
    chance.shuffle(dice, left)
    left = left[:WIDEST]
    rounds = (len(left) - 1).bit_length()
    worth, habits = dict.fromkeys(left, 0.0), Habits()
    for _ in range(rounds):
        spent = 0
        while spent < budget // rounds:
            world = game.resample(g, seat, str(chance.below(dice, chance.SPAN)))
            for option in left:
                played = clone(world)
                game.answer(played, seat, option)
                made, worths = _play_on(game, played, habits)
                spent += 1 + made + COPY
                worth[option] += worths[seat]
        left = sorted(left, key=lambda option: -worth[option])[: (len(left) + 1) // 2]
    return left[0]


def _play_on(game: Game[Any], g: Any, habits: Habits) -> tuple[int, list[float]]:
    """Whoever is asked answers, or takes an offer: of two random ones the one that went better before.

    Returns the number of decisions, and how well it went for each seat.
    """
    chosen: list[tuple[int, str]] = []
    while g.asks and len(chosen) < LONGEST:
        seat, ask = next(iter(g.asks.items()))
        offers = game.offers(g, seat)
        options = offers if offers and chance.below(g, RELUCTANT) == 0 else ask.options
        option = habits.better(seat, chance.roll(g, options), chance.roll(g, options))
        chosen.append((seat, option))
        game.answer(g, seat, option)
    worths = _worths(game, g)
    habits.learn(chosen, worths)
    return len(chosen), worths


def _worths(game: Game[Any], g: Any) -> list[float]:
    """How well it went for each seat, from -0.5 to 2: whether it won, how few are before it, how far it leads."""
    result = game.result(g)
    if result is None:
        return [1 / g.players + 1 / 4] * g.players
    totals = {score.seat: score.total or 0 for score in result.scores}
    scale = 1 + max(map(abs, totals.values()))
    worths = [0.0] * g.players
    for score in result.scores:
        won = (score.seat in result.winners) / len(result.winners)
        place = (g.players - score.place) / (g.players - 1)
        lead = totals[score.seat] - max(total for other, total in totals.items() if other != score.seat)
        worths[score.seat] = won + (place + lead / scale) / 2
    return worths
