"""Fields of a table that say who may see them: a game's view, `redeal_hidden`, counts and options follow.

    @dataclass
    class MyTable(Table):
        hands: list[list[str]] = secret("cards")  # a list for each seat, which sees only its own
        deck: list[str] = hidden("cards")  # nobody sees it
        played: list[str] = shown(of="cards")  # everybody sees it
        round: int = internal(1)  # everybody could know it, but it isn't shown
        goal: Literal[3, 5] = option(3)  # chosen in the lobby

`of` names a kind of component. `redeal` shuffles the unseen things of one kind together, and each pile keeps its size.
With `faces`, it rolls each thing again instead. Everybody sees the length of hidden and secret lists, as `hands_count`.
"""

from collections.abc import Sequence
from dataclasses import Field, field, fields
from functools import cache
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from engine import rng
from engine.machine import Table

Audience = Literal["all", "seat", "nobody", "rules", "lobby"]
COUNT = "_count"  # after the name of a field: how many things are in it


class Mark(NamedTuple):
    """Who may see a field, and what lies in it."""

    audience: Audience
    of: str = ""
    faces: Sequence[Any] = ()


def shown(default: Any = list, of: str = "") -> Any:
    """Declare a field that everybody sees; `default` is a value, or makes one."""
    return _marked(default, Mark("all", of))


def secret(of: str, faces: Sequence[Any] = ()) -> Any:
    """Declare a list with an entry for each seat, which sees only its own: a list of things, or one thing."""
    return _marked(list, Mark("seat", of, faces))


def hidden(of: str, faces: Sequence[Any] = ()) -> Any:
    """Declare a list of things that nobody sees."""
    return _marked(list, Mark("nobody", of, faces))


def internal(default: Any = list, of: str = "") -> Any:
    """Declare a field that everybody could know, but that isn't shown."""
    return _marked(default, Mark("rules", of))


def option(default: Any) -> Any:
    """Declare a lobby setting: a bool, or a Literal of its values. It is set before `set_up`."""
    return _marked(default, Mark("lobby"))


def _marked(default: Any, mark: Mark) -> Any:
    metadata = {"mark": mark}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


@cache
def marks_of(table: Any) -> dict[str, Mark]:
    """Return the marks of a table's own fields; none if it has none. Raises TypeError if only some fields have one."""
    if any(isinstance(value, Field) for value in vars(table).values()):
        raise TypeError(f"{table.__module__}.{table.__qualname__} needs @dataclass above it.")
    inherited = {one.name for one in fields(Table)}
    own = {one.name: one.metadata.get("mark") for one in fields(table) if one.name not in inherited}
    marks = {name: mark for name, mark in own.items() if mark is not None}
    bare = [name for name in own if name not in marks]
    if marks and bare:
        raise TypeError(
            f"{table.__module__}.{table.__qualname__}: the field {bare[0]!r} doesn't say who may see it.\n"
            "Write `= shown(…)`, `secret(…)`, `hidden(…)`, `internal(…)` or `option(…)` from engine.fields."
        )
    return marks


@cache
def view_types(table: Any) -> dict[str, Any]:
    """Return the fields that the view of this table gets, by name with their types."""
    hints = get_type_hints(table)
    types: dict[str, Any] = {}
    for name, mark in marks_of(table).items():
        entry = next(iter(get_args(hints[name])), Any)
        if mark.audience == "all":
            types[name] = hints[name]
        elif mark.audience == "seat":
            in_piles = get_origin(entry) is list
            types |= {name: entry, name + COUNT: list[int]} if in_piles else {name: entry | None}
        elif mark.audience == "nobody":
            types[name + COUNT] = int
    return types


def set_options(g: Any, chosen: Any) -> None:
    """Store the lobby settings in the table."""
    for name in option_types(g.__class__):
        setattr(g, name, getattr(chosen, name))


@cache
def option_types(table: Any) -> dict[str, tuple[Any, Any]]:
    """Return the type and the default of each lobby setting of this table, by name."""
    lobby = [name for name, mark in marks_of(table).items() if mark.audience == "lobby"]
    hints = get_type_hints(table) if lobby else {}
    return {name: (hints[name], getattr(table, name)) for name in lobby}


def view_of(g: Any, seat: int | None) -> dict[str, Any]:
    """Return the fields that `seat`, or the channel, sees. The values are the table's own objects, not copies."""
    values: dict[str, Any] = {}
    types = view_types(g.__class__)
    for name, mark in marks_of(g.__class__).items():
        value = getattr(g, name)
        if mark.audience == "all":
            values[name] = value
        elif mark.audience == "seat":
            in_piles = name + COUNT in types
            nothing: list[Any] | None = [] if in_piles else None
            values[name] = nothing if seat is None or not value else value[seat]
            if in_piles:
                values[name + COUNT] = [len(pile) for pile in value]
        elif mark.audience == "nobody":
            values[name + COUNT] = len(value)
    return values


def redeal(g: Any, seat: int | None) -> None:
    """Deal again all hidden things and the secret things of other seats; then sort the other seats' lists."""
    pools: dict[str, list[tuple[list[Any], int]]] = {}  # by kind: a list, and a place in it
    hands: list[list[Any]] = []
    for name, mark in marks_of(g.__class__).items():
        value = getattr(g, name)
        others = [me for me in range(len(value)) if me != seat] if mark.audience == "seat" else []
        in_piles = name + COUNT in view_types(g.__class__)
        piles = [value] if mark.audience == "nobody" else [value[me] for me in others] if in_piles else []
        places = [(pile, place) for pile in piles for place in range(len(pile))]
        places += [] if in_piles else [(value, me) for me in others]
        if mark.faces:
            for pile, place in places:
                pile[place] = rng.roll(g, mark.faces)
        else:
            pools.setdefault(mark.of, []).extend(places)
        hands += piles if mark.audience == "seat" else []
    for places in pools.values():
        things = sorted(pile[place] for pile, place in places)
        rng.shuffle(g, things)
        for (pile, place), thing in zip(places, things, strict=True):
            pile[place] = thing
    for hand in hands:
        hand.sort()


def count(g: Any) -> dict[str, int]:
    """Return how many components there are of each kind."""
    counts: dict[str, int] = {}
    for name, mark in marks_of(g.__class__).items():
        if mark.of:
            value = getattr(g, name)
            counts[mark.of] = counts.get(mark.of, 0) + sum(len(one) if isinstance(one, list) else 1 for one in value)
    return counts
