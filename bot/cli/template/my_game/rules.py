"""The rules of My Game."""

from dataclasses import dataclass
from typing import Literal

from engine import rng
from engine.fields import hidden, option, secret, shown
from engine.game import Game, GameOptions, Line, Standing
from engine.machine import Ask, Rules, Table, seat_id

HAND = 4  # cards
rules = Rules()


@dataclass
class MyTable(Table):
    """The whole table, secrets included. Each field says who may see it; Hob stores it, so it has a type.

    What players see, what computers think about, and the count of all cards follow from it.
    """

    hands: list[list[int]] = secret("cards")  # each seat sees its own
    deck: list[int] = hidden("cards")  # nobody sees it
    played: list[int] = shown(of="cards")  # in this round, by seat
    points: list[int] = shown()
    goal: Literal[2, 3, 5] = option(3)  # the host chooses it in the lobby


@rules.step
def play(g: MyTable):
    """Let everyone choose a card in secret; the highest scores a point if no one else chose it.

    Above the `yield` a step only reads; it changes the table below it.
    """
    cards = yield {
        me: Ask(me, "play", [str(card) for card in dict.fromkeys(g.hands[me])], secret=True) for me in range(g.players)
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


class MyGame(Game[MyTable]):
    """Play the highest card, alone, to score."""

    slug = "my-game"
    title = "My Game"
    seats = range(2, 5)
    rules = rules
    contract = 1  # the version of Hob's rules for games; Hob leaves a game out if it has another one

    def set_up(self, g: MyTable, options: GameOptions) -> None:
        g.deck = [number for number in range(1, 11) for _ in range(3)]
        g.hands = [sorted(rng.draw(g, g.deck) for _ in range(HAND)) for _ in range(g.players)]
        g.points = [0] * g.players
        g.push_steps(play)

    def standing(self, g: MyTable) -> list[Standing]:
        return [Standing(points, (points,)) for points in g.points]

    def lines(self, g: MyTable, seat: int) -> list[Line]:
        return [Line(key="points", points=g.points[seat])]


GAME = MyGame()
