"""The cards of Cover Your Kingdom, the lists of them that the rules use most often, and the state of a table."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

from engine.decks import Card, Deck, Decks
from engine.game import Line
from engine.machine import Rules, Table


class CoverCard(Card):
    """A Creature of the deck, or a Kingdom power (which is not part of the deck and has no copies)."""

    kind: Literal["clanning", "wild", "hire", "power"]
    copies: int = 0
    magic: int = 0
    land: Literal["highland", "lowland", "either", ""] = ""
    power: Literal["action", "modifying", ""] = ""
    crowd: bool = False  # a power that is left out with two or three Rulers


def check(deck: Deck[CoverCard]) -> Iterator[str]:
    """Yield a fault for each wrong number (116 Clanning, 15 Wild, 10 for hire) and each power without a kind."""
    for kind, kinds, copies in (("clanning", 10, 116), ("wild", 2, 15), ("hire", 5, 10)):
        cards = [card for card in deck.values() if card.kind == kind]
        numbers = len(cards), sum(card.copies for card in cards)
        if numbers != (kinds, copies):
            yield f"{kind}: {numbers[0]} kinds with {numbers[1]} copies, not {kinds} with {copies}"
    for card in deck.values():
        if (card.kind == "power") != bool(card.power):
            yield f'{card.id}: a power needs `power = "action"` or `"modifying"`, other cards have none'


decks = Decks("cover-your-kingdom", CoverCard, Path(__file__).parent / "cards.toml", check)
CARDS = decks["hob"]

CREATURES = [card.id for card in CARDS.values() if card.kind != "power"]
CLANNING = [card.id for card in CARDS.values() if card.kind == "clanning"]
WILD = [card.id for card in CARDS.values() if card.kind == "wild"]
HIRE = [card.id for card in CARDS.values() if card.kind == "hire"]
POWERS = [card.id for card in CARDS.values() if card.kind == "power"]
MAGIC = {name: CARDS[name].magic for name in CREATURES}
ORDER = {name: place for place, name in enumerate(CREATURES)}  # hands and lists follow the order of the deck file
KIND = {name: CARDS[name].kind for name in CREATURES}

HORSES = ["peglegasus", "hentaur", "uniquehorn"]  # with two Rulers they live in the Maneland
CLUSTERS = {land: [name for name in CLANNING if CARDS[name].land == land] for land in ("highland", "either", "lowland")}
ALIKE = ["minnowtaur", "hypnogriff", "wiizzaard"]  # interchangeable by Extra Features


rules = Rules()  # each module adds its steps

HAND = 6
PILE = 7  # with two Rulers, hands and piles of the inn are dealt seven cards
LANDS = ["highland", "lowland"]
MANELAND = "maneland"  # the third land of a Kingdom of two Rulers


@dataclass
class Clan:
    """A Clan, which keeps its id wherever it goes.  Its cards are lowest first: Wilds, the species on top."""

    id: str
    cards: list[str]

    @property
    def species(self) -> str:
        return self.cards[-1]


@dataclass
class Guard:
    """A Minnowtaur at a land: upright at one's own, sideways at a rival's.  `card` is the Creature hired as one."""

    owner: int
    seat: int
    land: str
    card: str

    @property
    def upright(self) -> bool:
        return self.owner == self.seat


@dataclass
class War:
    """A challenge.  `cards` are all cards next to the Clan; at the inn, where `clan` is empty, they are the Clan."""

    attacker: int
    defender: int
    clan: str
    species: str
    cards: list[str]
    last: list[str]  # the cards played last, by the seat `by`
    by: int
    plays: int = 0


@dataclass
class Pile:
    """A pile of the Drafty Inn: its face-up card, those below, and which of these all saw shuffled back."""

    face: str
    hidden: list[str]
    buried: list[str] = field(default_factory=list)


@dataclass
class Known:
    """`seat` has seen this card go into one of the `holders`' hands and has not seen it leave them."""

    seat: int
    card: str
    holders: list[int]


@dataclass(slots=True)
class Sheet:
    """The result of a round; all lists but `winners` are by seat."""

    winners: list[int]
    totals: list[int]
    creatures: list[int]
    lines: list[list[Line]]


class Spot(NamedTuple):
    """The place of a Clan: `depth` 0 is the top of the stack, `height` the number of its Clans."""

    seat: int
    land: str
    depth: int
    height: int
    clan: Clan


