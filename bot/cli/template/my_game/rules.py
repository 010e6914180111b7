"""The rules of My Game."""

from dataclasses import dataclass, field
from typing import Any, Literal

from engine import rng
from engine.game import Game, GameOptions, Line, Standing, View
from engine.machine import Ask, Rules, Table, seat_id

HAND = 4  # cards
rules = Rules()


@dataclass
class MyTable(Table):
    """The whole table, secrets included.  Hob stores it, so each field has a type and a default."""

    hands: list[list[int]] = field(default_factory=list)
    deck: list[int] = field(default_factory=list)
    played: list[int] = field(default_factory=list)  # in this round, by seat
    points: list[int] = field(default_factory=list)
    goal: int = 3


class MyView(View):
    """What one seat, or the channel, may see."""

    hand: list[int]
    cards: list[int]  # in each hand
    played: list[int]
    points: list[int]


@rules.step
def play(g: MyTable):
    """Let all choose a card in secret; the highest scores a point if it is alone.

    Above the `yield` a step only reads; it changes the table below it.
    """
    cards = yield {
        me: Ask(me, "play", [str(card) for card in dict.fromkeys(g.hands[me])], secret=True, fields={"p": seat_id(me)})
        for me in range(g.players)
    }
    g.deck += g.played
    g.played = [int(cards[me]) for me in range(g.players)]
    for me, card in enumerate(g.played):
        g.hands[me].remove(card)
        g.log_event("plays", p=seat_id(me), card=card)
    winner = g.played.index(max(g.played))
    if g.played.count(max(g.played)) == 1:
        g.points[winner] += 1
        g.log_event("scores", p=seat_id(winner), n=g.points[winner])
    if max(g.points) < g.goal:
        g.push_steps(draw, play)


@rules.step
def draw(g: MyTable):
    """Let each seat draw a card."""
    for me, hand in enumerate(g.hands):
        card = rng.draw(g, g.deck)
        hand.append(card)
        hand.sort()
        g.log_event("draws", to=me, p=seat_id(me), card=card)


class MyOptions(GameOptions):
    """What a host can choose in the lobby."""

    goal: Literal[2, 3, 5] = 3


class MyGame(Game[MyTable]):
    """Play the highest card, alone, to score."""

    slug = "my-game"
    title = "My Game"
    seats = range(2, 5)
    rules = rules
    contract = 1  # the version of Hob's rules for games; Hob leaves a game out if it has another one
    Table = MyTable
    ViewModel = MyView
    Options = MyOptions

    def set_up(self, g: MyTable, options: MyOptions) -> None:
        g.goal = options.goal
        g.deck = [number for number in range(1, 11) for _ in range(3)]
        g.hands = [sorted(rng.draw(g, g.deck) for _ in range(HAND)) for _ in range(g.players)]
        g.points = [0] * g.players
        g.push_steps(play)

    def view_fields(self, g: MyTable, seat: int | None) -> dict[str, Any]:
        return {
            "hand": [] if seat is None else list(g.hands[seat]),
            "cards": [len(hand) for hand in g.hands],
            "played": list(g.played),
            "points": list(g.points),
        }

    def redeal_hidden(self, g: MyTable, seat: int | None) -> None:
        """Deal again what `seat` can't see: the other hands and the deck.  Computers think about such tables."""
        hidden = [hand for me, hand in enumerate(g.hands) if me != seat]
        cards = sorted(card for pile in (*hidden, g.deck) for card in pile)
        for hand in hidden:
            hand[:] = sorted(rng.draw(g, cards) for _ in hand)
        g.deck = cards

    def standing(self, g: MyTable) -> list[Standing]:
        return [Standing(points, (points,)) for points in g.points]

    def lines(self, g: MyTable, seat: int) -> list[Line]:
        return [Line(key="points", points=g.points[seat])]

    def component_counts(self, g: MyTable) -> dict[str, int]:
        return {"cards": sum(map(len, g.hands)) + len(g.deck) + len(g.played)}


GAME = MyGame()
