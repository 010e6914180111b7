"""Composing a picture without risk: words do not wait for it, and its faults cost nobody a table."""

import logging
from collections.abc import Callable
from typing import Any, TypeVar

log = logging.getLogger("hob.pictures")
Made = TypeVar("Made")


class Faults:
    """Each fault is written into the log once, however many tables show the same picture."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def tell(self, fault: BaseException) -> None:
        if repr(fault) not in self._told:
            self._told.add(repr(fault))
            log.error("a picture is left out: %r", fault, exc_info=fault)


FAULTS = Faults()


def composed(make: Callable[..., Made], *given: Any) -> Made | None:
    """What a game's picture module makes of these; None if it fails."""
    try:
        return make(*given)
    except Exception as fault:
        FAULTS.tell(fault)
        return None
