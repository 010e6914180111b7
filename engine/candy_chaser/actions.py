"""The options of Candy Chaser as paths: a cube to move is its candy, a card to slide is ``s1/red``."""

from typing import NamedTuple

from engine.actions import parts
from engine.machine import seat_id

PASS = "pass"


class Tattle(NamedTuple):
    """A Tattletale card for a player; parts that were not typed are empty."""

    target: str
    candy: str


def tattle(target: int, candy: str) -> str:
    return f"{seat_id(target)}/{candy}"


def parse_tattle(option: str) -> Tattle:
    return Tattle(*parts(option, 2))


def is_amount(part: str) -> bool:
    """Return whether `part` is a number of spaces, which no question asks for."""
    return part.lstrip("+-").isdigit()
