"""Counters of what has happened since start-up, cheap enough to be always on.

`bot/prometheus.py` exports them.
"""

import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

Argument = TypeVar("Argument")
Result = TypeVar("Result")
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


class Histogram:
    """A histogram of durations, with the buckets `BUCKETS`."""

    def __init__(self) -> None:
        self.buckets = [0] * (len(BUCKETS) + 1)
        self.seconds = 0.0

    def observe(self, seconds: float) -> None:
        self.buckets[next((n for n, step in enumerate(BUCKETS) if seconds <= step), len(BUCKETS))] += 1
        self.seconds += seconds


class Metrics:
    def __init__(self) -> None:
        self.interactions = Counter(done=0, refused=0, fault=0)  # presses and commands
        self.interaction_seconds = Histogram()
        self.pictures = Counter(painted=0, failed=0)
        self.picture_seconds = Histogram()

    @contextmanager
    def measure_interaction(self) -> Iterator[Callable[[str], None]]:
        """Measure a press or command. Call the yielded function with its outcome unless it is "done"."""
        began, ended = time.monotonic(), ["done"]
        try:
            yield ended.append
        finally:
            self.interactions[ended[-1]] += 1
            self.interaction_seconds.observe(time.monotonic() - began)

    def measure_painting(
        self, paint: Callable[[Argument], Awaitable[Result | None]]
    ) -> Callable[[Argument], Awaitable[Result | None]]:
        """Return `paint` with its calls counted and timed."""

        async def counted(scene: Argument) -> Result | None:
            began = time.monotonic()
            made = await paint(scene)
            self.pictures["painted" if made is not None else "failed"] += 1
            self.picture_seconds.observe(time.monotonic() - began)
            return made

        return counted
