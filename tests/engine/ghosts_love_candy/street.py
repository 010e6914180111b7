"""Set up a street for a test: the row in a short notation, and the letters A to F for the seats.

``Play("Chef{A9 B6}", "Cheerleader{B7 C3}[2 gummies]", turn="A5")`` is a table at which A is asked where to haunt with
the 5.  The remaining spots get kids without an effect here; haunting the last of them just ends a turn (`wait`).
"""

import re
from collections import Counter
from typing import Any

from engine import GAMES
from engine.decks import slug
from engine.ghosts_love_candy.cards import DECKS
from engine.ghosts_love_candy.state import CANDIES, CANDIES_OF_A_TYPE, LOVES, Spot, Stash, Street, ghosts_of_a_set
from engine.machine import Event, seat_id

game: Any = GAMES["ghosts-love-candy"]
SPOT = re.compile(r"(?P<kid>[^{\[]*)(?:\{(?P<ghosts>[^}]*)\})?(?:\[(?P<candy>[^\]]*)\])?")
FILLERS = ["sticker-medic", "tea-leaf-seer", "parcel-postie", "skeleton", "hose-hero", "chef", "greedy-squirrel"]
DULL = ["soggy-zombie", "tinsel-princess", "towel-superhero"]


def seat(letter: str) -> int:
    return "ABCDEF".index(letter)


def ghosts(text: str) -> list[tuple[int, int]]:
    return [(seat(ghost[0]), int(ghost[1])) for ghost in text.split()]


def candies(text: str) -> list[str]:
    """Parse ``"2 gummies, licorice"``."""
    found = []
    for part in filter(None, text.split(", ")):
        n, _, candy = part.rpartition(" ")
        found += [candy] * int(n or 1)
    return found


def spot(text: str) -> Spot:
    parts = SPOT.fullmatch(text)
    assert parts, text
    return Spot(slug(parts["kid"]), candies(parts["candy"] or ""), ghosts(parts["ghosts"] or ""))


