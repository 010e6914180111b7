"""The reasons why an option is not on offer in Kingdom's Candy: each is parsed and checked by its own rule."""

from engine.game import Reason
from engine.kingdoms_candy import actions
from engine.kingdoms_candy.actions import Buy
from engine.kingdoms_candy.cards import KingdomCard
from engine.kingdoms_candy.events import cannot_sweep
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
    """Return the reason; None if only "not now" can be said."""
    verb = actions.verb(option)
    asked = g.asks[seat].say if seat in g.asks else ""
    if verb in (actions.CONVERT, actions.REMOVE):
        n = actions.parse_number(option)
        cannot = cannot_convert if verb == actions.CONVERT else cannot_remove
        return cannot(g, seat, n) if n is not None else None
    if verb == actions.SWEEP:
        name = actions.parse_sweep(option)
        return cannot_sweep(g, seat, name) if name in g.cards() else None
    if verb == actions.USE:
        card = g.cards().get(actions.parse_use(option).card)
        return (cannot_use(g, seat, card) or ("not-that", {"card": card.id})) if card else None
    if verb == actions.BUY and asked == "action":
        wanted = actions.parse_buy(option)
        card = g.cards().get(wanted.card)
        return cannot_buy(g, seat, card, wanted) if card else None
    if verb == actions.KEEP and asked == "feed":
        plan = actions.parse_feed(option)
        return cannot_feed(g.villains[seat], sum(eats(g, seat).values()), *plan) if plan else None
    if verb == actions.DISCARD and asked == "feed":
        monster = actions.parse_discard(option)
        return cannot_discard(g, seat, monster) if monster else None
    return None


def cannot_buy(g: Kingdom, seat: int, card: KingdomCard, wanted: Buy) -> Reason | None:
    villain = g.villains[seat]
    price = prices(g, seat).get(card.id)
    if price is None:
        return "not-in-the-kingdom", {"card": card.id}
    if wanted.place and card.kind == "monster":
        return "no-place-for-monsters", {"card": card.id}
    if wanted.place:
        keep = wanted.place == actions.KEEP and not wanted.monster
        full = cannot_keep(villain, card.id) if keep else cannot_tuck(villain, card.id)
        host = wanted.monster or wanted.place
        if full or (host in g.cards() and host not in villain.monsters):
            return full or ("not-yours", {"card": host})
    return cannot_afford(card.id, price, villain.sugar)
