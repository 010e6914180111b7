"""Set up a table for a test, and play on it through the public interface only.

Cards are written as words: ``"bragon bragon terrier"``.  A Clan is written from its lowest card to its highest.
"""

from collections.abc import Iterable
from typing import Any

from engine import GAMES, machine
from engine.cover_your_kingdom import powers as kingdom_powers
from engine.cover_your_kingdom.state import ORDER, Clan, Cover, Pile
from engine.game import Reason
from engine.machine import Ask, Event

game: Any = GAMES["cover-your-kingdom"]
Kingdoms = dict[int, dict[str, list[str]]]


class Tabletop:
    """A table with helpers to look at it and to play."""

    def __init__(self, g: Cover) -> None:
        self.g = g
        self.everything = game.component_counts(g)
        self.read = len(g.log)

    # ---- looking
    def hand(self, seat: int) -> str:
        return " ".join(self.g.hands[seat])

    def stack(self, seat: int, land: str) -> list[str]:
        """Return the Clans of a land, the lowest first."""
        return [" ".join(clan.cards) for clan in self.g.kingdoms[seat][land]]

    def top(self, seat: int, land: str) -> str:
        """Return the id of the top Clan."""
        return self.g.kingdoms[seat][land][-1].id

    def ask(self, seat: int) -> Ask:
        return (self.g.asks | self.g.changes)[seat]

    def options(self, seat: int, verb: str = "") -> list[str]:
        return [option for option in self.ask(seat).options if option.split("/")[0] == verb or not verb]

    def asked(self) -> dict[int, str]:
        return {seat: ask.say for seat, ask in self.g.asks.items()}

    def why_not(self, seat: int, option: str) -> Reason | None:
        return game.why_not(self.g, seat, option)

    def view(self, seat: int | None = None) -> Any:
        return game.view(self.g, seat)

    def told(self, to: int | None = None) -> list[Event]:
        """Return the events since the last call, public ones or those to one seat."""
        events, self.read = self.g.log[self.read :], len(self.g.log)
        return [event for event in events if event.to == to]

    def news(self) -> list[str]:
        return [event.key for event in self.told()]

    # ---- doing
    def does(self, seat: int, *options: str) -> "Tabletop":
        """Answer, one option after the other; after each, the table must still have every card."""
        for option in options:
            game.answer(self.g, seat, option)
            assert game.component_counts(self.g) == self.everything
        return self


def deal(seats: int, **options: Any) -> Tabletop:
    return Tabletop(game.deal(seats=seats, seed="a table", **options))


def arrange(
    seats: int,
    hands: dict[int, str],
    kingdoms: Kingdoms | None = None,
    discards: str = "",
    deck: str | None = None,
    inn: Iterable[str] = (),
    powers: dict[int, str] | None = None,
    active: int = 0,
    **options: Any,
) -> Tabletop:
    """Deal, then replace all cards.

    Seats not in `hands` get the next cards of the deck.  A given `deck` is the whole deck, its next card last, and the
    remaining cards are under the Elves.  `inn` has each pile's face-up card first, the next one second.
    """
    g: Cover = game.deal(seats=seats, seed="arranged", **options)
    box = [card for hand in g.hands for card in hand] + g.deck
    box += [card for pile in g.inn for card in [*pile.hidden, pile.face]]

    def take(words: str) -> list[str]:
        cards = words.split()
        for card in cards:
            box.remove(card)
        return cards

    g.discards = take(discards)
    for seat, lands in (kingdoms or {}).items():
        for land, clans in lands.items():
            for words in clans:
                g.clans += 1
                g.kingdoms[seat][land].append(Clan(f"c{g.clans}", take(words)))
    for seat, words in hands.items():
        g.hands[seat] = sorted(take(words), key=ORDER.__getitem__)
    piles = [take(words) for words in inn]
    drawn = take(deck) if deck is not None else []
    g.inn = [Pile(faces[0] if faces else "", faces[:0:-1]) for faces in [*piles, [], [], [], []][: len(g.inn)]]
    for seat in set(range(seats)) - set(hands):
        g.hands[seat] = sorted((box.pop() for _ in g.hands[seat]), key=ORDER.__getitem__)
    if deck is None:
        g.deck = box
    else:
        g.deck, g.gone = drawn, box
    for seat, words in (powers or {}).items():
        g.powers[seat] = words.split()
        g.limits[seat] = kingdom_powers.hand_limit(g, seat, g.limits[seat])
    g.stack.clear()
    g.log.clear()
    g.push_steps(("turn", active))
    machine.run(game.rules, g)
    return Tabletop(g)
