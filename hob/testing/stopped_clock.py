"""An event loop whose time stands still until a test lets it pass.

A loop in real time is made virtual for an evening, and restored afterwards. Time passes at once, from timer to timer.
Nothing waits for the clock of the machine, except for threads and worker processes that have work.
"""

from __future__ import annotations

import asyncio
import math
import selectors
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest

from bot.subprocess_worker import SubprocessWorker

TURN = 1e-6  # virtual seconds per iteration: a timer that wakes up a little too early isn't set for "now" forever
# Modules that use the machine's clock.
CLOCKED = (
    "bot.app",
    "bot.gateway.client",
    "bot.gateway.logins",
    "bot.gateway.rate_limits",
    "bot.gateway.shards",
    "db.leases",
)
SLACK = 1e-3  # seconds: what is due at the end of a pause is done, although it was set a few turns later
LONGEST = 120.0  # seconds of real time that a thread or a process may take: a guard against hanging


class SelectorAround(selectors.BaseSelector):
    """A selector around another one; `select` decides how long to wait."""

    def __init__(self, real: selectors.BaseSelector) -> None:
        self._real = real

    def register(self, *args: Any, **more: Any) -> selectors.SelectorKey:
        return self._real.register(*args, **more)

    def unregister(self, *args: Any) -> selectors.SelectorKey:
        return self._real.unregister(*args)

    def modify(self, *args: Any, **more: Any) -> selectors.SelectorKey:
        return self._real.modify(*args, **more)

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._real.get_map()

    def close(self) -> None:
        self._real.close()


def database_orders(waits_for: Callable[[asyncio.Future[Any]], None]) -> type[SimpleQueue[Any]]:
    """Return a queue for database threads that calls `waits_for` with the future of each order."""

    class Orders(SimpleQueue[Any]):
        def put_nowait(self, order: Any) -> None:
            if order[0] is not None:
                waits_for(order[0])
            super().put_nowait(order)

    return Orders


class StoppedClock(SelectorAround):
    """The clock of a loop, in place of its selector: the only part of a loop that waits."""

    def __init__(self, loop: Any) -> None:
        super().__init__(loop._selector)
        self.loop = loop
        self.now: float = loop.time()
        self.busy = self._turns_left = 0
        self._until: float | None = None  # how far time may pass
        self._passed: asyncio.Future[None] | None = None

    def time(self) -> float:
        return self.now

    def after(self, turns: int, act: Callable[[], object]) -> None:
        """Call `act` after so many iterations of the loop."""
        self._turns_left, self._act = turns, act

    # ---- time
    async def passes(self, seconds: float) -> None:
        """Let time pass. Afterwards nothing is left to do at that time."""
        await self._run(self.now)
        await self._run(self.now + seconds)

    @contextmanager
    def passing(self) -> Iterator[None]:
        """Let time pass as far as the work inside needs it."""
        before, self._until = self._until, math.inf
        try:
            yield
        finally:
            self._until = before

    async def _run(self, until: float) -> None:
        assert self._passed is None, "time can't pass twice at once"
        before, self._until = self._until, until
        self._passed = self.loop.create_future()
        try:
            await self._passed
        finally:
            self._passed, self._until = None, before

    def forget_timers(self) -> None:
        for handle in list(self.loop._scheduled):
            handle.cancel()

    # ---- work outside the loop
    def waits_for(self, work: asyncio.Future[Any]) -> None:
        """Stop time until a thread is done."""
        self.busy += 1
        work.add_done_callback(self._done)

    def _done(self, _: object) -> None:
        self.busy -= 1

    @contextmanager
    def working(self) -> Iterator[None]:
        """Stop time while a worker process has work."""
        self.busy += 1
        try:
            yield
        finally:
            self.busy -= 1

    # ---- the selector
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.now += TURN
        self._turns_left -= 1
        if self._turns_left == 0:
            self._act()
        if (timeout is not None and timeout <= 0) or (found := self._real.select(0)):
            return self._real.select(0) if timeout is not None and timeout <= 0 else found
        timers = self.loop._scheduled
        due = timers[0]._when if timers else math.inf
        if not self.busy and self._until is not None and due <= self._until + SLACK and due < math.inf:
            self.now = max(self.now, due)
            return []
        if not self.busy and self._passed is not None and not self._passed.done():
            assert self._until is not None
            self.now = max(self.now, self._until)
            self._passed.set_result(None)
            return []
        if found := self._real.select(LONGEST):
            return found
        raise TimeoutError(f"nothing has happened for {LONGEST:.0f} seconds")

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Replace the loop's time, and note the work of its threads and of our worker processes."""
        clock, loop = self, self.loop
        run_in_executor, exchange, end = loop.run_in_executor, SubprocessWorker._exchange, SubprocessWorker._end

        def in_thread(*args: Any) -> asyncio.Future[Any]:
            future: asyncio.Future[Any] = run_in_executor(*args)
            clock.waits_for(future)
            return future

        async def exchanged(worker: SubprocessWorker, message: bytes) -> bytes:
            with clock.working():
                return await exchange(worker, message)

        async def ended(worker: SubprocessWorker, at_once: bool = False) -> None:
            with clock.working():
                await end(worker, at_once)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(loop, "_selector", self)
            patch.setattr(loop, "time", self.time)
            patch.setattr(loop, "run_in_executor", in_thread)
            patch.setattr(SubprocessWorker, "_exchange", exchanged)
            patch.setattr(SubprocessWorker, "_end", ended)
            patch.setattr("aiosqlite.core.SimpleQueue", database_orders(self.waits_for))
            for module in CLOCKED:
                patch.setattr(f"{module}.time", SimpleNamespace(monotonic=self.time, time=time.time))
            yield
