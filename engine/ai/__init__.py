"""Computer players: each chooses for the asked seat, knowing no more than it, with some luck (a large random integer).

The same luck is the same choice at every table that the seat cannot tell from this one, on any machine.
"""

from typing import Any, Literal, get_args

from engine.ai import beginner
from engine.ai.evaluation import Prospect, Thought, choices
from engine.ai.search import Search, Strength
from engine.game import Game, View

__all__ = ["LEVELS", "Level", "Prospect", "Thought", "at_random", "choose", "consider"]

Level = Literal["easy", "normal", "hard"]
LEVELS: tuple[Level, ...] = get_args(Level)
STRENGTHS = {"normal": Strength(budget=800, worlds=12, ahead=3), "hard": Strength(budget=6000, worlds=40, ahead=3)}


def choose(game: Game[Any], g: Any, seat: int, level: str, luck: int, share: float = 1.0) -> str:
    """What a player of this level takes: an option of the asked `seat`, or an offer.

    A `seat` that is not asked decides about an offer that soon lapses.

    Where time is short, it thinks with this share of its budget.
    """
    thought = consider(game, g, seat, level, luck, share)
    return thought.best if seat in g.asks else thought.at_least(game.declining_offer)


def consider(game: Game[Any], g: Any, seat: int, level: str, luck: int, share: float = 1.0) -> Thought:
    """The same with reasons: what every option promises, as far as this level sees."""
    options = choices(game, g, seat)
    if len(options) == 1:
        return Thought(seat, level, [Prospect(options[0])])
    if level == "easy":
        return Thought(seat, level, beginner.prospects(game, g, seat, luck))
    return Thought(seat, level, Search(game, g, seat, luck, STRENGTHS[level].shared(share)).think())


def at_random(view: View, luck: int) -> str:
    """Any option of the seat's question, all alike; offers it leaves alone."""
    assert view.seat is not None
    question = view.question_of(view.seat)
    assert question and question.options
    return question.options[luck % len(question.options)]
