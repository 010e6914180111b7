"""A game small enough to read at a glance that uses the whole interface: secrets, chance, offers, simultaneous choices.

Three rounds: all secretly choose a card from their hand, and the highest wins a candy; in a tie no one does.  At any
time, a seat may turn two sugar cubes into a candy, and then says where it puts it.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

from engine import rng
from engine.game import Game, GameOptions, Line, Reason, Standing, View
from engine.machine import Ask, Rules, Table, seat_id

rules = Rules()


@dataclass
class TinyTable(Table):
    hands: list[list[str]] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    sugar: list[int] = field(default_factory=list)
    candy: list[int] = field(default_factory=list)
    rounds: int = 3


@rules.step
def choose(g):
    """Let all choose at once; a seat with one card left is asked as well, because its hand is secret."""
    chosen = yield {
        me: Ask(me, "choose", sorted({*g.hands[me]}), secret=True, fields={"p": seat_id(me)}) for me in range(g.players)
    }
    for me, card in chosen.items():
        g.hands[me].remove(card)
        g.played.append(card)
        g.log_event("shows", p=seat_id(me), card=card)
    best = max(chosen.values())
    winners = [me for me, card in chosen.items() if card == best]
    if len(winners) == 1:
        g.candy[winners[0]] += 1
    g.push_steps(deal_one)


@rules.step
def deal_one(g):
    """Let each seat draw a card, then start the next round."""
    for me in range(g.players):
        g.hands[me].append(rng.draw(g, g.deck))
        g.log_event("draws", to=me, p=seat_id(me), card=g.hands[me][-1])
    g.rounds -= 1
    if g.rounds:
        g.push_steps(choose)


@rules.step
def convert(g, me):
    """Turn two sugar cubes into a candy, put on the left or the right; the last two leave no choice."""
    sides = ["left", "right"] if g.sugar[me] > 2 else ["left"]
    side = yield Ask(me, "side", sides, fields={"p": seat_id(me)})
    g.sugar[me] -= 2
    g.candy[me] += 1
    g.log_event("converts", p=seat_id(me), side=side)


class TinyOptions(GameOptions):
    sugar: Literal[4, 5] = 4
    short: bool = False


class TinyView(View):
    hand: list[str]
    sizes: list[int]
    played: list[str]
    sugar: list[int]
    candy: list[int]


class Tiny(Game[TinyTable]):
    slug = "tiny"
    title = "Tiny"
    seats = range(2, 4)
    rules = rules
    Table = TinyTable
    ViewModel = TinyView
    Options = TinyOptions

    def set_up(self, g: TinyTable, game_options: Any) -> None:
        g.deck = [f"c{value}" for value in range(1, 10) for _ in range(3)]
        rng.shuffle(g, g.deck)
        g.hands = [[g.deck.pop() for _ in range(3)] for _ in range(g.players)]
        g.sugar, g.candy = [game_options.sugar] * g.players, [0] * g.players
        g.rounds = 2 if game_options.short else 3
        g.push_steps(choose)

    def view_fields(self, g: TinyTable, seat: int | None) -> dict[str, Any]:
        return {
            "hand": [] if seat is None else list(g.hands[seat]),
            "sizes": [len(hand) for hand in g.hands],
            "played": list(g.played),
            "sugar": list(g.sugar),
            "candy": list(g.candy),
        }

    def redeal_hidden(self, g: TinyTable, seat: int | None) -> None:
        hidden = [hand for me, hand in enumerate(g.hands) if me != seat] + [g.deck]
        cards = sorted(card for pile in hidden for card in pile)
        rng.shuffle(g, cards)
        for pile in hidden:
            pile[:] = [cards.pop() for _ in pile]

    def lines(self, g: TinyTable, seat: int) -> list[Line]:
        return [Line(key="candy")]

    def standing(self, g: TinyTable) -> list[Standing]:
        return [Standing(candy, (candy,)) for candy in g.candy]

    def component_counts(self, g: TinyTable) -> dict[str, int]:
        # Two cubes become one candy, and a round's candy comes from outside, so only cards are counted.
        return {"cards": sum(map(len, g.hands)) + len(g.deck) + len(g.played)}

    def offer_frames(self, g: TinyTable, seat: int) -> dict[str, Any]:
        return {"convert": (convert, seat)} if g.sugar[seat] >= 2 and g.stack[-1].step != "convert" else {}

    def reason(self, g: TinyTable, seat: int, option: str) -> Reason | None:
        return ("no-sugar", {"sugar": g.sugar[seat]}) if option == "convert" and g.sugar[seat] < 2 else None


class DealsInOrder(Tiny):
    """A game whose `redeal_hidden` starts from the true order."""

    def redeal_hidden(self, g: TinyTable, seat: int | None) -> None:
        hidden = [hand for me, hand in enumerate(g.hands) if me != seat] + [g.deck]
        cards = [card for pile in hidden for card in pile]
        rng.shuffle(g, cards)
        for pile in hidden:
            pile[:] = [cards.pop() for _ in pile]


def variant(game: type = Tiny, **steps: Any) -> Any:
    """Return the game with some of its steps replaced."""
    twin = game()
    twin.rules = type(twin.rules)({**twin.rules, **steps})
    return twin
