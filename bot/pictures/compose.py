"""Composing a picture without risk: words do not wait for it, and its faults cost nobody a table."""

import logging
from collections.abc import Callable
from typing import Any, TypeVar

log = logging.getLogger("hob.pictures")
Result = TypeVar("Result")


class FaultLog:
    """Each fault is written into the log once, however many tables show the same picture."""

    def __init__(self) -> None:
        self._logged: set[str] = set()

    def log_once(self, fault: BaseException) -> None:
        if repr(fault) not in self._logged:
            self._logged.add(repr(fault))
            log.error("a picture is left out: %r", fault, exc_info=fault)


FAULTS = FaultLog()


def compose(make: Callable[..., Result], *arguments: Any) -> Result | None:
    """What a game's picture module makes of these; None if it fails."""
    try:
        return make(*arguments)
    except Exception as fault:
        FAULTS.log_once(fault)
        return None
