"""Hands: draw, play and blindly take cards, and track what each seat has seen of other hands."""

from engine import rng
from engine.cover_your_kingdom.state import Cover, Known, sort_hand
from engine.machine import seat_id


def play(g: Cover, seat: int, cards: list[str]) -> None:
    """Play cards from a hand, visible to all; the caller puts them down."""
    for card in cards:
        g.hands[seat].remove(card)
        for viewer in g.rivals(seat) if g.known else ():
            _forget_card(g, viewer, seat, card)


def draw(g: Cover, seat: int, number: int = 1) -> None:
    """Draw cards from the deck, as many as are left; only this seat learns which."""
    cards = [g.deck.pop() for _ in range(min(number, len(g.deck)))]
    if not cards:
        return
    g.hands[seat] += cards
    sort_hand(g.hands[seat])
    sort_hand(cards)
    g.stuck = [other for other in g.stuck if other != seat]
    g.log_event("you-draw", to=seat, cards=cards)
    if not g.deck:
        g.log_event("deck-empty")


def refill(g: Cover, seat: int) -> None:
    """Fill the hand up to six cards, or the number agreed on; a larger hand is kept."""
    missing = g.limits[seat] - len(g.hands[seat])
    if missing > 0:
        draw(g, seat, missing)


def pick_blindly(g: Cover, seat: int, count: int) -> list[str]:
    """Return this many random cards of a hand, or all of it; they stay there for now."""
    hand = g.hands[seat].copy()
    cards = [rng.draw(g, hand) for _ in range(min(count, len(hand)))]
    sort_hand(cards)
    return cards


def hand_over(g: Cover, giver: int, taker: int, cards: list[str]) -> None:
    """Move cards from hand to hand; these two seats see which, the others only how many."""
    for card in cards:
        g.hands[giver].remove(card)
        _forget_card(g, taker, giver, card)
    for known in g.known:
        if known.seat not in (giver, taker) and giver in known.holders and taker not in known.holders:
            known.holders.append(taker)
    g.hands[taker] += cards
    sort_hand(g.hands[taker])
    g.stuck = [seat for seat in g.stuck if seat != taker]
    g.known += [Known(giver, card, [taker]) for card in cards]


def _forget_card(g: Cover, viewer: int, holder: int, card: str) -> None:
    """Update the viewer's knowledge after a card of this kind has left the holder's hand.

    It may not be the copy that the viewer had seen, so the most certain entry is dropped.
    """
    fits = [known for known in g.known if known.seat == viewer and known.card == card and holder in known.holders]
    if not fits:
        return
    surest = min(fits, key=lambda known: len(known.holders))
    g.known = [known for known in g.known if known is not surest]
    for known in fits:
        known.holders += [seat for seat in surest.holders if seat not in known.holders]


def log_empty_hands(g: Cover) -> None:
    """Log, once, each seat that has no cards left after the refill."""
    out = [seat for seat, hand in enumerate(g.hands) if not hand]
    for seat in out:
        if seat not in g.out:
            g.log_event("no-cards", p=seat_id(seat))
    g.out = out
