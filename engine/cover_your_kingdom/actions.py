"""The options of Cover Your Kingdom as paths.

``settle/terrier+bragon``, ``recruit/bragon/c4``, ``hire/minnowtaur/as-wiizzaard/c2/top``, ``add/pigxie/c1/move``,
``inn/spydra/bragon+bragon``, ``discard/bragon``, ``done/bragon+pigxie``, ``power/match-maker/bragon+bragon``.
Cards that answer or are given are one part, such as ``spydra+bragon``; a seat, land or Clan is a path of its own.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from engine.actions import first_part, join_names, join_parts, parts, parts_of, split_names
from engine.machine import seat_id

SETTLE, RECRUIT, HIRE, ADD, INN, DISCARD = "settle", "recruit", "hire", "add", "inn", "discard"  # actions
POWER, MATCH_MAKER = "power", "match-maker"
DONE, PASS, LET_GO = "done", "pass", "let-go"
FROM_DISCARD = "top"  # as second card of a new Clan: the top one of the discard pile
STAY, MOVE = "stay", "move"  # what a Clan does when another Creature joins it
TO_TOP, TO_BOTTOM = "top", "bottom"  # where the Wiizzaard moves a Clan
AS = "as-"  # prefix of the Creature that another one acts as by Extra Features


# ---- actions
class Settle(NamedTuple):
    """Two cards, and the land if there is a choice."""

    a: str
    b: str
    land: str = ""


def settle(a: str, b: str, land: str = "") -> str:
    return f"settle/{a}+{b}/{land}" if land else f"settle/{a}+{b}"


def parse_settle(option: str) -> Settle:
    _, pair, land = parts(option, 3)
    a, *others = split_names(pair) or [""]
    return Settle(a, join_names(others), land)


class Recruit(NamedTuple):
    card: str
    clan: str


def recruit(card: str, clan: str) -> str:
    return f"recruit/{card}/{clan}"


class Hire(NamedTuple):
    """A Creature for hire, the Creature that it acts as (itself, except with Extra Features), and the target."""

    card: str
    work: str
    target: list[str]


def hire(card: str, work: str, target: str) -> str:
    return f"hire/{card}/{target}" if work == card else f"hire/{card}/{AS}{work}/{target}"


def parse_hire(option: str) -> Hire:
    _, card, *target = [*parts_of(option), ""]
    work = card
    if target[0].startswith(AS):
        work = target.pop(0).removeprefix(AS)
    return Hire(card, work, [part for part in target if part])


class Add(NamedTuple):
    """A Creature and the Clan it joins; `way` says whether that Clan stays or moves, if two lands are open to it."""

    card: str
    clan: str
    way: str = ""


def add(card: str, clan: str, way: str = "") -> str:
    return f"add/{card}/{clan}/{way}" if way else f"add/{card}/{clan}"


class Inn(NamedTuple):
    """A card of the hand, and the face-up cards it takes."""

    card: str
    taken: list[str]


def inn(card: str, taken: Iterable[str]) -> str:
    return f"inn/{card}/{join_names(taken)}"


def parse_inn(option: str) -> Inn:
    _, card, taken = parts(option, 3)
    return Inn(card, split_names(taken))


class Discard(NamedTuple):
    card: str


def discard(card: str) -> str:
    return f"discard/{card}"


Action = Settle | Recruit | Hire | Add | Inn | Discard
PARSERS: dict[str, Callable[[str], Action]] = {
    SETTLE: parse_settle,
    RECRUIT: lambda option: Recruit(*parts(option, 3)[1:]),
    HIRE: parse_hire,
    ADD: lambda option: Add(*parts(option, 4)[1:]),
    INN: parse_inn,
    DISCARD: lambda option: Discard(*parts(option, 2)[1:]),
}


def parse_action(option: str) -> Action | None:
    """Parse an action or the beginning of one; return None for anything else.  Match Maker settles."""
    power, target = parse_power(option)
    if power == MATCH_MAKER:
        return parse_free_settle(target)
    parse = PARSERS.get(first_part(option))
    return parse(option) if parse else None


# ---- the end of a turn, and powers
def done(cards: Iterable[str] = ()) -> str:
    """Return the path that ends the turn; with DissedHard, after discarding these cards."""
    thrown = join_names(cards)
    return f"{DONE}/{thrown}" if thrown else DONE


def parse_done(option: str) -> list[str]:
    return split_names(parts(option, 2)[1])


def power(card: str, target: str = "") -> str:
    return join_parts(POWER, card, target)


def parse_power(option: str) -> tuple[str, str]:
    """Return the power that a path uses and the rest of the path; empty strings if it uses none."""
    first, card, *target = [*parts_of(option), ""]
    return (card, join_parts(*target)) if first == POWER else ("", "")


def free_settle(settled: str) -> str:
    """Turn a path of `settle` into one for Match Maker."""
    return power(MATCH_MAKER, settled.removeprefix("settle/"))


def parse_free_settle(target: str) -> Settle:
    return parse_settle(join_parts(SETTLE, target))


# ---- targets and answers
def end_of_stack(clan: str, way: str) -> str:
    """Return the path of a Clan and the end of the stack to which the Wiizzaard moves it."""
    return f"{clan}/{way}"


def parse_end_of_stack(option: str) -> tuple[str, str]:
    clan, way = parts(option, 2)
    return clan, way


def trade(mine: str, theirs: str) -> str:
    """Return the path of two Clans that the Mobgoblins swap."""
    return f"{mine}/{theirs}"


def beside(seat: int, land: str) -> str:
    return f"{seat_id(seat)}-{land}"


def parse_beside(part: str) -> tuple[str, str]:
    seat, _, land = part.partition("-")
    return seat, land


def cards(chosen: Iterable[str]) -> str:
    """Return the path of cards that answer a card, hold a Clan or are given back."""
    return join_names(chosen)


def parse_cards(option: str) -> list[str]:
    return split_names(option)
