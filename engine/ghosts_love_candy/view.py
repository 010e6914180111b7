"""The view of one seat, or of the channel, in Ghosts Love Candy, and a world consistent with it."""

from dataclasses import dataclass
from typing import Any

from engine import rng
from engine.game import Order, Question, View, winners
from engine.ghosts_love_candy.rules import courage, guard_of, haunted_by
from engine.ghosts_love_candy.score import end_boxes, is_over, standing, stash_values, totals, worth
from engine.ghosts_love_candy.state import CANDIES, Street, ghosts_of_a_set, love_values


@dataclass(slots=True, kw_only=True)
class GhostView:
    seat: int
    number: int


@dataclass(slots=True, kw_only=True)
class SpotView:
    """A spot of the row; the first is nearest to the Kid deck. `kid` is empty if no kid moved in."""

    kid: str
    courage: int  # its present value
    haunted: int  # the sum of its ghosts
    guard: str  # the kid that keeps this one from being scared
    candy: list[str]
    ghosts: list[GhostView]  # the top one is last


@dataclass(slots=True, kw_only=True)
class StashView:
    candy: dict[str, int]  # number of each type owned
    kids: dict[str, int]  # the present worth of each


class StreetView(View):
    deck: str
    round: int
    rounds: int
    row: list[SpotView]
    stashes: list[StashView]
    kids_left: int
    kid_discard: list[str]
    candy_left: int
    candy_discard: list[str]
    ghost_discard: list[GhostView]
    ghost_set: list[int]  # the ghosts each player started with
    hand: list[int]  # the viewer's own
    hand_sizes: list[int]
    ghosts_left: list[list[int]]  # by seat: all that it has not played, which everyone can count
    revealed: dict[int, int]  # ghosts revealed this round and not yet placed
    order: list[int]
    active: int  # seat that has its turn, −1 while ghosts are chosen
    loves: dict[int, dict[str, int]]  # the Love cards the viewer knows, best candy first
    worth: list[dict[str, int]]  # by seat: final worth of candies, the Love card's best first; empty before the end
    standings: dict[int, int]  # score if the game ended now, of each seat whose Love card the viewer knows
    totals: list[int]  # the final scores by seat; empty before the end
    winners: list[int]


def view_fields(g: Street, seat: int | None) -> dict[str, Any]:
    known = range(g.players) if is_over(g) else [] if seat is None else sorted([seat, *g.seen[seat]])
    final = totals(g, range(g.players)) if is_over(g) else {}
    return {
        "deck": g.deck,
        "round": g.round,
        "rounds": g.rounds,
        "row": [_spot(g, here) for here in range(len(g.row))],
        "stashes": [
            StashView(candy={c: stash.candy.count(c) for c in CANDIES if c in stash.candy}, kids=stash_values(g, who))
            for who, stash in enumerate(g.stashes)
        ],
        "kids_left": len(g.kids),
        "kid_discard": g.kid_discard.copy(),
        "candy_left": len(g.candy),
        "candy_discard": g.candy_discard.copy(),
        "ghost_discard": [GhostView(seat=owner, number=number) for owner, number in g.ghost_discard],
        "ghost_set": ghosts_of_a_set(g.players),
        "hand": [] if seat is None else g.hands[seat].copy(),
        "hand_sizes": [len(hand) for hand in g.hands],
        "ghosts_left": [hand.copy() for hand in g.hands],
        "revealed": g.revealed.copy(),
        "order": g.order.copy(),
        "active": g.active,
        "loves": {who: love_values(g.loves[who]) for who in known},
        "worth": [{candy: value for candy, (value, _) in worth(g, who, end_boxes(g)).items()} for who in sorted(final)],
        "standings": totals(g, known),
        "totals": [final[who] for who in sorted(final)],
        "winners": winners(standing(g)) if final else [],
    }


def _spot(g: Street, here: int) -> SpotView:
    spot = g.row[here]
    return SpotView(
        kid=spot.kid,
        courage=courage(g, here) if spot.kid else 0,
        haunted=haunted_by(g, here),
        guard=guard_of(g, here) if spot.kid else "",
        candy=spot.candy.copy(),
        ghosts=[GhostView(seat=owner, number=number) for owner, number in spot.ghosts],
    )


def redeal_hidden(g: Street, seat: int | None) -> None:
    """Shuffle both decks and the Love cards this seat has not seen. Hands follow from the ghosts all saw played."""
    known = {*range(g.players)} if is_over(g) else set() if seat is None else {seat, *g.seen[seat]}
    hidden = [who for who in range(g.players) if who not in known]
    g.box += [g.loves[who] for who in hidden]
    for cards in (g.kids, g.candy, g.box):
        cards.sort()
        rng.shuffle(g, cards)
    for who in hidden:
        g.loves[who] = g.box.pop()


# ---- standing orders
def least_loved(view: StreetView, question: Question) -> str | None:
    """Return the candy that counts least by one's own Love card."""
    if question.say != "hand-over" or question.options is None:
        return None
    loves = view.loves[question.seat]
    return min(question.options, key=lambda candy: loves[candy])


ORDERS = (Order("least-loved", least_loved),)
