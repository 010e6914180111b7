"""The rules of Liar's Dice, in the public domain."""

from dataclasses import dataclass
from math import comb, prod
from typing import Literal

from engine import rng
from engine.fields import internal, option, secret, shown
from engine.game import Game, Reason, Standing
from engine.machine import Ask, Rules, Table, seat_id, seat_of

FACES = [f"die-{n}" for n in range(1, 7)]
rules = Rules()


@dataclass
class DiceTable(Table):
    cups: list[list[str]] = secret("dice", FACES)
    bid: list[int | str] = shown()  # so many dice of this face; empty: no bid yet
    lifted: list[list[str]] = shown()  # what the last call showed
    lost: list[int] = internal(of="dice")  # seats, in the order in which they lost dice
    dice: Literal[5, 3, 2] = option(5)
    wild: bool = option(True)  # ones count as every face

    def count_dice(self, cups: list[list[str]], face: str) -> int:
        return sum(die == face or (self.wild and die == "die-1") for cup in cups for die in cup)


@rules.step
def roll(g: DiceTable, first: int):
    """Roll all dice in secret; `first` bids."""
    g.bid = []
    for me, cup in enumerate(g.cups):
        cup[:] = sorted(rng.roll(g, FACES) for _ in cup)
        if cup:
            g.log_event("rolls", to=me, p=seat_id(me), dice=list(cup))
    g.push_steps((bid_or_call, first))


@rules.step
def bid_or_call(g: DiceTable, me: int, bidder: int = -1):
    """Bid higher than the last bid, or call it a lie."""
    count, face = g.bid or (1, "")
    counts = range(count, sum(map(len, g.cups)) + 1)
    bids = [f"bid/{n}/{die}" for n in counts for die in FACES if (n, die) > (count, face)]
    choice = yield Ask(me, "bid", ["call", *bids] if g.bid else bids)
    if choice == "call":
        g.log_event("calls", p=seat_id(me), q=seat_id(bidder))
        g.push_steps((lift, me, bidder))
    else:
        _, count, face = choice.split("/")
        g.bid = [int(count), face]
        g.log_event("bids", p=seat_id(me), n=int(count), face=face)
        g.push_steps((bid_or_call, g.next_seat(me, g.cups), me))


@rules.step
def lift(g: DiceTable, caller: int, bidder: int):
    """Lift all cups: whoever was wrong loses a die, and begins the next round."""
    count, face = g.bid
    g.lifted = [list(cup) for cup in g.cups]
    found = g.count_dice(g.cups, face)
    loser = caller if found >= count else bidder
    g.cups[loser].pop()
    g.lost.append(loser)
    g.log_event("loses", p=seat_id(loser), n=found, face=face)
    if sum(map(bool, g.cups)) > 1:
        g.push_steps((roll, g.next_seat(loser - 1, g.cups)))


def truth(g: DiceTable, seat: int, count: int, face: str) -> float:
    """Return how likely a bid is true, by this seat's own dice."""
    unseen = sum(map(len, g.cups)) - len(g.cups[seat])
    chance = 1 / 3 if g.wild and face != "die-1" else 1 / 6
    missing = max(count - g.count_dice([g.cups[seat]], face), 0)
    return sum(comb(unseen, k) * chance**k * (1 - chance) ** (unseen - k) for k in range(missing, unseen + 1))


class LiarsDice(Game[DiceTable]):
    """Bid on what lies under all cups, or call the last bidder a liar."""

    slug, title, seats, rules = "liars-dice", "Liar's Dice", range(2, 7), rules
    actions = ("bid/{count}/{face}", "call")

    def set_up(self, g: DiceTable, options) -> None:
        g.cups = [["die-1"] * g.dice for _ in range(g.players)]
        g.push_steps((roll, 0))

    def standing(self, g: DiceTable) -> list[Standing]:
        lasted = [max((n for n, who in enumerate(g.lost) if who == me), default=-1) for me in range(g.players)]
        return [Standing(len(cup), (len(cup), lasted[me])) for me, cup in enumerate(g.cups)]

    def reason(self, g: DiceTable, seat: int, option: str) -> Reason | None:
        return ("too-low", {"n": g.bid[0], "face": g.bid[1]}) if option.startswith("bid/") and g.bid else None

    def sensible_actions(self, g: DiceTable, seat: int, actions: list[str]) -> list[str]:
        def likely(action: str) -> float:
            count, face = g.bid if action == "call" else action.split("/")[1:]
            true = truth(g, seat, int(count), face)
            return 1 - true if action == "call" else true

        return sorted(actions, key=likely, reverse=True)[:3]

    def weight(self, world: DiceTable, seat: int) -> float:
        bids = [event.fields for event in world.events_since("loses") if event.key == "bids"]
        return prod(0.1 + truth(world, seat_of(bid["p"]), bid["n"], bid["face"]) for bid in bids)
