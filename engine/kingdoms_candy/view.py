"""The view of Kingdom's Candy, which is the same for all: everything but the decks. Also deals a consistent world."""

from dataclasses import dataclass, replace
from typing import Any

from engine import rng
from engine.game import Order, Question, View, winners
from engine.kingdoms_candy import actions, events
from engine.kingdoms_candy.abilities import cannot_use_in_play
from engine.kingdoms_candy.cards import BLACK_CANDIES, KingdomCard
from engine.kingdoms_candy.rules import prices, set_sugar, sets
from engine.kingdoms_candy.score import loss, standing, total
from engine.kingdoms_candy.state import Kingdom, Market, Villain


@dataclass(slots=True, kw_only=True)
class MonsterView:
    id: str
    tucked: list[str]
    eats: int  # at Black Candy, with its present cards
    saves: int  # how much less all of the player's Monsters would eat without it
    loses: int  # the points it costs to discard it


@dataclass(slots=True, kw_only=True)
class UseView:
    """A card in play: whether its ability can be used now, and if not, why."""

    card: str
    open: bool
    why: str  # the reason's key; empty if `open`
    fields: dict[str, Any]
    saves: int  # how much less the player's Monsters would then eat at this Black Candy


@dataclass(slots=True, kw_only=True)
class VillainView:
    sugar: int
    candies: int
    black: int
    monsters: list[MonsterView]
    kept: list[str]
    used: list[str]  # used this round
    tokens: list[str]  # used One-Time cards
    uses: list[UseView]
    prices: dict[str, int]  # price of each face-up card for this player
    income: int  # sugar gained automatically at the start of the next turn; also 0 if the game ends first
    income_candies: int
    eats: int
    eats_with: dict[str, int]  # the same with each face-up Monster, if the player bought it
    total: int  # its score if the game ended now


@dataclass(slots=True, kw_only=True)
class MarketView:
    row: list[str]  # "" for an empty place
    deck: int
    discard: list[str]  # the last one is on top


class KingdomView(View):
    deck: str
    round: int
    phase: str
    first: int
    sweeper: int  # seat that may still discard a card as First Player, or −1
    active: int
    sugar: int
    monsters: MarketView
    abilities: MarketView
    villains: list[VillainView]
    events: list[str]
    events_left: int
    black_candies: int
    winners: list[int]  # empty until the game is over


def view_fields(g: Kingdom, seat: int | None) -> dict[str, Any]:
    return {
        "deck": g.deck,
        "round": g.round,
        "phase": g.phase,
        "first": g.first,
        "sweeper": g.sweeper,
        "active": g.active,
        "sugar": g.sugar,
        "monsters": market(g.monsters),
        "abilities": market(g.abilities),
        "villains": [villain(g, seat) for seat in range(g.players)],
        "events": list(g.events),
        "events_left": len(g.event_deck),
        "black_candies": g.black_candies,
        "winners": winners(standing(g)) if g.phase == "over" else [],
    }


def market(m: Market) -> MarketView:
    return MarketView(row=list(m.row), deck=len(m.deck), discard=list(m.discard))


def villain(g: Kingdom, seat: int) -> VillainView:
    cards, own = g.cards(), g.villains[seat]
    in_play, hungry = [cards[name] for name in own.in_play()], g.eats(at_black_candy(g, own))
    need = sum(hungry.values())
    has_turn = has_another_turn(g, seat)
    starts = [card for card in in_play if has_turn and card.moment == "start" and card.by_itself]
    return VillainView(
        sugar=own.sugar,
        candies=own.candies,
        black=own.black,
        monsters=[
            MonsterView(
                id=name,
                tucked=list(own.monsters[name]),
                eats=n,
                saves=need - eats_then(g, own.without(name)),
                loses=loss(g, seat, name),
            )
            for name, n in hungry.items()
        ],
        kept=list(own.kept),
        used=list(own.used),
        tokens=list(own.spent),
        uses=[use(g, seat, card) for card in in_play],
        prices=prices(g, seat),
        income=has_turn * set_sugar(g, seat) + sum(card.n for card in starts if card.verb == "gain-sugar"),
        income_candies=has_turn * sets(g, own.monsters) + sum(card.n for card in starts if card.verb == "gain-candy"),
        eats=need,
        eats_with={
            name: eats_then(g, replace(own, monsters={**own.monsters, name: []})) for name in g.monsters.faces()
        },
        total=total(g, seat),
    )


def at_black_candy(g: Kingdom, own: Villain) -> Villain:
    """Return the player as the next Black Candy finds them: cards that cost nothing make Monsters eat less."""
    if own.less or own.relief:  # Black Candy is now: its relief is already counted
        return own
    cards = (g.cards()[name] for name in own.in_play())
    return relieved(own, *(card for card in cards if card.by_itself))


def relieved(own: Villain, *cards: KingdomCard) -> Villain:
    """Return the player after using these cards, as far as they make Monsters eat less."""
    own = replace(own, less=dict(own.less), relief=list(own.relief))
    for card in cards:
        own.eat_less(card)
    return own


def eats_then(g: Kingdom, own: Villain) -> int:
    """Return what all Monsters of a player eat at the next Black Candy."""
    return sum(g.eats(at_black_candy(g, own)).values())


def has_another_turn(g: Kingdom, seat: int) -> bool:
    """Return False if the game surely ends before another turn of the player: the last event is Black Candy."""
    order = g.order()
    has_begun = g.phase in ("start", "turn") and order.index(seat) <= order.index(g.active)
    return g.black_candies < BLACK_CANDIES and not (has_begun and len(g.event_deck) == 1)


def use(g: Kingdom, seat: int, card: KingdomCard) -> UseView:
    why, fields = cannot_use_in_play(g, seat, card) or ("", {})
    saves, own = 0, g.villains[seat]
    if not why and card.moment == "black-candy":
        saves = sum(g.eats(own).values()) - sum(g.eats(relieved(own, card)).values())
    return UseView(card=card.id, open=not why, why=why, fields=fields, saves=saves)


def redeal_hidden(g: Kingdom, seat: int | None) -> None:
    """Shuffle what no player sees: the two parts of each deck separately, and events within and between piles.

    Players know that each whole pile of events holds one Black Candy, and whether that of the current pile has come.
    """
    for m in (g.monsters, g.abilities):
        cut = min(m.bottom, len(m.deck))
        bottom, top = sorted(m.deck[:cut]), sorted(m.deck[cut:])
        rng.shuffle(g, bottom)
        rng.shuffle(g, top)
        m.deck = bottom + top
    black = events.black_candy_id(g)
    whole, begun = divmod(len(g.event_deck), events.EVENTS_PER_PILE + 1)
    still = BLACK_CANDIES - g.black_candies - whole
    g.event_box = sorted([*g.event_box, *(name for name in g.event_deck if name != black)])
    rng.shuffle(g, g.event_box)
    g.event_deck = [name for _ in range(whole) for name in events.pile(g, events.EVENTS_PER_PILE, True)]
    if begun:
        g.event_deck += events.pile(g, begun - still, bool(still))


# ---- standing orders
def with_sugar(view: KingdomView, question: Question) -> str | None:
    """Feed all with sugar; this is not an option if there is too little."""
    return actions.feed(question.fields["n"], 0, 0) if question.say == "feed" else None


ORDERS = (Order("with-sugar", with_sugar, ends=("game",)),)
