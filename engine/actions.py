"""Options are paths: parts joined by ``/``, and a part may name several things, joined by ``+``.

Each game builds its options and takes them apart in its own ``options.py``, with these.  So does whoever lays out the
options of any game, and whoever reads the path of a control.
"""

from collections.abc import Iterable


def join_parts(*parts: str) -> str:
    """The parts, joined; empty ones are left out."""
    return "/".join(filter(None, parts))


def parts(option: str, count: int) -> list[str]:
    """The first `count` parts, filled up with empty ones, for what somebody typed may be too short."""
    return [*option.split("/"), *[""] * count][:count]


def parts_of(option: str) -> list[str]:
    """All parts, however many there are."""
    return option.split("/")


def part_count(option: str) -> int:
    """How many parts there are."""
    return option.count("/") + 1 if option else 0


def prefix(option: str, count: int) -> str:
    """The first `count` parts, as a path."""
    return "/".join(option.split("/", count)[:count])


def parent(option: str) -> str:
    """What comes before the last part."""
    return option.rpartition("/")[0]


def last_part(option: str) -> str:
    """The last part."""
    return option.rpartition("/")[2]


def join_names(names: Iterable[str]) -> str:
    """Several names as one part."""
    return "+".join(names)


def split_names(part: str) -> list[str]:
    """The names in a part; none in an empty one."""
    return part.split("+") if part else []
