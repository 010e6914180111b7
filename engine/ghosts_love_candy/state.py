"""The state of a Ghosts Love Candy table."""

from dataclasses import dataclass, field

from engine.machine import Rules, Table, seat_of

rules = Rules()  # each module adds its steps

# Ruling: the rulebook's "6 sets of 8 candy types" are six types of candy, eight cards of each.
CANDIES = ["candy-corn", "peppermint", "lollipops", "gummies", "chocolate", "licorice"]
CANDIES_OF_A_TYPE = 8

# Each Love card gives its six candies 5, 4, 3, 2, 1 and 0 points, in this order.
# Ruling: three cards can be read in a public picture; D, E and F are ours, so that over the six cards each candy has
# each value once.
LOVES = {
    "love-a": ["candy-corn", "peppermint", "lollipops", "gummies", "chocolate", "licorice"],
    "love-b": ["licorice", "candy-corn", "chocolate", "peppermint", "gummies", "lollipops"],
    "love-c": ["peppermint", "gummies", "licorice", "candy-corn", "lollipops", "chocolate"],
    "love-d": ["lollipops", "chocolate", "peppermint", "licorice", "candy-corn", "gummies"],
    "love-e": ["gummies", "lollipops", "candy-corn", "chocolate", "licorice", "peppermint"],
    "love-f": ["chocolate", "licorice", "gummies", "lollipops", "peppermint", "candy-corn"],
}

Ghost = tuple[int, int]  # its owner's seat, and its number


def love_values(love: str) -> dict[str, int]:
    """Return the worth of each candy by this Love card."""
    return {candy: len(CANDIES) - 1 - place for place, candy in enumerate(LOVES[love])}


@dataclass
class Spot:
    """A place in the neighborhood, numbered from the Kid deck outward. `kid` is empty if no kid moved in."""

    kid: str = ""
    candy: list[str] = field(default_factory=list)
    ghosts: list[Ghost] = field(default_factory=list)  # the top one is last


@dataclass
class Stash:
    """The cards that are face up in front of a player."""

    candy: list[str] = field(default_factory=list)
    kids: list[str] = field(default_factory=list)


@dataclass
class Street(Table):
    deck: str = "hob"  # the name of the Kid deck
    round: int = 0
    rounds: int = 8
    row: list[Spot] = field(default_factory=list)
    stashes: list[Stash] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    loves: list[str] = field(default_factory=list)  # by seat
    box: list[str] = field(default_factory=list)  # Love cards that were not dealt
    seen: list[list[int]] = field(default_factory=list)  # by seat: the seats whose Love cards it has looked at
    kids: list[str] = field(default_factory=list)  # the Kid deck, its top last
    kid_discard: list[str] = field(default_factory=list)
    candy: list[str] = field(default_factory=list)  # the Candy deck, its top last
    candy_discard: list[str] = field(default_factory=list)
    ghost_discard: list[Ghost] = field(default_factory=list)
    revealed: dict[int, int] = field(default_factory=dict)  # ghosts revealed this round and not yet placed
    order: list[int] = field(default_factory=list)  # seats in the order of this round's turns
    active: int = -1
    safe: list[str] = field(default_factory=list)  # protected kids that the log has already reported

    def spot_of(self, kid: str) -> int | None:
        """Return the index of a kid's spot in the row, or None."""
        for here, spot in enumerate(self.row):
            if spot.kid == kid:
                return here
        return None

    def at(self, kid: str) -> Spot:
        """Return the spot of a kid that is in the row."""
        here = self.spot_of(kid)
        assert here is not None
        return self.row[here]

    def every_kid(self) -> list[str]:
        """Return every kid, wherever it is."""
        in_row = [spot.kid for spot in self.row if spot.kid]
        return [*in_row, *self.kids, *self.kid_discard, *(kid for stash in self.stashes for kid in stash.kids)]

    def holder_of(self, kid: str) -> int | None:
        """Return the seat with a kid in its stash, or None."""
        for seat, stash in enumerate(self.stashes):
            if kid in stash.kids:
                return seat
        return None

    def pile(self, place: str) -> list[str]:
        """Return the candy on a kid, or in the stash of a seat."""
        here = self.spot_of(place)
        return self.stashes[seat_of(place)].candy if here is None else self.row[here].candy


def ghosts_of_a_set(players: int) -> list[int]:
    """Return each player's first ghosts: 1 to 9; with five or six players, 4 and 6 go to the box."""
    return [number for number in range(1, 10) if players < 5 or number not in (4, 6)]
