"""Advanced rules: the eight Kingdom powers.

Three are free actions, with steps of their own; five alter a rule, and that rule calls a function of this module.
"""

from itertools import combinations_with_replacement

from engine import rng
from engine.cover_your_kingdom import actions
from engine.cover_your_kingdom.cards import ALIKE, CARDS, HORSES, MAGIC, POWERS
from engine.cover_your_kingdom.settle import choices, discard_choices, lay_off, settle
from engine.cover_your_kingdom.state import Cover, distinct, rules
from engine.game import Reason
from engine.machine import Ask, AskStep, seat_id

FEW_RULERS = 3  # two or three Rulers play without two of the powers, and may have two each


def deal_powers(g: Cover, how: str) -> None:
    """Deal one power each; or, with two or three Rulers, one of each kind.

    Ruling: there are only three powers for free actions, so with four Rulers or more "two each" means one each.
    """
    few = g.players <= FEW_RULERS
    dealt = [power for power in POWERS if not (few and CARDS[power].crowd)]
    g.powers = [[] for _ in range(g.players)]
    kinds = ("action", "modifying") if how == "two" and few else ("",)
    for kind in kinds if how != "off" else ():
        pile = [power for power in dealt if kind in ("", CARDS[power].power)]
        rng.shuffle(g, pile)
        for seat in range(g.players):
            g.powers[seat].append(pile.pop())


# ---- Wiizzz Kid
def swaps(g: Cover, me: int) -> list[str]:
    """Return the lands for a swap, which is possible once per turn, at any time of it.  Ruling: of one's own turn."""
    if me != g.active or g.swapped or not g.has(me, "wiizzz"):
        return []
    return [land for land, stack in g.kingdoms[me].items() if len(stack) > 1]


@rules.step
def swap(g: Cover, me: int, land: str) -> None:
    """Swap a top Clan with the one right below it."""
    stack = g.kingdoms[me][land]
    stack[-2:] = [stack[-1], stack[-2]]
    g.swapped = True
    g.log_event("uses-power", p=seat_id(me), power="wiizzz", land=land)


@rules.step
def free_swap(g: Cover, me: int) -> AskStep:
    """Keep the turn open while the swap, which is an offer, can still be made."""
    if swaps(g, me):
        yield Ask(me, "free-swap", [actions.DONE], fields={"p": seat_id(me)}, stays=True)
    g.push_steps(("end_turn", me))


def cannot_swap(g: Cover, me: int, land: str) -> Reason | None:
    if not g.has(me, "wiizzz"):
        return "no-power", {"power": "wiizzz"}
    if me != g.active:
        return "own-turn", {"power": "wiizzz"}
    if g.swapped:
        return "power-used", {"power": "wiizzz"}
    return ("stack-of-one", {"q": seat_id(me), "land": land}) if land in g.kingdoms[me] else None


# ---- DissedHard
def may_leave(g: Cover, me: int) -> bool:
    """Return whether Creatures may be discarded at the end of the turn."""
    return g.has(me, "dissedhard")


def leavings(g: Cover, me: int) -> list[list[str]]:
    """Return what may be discarded at the end of the turn: one Creature or two.

    Ruling: "Creatures" that can be discarded are Clanning ones, and no card is drawn for these.
    """
    if not may_leave(g, me):
        return []
    cards = discard_choices(g, me)
    pairs = [[a, b] for a, b in combinations_with_replacement(cards, 2) if a != b or g.hands[me].count(a) > 1]
    return [*([card] for card in cards), *pairs]


@rules.step
def finish(g: Cover, me: int) -> AskStep:
    """Ask after the second action, with any hand."""
    ways = [actions.DONE, *map(actions.done, leavings(g, me))]
    choice = yield Ask(me, "finish", ways, secret=True, fields={"p": seat_id(me)})
    leave(g, me, actions.parse_done(choice))


def leave(g: Cover, me: int, cards: list[str]) -> None:
    """Discard these cards, then end the turn."""
    g.push_steps(("end_turn", me))
    if not cards:
        return
    g.log_event("uses-power", p=seat_id(me), power="dissedhard")
    for card in cards:
        lay_off(g, me, card)
    if len(distinct(cards)) > 1:
        g.push_steps((leave_on_top, me))


