"""The options of Kingdom's Candy as paths, such as ``buy/pickpocket/tuck/uno``, ``use/magmot/s2`` and ``keep/5-1-0``.

A seat or a card that a question asks for directly is an option by itself.
"""

from typing import NamedTuple

from engine.actions import join_parts, number, parts, second_part

COLLECT, PASS = "collect", "pass"  # actions
BUY, KEEP, TUCK = "buy", "keep", "tuck"
DONE = "done"  # nothing more in this turn
NONE, NO = "none", "no"  # no target; not this time
USE, CONVERT, REMOVE = "use", "convert", "remove"
DISCARD = "discard"
SWEEP = "sweep"  # First Player discards a card of the Kingdom


class Buy(NamedTuple):
    """A card, and for an Ability its place: kept or tucked under a Monster."""

    card: str
    place: str = ""
    monster: str = ""


def buy(card: str, place: str = "", monster: str = "") -> str:
    return f"buy/{card}/{place}/{monster}" if monster else f"buy/{card}/{place}" if place else f"buy/{card}"


def parse_buy(option: str) -> Buy:
    return Buy(*parts(option, 4)[1:])


class Use(NamedTuple):
    """A card and its target."""

    card: str
    target: str = ""


def use(card: str, target: str = "") -> str:
    return f"use/{card}/{target}" if target else f"use/{card}"


def parse_use(option: str) -> Use:
    return Use(*parts(option, 3)[1:])


def use_now(target: str = "") -> str:
    """Return the path for the Ability just tucked, which need not be named."""
    return join_parts(USE, target)


def convert(n: int) -> str:
    return f"convert/{n}"


def remove(n: int) -> str:
    return f"remove/{n}"


def parse_number(option: str) -> int | None:
    """Return the number to convert or to remove; None if the text is not a number."""
    _, n, more = parts(option, 3)
    return number(n) if not more else None


class Feed(NamedTuple):
    """The sugar and Candies fed to all Monsters together, and the Black Cubes taken for the rest."""

    sugar: int
    candies: int
    black: int


def feed(sugar: int, candies: int, black: int) -> str:
    return f"keep/{sugar}-{candies}-{black}"


def parse_feed(option: str) -> Feed | None:
    """Parse a feeding plan; return None unless it has three numbers."""
    match [number(part) for part in second_part(option).split("-")]:
        case [int(sugar), int(candies), int(black)]:
            return Feed(sugar, candies, black)
    return None


def discard(monster: str) -> str:
    return f"discard/{monster}"


def sweep(card: str) -> str:
    """Return the path of discarding a face-up card, or of NONE."""
    return f"{SWEEP}/{card}"
