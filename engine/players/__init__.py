"""Computer players.  Each is a function of a seat's view and some luck (a large random integer) to an option."""

from engine.game import View


def at_random(view: View, luck: int) -> str:
    """Any option of the seat's question, all alike; offers it leaves alone."""
    assert view.seat is not None
    question = view.question_of(view.seat)
    assert question and question.options
    return question.options[luck % len(question.options)]
