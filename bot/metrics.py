"""What has happened since the start, counted where it happens; cheap enough to be counted always.

Shown by bot/prometheus.py where an operator wants to see it.
"""

import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

Given = TypeVar("Given")
Made = TypeVar("Made")
STEPS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


class Spans:
    """How long something took, as counts of those that took at most so long."""

    def __init__(self) -> None:
        self.within = [0] * (len(STEPS) + 1)
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        self.within[next((n for n, step in enumerate(STEPS) if seconds <= step), len(STEPS))] += 1
        self.seconds += seconds


class Tally:
    def __init__(self) -> None:
        self.presses = Counter(done=0, refused=0, fault=0)  # presses and commands
        self.press = Spans()
        self.pictures = Counter(painted=0, failed=0)
        self.picture = Spans()

    @contextmanager
    def pressed(self) -> Iterator[Callable[[str], None]]:
        """One press or command; say how it ended, else it is done."""
        began, ended = time.monotonic(), ["done"]
        try:
            yield ended.append
        finally:
            self.presses[ended[-1]] += 1
            self.press.add(time.monotonic() - began)

    def painting(self, paint: Callable[[Given], Awaitable[Made | None]]) -> Callable[[Given], Awaitable[Made | None]]:
        """The same, counted."""

        async def counted(scene: Given) -> Made | None:
            began = time.monotonic()
            made = await paint(scene)
            self.pictures["painted" if made is not None else "failed"] += 1
            self.picture.add(time.monotonic() - began)
            return made

        return counted
