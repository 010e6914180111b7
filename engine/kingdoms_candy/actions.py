"""The options of Kingdom's Candy as paths, such as ``buy/pickpocket/tuck/uno``, ``use/magmot/s2`` and ``keep/5-1-0``.

Seats and cards that a question asks for by themselves are options as they are.
"""

from typing import NamedTuple

from engine.actions import join_parts, parts

COLLECT, PASS = "collect", "pass"  # actions
BUY, KEEP, TUCK = "buy", "keep", "tuck"
DONE = "done"  # nothing more in this turn
NONE, NO = "none", "no"  # nobody or nothing; not this time
USE, CONVERT, REMOVE = "use", "convert", "remove"
DISCARD = "discard"
SWEEP = "sweep"  # First Player discards a card of the Kingdom


def verb(option: str) -> str:
    """What an option begins with."""
    return parts(option, 1)[0]


class Buy(NamedTuple):
    """A card and where an Ability goes: to the kept ones or under a Monster."""

    card: str
    place: str = ""
    monster: str = ""


def buy(card: str, place: str = "", monster: str = "") -> str:
    return f"buy/{card}/{place}/{monster}" if monster else f"buy/{card}/{place}" if place else f"buy/{card}"


def parse_buy(option: str) -> Buy:
    return Buy(*parts(option, 4)[1:])


class Use(NamedTuple):
    """A card and whom or what it is used on."""

    card: str
    target: str = ""


def use(card: str, target: str = "") -> str:
    return f"use/{card}/{target}" if target else f"use/{card}"


def parse_use(option: str) -> Use:
    return Use(*parts(option, 3)[1:])


def use_now(target: str = "") -> str:
    """The Ability just tucked needs no naming."""
    return join_parts(USE, target)


def parse_use_now(option: str) -> str:
    return parts(option, 2)[1]


def convert(n: int) -> str:
    return f"convert/{n}"


def remove(n: int) -> str:
    return f"remove/{n}"


def parse_number(option: str) -> int | None:
    """How much to convert or how many to remove; None for what is no number."""
    _, number, more = parts(option, 3)
    return int(number) if number.isdecimal() and not more else None


class Feed(NamedTuple):
    """What all Monsters together are fed, and the Black Cubes taken for the rest."""

    sugar: int
    candies: int
    black: int


def feed(sugar: int, candies: int, black: int) -> str:
    return f"keep/{sugar}-{candies}-{black}"


def parse_feed(option: str) -> Feed | None:
    """None for what does not say three numbers."""
    numbers = parts(option, 2)[1].split("-")
    return Feed(*map(int, numbers)) if len(numbers) == 3 and all(n.isdecimal() for n in numbers) else None


def discard(monster: str) -> str:
    return f"discard/{monster}"


def sweep(card: str) -> str:
    """One of the face-up cards, or NONE."""
    return f"{SWEEP}/{card}"


def parse_sweep(option: str) -> str:
    return parts(option, 2)[1]


def parse_discard(option: str) -> str:
    return parts(option, 2)[1]
