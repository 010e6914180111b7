"""The abilities of kids: the verbs of cards.toml. A verb names its slots, and its step does what was chosen."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from engine.decks import Effect, EffectRule
from engine.ghosts_love_candy.actions import parse_pair
from engine.ghosts_love_candy.places import (
    KIDS,
    RIVALS,
    STASHES,
    CandySlot,
    KidSlot,
    PairSlot,
    Parts,
    ReceiverSlot,
    Slot,
    StashKidSlot,
    paths,
    place,
)
from engine.ghosts_love_candy.state import CANDIES, LOVES, Street, rules
from engine.machine import Ask, AskStep, Step, seat_id, seat_of

PLACES = [*KIDS, *RIVALS]
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
    """Trade one candy from your stash for one of a kid's or a player's. Equal types may be traded for nothing."""
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
    holder = g.holder_of(moved)
    assert holder is not None
    g.stashes[holder].kids.remove(moved)
    g.stashes[seat_of(receiver)].kids.append(moved)
    g.log_event("moves-kid", p=seat_id(me), kid=moved, a=seat_id(holder), b=receiver)


@verb(STASHES, slots=lambda source: [StashKidSlot(word=source)])
def send_home(g: Street, me: int, kid: str, here: int, path: Parts, source: str) -> None:
    """Discard a kid from a stash; it may come back when the Kid deck is reshuffled."""
    holder = g.holder_of(path[0])
    assert holder is not None
    g.stashes[holder].kids.remove(path[0])
    g.kid_discard.append(path[0])
    g.log_event("sends-home", p=seat_id(me), kid=path[0])


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
