"""Standing orders of Kingdom's Candy: how a player's Monsters are fed."""

from engine.game import Order, Question
from engine.kingdoms_candy import actions
from engine.kingdoms_candy.view import KingdomView


def with_sugar(view: KingdomView, question: Question) -> str | None:
    """Feed all with sugar; this is not an option if there is too little."""
    return actions.feed(question.fields["n"], 0, 0) if question.say == "feed" else None


ORDERS = (Order("with-sugar", with_sugar, ends=("game",)),)