@dataclass
class Cover(Table):
    # set before the first turn
    contest: str = "one"
    constellations: bool = False
    light_speed: bool = False
    open_clans: bool = False
    limits: list[int] = field(default_factory=list)  # number of cards to which each seat refills
    powers: list[list[str]] = field(default_factory=list)  # by seat

    # the table
    hands: list[list[str]] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)  # the next card is last
    discards: list[str] = field(default_factory=list)  # the top card is last
    retired: list[str] = field(default_factory=list)  # Creatures for hire that have done their work
    gone: list[str] = field(default_factory=list)  # cards under the Elves
    kingdoms: list[dict[str, list[Clan]]] = field(default_factory=list)  # stacks begin with the lowest Clan
    arriving: list[Clan] = field(default_factory=list)  # on the way to a land
    clans: int = 0  # number of Clan ids used
    guards: list[Guard] = field(default_factory=list)
    inn: list[Pile] = field(default_factory=list)
    tokens: dict[str, int] = field(default_factory=dict)  # the shared piles of seven or eight Rulers
    lit: list[list[str]] = field(default_factory=list)  # constellations by seat
    fastest: int = -1  # the first to light all ten; `speedy` are all who did before that Ruler's next turn
    speedy: list[int] = field(default_factory=list)
    light_gone: bool = False

    # the turn
    round: int = 1
    first: int = 0
    active: int = 0
    taken: int = 0  # actions taken
    failed: list[str] = field(default_factory=list)  # Clans that may not be targeted again this turn
    memory: dict[str, str] = field(default_factory=dict)  # by power, until the turn ends; everyone may know it
    war: War | None = None
    passes: int = 0  # in a row
    out: list[int] = field(default_factory=list)  # seats without cards, already logged
    known: list[Known] = field(default_factory=list)
    stuck: list[int] = field(default_factory=list)  # seats that passed: everyone knows that they held no Clanning card
    rounds: list[Sheet] = field(default_factory=list)
    finished: bool = False

    def __post_init__(self) -> None:
        if self.hands and not self.players == len(self.hands) == len(self.kingdoms):
            raise ValueError(f"{len(self.hands)} hands and {len(self.kingdoms)} Kingdoms for {self.players} players")

    def rivals(self, seat: int) -> list[int]:
        return self.clockwise(seat)[1:]

    def tops(self, seat: int) -> list[Spot]:
        return [Spot(seat, land, 0, len(stack), stack[-1]) for land, stack in self.kingdoms[seat].items() if stack]

    def find(self, clan: str) -> Spot | None:
        for seat, kingdom in enumerate(self.kingdoms):
            for land, stack in kingdom.items():
                for index, candidate in enumerate(stack):
                    if candidate.id == clan:
                        return Spot(seat, land, len(stack) - 1 - index, len(stack), candidate)
        return None

    def spot(self, clan: str) -> Spot:
        """Return the place of a Clan that is known to exist."""
        place = self.find(clan)
        assert place, f"clan {clan} lies nowhere"
        return place

    def lands_for(self, species: str) -> list[str]:
        """Return the lands of a species; with two Rulers, horses have only the Maneland, and Pigxies have it too."""
        land = CARDS[species].land
        if self.players == 2:
            if species in HORSES:
                return [MANELAND]
            return [*LANDS, MANELAND] if land == "either" else [land]
        return LANDS if land == "either" else [land]

    def guards_at(self, seat: int, land: str) -> list[Guard]:
        return [guard for guard in self.guards if guard.seat == seat and guard.land == land]

    def is_guarded(self, seat: int, land: str) -> bool:
        return any(guard.upright for guard in self.guards_at(seat, land))

    def is_barred(self, seat: int, land: str) -> bool:
        return any(not guard.upright for guard in self.guards_at(seat, land))

    def new_clan(self, cards: list[str], species: str) -> Clan:
        self.clans += 1
        return Clan(f"c{self.clans}", clan_order(cards, species))


def upgrade_used_powers(table: dict[str, Any]) -> dict[str, Any]:
    """Upgrade schema 1, which had a field for each power that can be used once per turn."""
    used = {"wiizzz": table.pop("swapped", False), "match-maker": table.pop("matched", False)}
    table["memory"] = {power: "" for power, is_used in used.items() if is_used}
    return table


def clan_order(cards: list[str], species: str) -> list[str]:
    """Return a Clan's cards in order: stand-ins below, Clanning Creatures of the species on top."""
    return [card for card in cards if card != species] + [card for card in cards if card == species]


def sort_hand(hand: list[str]) -> None:
    hand.sort(key=ORDER.__getitem__)


def distinct(cards: list[str]) -> list[str]:
    """Return each kind of card once, in the order of the deck file."""
    return sorted(dict.fromkeys(cards), key=ORDER.__getitem__)
