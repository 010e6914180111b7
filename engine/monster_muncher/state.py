"""The state of a Monster Muncher table."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from engine import rng
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
    sure_snacks: list[dict[int, int]] = field(default_factory=list)  # by seat and batch: number of unseen Snacks
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

    def in_play(self, seat: int) -> list[str]:
        return [card for monster in self.rows[seat] for card in (monster.card, *monster.snacks)]

    def where(self, card: str) -> tuple[int, Monster] | None:
        """Return the owner of this card in play, and the Monster that it is or is linked to."""
        for seat, row in enumerate(self.rows):
            for monster in row:
                if monster.card == card or card in monster.snacks:
                    return seat, monster
        return None

    def find(self, card: str) -> tuple[int, Monster]:
        """Return the owner and the Monster as `where` does, for a card that is known to be in play."""
        place = self.where(card)
        assert place
        return place

    def at_home(self, seat: int, card: str) -> Monster | None:
        """Return the Monster that this card is or is linked to, if it belongs to `seat`."""
        return next((m for m in self.rows[seat] if m.card == card or card in m.snacks), None)

    def is_protected(self, monster: Monster) -> bool:
        """Return True if a Monster is fully protected: it cannot be debuffed, swapped, bounced, destroyed or stolen.

        Ruling: a Snack protects the Monster to which it is linked now; its own tokens, and once it has been replaced
        its protection too, stay on the place.
        """
        return monster.guarded or monster.shielded or any(self.status.get(s) == "shields" for s in monster.snacks)

    def take_out(self, card: str) -> list[str]:
        """Take a Monster with its Snacks, or a single Snack, out of play; return the cards that go.

        A Monster's tokens are lost, those from a single Snack stay. The cards' states are forgotten: played again, they
        are fresh. Open effects can still be announced.
        """
        seat, monster = self.find(card)
        if monster.card == card:
            self.rows[seat].remove(monster)
            cards = [card, *monster.snacks]
        else:
            monster.snacks.remove(card)
            cards = [card]
        for name in cards:
            self.status.pop(name, None)
        return cards

    # ---- hands and the main deck
    def into_hand(self, seat: int, cards: list[str]) -> None:
        """Move cards from the table into a hand, visible to all."""
        self.hands[seat] += cards
        self.seen += cards

    def out_of_hand(self, seat: int, card: str) -> None:
        """Remove a card from a hand, and forget what was noted about it, its lock too.

        If it's an unseen Snack, it may be one of those known to be in the hand, so one less is known.
        """
        self.hands[seat].remove(card)
        self.locked.pop(card, None)
        sure, batch = self.sure_snacks[seat], self.batch.get(card, 0)
        if card in self.seen:
            self.seen.remove(card)
        elif self.is_snack(card) and batch in sure:
            sure[batch] -= 1
            if not sure[batch]:
                del sure[batch]

    def note_snacks(self, seat: int) -> None:
        """Note that this hand has only Snacks, as its player's action has just shown."""
        unseen = Counter(self.batch.get(card, 0) for card in self.hands[seat] if card not in self.seen)
        self.sure_snacks[seat] = dict(sorted(unseen.items()))

    def can_draw(self) -> bool:
        return bool(self.pile or self.grave)

    def draw(self, seat: int, number: int) -> list[str]:
        """Draw from the main deck; if deck and graveyard are empty, draw nothing.

        The caller logs it, and then calls `recycle`, so that the log keeps the order of events.
        """
        drawn = []
        for _ in range(number):
            self.recycle()
            if self.pile:
                drawn.append(self.pile.pop())
        self.hands[seat] += drawn
        return drawn

    def recycle(self) -> None:
        """Shuffle the graveyard into a new main deck when the main deck has run out (Deck Recycling).

        Ruling: this happens as soon as the last card is drawn. If the graveyard is empty then, it happens when the next
        card is needed.
        """
        if self.pile or not self.grave:
            return
        self.pile, self.grave = self.grave, []
        batch = max(self.batch.values(), default=0) + 1
        self.batch |= dict.fromkeys(self.pile, batch)
        rng.shuffle(self, self.pile)
        self.log_event("graveyard-becomes-deck")


def upgrade_sure_snacks(table: dict[str, Any]) -> dict[str, Any]:
    """Upgrade schema 1, which named the cards that must be Snacks; players know only their number."""
    named, batch = table.pop("snacks_only", []), table.get("batch", {})
    table["sure_snacks"] = [
        dict(Counter(batch.get(card, 0) for card in hand if card in named)) for hand in table["hands"]
    ]
    return table
