"""The rules of Liar's Dice, in the public domain."""

from dataclasses import dataclass, field
from functools import cache
from math import comb
from typing import Any, Literal

from engine import rng
from engine.game import Game, GameOptions, Reason, Standing, View
from engine.machine import Ask, Rules, Table, seat_id, seat_of

FACES = ("d1", "d2", "d3", "d4", "d5", "d6")
rules = Rules()


@dataclass
class DiceTable(Table):
    cups: list[list[str]] = field(default_factory=list)
    wild: bool = True  # ones count as every face
    lost: list[int] = field(default_factory=list)  # seats, in the order in which they lost dice
    count: int = 0  # of the last bid; 0: no bid yet
    face: str = ""
    bidder: int = 0
    lifted: list[list[str]] = field(default_factory=list)  # what the last challenge showed

    def next_seat(self, seat: int) -> int:
        return next(me % self.players for me in range(seat + 1, 99) if self.cups[me % self.players])

    def count_dice(self, cups: list[list[str]], face: str) -> int:
        return sum(die == face or (self.wild and die == "d1") for cup in cups for die in cup)


class DiceView(View):
    dice: list[str]
    cups: list[int]
    lifted: list[list[str]]
    bid: list[int | str]


@rules.step
def roll(g: DiceTable, first: int):
    """Roll all dice in secret; `first` bids."""
    g.count, g.face = 0, ""
    for me, cup in enumerate(g.cups):
        cup[:] = sorted(rng.roll(g, FACES) for _ in cup)
        if cup:
            g.log_event("rolls", to=me, p=seat_id(me), dice=list(cup))
    g.push_steps((bid_or_call, first))


@rules.step
def bid_or_call(g: DiceTable, me: int):
    """Bid higher than the last bid, or call it a lie."""
    counts = range(max(g.count, 1), sum(map(len, g.cups)) + 1)
    bids = [f"bid/{n}/{face}" for n in counts for face in FACES if (n, face) > (g.count, g.face)]
    choice = yield Ask(me, "bid", [*(["call"] if g.count else []), *bids], fields={"p": seat_id(me)})
    if choice == "call":
        g.log_event("calls", p=seat_id(me), q=seat_id(g.bidder))
        g.push_steps((lift, me))
    else:
        g.count, g.face, g.bidder = int(choice.split("/")[1]), choice.split("/")[2], me
        g.log_event("bids", p=seat_id(me), n=g.count, face=g.face)
        g.push_steps((bid_or_call, g.next_seat(me)))


@rules.step
def lift(g: DiceTable, caller: int):
    """Lift all cups: whoever was wrong loses a die, and begins the next round."""
    g.lifted = [list(cup) for cup in g.cups]
    found = g.count_dice(g.cups, g.face)
    loser = caller if found >= g.count else g.bidder
    g.cups[loser].pop()
    g.lost.append(loser)
    g.log_event("loses", p=seat_id(loser), n=found, face=g.face)
    if sum(map(bool, g.cups)) > 1:
        g.push_steps((roll, loser if g.cups[loser] else g.next_seat(loser)))


@cache
def at_least(n: int, dice: int, chance: float) -> float:
    return sum(comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(max(n, 0), dice + 1))


def truth(g: DiceTable, seat: int, n: int, face: str) -> float:
    """Return how likely a bid is true, by this seat's own dice."""
    unseen = sum(map(len, g.cups)) - len(g.cups[seat])
    return at_least(n - g.count_dice([g.cups[seat]], face), unseen, 1 / 3 if g.wild and face != "d1" else 1 / 6)


class DiceOptions(GameOptions):
    dice: Literal[5, 3, 2] = 5
    wild: bool = True


class LiarsDice(Game[DiceTable]):
    """Bid on what lies under all cups, or call the last bidder a liar."""

    slug, title, seats, rules = "liars-dice", "Liar's Dice", range(2, 7), rules
    Table, ViewModel, Options = DiceTable, DiceView, DiceOptions

    def set_up(self, g: DiceTable, options: DiceOptions) -> None:
        g.cups, g.wild = [["d1"] * options.dice for _ in range(g.players)], options.wild
        g.push_steps((roll, 0))

    def view_fields(self, g: DiceTable, seat: int | None) -> dict[str, Any]:
        dice, bid = [] if seat is None else list(g.cups[seat]), [g.count, g.face] if g.count else []
        return {"dice": dice, "cups": [len(cup) for cup in g.cups], "lifted": g.lifted, "bid": bid}

    def redeal_hidden(self, g: DiceTable, seat: int | None) -> None:
        for cup in [cup for me, cup in enumerate(g.cups) if me != seat]:
            cup[:] = sorted(rng.roll(g, FACES) for _ in cup)

    def standing(self, g: DiceTable) -> list[Standing]:
        lasted = [max((n for n, who in enumerate(g.lost) if who == me), default=-1) for me in range(g.players)]
        return [Standing(len(cup), (len(cup), lasted[me])) for me, cup in enumerate(g.cups)]

    def component_counts(self, g: DiceTable) -> dict[str, int]:
        return {"dice": sum(map(len, g.cups)) + len(g.lost)}

    def reason(self, g: DiceTable, seat: int, option: str) -> Reason | None:
        return ("too-low", {"n": g.count, "face": g.face}) if option.startswith("bid/") and g.count else None

    def sensible_actions(self, g: DiceTable, seat: int, actions: list[str]) -> list[str]:
        def likely(action: str) -> float:
            _, n, face = f"{action}/{g.count}/{g.face}".split("/")[:3]
            return 1 - truth(g, seat, g.count, g.face) if action == "call" else truth(g, seat, int(n), face)

        return sorted(actions, key=likely, reverse=True)[:3]

    def weight(self, world: DiceTable, seat: int) -> float:
        plausible = 1.0
        for event in reversed(world.log):
            if event.key == "loses":
                break
            if event.key == "bids" and (bidder := seat_of(event.fields["p"])) != seat:
                plausible *= 0.1 + truth(world, bidder, event.fields["n"], event.fields["face"])
        return plausible
