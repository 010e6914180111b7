"""Set up a table of Monster Muncher in a short notation, and play on it through the public interface.

A row lists Monsters with their tokens, a star for full protection, and their Snacks:
``"dread-ned+2-1*[rock-rusk,trio-taffy] sky-sentry"``.
"""

import re
from typing import Any

from engine import GAMES, machine
from engine.machine import Frame
from engine.monster_muncher.cards import DECKS
from engine.monster_muncher.state import Monster, Muncher

GAME: Any = GAMES["monster-muncher"]
SEATS = ["ada", "ben", "cara", "dan", "eve", "finn"]
MONSTER = re.compile(r"([a-z]+(?:-[a-z]+)*)(?:\+(\d+))?(?:-(\d+))?(\*)?(?:\[([a-z,-]+)\])?")


def parse(row: str) -> list[Monster]:
    found = []
    for word in row.split():
        match = MONSTER.fullmatch(word)
        assert match, word
        card, buffs, debuffs, star, snacks = match.groups()
        found.append(Monster(card, int(buffs or 0), int(debuffs or 0), (snacks or "").split(",")[: bool(snacks) * 9]))
        found[-1].guarded = bool(star)
    return found


class Laid:
    """A table with Ada, Ben, Cara … seated clockwise; it is Ada's turn.

    Each keyword with a player's name is a row; `hands` has the hands that matter, the others get four irrelevant cards;
    `pile` begins the main deck, `grave` is the graveyard, `status` the status of cards in play.  The remaining cards go
    to the end of the main deck or, with `rest`, to the graveyard or a player's hand.
    """

    def __init__(
        self,
        hand: str | None = None,
        *,
        hands: dict[str, str] | None = None,
        pile: str = "",
        grave: str = "",
        rest: str = "pile",
        status: dict[str, str] | None = None,
        seats: int = 2,
        seed: str = "laid",
        options: dict[str, Any] | None = None,
        **rows: str,
    ) -> None:
        seats = max([seats, *(SEATS.index(name) + 1 for name in rows)])
        g: Muncher = GAME.deal(seats=seats, seed=seed, **(options or {}))
        told = {**({} if hand is None else {"ada": hand}), **(hands or {})}
        g.rows = [parse(rows.get(name, "")) for name in SEATS[:seats]]
        laid = [card for row in g.rows for monster in row for card in (monster.card, *monster.snacks)]
        named = {name: cards.split() for name, cards in told.items()}
        taken = [*laid, *(card for cards in named.values() for card in cards), *pile.split(), *grave.split()]
        assert len(taken) == len(set(taken)), "a card lies in two places"
        left = [card for card in DECKS[g.deck] if card not in taken]
        g.hands = [named[name] if name in named else [left.pop() for _ in range(4)] for name in SEATS[:seats]]
        g.pile, g.grave = pile.split()[::-1], grave.split()
        if rest == "pile":
            g.pile = left + g.pile
        else:
            (g.grave if rest == "grave" else g.hands[SEATS.index(rest)]).extend(left)
        g.status = dict(status or {})
        g.active, g.log, g.stack = 0, [], [Frame("turn", [0])]
        machine.run(GAME.rules, g)
        self.g = g
        self.check()

    # ---- playing
    def answer(self, name: str, option: str) -> "Laid":
        GAME.answer(self.g, SEATS.index(name), option)
        self.check()
        return self

    def choose(self, option: str) -> "Laid":
        """Answer for the seat that is asked."""
        (seat,) = self.g.asks
        return self.answer(SEATS[seat], option)

    def play(self, card: str, place: str = "") -> "Laid":
        return self.choose(f"play/{card}/{place}" if place else f"play/{card}")

    def use(self, card: str, place: str = "") -> "Laid":
        """Play a card and use its ability, if that needs no choice of a target first."""
        return self.play(card, place).choose("use")

    def announce(self, name: str, card: str) -> "Laid":
        return self.answer(name, f"announce/{card}")

    def discard(self) -> "Laid":
        """Discard a card in the turn of the seat that is asked, so that nothing happens."""
        return self.choose(next(option for option in self.options if option.startswith("discard/")))

    def check(self) -> None:
        """Check that all 80 cards exist, and that the table survives dump and load."""
        assert GAME.component_counts(self.g) == dict.fromkeys(DECKS[self.g.deck], 1)
        assert GAME.load(GAME.dump(self.g)) == self.g

    # ---- looking
    @property
    def options(self) -> list[str]:
        (ask,) = self.g.asks.values()
        return ask.options

    @property
    def asked(self) -> tuple[str, str]:
        """Return the name of the player who is asked, and the question."""
        ((seat, ask),) = self.g.asks.items()
        return SEATS[seat], ask.say

    def row(self, name: str) -> str:
        return " ".join(map(self.words, self.g.rows[SEATS.index(name)]))

    def words(self, monster: Monster) -> str:
        tokens = (f"+{monster.buffs}" if monster.buffs else "") + (f"-{monster.debuffs}" if monster.debuffs else "")
        star = "*" if self.g.is_protected(monster) else ""
        return monster.card + tokens + star + (f"[{','.join(monster.snacks)}]" if monster.snacks else "")

    def hand(self, name: str) -> list[str]:
        return self.g.hands[SEATS.index(name)]

    def hunger(self, name: str) -> int:
        return self.g.hunger(SEATS.index(name))

    def offers(self, name: str) -> list[str]:
        return GAME.offers(self.g, SEATS.index(name))

    def why(self, option: str, name: str = "") -> Any:
        """Return the key of the reason why the player who is asked may not choose this, None if they may."""
        seat = SEATS.index(name) if name else next(iter(self.g.asks))
        reason = GAME.why_not(self.g, seat, option)
        return reason and reason[0]

    def told(self, key: str) -> list[dict[str, Any]]:
        """Return the fields of every event with this key."""
        return [event.fields for event in self.g.log if event.key == key]
