"""Log a lasting problem once, however often it occurs. The bot uses this, too."""

import logging
import math
import time
from collections.abc import Callable


class Trouble:
    """Limits the log of a lasting problem: each reason once, or once per `again_after` seconds, and its end once."""

    def __init__(self, again_after: float = math.inf, elapsed: Callable[[], float] = time.monotonic) -> None:
        self._again_after, self._elapsed = again_after, elapsed
        self._logged: dict[str, float] = {}  # by reason: when it was logged

    def new(self, fault: object) -> bool:
        """Record a fault; return True if it should be logged."""
        now = self._elapsed()
        self._logged = {reason: at for reason, at in self._logged.items() if now - at < self._again_after}
        if str(fault) in self._logged:
            return False
        self._logged[str(fault)] = now
        return True

    def level(self, fault: object, level: int = logging.WARNING) -> int:
        """Record a fault; return the level at which to log it: `level`, or DEBUG if it has been logged."""
        return level if self.new(fault) else logging.DEBUG

    def over(self) -> bool:
        """Record that the problem is over; return True if there was one."""
        before, self._logged = self._logged, {}
        return bool(before)
