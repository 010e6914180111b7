"""The steps of all chapters stand in one book; their modules write them into it."""

from collections.abc import Generator
from typing import Any

from engine.machine import Ask, Rules

rules = Rules()
Asking = Generator[Ask, str, None]
AskingAll = Generator[dict[int, Ask], dict[int, str], None]
Fields = dict[str, Any]


def parts(path: list[str], count: int) -> list[str]:
    """The parts of a path, filled up with empty ones: typed options may be short."""
    return [*path, *[""] * count][:count]
