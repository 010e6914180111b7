"""The state of a Kingdom's Candy table."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from engine import rng
from engine.decks import Deck
from engine.kingdoms_candy.cards import DECKS, KingdomCard
from engine.machine import Rules, Table

rules = Rules()  # each module adds its steps

# Ruling: sugar is finite, Candies and Black Cubes never run out.
SUGAR = 130  # 80 small cubes and 10 large ones, worth 5 each
START_SUGAR = 5
COLLECT = 5
EXCHANGE = 4  # sugar for 1 Candy
REMOVAL = 2  # sugar for 1 Black Cube
ROW = 3  # face-up cards of each kind


@dataclass
class Market:
    """A deck (its top last), the face-up cards (``""`` for an empty place) and the discard pile."""

    deck: list[str] = field(default_factory=list)
    row: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    bottom: int = 0  # size of the deck's lower part, which was shuffled apart

    def faces(self) -> list[str]:
        """Return the face-up cards, duplicates once."""
        return list(dict.fromkeys(card for card in self.row if card))

    def take(self, card: str) -> None:
        """Remove one face-up card; its place stays empty until it is refilled."""
        self.row[self.row.index(card)] = ""


@dataclass
class Villain:
    """The possessions of one player."""

    sugar: int = START_SUGAR
    candies: int = 0
    black: int = 0
    monsters: dict[str, list[str]] = field(default_factory=dict)  # each with the Abilities tucked under it
    kept: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)  # used this round
    spent: list[str] = field(default_factory=list)  # cards with a One-Time token
    less: dict[str, int] = field(default_factory=dict)  # how much less each Monster eats at this Black Candy
    relief: list[int] = field(default_factory=list)  # how much less one Monster eats: the one that gains most

    def in_play(self) -> list[str]:
        """Return the Monsters, each followed by its tucked Abilities."""
        return [name for monster, tucked in self.monsters.items() for name in (monster, *tucked)]

    @property
    def tucked_count(self) -> int:
        return sum(map(len, self.monsters.values()))

    def without(self, monster: str) -> "Villain":
        """Return a copy of this player that has discarded a Monster and the cards tucked under it."""
        return replace(self, monsters={name: cards for name, cards in self.monsters.items() if name != monster})

    def host(self, ability: str) -> str | None:
        """Return the Monster that this Ability is tucked under, or None."""
        for monster, tucked in self.monsters.items():
            if ability in tucked:
                return monster
        return None

    def eat_less(self, card: KingdomCard) -> None:
        """Make Monsters eat less at this Black Candy, if the card does that."""
        match card.verb:
            case "one-eats-less":
                # Ruling: it always helps the Monster that gains most, also after another Monster has been discarded.
                self.relief.append(card.n)
            case "host-eats-less":
                self._reduce(self.host(card.id) or "", card.n)
            case "others-eat-less":
                for monster in self.monsters:
                    if monster != card.id:
                        self._reduce(monster, card.n)

    def _reduce(self, monster: str, n: int) -> None:
        self.less[monster] = self.less.get(monster, 0) + n


@dataclass
class Kingdom(Table):
    deck: str = "hob"
    leader: bool = True  # True if the First Player card has an ability
    villains: list[Villain] = field(default_factory=list)  # by seat
    sugar: int = SUGAR  # in the Kingdom
    monsters: Market = field(default_factory=Market)
    abilities: Market = field(default_factory=Market)
    event_deck: list[str] = field(default_factory=list)  # the next one is last
    events: list[str] = field(default_factory=list)  # drawn so far
    event_box: list[str] = field(default_factory=list)
    starter_box: list[str] = field(default_factory=list)
    black_candies: int = 0
    round: int = 0
    first: int = 0
    sweeper: int = -1  # seat that may still discard a card of the Kingdom as First Player
    active: int = -1  # seat that takes a turn, feeds or uses First Player
    phase: str = ""  # start (before the action), turn, event, black-candy, over

    def cards(self) -> Deck[KingdomCard]:
        return DECKS[self.deck]

    def order(self) -> list[int]:
        """Return all seats clockwise from the First Player."""
        return self.clockwise(self.first)

    def opponents(self, me: int) -> list[int]:
        return [seat for seat in range(self.players) if seat != me]

    def richest_opponents(self, me: int) -> list[int]:
        """Return the opponents with the most sugar; an empty list if they have none."""
        most = max(self.villains[seat].sugar for seat in self.opponents(me))
        return [seat for seat in self.opponents(me) if 0 < most == self.villains[seat].sugar]

    def gain(self, seat: int, n: int) -> int:
        """Take sugar from the Kingdom, as far as it has any; return how much."""
        n = min(n, self.sugar)
        self.sugar -= n
        self.villains[seat].sugar += n
        return n

    def pay(self, seat: int, n: int) -> None:
        """Return sugar to the Kingdom."""
        self.villains[seat].sugar -= n
        self.sugar += n

    def rob(self, seat: int, victim: int, n: int) -> int:
        """Take sugar from another player, as far as they have any; return how much."""
        n = min(n, self.villains[victim].sugar)
        self.villains[victim].sugar -= n
        self.villains[seat].sugar += n
        return n

    def refill(self) -> None:
        """Put a new card into every empty place."""
        # Ruling: an empty deck is rebuilt from its shuffled discard pile; without that the place stays empty until
        # cards have been discarded.
        for market in (self.abilities, self.monsters):
            for place, card in enumerate(market.row):
                if card:
                    continue
                if not market.deck:
                    market.deck, market.discard, market.bottom = market.discard, [], 0
                    rng.shuffle(self, market.deck)
                if market.deck:
                    market.row[place] = market.deck.pop()

    def clear_slot(self, card: str) -> None:
        """Discard one face-up card of the Kingdom and fill its place."""
        market = self.monsters if card in self.monsters.row else self.abilities
        market.take(card)
        market.discard.append(card)
        self.refill()

    # ---- what Monsters eat at Black Candy
    def hunger(self, villain: Villain, monsters: Collection[str]) -> dict[str, int]:
        """Return what each of these Monsters eats, a starter 1 for each other Monster; at least zero."""
        cards = self.cards()
        hungry = {}
        for name in monsters:
            feed = cards[name].feed
            hungry[name] = max(0, (len(monsters) - 1 if feed is None else feed) - villain.less.get(name, 0))
        return hungry

    def eats(self, villain: Villain) -> dict[str, int]:
        """Return what each Monster of a player eats after relief; the largest first goes to the hungriest Monster."""
        hungry = self.hunger(villain, villain.monsters)
        for n in sorted(villain.relief, reverse=True):
            most = max(hungry, key=lambda name: hungry[name], default="")
            if most:
                hungry[most] = max(0, hungry[most] - n)
        return hungry
