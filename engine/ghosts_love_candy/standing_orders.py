"""Standing orders of Ghosts Love Candy: what a player hands over when asked for a candy."""

from engine.game import Order, Question
from engine.ghosts_love_candy.view import StreetView


def least_loved(view: StreetView, question: Question) -> str | None:
    """Return the candy that counts least by one's own Love card."""
    if question.say != "hand-over" or question.options is None:
        return None
    loves = view.loves[question.seat]
    return min(question.options, key=lambda candy: loves[candy])


ORDERS = (Order("least-loved", least_loved),)
