"""Builders for tests of the rules of tables; they need only a `TableInfo`, no game."""

from typing import Any

import pytest

from bot.errors import UserError
from bot.tables.model import PendingPrompt, Seat, TableInfo

ADA, BEN, CARA, DORA, EVE = 1, 2, 3, 4, 5
NAMES = {ADA: "Ada", BEN: "Ben", CARA: "Cara", DORA: "Dora", EVE: "Eve"}


def seat(person: int, **more: Any) -> Seat:
    return Seat(person=person, name=NAMES[person], seen_by=[person], **more)


def at_play(*people: int, computers: int = 0, asked: dict[int, float] | None = None, **more: Any) -> TableInfo:
    """Return a game in play with the first person as host; `asked` maps seats to when their question opened."""
    seats = [*map(seat, people), *(Seat(name=f"Computer {n}") for n in range(computers))]
    needs = {number: PendingPrompt(since=since, asked=since) for number, since in (asked or {}).items()}
    return TableInfo(host=people[0], seats=seats, needs=needs, **more)


class refused:
    """`with refused("full"): …` checks that a change fails for that reason and leaves the table unchanged."""

    def __init__(self, key: str, of: TableInfo | None = None, **fields: Any) -> None:
        self.key, self.of, self.fields = key, of, fields
        self.before = of.model_dump_json() if of is not None else ""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, fault: Any, trace: Any) -> bool:
        if not isinstance(fault, UserError):
            if fault is None:
                pytest.fail(f"it was done; it should be refused as {self.key}")
            return False
        assert (fault.key, fault.fields) == (self.key, self.fields)
        assert self.of is None or self.of.model_dump_json() == self.before
        return True
