"""Why something cannot be chosen in Kingdom's Candy: the option is taken apart and given to what forbids it."""

from engine.game import Reason
from engine.kingdoms_candy.cards import KingdomCard
from engine.kingdoms_candy.limits import (
    cannot_afford,
    cannot_convert,
    cannot_discard,
    cannot_feed,
    cannot_keep,
    cannot_remove,
    cannot_tuck,
    cannot_use,
    eats,
    prices,
)
from engine.kingdoms_candy.state import Kingdom


def reason(g: Kingdom, seat: int, option: str) -> Reason | None:
    """The reason against an option that is not on offer; None where only "not now" can be said."""
    verb, *what = option.split("/")
    asked = g.asks[seat].say if seat in g.asks else ""
    if verb in ("convert", "remove") and len(what) == 1 and what[0].isdecimal():
        return (cannot_convert if verb == "convert" else cannot_remove)(g, seat, int(what[0]))
    card = g.cards().get(what[0]) if what else None
    if verb == "use" and card:
        return cannot_use(g, seat, card) or ("not-that", {"card": card.id})
    if verb == "buy" and card and asked == "action":
        return cannot_buy(g, seat, card, what[1:])
    if verb in ("keep", "discard") and len(what) == 1 and asked == "feed":
        return cannot_plan(g, seat, verb, what[0])
    return None


def cannot_buy(g: Kingdom, seat: int, card: KingdomCard, place: list[str]) -> Reason | None:
    villain = g.villains[seat]
    price = prices(g, seat).get(card.id)
    if price is None:
        return "not-in-the-kingdom", {"card": card.id}
    if place and card.kind == "monster":
        return "no-place-for-monsters", {"card": card.id}
    if place:
        full = cannot_keep(villain, card.id) if place == ["keep"] else cannot_tuck(villain, card.id)
        host = place[-1]
        if full or (host in g.cards() and host not in villain.monsters):
            return full or ("not-yours", {"card": host})
    return cannot_afford(card.id, price, villain.sugar)


def cannot_plan(g: Kingdom, seat: int, verb: str, what: str) -> Reason | None:
    if verb == "discard":
        return cannot_discard(g, seat, what)
    numbers = what.split("-")
    if len(numbers) != 3 or not all(number.isdecimal() for number in numbers):
        return None
    sugar, candies, black = map(int, numbers)
    return cannot_feed(g.villains[seat], sum(eats(g, seat).values()), sugar, candies, black)
