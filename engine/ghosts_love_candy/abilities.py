"""The abilities of kids: the verbs of cards.toml. A verb names its slots, and its step does what was chosen.

An ability's path is a list of parts, one for each `Slot`: the kid robbed, the candy taken. "You" is the active
player; for a scared kid, it is the player who gets it. `here` is the spot of the kid, or the one it left. The option
joins the parts that leave a choice: ``s2/gummies`` names a player and a candy, ``chef+skeleton`` two kids in one part.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from engine.actions import join_names, join_parts, split_names
from engine.decks import Effect, EffectRule
from engine.game import Reason
from engine.ghosts_love_candy.state import CANDIES, LOVES, Street, rules
from engine.machine import Ask, AskStep, Step, seat_id, seat_of

SKIP = "skip"  # decline an ability
USE = "use"  # an ability that leaves no choice

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
PLACES = [*KIDS, *RIVALS]
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
        return [join_names([a, b]) for place, a in enumerate(kids) for b in kids[place + 1 :]]

    def accepts(self, g: Street, part: str) -> bool:
        return all(KidSlot().accepts(g, kid) for kid in parse_pair(part))

    def cannot_name(self, g: Street, me: int, here: int, path: Parts, part: str) -> Reason | None:
        one, other = parse_pair(part)
        kid = KidSlot(word=self.word)
        return kid.cannot_name(g, me, here, [], one) or kid.cannot_name(g, me, here, [one], other)


def parse_pair(part: str) -> tuple[str, str]:
    """Return two kids; the second is empty if only one is named."""
    one, *others = split_names(part) or [""]
    return one, join_names(others)


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
        by_option.setdefault(join_parts(*chosen) or USE, path)
    return by_option


# ---- verbs
AMOUNTS = range(-9, 10)  # points and Courage by which a card may change something


@dataclass(frozen=True)
class Ability(EffectRule):
    slots: Callable[..., list[Slot]] = lambda *constants: []


VERBS: dict[str, Ability] = {
    "guard": Ability(["in-row"], (list(KIDS),)),
    "courage": Ability(["in-row"], (list(KIDS), AMOUNTS)),
    "love-becomes": Ability(["end-row"], (range(6), AMOUNTS)),
    "candy-gains": Ability(["end-row"], (CANDIES, AMOUNTS)),
    "sets-score": Ability(["end-row"], (AMOUNTS,)),
    "ghosts-score": Ability(["end-row"], (AMOUNTS,)),
    "kids-gain": Ability(["stash"], (AMOUNTS,)),
}


def verb(*constants: list[str], slots: Callable[..., list[Slot]]) -> Callable[[Step], Step]:
    """Register a step that a card may name; it gets the acting seat, the kid, its spot, the path and the constants."""

    def register(step: Step) -> Step:
        VERBS[step.__name__.replace("_", "-")] = Ability(["haunt", "scared"], constants, slots)
        return rules.step(step)

    return register


@cache
def slots_of(effect: Effect) -> tuple[Slot, ...]:
    name, *constants = effect
    return tuple(VERBS[str(name)].slots(*constants))


# ---- candy
@verb(PLACES, slots=lambda source: [place(source, "candy"), CandySlot(there=True)])
def take_candy(g: Street, me: int, kid: str, here: int, path: Parts, source: str) -> None:
    """Take one candy from a kid or from a player."""
    where, candy = path
    g.pile(where).remove(candy)
    g.stashes[me].candy.append(candy)
    if source in KIDS:
        g.log_event("takes-candy", p=seat_id(me), candy=candy, kid=where)
    else:
        g.log_event("takes-candy-from-player", p=seat_id(me), candy=candy, q=where)


@verb(RIVALS, slots=lambda whom: [place(whom, "candy")])
def beg_candy(g: Street, me: int, kid: str, here: int, path: Parts, whom: str) -> AskStep:
    """Let a player give one candy of their choice."""
    giver = seat_of(path[0])
    stash = g.stashes[giver].candy
    types = [candy for candy in CANDIES if candy in stash]
    candy = yield Ask(giver, "hand-over", types, fields={"p": path[0], "q": seat_id(me), "kid": kid})
    stash.remove(candy)
    g.stashes[me].candy.append(candy)
    g.log_event("asks-for-candy", p=seat_id(me), q=path[0], candy=candy)


@verb(list(KIDS), slots=lambda source: [place(source, "candy")])
def take_all_candy(g: Street, me: int, kid: str, here: int, path: Parts, source: str) -> None:
    """Take all candy from a kid."""
    candies = g.pile(path[0])
    g.log_event("gives-candy", kid=kid, q=seat_id(me), candies=candies.copy(), a=path[0])
    g.stashes[me].candy += candies
    candies.clear()


@verb(
    list(KIDS),
    slots=lambda source: [place("here"), CandySlot(), KidSlot(is_choice=False, word=source, needs="candy")],
)
def pay_to_take(g: Street, me: int, kid: str, here: int, path: Parts, source: str) -> AskStep:
    """Put one candy from your stash on this kid to take all candy from another: both or nothing."""
    paid = path[1]
    kids = [where for *_, where in paths(g, me, here, slots_of(("pay-to-take", source))[2:], path[:2])]
    where = yield Ask(me, "ability", kids, fields={"p": seat_id(me), "kid": kid, "paid": paid})
    taken = g.pile(where)
    g.log_event("pays-and-takes", p=seat_id(me), candy=paid, kid=path[0], candies=taken.copy(), a=where)
    g.stashes[me].candy.remove(paid)
    g.stashes[me].candy += taken
    taken.clear()
    g.pile(path[0]).append(paid)


@verb(list(KIDS), list(KIDS), slots=lambda source, target: [place(source, "candy"), place(target)])
def move_candy(g: Street, me: int, kid: str, here: int, path: Parts, source: str, target: str) -> None:
    """Move all candy from one kid onto another."""
    candies = g.pile(path[0])
    g.pile(path[1]).extend(candies)
    g.log_event("moves-all-candy", p=seat_id(me), candies=candies.copy(), a=path[0], b=path[1])
    candies.clear()


@verb(PLACES, slots=lambda other: [CandySlot(), place(other, "candy"), CandySlot(there=True)])
def trade_candy(g: Street, me: int, kid: str, here: int, path: Parts, other: str) -> None:
    """Trade one candy from your stash for one of a kid's or a player's. Trading equal types changes nothing."""
    give, where, take = path
    mine, theirs = g.stashes[me].candy, g.pile(where)
    mine.remove(give)
    theirs.remove(take)
    mine.append(take)
    theirs.append(give)
    if other in KIDS:
        g.log_event("trades-with-kid", p=seat_id(me), give=give, take=take, kid=where)
    else:
        g.log_event("trades-with-player", p=seat_id(me), give=give, take=take, q=where)


# ---- ghosts
@verb(list(KIDS), slots=lambda where: [place(where, "ghosts")])
def clear_ghosts(g: Street, me: int, kid: str, here: int, path: Parts, where: str) -> None:
    """Discard all ghosts of one pile, no matter who owns them."""
    ghosts = g.at(path[0]).ghosts
    g.log_event("clears-ghosts", p=seat_id(me), n=len(ghosts), kid=path[0])
    g.ghost_discard += ghosts
    ghosts.clear()


@verb(list(KIDS), list(KIDS), slots=lambda source, target: [place(source, "ghosts"), place(target)])
def move_ghost(g: Street, me: int, kid: str, here: int, path: Parts, source: str, target: str) -> None:
    """Move the top ghost of one pile, anyone's, on top of another. It takes no candy and uses no ability."""
    start, end = map(g.at, path)
    ghost = start.ghosts.pop()
    end.ghosts.append(ghost)
    g.log_event("moves-ghost", p=seat_id(me), q=seat_id(ghost[0]), ghost=ghost[1], a=path[0], b=path[1])


