"""Dump and load a table; older snapshots are upgraded step by step while loading."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Protocol

from pydantic import TypeAdapter

from engine import machine

MAX_NUMBER = 100_000  # no number of a game comes near; drawing or counting up to a corrupt one could take hours
DIGITS = bytes.maketrans(b"123456789", b"000000000")
Upgrade = Callable[[dict[str, Any]], dict[str, Any]]


class StorableGame(Protocol):
    """The attributes of a game that storing its tables needs; see `engine.game.Game`."""

    @property
    def slug(self) -> str: ...
    @property
    def seats(self) -> range: ...
    @property
    def rules(self) -> machine.Rules: ...
    @property
    def Table(self) -> Any: ...
    @property
    def schema(self) -> int: ...
    @property
    def upgrades(self) -> Mapping[int, Upgrade]: ...


class CorruptSnapshot(machine.EngineError):
    """The bytes are not a table of this game, or a newer Hob has written them."""


@cache
def _adapter(table: Any) -> TypeAdapter[Any]:
    return TypeAdapter(table)


def dump(game: StorableGame, g: machine.Table) -> bytes:
    head = f'{{"game":"{game.slug}","schema":{game.schema},"state":'.encode()
    return head + _adapter(game.Table).dump_json(g) + b"}"


def load(game: StorableGame, data: bytes) -> Any:
    try:
        whole = json.loads(data, parse_float=_fraction, parse_constant=_fraction)
        if whole["game"] != game.slug:
            raise ValueError(f"the snapshot is of the game {whole['game']}")
        schema, state = whole["schema"], whole["state"]
        if schema > game.schema:
            raise ValueError(f"schema {schema} is newer than {game.schema}, the newest that this version of Hob knows")
        for older in range(schema, game.schema):
            state = game.upgrades[older](state)
        if _may_hold_large_number(data, state):
            for name, value in state.items():
                if name != "rng":  # has bounds of its own
                    _check_bounds(value)
        g = _adapter(game.Table).validate_python(state)
        if g.players not in game.seats:
            raise ValueError(f"invalid number of players: {g.players}")
        machine.run(game.rules, g)
    except Exception as fault:
        # A corrupt snapshot may break anything, its form or a step: the caller freezes the table and does not guess.
        raise CorruptSnapshot(f"{game.slug}: {type(fault).__name__}: {str(fault)[:500]}") from fault
    return g


def _may_hold_large_number(data: bytes, state: dict[str, Any]) -> bool:
    """Return whether the bytes hold six digits in a row outside seed and `rng`: faster than checking each number."""
    rest = data.replace(b'"rng":%d,' % state["rng"], b"").replace(b'"seed":"%s",' % state["seed"].encode(), b"")
    return b"000000" in rest.translate(DIGITS)


def _fraction(text: str) -> float:
    """Parse a float, which may be large with few digits (1e9), or NaN.  Raises ValueError if it is out of bounds."""
    value = float(text)
    _check_bounds(value)
    return value


def _check_bounds(value: Any) -> None:
    """Raise ValueError for a number that no game can have."""
    if isinstance(value, list | dict):
        for one in value if isinstance(value, list) else value.values():
            _check_bounds(one)
    elif isinstance(value, int | float) and not -MAX_NUMBER <= value <= MAX_NUMBER:
        raise ValueError("a number is too large")