class Play:
    """A table in mid-game.  `last`: this is the last turn of the game."""

    def __init__(
        self,
        *row: str,
        turn: str = "A1",
        players: int = 3,
        stash: dict[str, str] | None = None,
        kids: dict[str, str] | None = None,
        loves: dict[str, str] | None = None,
        newcomers: str = "",
        discarded: str = "",
        last: bool = False,
    ) -> None:
        g: Street = game.deal(players, seed="street")
        for other in range(players):
            game.answer(g, other, g.asks[other].options[-1 if other == seat(turn[0]) else other])
        self.census = game.component_counts(g)
        self._lay_kids(g, [spot(text) for text in row], kids or {}, newcomers, discarded)
        self._lay_candy(g, stash or {})
        self._lay_ghosts(g, *ghosts(turn)[0], last)
        for letter, love in (loves or {}).items():
            self._give_love(g, seat(letter), love)
        g.log, g.round = [], g.rounds if last else g.round
        self.g: Street = game.load(game.dump(g))
        assert game.component_counts(self.g) == self.census

    @staticmethod
    def _lay_kids(g: Street, row: list[Spot], kids: dict[str, str], newcomers: str, discarded: str) -> None:
        held = {letter: [slug(kid) for kid in names.split(", ")] for letter, names in kids.items()}
        coming, gone = ([slug(kid) for kid in names.split(", ") if kid] for names in (newcomers, discarded))
        used = {*(there.kid for there in row), *(kid for names in held.values() for kid in names), *coming, *gone}
        free = [kid for kid in dict.fromkeys([*DULL, *FILLERS, *DECKS["hob"]]) if kid not in used]
        empty = len(g.row) - len(row)
        g.row = row + [Spot(kid) for kid in reversed(free[:empty])]
        free = free[empty:]
        g.stashes = [Stash() for _ in range(g.players)]
        for letter, names in held.items():
            g.stashes[seat(letter)].kids = names
        g.kid_discard, g.kids = gone, [*reversed(free), *reversed(coming)]

    @staticmethod
    def _lay_candy(g: Street, stash: dict[str, str]) -> None:
        for letter, text in stash.items():
            g.stashes[seat(letter)].candy = candies(text)
        used = Counter(candy for pile in [*g.row, *g.stashes] for candy in pile.candy)
        left = [candy for candy in CANDIES for _ in range(CANDIES_OF_A_TYPE - used[candy])]
        needed = len(g.row) * (g.rounds - g.round)
        g.candy_discard, g.candy = left[needed:], left[:needed]

    @staticmethod
    def _lay_ghosts(g: Street, me: int, ghost: int, last: bool) -> None:
        g.hands = [ghosts_of_a_set(g.players) for _ in range(g.players)]
        for owner, number in [(me, ghost), *(ghost for there in g.row for ghost in there.ghosts)]:
            g.hands[owner].remove(number)
        g.active, g.order, g.revealed = me, [me, *(other for other in range(g.players) if other != me)], {me: ghost}
        if last:
            g.candy_discard, g.candy = g.candy_discard + g.candy, []
        else:
            g.revealed |= {other: g.hands[other].pop(0) for other in g.order[1:]}
        g.stack[-1].args = [me]

    @staticmethod
    def _give_love(g: Street, me: int, love: str) -> None:
        assert love in LOVES
        if love in g.box:
            g.box[g.box.index(love)] = g.loves[me]
        else:
            g.loves[g.loves.index(love)] = g.loves[me]
        g.loves[me] = love

    # ---- playing
    def haunt(self, kid: str) -> None:
        self.answer("haunt", slug(kid))

    def use(self, option: str) -> None:
        self.answer("ability", option)

    def give(self, candy: str) -> None:
        self.answer("hand-over", candy)

    def wait(self) -> None:
        """Haunt a kid without an effect."""
        self.haunt(next(there.kid for there in reversed(self.g.row) if there.kid in DULL))

    def answer(self, say: str, option: str) -> None:
        me, asked = self.asked
        assert asked == say, f"{me} is asked for {asked}"
        game.answer(self.g, seat(me), option)
        assert game.component_counts(self.g) == self.census

    # ---- looking
    @property
    def asked(self) -> tuple[str, str]:
        """Return the letter of the seat that is asked, and the question."""
        (ask,) = self.g.asks.values()
        return "ABCDEF"[ask.seat], ask.say

    @property
    def options(self) -> list[str]:
        (ask,) = self.g.asks.values()
        return ask.options

    @property
    def row(self) -> list[str]:
        return [there.kid for there in self.g.row]

    def ghosts(self, kid: str) -> str:
        return " ".join(f"{'ABCDEF'[owner]}{number}" for owner, number in self.g.at(slug(kid)).ghosts)

    def candy(self, kid: str) -> list[str]:
        return self.g.at(slug(kid)).candy

    def stash(self, letter: str) -> list[str]:
        return self.g.stashes[seat(letter)].candy

    def kids(self, letter: str) -> list[str]:
        return self.g.stashes[seat(letter)].kids

    def told(self, key: str) -> list[dict[str, Any]]:
        """Return the fields of every event with this key, with letters for seats."""
        return [lettered(event) for event in self.g.log if event.key == key]

    @property
    def keys(self) -> list[str]:
        return [event.key for event in self.g.log]

    def why_not(self, letter: str, option: str) -> Any:
        return game.why_not(self.g, seat(letter), option)

    def lines(self, letter: str) -> list[tuple[str, dict[str, Any], int | None]]:
        """Return the lines of the final score."""
        (score,) = [score for score in game.result(self.g).scores if score.seat == seat(letter)]
        return [(line.key, line.fields, line.points) for line in score.lines]

    def total(self, letter: str) -> int:
        return {score.seat: score.total for score in game.result(self.g).scores}[seat(letter)]


def lettered(event: Event) -> dict[str, Any]:
    letters = {seat_id(number): letter for number, letter in enumerate("ABCDEF")}

    def change(value: Any) -> Any:
        return [change(part) for part in value] if isinstance(value, list) else letters.get(value, value)

    return {name: change(value) for name, value in event.fields.items()}


def skipped(play: Play, kid: str) -> bool:
    """Return whether the log says that the kid just haunted could do nothing; there must be no question."""
    assert play.asked[1] == "haunt"
    return play.told("can-do-nothing") == [{"p": "A", "kid": kid}]
