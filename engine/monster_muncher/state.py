"""The state of a Monster Muncher table."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from engine.machine import Rules, Table
from engine.monster_muncher.cards import DECKS, MuncherCard

HAND, GOAL = 4, 20
MOST_MONSTERS, MOST_SNACKS = 5, 3

rules = Rules()  # each module of the rules adds its steps


@dataclass
class Monster:
    """A Monster in play, with the tokens and the Snacks at its place."""

    card: str
    buffs: int = 0
    debuffs: int = 0
    snacks: list[str] = field(default_factory=list)
    guarded: bool = False  # fully protected by a Monster's ability, while this card stays in play
    shielded: bool = False  # fully protected by a Snack that was replaced: its benefit stays
    given: dict[str, int] = field(default_factory=dict)  # tokens by the card that gave them; missing at older tables


@dataclass
class Moment:
    """A delayed effect at its moment: `seat` may announce it until the next player moves.

    Tokens go to `home`, the Monster that the card was or was linked to then; older snapshots do not name it.
    `cards` are those that it would take or keep, Monster first, then its Snacks; they are in the hand of `holder`.
    For a Monster that it would keep, `monster`, `at` and `status` record its state and its position.
    """

    seat: int
    times: int = 1
    home: str = ""
    cards: list[str] = field(default_factory=list)
    holder: int = -1
    monster: Monster | None = None
    at: int = 0
    status: dict[str, str] = field(default_factory=dict)


@dataclass
class Muncher(Table):
    deck: str = "hob"
    by_themselves: bool = False  # announcements
    pile: list[str] = field(default_factory=list)  # the main deck; the next card is last
    grave: list[str] = field(default_factory=list)  # face up; the top is last
    hands: list[list[str]] = field(default_factory=list)
    rows: list[list[Monster]] = field(default_factory=list)
    active: int = 0
    winner: int = -1
    locked: dict[str, int] = field(default_factory=dict)  # bounced cards in hands: turns of the holder that remain
    status: dict[str, str] = field(default_factory=dict)  # of cards in play: armed, open, used, void, shields
    moments: dict[str, Moment] = field(default_factory=dict)  # by the card that may be announced
    # What every player can know about hidden cards:
    seen: list[str] = field(default_factory=list)  # cards that all saw going into a hand
    sure_snacks: list[dict[int, int]] = field(default_factory=list)  # by seat and batch: unseen cards that are Snacks
    batch: dict[str, int] = field(default_factory=dict)  # number of reshuffles before a card came into the main deck

    def card(self, card: str) -> MuncherCard:
        return DECKS[self.deck][card]

    def raw(self, card: str) -> int:
        """Return the number on the card, without tokens."""
        return DECKS[self.deck][card].hunger

    def is_snack(self, card: str) -> bool:
        return DECKS[self.deck][card].kind == "snack"

    def hunger_of(self, monster: Monster) -> int:
        return self.raw(monster.card) + monster.buffs - monster.debuffs

    def hunger(self, seat: int) -> int:
        """Return what the tracker shows, always up to date. Ruling: it does not go below 0."""
        cards = DECKS[self.deck]
        return max(0, sum([cards[m.card].hunger + m.buffs - m.debuffs for m in self.rows[seat]]))

    def snacks(self, seat: int) -> list[str]:
        return [snack for monster in self.rows[seat] for snack in monster.snacks]

    def where(self, card: str) -> tuple[int, Monster] | None:
        """Return the owner of this card in play, and the Monster that it is or is linked to."""
        for seat, row in enumerate(self.rows):
            for monster in row:
                if monster.card == card or card in monster.snacks:
                    return seat, monster
        return None

    def at_home(self, seat: int, card: str) -> Monster | None:
        """Return the Monster that this card is or is linked to, if it belongs to `seat`."""
        return next((m for m in self.rows[seat] if m.card == card or card in m.snacks), None)

    def is_protected(self, monster: Monster) -> bool:
        """Return True if a Monster is fully protected: it cannot be debuffed, swapped, bounced, destroyed or stolen.

        Ruling: a Snack protects the Monster to which it is linked now; its own tokens, and once it has been replaced
        its protection too, stay on the place.
        """
        return monster.guarded or monster.shielded or any(self.status.get(s) == "shields" for s in monster.snacks)


def upgrade_sure_snacks(table: dict[str, Any]) -> dict[str, Any]:
    """Upgrade schema 1, which named the cards that must be Snacks; players know only their number."""
    named, batch = table.pop("snacks_only", []), table.get("batch", {})
    table["sure_snacks"] = [
        dict(Counter(batch.get(card, 0) for card in hand if card in named)) for hand in table["hands"]
    ]
    return table
