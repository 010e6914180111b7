"""Build and parse option paths: parts joined by ``/``; a part may name several things, joined by ``+``.

Each game builds and parses its paths in its own ``actions.py`` with these functions.  The code that lays out the
options of any game, or parses the path of a control, uses them too.
"""

from collections.abc import Iterable


def join_parts(*parts: str) -> str:
    """Join the parts; empty ones are left out."""
    return "/".join(filter(None, parts))


def parts(option: str, count: int) -> list[str]:
    """Return the first `count` parts, padded with empty strings, because typed text may be too short."""
    return [*option.split("/"), *[""] * count][:count]


def parts_of(option: str) -> list[str]:
    return option.split("/")


def part_count(option: str) -> int:
    return option.count("/") + 1 if option else 0


def number(part: str) -> int | None:
    """Return a natural number of at most four digits; None for other text, because typed text may be anything."""
    return int(part) if part.isdecimal() and len(part) <= 4 else None


def prefix(option: str, count: int) -> str:
    """Return the first `count` parts as a path."""
    return "/".join(option.split("/", count)[:count])


def first_part(option: str) -> str:
    return option.partition("/")[0]


def second_part(option: str) -> str:
    """Return the second part; empty if there is none, because typed text may be too short."""
    return parts(option, 2)[1]


def parent(option: str) -> str:
    """Return the path without its last part."""
    return option.rpartition("/")[0]


def last_part(option: str) -> str:
    return option.rpartition("/")[2]


def join_names(names: Iterable[str]) -> str:
    """Join several names into one part."""
    return "+".join(names)


def split_names(part: str) -> list[str]:
    """Return the names in a part; an empty part has none."""
    return part.split("+") if part else []


def fits(form: str, option: str) -> bool:
    """Return whether an option has this form: each part is the same, or an argument such as ``{count}``."""
    wanted, parts = form.split("/"), option.split("/")
    return len(wanted) == len(parts) and all(a == b or a.startswith("{") for a, b in zip(wanted, parts, strict=True))
