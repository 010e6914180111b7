"""Counts and times presses and pictures since start-up. `metrics_exporter.py` exports these and all other metrics."""

import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics

Argument = TypeVar("Argument")
Result = TypeVar("Result")
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
OUTCOMES = ("done", "refused", "fault")  # of a press

disable_created_metrics()  # type: ignore[no-untyped-call]  # no time series with the start of each counter


class Metrics:
    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self._presses = Counter("hob_presses", "Presses and commands", ["outcome"], registry=registry)
        self._press_seconds = Histogram(
            "hob_press_seconds", "Time from a press to its response", buckets=BUCKETS, registry=registry
        )
        self._pictures = Counter("hob_pictures", "Requested pictures", ["outcome"], registry=registry)
        self._picture_seconds = Histogram(
            "hob_picture_seconds", "Time from requesting a picture to having it", buckets=BUCKETS, registry=registry
        )
        # For Prometheus, a counter that starts at 1 hasn't increased, so every label exists from the start.
        for counter, outcomes in ((self._presses, OUTCOMES), (self._pictures, ("painted", "failed"))):
            for outcome in outcomes:
                counter.labels(outcome)

    def presses(self) -> dict[str, int]:
        """Return the number of presses and commands by outcome."""
        return {
            outcome: int(self.registry.get_sample_value("hob_presses_total", {"outcome": outcome}) or 0)
            for outcome in OUTCOMES
        }

    @contextmanager
    def measure_interaction(self) -> Iterator[Callable[[str], None]]:
        """Measure a press or command. Call the yielded function with its outcome unless it is "done"."""
        began, outcomes = time.monotonic(), ["done"]
        try:
            yield outcomes.append
        finally:
            self._presses.labels(outcomes[-1]).inc()
            self._press_seconds.observe(time.monotonic() - began)

    def measure_painting(
        self, paint: Callable[[Argument], Awaitable[Result | None]]
    ) -> Callable[[Argument], Awaitable[Result | None]]:
        """Return `paint` with its calls counted and timed."""

        async def counted(scene: Argument) -> Result | None:
            began = time.monotonic()
            png = await paint(scene)
            self._pictures.labels("painted" if png is not None else "failed").inc()
            self._picture_seconds.observe(time.monotonic() - began)
            return png

        return counted