@rules.step
def leave_on_top(g: Cover, me: int) -> AskStep:
    """Put two discarded Creatures in order.  Ruling: if they are unlike, their Ruler says which is on top."""
    pair = g.discards[-2:]
    top = yield Ask(me, "top", pair, fields={"p": seat_id(me), "cards": pair})
    g.discards[-2:] = sorted(pair, key=lambda card: card == top)
    g.log_event("leaves-on-top", p=seat_id(me), species=top)


# ---- Match Maker
def may_settle_free(g: Cover, me: int) -> bool:
    """Return whether a Clan may still settle at no action cost this turn."""
    return g.has(me, "match-maker") and not g.matched


def free_settles(g: Cover, me: int) -> list[str]:
    return [*map(actions.free_settle, choices(g, me))] if may_settle_free(g, me) else []


def settle_free(g: Cover, me: int, choice: str) -> None:
    g.matched = True
    g.log_event("uses-power", p=seat_id(me), power="match-maker")
    settle(g, me, *actions.parse_free_settle(choice))


@rules.step
def free_settle(g: Cover, me: int) -> AskStep:
    """Ask after the second action, with any hand, unless the power was already used this turn."""
    ways = [actions.DONE, *free_settles(g, me)]
    choice = yield Ask(me, "free-settle", ways, secret=True, fields={"p": seat_id(me)})
    if choice != actions.DONE:
        settle_free(g, me, choice)
    g.push_steps(("end_turn", me))


def cannot_settle_free(g: Cover, me: int) -> Reason | None:
    if not g.has(me, "match-maker"):
        return "no-power", {"power": "match-maker"}
    return ("power-used", {"power": "match-maker"}) if g.matched else None


# ---- Equinity
HENTAUR = "hentaur"


def stands_in(g: Cover, seat: int, card: str, species: str) -> bool:
    """Return whether the card is a Hentaur that may serve as a Wild for another horse."""
    return card == HENTAUR and species in HORSES and species != card and g.has(seat, "equinity")


# ---- Extra Features
def works(g: Cover, me: int, card: str) -> list[str]:
    """Return the Creatures that this one can act as: itself, and with this power any of the three alike."""
    return [card, *[x for x in ALIKE if x != card]] if card in ALIKE and g.has(me, "extra-features") else [card]


# ---- Mighty Swine
SWINE = 15


def magic_each(g: Cover, seat: int, species: str) -> int:
    """Return the magic of each Creature of this species in a Ruler's Kingdom."""
    return SWINE if species == "pigxie" and g.has(seat, "mighty-swine") else MAGIC[species]


def magic(g: Cover, seat: int, cards: list[str], species: str) -> int:
    """Return the magic of these cards of a Clan of this species in a Ruler's Kingdom, Wilds as printed."""
    each = magic_each(g, seat, species)
    return sum(each if card == species else MAGIC[card] for card in cards)


# ---- VulcEnt Hands
def hand_limit(g: Cover, seat: int, cards: int) -> int:
    """Return the number of cards to refill to: with this power, one more than everyone else."""
    return cards + g.has(seat, "vulcent-hands")


# ---- SubCerbient
def counts_two(card: str, mine: list[str], theirs: list[str]) -> bool:
    """Return whether a card played by the Ruler with the powers `mine` counts as two against one with `theirs`.

    A Spydra does, but not against SubCerbient; a Terrier does if SubCerbient is among `mine`.
    """
    return (card == "spydra" and "subcerbient" not in theirs) or (card == "terrier" and "subcerbient" in mine)


# ---- Equinity and SubCerbient
def tell_used(g: Cover, seat: int, cards: list[str], species: str) -> None:
    """Log the power that made these cards fit a Clan of this species."""
    if any(stands_in(g, seat, card, species) for card in cards):
        g.log_event("uses-power", p=seat_id(seat), power="equinity")
    if cards == ["terrier"] and counts_two("terrier", g.powers[seat], []):
        g.log_event("uses-power", p=seat_id(seat), power="subcerbient")
