"""Computer players: each is a function to an option of the asked seat, with some luck (a large random integer)."""

from engine.game import View
from engine.players.search import searching

__all__ = ["at_random", "searching"]


def at_random(view: View, luck: int) -> str:
    """Any option of the seat's question, all alike; offers it leaves alone."""
    assert view.seat is not None
    question = view.question_of(view.seat)
    assert question and question.options
    return question.options[luck % len(question.options)]
