"""The targets of kids' abilities: which kids, players and candies may be chosen, and why others may not.

An ability's path is a list of parts, one for each `Slot`: the kid robbed, the candy taken. "You" is the active
player; for a scared kid, it is the player who gets it. `here` is the spot of the kid, or the one it left.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from engine.game import Reason
from engine.ghosts_love_candy import actions
from engine.ghosts_love_candy.state import CANDIES, Street
from engine.machine import seat_id, seat_of

Parts = list[str]

# Ruling: "adjacent" is the next spot to the left or right; the row does not wrap, and an empty spot is not skipped.
KIDS: dict[str, Callable[[int, int], bool]] = {
    "here": lambda here, spot: spot == here,
    "adjacent": lambda here, spot: abs(spot - here) == 1,
    "here-or-adjacent": lambda here, spot: abs(spot - here) <= 1,
    "outward": lambda here, spot: spot == here + 1,
    "elsewhere": lambda here, spot: spot != here,
    "any-kid": lambda here, spot: True,
}
RIVALS = ["rival", "richer-rival", "adjacent-rival", "next-rival"]
STASHES = ["my-stash", "any-stash"]
NO_CHOICE = ["here", "outward", "next-rival"]


@dataclass(frozen=True)
class Slot(ABC):
    """One part of a path. A part without `is_choice` is left out of the option: it is forced, or asked later."""

    is_choice: bool = True

    @abstractmethod
    def candidates(self, g: Street) -> Parts:
        """Return everything that could be named here, in the table's order."""
        ...

    def accepts(self, g: Street, part: str) -> bool:
        """Return True if `part` is of the right kind, no matter where it is."""
        return part in self.candidates(g)

    @abstractmethod
    def cannot_name(self, g: Street, me: int, here: int, path: Parts, part: str) -> Reason | None:
        """Return why `part`, which is of the right kind, may not be named after `path`."""
        ...


@dataclass(frozen=True)
class KidSlot(Slot):
    """A kid of the row that is not yet named in the path. `needs` says what must be on it: candy or ghosts."""

    word: str = "any-kid"
    needs: str = ""

    def candidates(self, g: Street) -> Parts:
        return [spot.kid for spot in g.row if spot.kid]

    def accepts(self, g: Street, part: str) -> bool:
        return part in g.every_kid()

    def cannot_name(self, g: Street, me: int, here: int, path: Parts, part: str) -> Reason | None:
        spot = g.spot_of(part)
        if spot is None:
            return "no-such-kid", {"kid": part}
        if part in path or (self.word == "elsewhere" and spot == here):
            return "not-this-kid", {"kid": part}
        if not KIDS[self.word](here, spot):
            return "not-adjacent", {"kid": part}
        if self.needs == "candy" and not g.row[spot].candy:
            return "no-candy-there", {"place": part}
        if self.needs == "ghosts" and not g.row[spot].ghosts:
            return "no-ghost-there", {"kid": part}
        return None


@dataclass(frozen=True)
class PairSlot(Slot):
    """Two different kids of the row, in any order."""

    word: str = "any-kid"

    def candidates(self, g: Street) -> Parts:
        kids = KidSlot().candidates(g)
        return [actions.pair(a, b) for place, a in enumerate(kids) for b in kids[place + 1 :]]

    def accepts(self, g: Street, part: str) -> bool:
        return all(KidSlot().accepts(g, kid) for kid in actions.parse_pair(part))

    def cannot_name(self, g: Street, me: int, here: int, path: Parts, part: str) -> Reason | None:
        one, other = actions.parse_pair(part)
        kid = KidSlot(word=self.word)
        return kid.cannot_name(g, me, here, [], one) or kid.cannot_name(g, me, here, [one], other)


@dataclass(frozen=True)
class RivalSlot(Slot):
    """Another player, who must have candy if `needs` is set."""

    word: str = "rival"
    needs: str = ""

    def candidates(self, g: Street) -> Parts:
        return [seat_id(seat) for seat in range(g.players)]

    def cannot_name(self, g: Street, me: int, here: int, path: Parts, part: str) -> Reason | None:
        seat = seat_of(part)
        if seat == me:
            return "not-yourself", {}
        if self.word == "richer-rival" and len(g.stashes[seat].candy) <= len(g.stashes[me].candy):
            return "not-richer", {"q": part}
        if self.word == "adjacent-rival" and not _haunts_beside(g, seat, here):
            return "no-ghost-beside", {"q": part}
        if self.word == "next-rival" and seat != (me + 1) % g.players:
            return "not-next", {"q": part}
        if self.needs and not g.stashes[seat].candy:
            return "no-candy-there", {"place": part}
        return None


def _haunts_beside(g: Street, seat: int, here: int) -> bool:
    """Return True if the seat haunts an adjacent kid.

    Ruling: a ghost anywhere in an adjacent pile will do; one on the kid itself does not count.
    """
    beside = [spot for place, spot in enumerate(g.row) if KIDS["adjacent"](here, place)]
    return any(owner == seat for spot in beside for owner, _ in spot.ghosts)


@dataclass(frozen=True)
class CandySlot(Slot):
    """A type of candy in your stash, or with `there`, at the place that the previous part names."""

    there: bool = False

    def candidates(self, g: Street) -> Parts:
        return CANDIES

    def cannot_name(self, g: Street, me: int, here: int, path: Parts, part: str) -> Reason | None:
        place = path[-1] if self.there else seat_id(me)
        return None if part in g.pile(place) else ("candy-not-there", {"candy": part, "place": place})


@dataclass(frozen=True)
class StashKidSlot(Slot):
    """A kid in a stash."""

    word: str = "any-stash"

    def candidates(self, g: Street) -> Parts:
        return [kid for stash in g.stashes for kid in stash.kids]

    def accepts(self, g: Street, part: str) -> bool:
        return part in g.every_kid()

    def cannot_name(self, g: Street, me: int, here: int, path: Parts, part: str) -> Reason | None:
        holder = g.holder_of(part)
        if holder is None:
            return "not-in-a-stash", {"kid": part}
        return ("not-your-kid", {"kid": part}) if self.word == "my-stash" and holder != me else None


@dataclass(frozen=True)
class ReceiverSlot(Slot):
    """A player other than the holder of the stash kid named before."""

    def candidates(self, g: Street) -> Parts:
        return [seat_id(seat) for seat in range(g.players)]

    def cannot_name(self, g: Street, me: int, here: int, path: Parts, part: str) -> Reason | None:
        return ("somebody-else", {"q": part}) if seat_of(part) == g.holder_of(path[-1]) else None


def place(word: str, needs: str = "") -> Slot:
    """Return the slot for one of the words above that mean a kid or a player."""
    kind = KidSlot if word in KIDS else RivalSlot
    return kind(is_choice=word not in NO_CHOICE, word=word, needs=needs)


def paths(g: Street, me: int, here: int, slots: tuple[Slot, ...], path: Parts) -> list[Parts]:
    """Return every path that the slots allow after `path`."""
    longer = [path]
    for slot in slots:
        named = slot.candidates(g)
        longer = [
            [*path, part] for path in longer for part in named if slot.cannot_name(g, me, here, path, part) is None
        ]
    return longer


def option_paths(g: Street, me: int, here: int, slots: tuple[Slot, ...]) -> dict[str, Parts]:
    """Return each option of an ability with its whole path."""
    by_option: dict[str, Parts] = {}
    for path in paths(g, me, here, slots, []):
        chosen = [part for part, slot in zip(path, slots, strict=True) if slot.is_choice]
        by_option.setdefault(actions.ability(chosen), path)
    return by_option
