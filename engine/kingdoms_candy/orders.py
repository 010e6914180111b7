"""Standing orders of Kingdom's Candy: what a player's Monsters are fed."""

from engine.game import Order, Question
from engine.kingdoms_candy import actions
from engine.kingdoms_candy.view import KingdomView


def with_sugar(view: KingdomView, question: Question) -> str | None:
    """All that they eat, in sugar, where that is there."""
    return actions.feed(question.fields["n"], 0, 0) if question.say == "feed" else None


ORDERS = (Order("with-sugar", with_sugar, ends=("game",)),)
