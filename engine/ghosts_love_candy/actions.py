"""The options of Ghosts Love Candy as paths: a ghost is its number, a kid its id, an ability has a part per slot.

``s2/gummies`` names a player and a candy; ``chef+skeleton`` is one part that names two kids.
"""

from collections.abc import Sequence

from engine.actions import join_names, join_parts, number, parts_of, split_names

SKIP = "skip"  # decline an ability
USE = "use"  # an ability that leaves no choice


def ghost(n: int) -> str:
    return str(n)


def parse_ghost(option: str) -> int | None:
    """Return a ghost's number; None if the text is not a number from 1 to 9."""
    n = number(option)
    return n if n in range(1, 10) else None


def ability(chosen: Sequence[str]) -> str:
    """Return the path of the choices in those slots that leave one."""
    return join_parts(*chosen) or USE


def parse_ability(option: str) -> list[str]:
    return parts_of(option)


def pair(one: str, other: str) -> str:
    return join_names([one, other])


def parse_pair(part: str) -> tuple[str, str]:
    """Return two kids; the second is empty if only one is named."""
    one, *others = split_names(part) or [""]
    return one, join_names(others)
