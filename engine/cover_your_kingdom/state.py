"""What lies on the table in Cover Your Kingdom."""

from dataclasses import dataclass, field
from typing import NamedTuple

from engine.cover_your_kingdom.cards import CARDS, HORSES, ORDER
from engine.game import Line
from engine.machine import Rules, Table

rules = Rules()  # each chapter adds its steps

HAND = 6
PILE = 7  # with two Rulers hands and the piles of the inn are dealt by seven
LANDS = ["highland", "lowland"]
MANELAND = "maneland"  # the third land of a Kingdom of two Rulers


@dataclass
class Clan:
    """Its id stays with it wherever it goes.  Cards lie lowest first: Wilds, then the species, the last one on top."""

    id: str
    cards: list[str]

    @property
    def species(self) -> str:
        return self.cards[-1]


@dataclass
class Guard:
    """A Minnowtaur beside a land: upright at one's own, sideways at a rival's.  `card` is what was hired as one."""

    owner: int
    seat: int
    land: str
    card: str

    @property
    def upright(self) -> bool:
        return self.owner == self.seat


@dataclass
class War:
    """A challenge.  `cards` are all that lie beside the Clan; at the inn, where `clan` is empty, they are the Clan."""

    attacker: int
    defender: int
    clan: str
    species: str
    cards: list[str]
    last: list[str]  # what was played last, and by whom
    by: int
    plays: int = 0


@dataclass
class Pile:
    """A pile of the Drafty Inn: its face-up card, those below, and which of these everybody saw shuffled back."""

    face: str
    hidden: list[str]
    buried: list[str] = field(default_factory=list)


@dataclass
class Known:
    """`seat` has seen this card go into one of the `holders`' hands and has not seen it leave them."""

    seat: int
    card: str
    holders: list[int]


@dataclass
class Sheet:
    """How a round ended, each list by seat."""

    winners: list[int]
    totals: list[int]
    creatures: list[int]
    lines: list[list[Line]]


class Spot(NamedTuple):
    """Where a Clan lies: `depth` 0 is the top of the stack, `height` the number of its Clans."""

    seat: int
    land: str
    depth: int
    height: int
    clan: Clan


@dataclass
class Cover(Table):
    # what was agreed on
    contest: str = "one"
    constellations: bool = False
    light_speed: bool = False
    open_clans: bool = False
    limits: list[int] = field(default_factory=list)  # to how many cards each seat refills
    powers: list[list[str]] = field(default_factory=list)  # of each seat

    # the table
    hands: list[list[str]] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)  # the next card last
    discards: list[str] = field(default_factory=list)  # the top card last
    retired: list[str] = field(default_factory=list)  # Creatures for hire that have done their work
    gone: list[str] = field(default_factory=list)  # under the Elves
    kingdoms: list[dict[str, list[Clan]]] = field(default_factory=list)  # the lowest Clan of a stack first
    arriving: list[Clan] = field(default_factory=list)  # on the way to a land
    clans: int = 0  # how many have had an id
    guards: list[Guard] = field(default_factory=list)
    inn: list[Pile] = field(default_factory=list)
    tokens: dict[str, int] = field(default_factory=dict)  # the shared piles of seven or eight Rulers
    lit: list[list[str]] = field(default_factory=list)  # constellations of each seat
    fastest: int = -1  # who first lit all ten, and who did until that Ruler's next turn
    speedy: list[int] = field(default_factory=list)
    light_gone: bool = False

    # the turn
    round: int = 1
    first: int = 0
    active: int = 0
    taken: int = 0  # actions taken
    failed: list[str] = field(default_factory=list)  # Clans that may not be targeted again this turn
    swapped: bool = False  # Wiizzz Kid
    matched: bool = False  # Match Maker
    war: War | None = None
    passes: int = 0  # in a row
    out: list[int] = field(default_factory=list)  # seats whose last card has been told
    known: list[Known] = field(default_factory=list)
    stuck: list[int] = field(default_factory=list)  # seats that passed: everybody knows that they held no Clanning card
    rounds: list[Sheet] = field(default_factory=list)
    finished: bool = False

    def __post_init__(self) -> None:
        if self.hands and not self.players == len(self.hands) == len(self.kingdoms):
            raise ValueError(f"{len(self.hands)} hands and {len(self.kingdoms)} Kingdoms for {self.players} players")

    def around(self, seat: int) -> list[int]:
        """All seats clockwise, this one first."""
        return [(seat + step) % self.players for step in range(self.players)]

    def rivals(self, seat: int) -> list[int]:
        return self.around(seat)[1:]

    def has(self, seat: int, power: str) -> bool:
        return power in self.powers[seat]

    def tops(self, seat: int) -> list[Spot]:
        """The top Clans of a Kingdom."""
        return [Spot(seat, land, 0, len(stack), stack[-1]) for land, stack in self.kingdoms[seat].items() if stack]

    def find(self, clan: str) -> Spot | None:
        for seat, kingdom in enumerate(self.kingdoms):
            for land, stack in kingdom.items():
                for index, found in enumerate(stack):
                    if found.id == clan:
                        return Spot(seat, land, len(stack) - 1 - index, len(stack), found)
        return None

    def spot(self, clan: str) -> Spot:
        """Where a Clan lies that is known to lie somewhere."""
        found = self.find(clan)
        assert found, f"clan {clan} lies nowhere"
        return found

    def lands_for(self, species: str) -> list[str]:
        """Where a species lives; with two Rulers horses live in the Maneland alone, and Pigxies also there."""
        land = CARDS[species].land
        if self.players == 2:
            if species in HORSES:
                return [MANELAND]
            return [*LANDS, MANELAND] if land == "either" else [land]
        return LANDS if land == "either" else [land]

    def is_guarded(self, seat: int, land: str) -> bool:
        return bool(self.guards) and any(
            guard.upright and guard.seat == seat and guard.land == land for guard in self.guards
        )

    def is_barred(self, seat: int, land: str) -> bool:
        return bool(self.guards) and any(
            not guard.upright and guard.seat == seat and guard.land == land for guard in self.guards
        )

    def new_clan(self, cards: list[str], species: str) -> Clan:
        self.clans += 1
        return Clan(f"c{self.clans}", clan_order(cards, species))


def clan_order(cards: list[str], species: str) -> list[str]:
    """A Clan in order: whatever stands in as a Wild below, a Clanning Creature of the species on top."""
    return [card for card in cards if card != species] + [card for card in cards if card == species]


def sort_hand(hand: list[str]) -> None:
    hand.sort(key=ORDER.__getitem__)


def distinct(cards: list[str]) -> list[str]:
    """Each kind of card once, in the order of the deck file."""
    return sorted(dict.fromkeys(cards), key=ORDER.__getitem__)
