"""Standing orders of Cover Your Kingdom: advance answers to rivals who come for a Clan."""

from collections.abc import Callable, Iterator

from engine.cover_your_kingdom import actions
from engine.cover_your_kingdom.actions import LET_GO
from engine.cover_your_kingdom.view import CoverView
from engine.game import Order, Question

THRESHOLDS = (20, 40, 60)  # an order lets Clans of less magic go
ANSWERED_QUESTIONS = ("counter", "inn-challenge", "elves")


def let_go(view: CoverView, question: Question) -> str | None:
    return LET_GO if question.say in ANSWERED_QUESTIONS else None


def let_go_under(magic: int) -> Callable[[CoverView, Question], str | None]:
    """Return an order that lets a Clan go if it counts less, with all cards played for it."""

    def choose(view: CoverView, question: Question) -> str | None:
        return let_go(view, question) if question.fields.get("magic", magic) < magic else None

    return choose


def own_kind(view: CoverView, question: Question) -> str | None:
    """Answer with a card of the Clan's own species, or two if two are needed; otherwise let it go."""
    found = (cards for cards in _answers(question) if {*cards} == {question.fields["species"]})
    return _play(found, question)


def whatever_fits(view: CoverView, question: Question) -> str | None:
    """Answer with the fewest stand-ins for the Clan's species, then the fewest cards; otherwise let it go."""
    species = question.fields.get("species")
    found = sorted(_answers(question), key=lambda cards: (sum(card != species for card in cards), len(cards)))
    return _play(iter(found), question)


def _answers(question: Question) -> list[list[str]]:
    return [actions.parse_cards(option) for option in question.options or [] if option != LET_GO]


def _play(found: Iterator[list[str]], question: Question) -> str | None:
    if question.say not in ANSWERED_QUESTIONS:
        return None
    cards = next(found, None)
    return LET_GO if cards is None else actions.cards(cards)


ORDERS = (
    Order("nothing-fits", let_go, ends=("game",), forced=True),
    Order("let-go", let_go),
    *(Order(f"under-{magic}", let_go_under(magic)) for magic in THRESHOLDS),
    Order("own-kind", own_kind),
    Order("whatever-fits", whatever_fits),
)