# ---- kids
@verb(STASHES, slots=lambda source: [StashKidSlot(word=source), ReceiverSlot()])
def move_kid(g: Street, me: int, kid: str, here: int, path: Parts, source: str) -> None:
    """Move a kid from one stash into a different player's."""
    moved, receiver = path
    holder = _leave_stash(g, moved)
    g.stashes[seat_of(receiver)].kids.append(moved)
    g.log_event("moves-kid", p=seat_id(me), kid=moved, a=seat_id(holder), b=receiver)


@verb(STASHES, slots=lambda source: [StashKidSlot(word=source)])
def send_home(g: Street, me: int, kid: str, here: int, path: Parts, source: str) -> None:
    """Discard a kid from a stash; it may come back when the Kid deck is reshuffled."""
    _leave_stash(g, path[0])
    g.kid_discard.append(path[0])
    g.log_event("sends-home", p=seat_id(me), kid=path[0])


def _leave_stash(g: Street, kid: str) -> int:
    """Remove a kid from its stash; return the seat that had it."""
    holder = g.holder_of(kid)
    assert holder is not None
    g.stashes[holder].kids.remove(kid)
    return holder


@verb(list(KIDS), slots=lambda which: [PairSlot(word=which)])
def swap_kids(g: Street, me: int, kid: str, here: int, path: Parts, which: str) -> None:
    """Swap two kids; ghosts and candy stay, and belong to the kid that arrives."""
    a, b = parse_pair(path[0])
    one, other = g.at(a), g.at(b)
    one.kid, other.kid = other.kid, one.kid
    g.log_event("swaps-kids", p=seat_id(me), a=a, b=b)


# ---- Love cards
@verb(RIVALS, slots=lambda whom: [place(whom)])
def peek(g: Street, me: int, kid: str, here: int, path: Parts, whom: str) -> None:
    """Look at a player's Love card; only you see it, and you may look again for the rest of the game."""
    seat = seat_of(path[0])
    if seat not in g.seen[me]:
        g.seen[me].append(seat)
    g.log_event("looks", p=seat_id(me), q=path[0])
    g.log_event("loves", to=me, q=path[0], candies=LOVES[g.loves[seat]].copy())
