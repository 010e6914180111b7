"""Advanced rules: Kingdom powers.  Those that alter a rule are asked for where the rule stands."""

from itertools import combinations_with_replacement

from engine import chance
from engine.cover_your_kingdom.add_discard import discard_options, lay_off
from engine.cover_your_kingdom.book import Asking, rules
from engine.cover_your_kingdom.cards import CARDS, POWERS
from engine.cover_your_kingdom.state import Cover, distinct
from engine.game import Reason
from engine.machine import Ask, seat_id

FEW = 3  # two or three Rulers play without two of the powers, and may have two each


def deal_powers(g: Cover, how: str) -> None:
    """One each; or, with two or three Rulers, one of each kind.

    Ruling: there are only three powers for free actions, so with four Rulers or more "two each" means one each.
    """
    few = g.players <= FEW
    dealt = [power for power in POWERS if not (few and CARDS[power].crowd)]
    g.powers = [[] for _ in range(g.players)]
    kinds = ("action", "modifying") if how == "two" and few else ("",)
    for kind in kinds if how != "off" else ():
        pile = [power for power in dealt if kind in ("", CARDS[power].power)]
        chance.shuffle(g, pile)
        for seat in range(g.players):
            g.powers[seat].append(pile.pop())


# ---- Wiizzz Kid
def swaps(g: Cover, me: int) -> list[str]:
    """Once per turn, at any time of it.  Ruling: of one's own turn."""
    if me != g.active or g.swapped or not g.has(me, "wiizzz"):
        return []
    return [land for land, stack in g.kingdoms[me].items() if len(stack) > 1]


@rules.step
def swap(g: Cover, me: int, land: str) -> None:
    """A top Clan changes places with the one right below it."""
    stack = g.kingdoms[me][land]
    stack[-2:] = [stack[-1], stack[-2]]
    g.swapped = True
    g.tell("uses-power", p=seat_id(me), power="wiizzz", land=land)


def why_not_swap(g: Cover, me: int, land: str) -> Reason | None:
    if not g.has(me, "wiizzz"):
        return "no-power", {"power": "wiizzz"}
    if me != g.active:
        return "own-turn", {"power": "wiizzz"}
    if g.swapped:
        return "power-used", {"power": "wiizzz"}
    return ("stack-of-one", {"q": seat_id(me), "land": land}) if land in g.kingdoms[me] else None


# ---- DissedHard
def leavings(g: Cover, me: int) -> list[str]:
    """What may be discarded at the end of the turn besides nothing: one Creature or two.

    Ruling: "Creatures" that can be discarded are Clanning ones, and no card is drawn for these.
    """
    if not g.has(me, "dissedhard"):
        return []
    cards = discard_options(g, me)
    pairs = [(a, b) for a, b in combinations_with_replacement(cards, 2) if a != b or g.hands[me].count(a) > 1]
    return [*cards, *["+".join(pair) for pair in pairs]]


def leave(g: Cover, me: int, cards: list[str]) -> None:
    g.tell("uses-power", p=seat_id(me), power="dissedhard")
    for card in cards:
        lay_off(g, me, card)
    if len(distinct(cards)) > 1:
        g.then((leave_on_top, me))


@rules.step
def leave_on_top(g: Cover, me: int) -> Asking:
    """Ruling: of two unlike Creatures their Ruler says which lies on top."""
    pair = g.discards[-2:]
    top = yield Ask(me, "top", pair, fields={"p": seat_id(me), "cards": pair})
    g.discards[-2:] = sorted(pair, key=lambda card: card == top)
    g.tell("leaves-on-top", p=seat_id(me), species=top)
