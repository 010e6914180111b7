"""An event loop whose time stands still until a test lets it pass.

A real-time loop becomes virtual for an evening, and is restored afterwards. Its time jumps from timer to timer. The
work of threads runs in the loop's own thread, so that a test always does the same. Nothing waits for the machine's
clock, except worker processes that have work.
"""

from __future__ import annotations

import asyncio
import math
import selectors
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from bot.process.subprocess_worker import SubprocessWorker
from playground.discord.state import LONGEST

TURN = 1e-6  # virtual seconds per iteration: a timer that wakes up a little too early isn't set for "now" forever
# Modules in which `time.monotonic` is replaced by the virtual time.
CLOCKED = (
    "bot.app",
    "bot.cluster.serving",
    "bot.gateway.client",
    "bot.gateway.logins",
    "bot.gateway.rate_limits",
    "bot.gateway.shards",
    "db.leases",
)
SLACK = 1e-3  # seconds: work due at the end of a pause is done, even if it was scheduled a few iterations later


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


class StoppedClock(SelectorAround):
    """The clock of a loop, in place of its selector: the only part of a loop that waits."""

    def __init__(self, loop: Any, now: float | None = None) -> None:
        """Take over a loop.

        Give `now` only if the loop has no timers yet. Its time starts there, so float sums are the same in each run.
        """
        super().__init__(loop._selector)
        self.loop = loop
        self.now: float = loop.time() if now is None else now
        self.busy = self._turns_left = 0
        self.work_takes: Callable[[], float] = lambda: 0.0  # returns the virtual seconds that a thread's work takes
        self.work_waits: Callable[[], int] = lambda: 0  # returns the iterations until a thread begins its work
        self._until: float | None = None  # how far time may pass
        self._passed: asyncio.Future[None] | None = None

    def time(self) -> float:
        return self.now

    def after(self, turns: int, act: Callable[[], object]) -> None:
        """Call `act` after so many iterations of the loop."""
        self._turns_left, self._act = turns, act

    def _in_turns(self, turns: int, act: Callable[[], object]) -> None:
        if turns:
            self.loop.call_soon(self._in_turns, turns - 1, act)
        else:
            act()

    # ---- time
    async def passes(self, seconds: float) -> None:
        """Let time pass, and do everything that is due until then."""
        await self._run(self.now)
        await self._run(self.now + seconds)

    @contextmanager
    def passing(self) -> Iterator[None]:
        """Let time pass while the block needs it."""
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
        ready = self._real.select(0)
        if ready or (timeout is not None and timeout <= 0):
            return ready
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
        if ready := self._real.select(LONGEST):
            return ready
        raise TimeoutError(f"nothing has happened for {LONGEST:.0f} seconds")

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Replace the loop's time and its threads, and note the work of our worker processes."""
        clock, loop = self, self.loop
        exchange, end = SubprocessWorker._exchange, SubprocessWorker._end

        queues: defaultdict[Executor | None, deque[Callable[[], None]]] = defaultdict(deque)

        def in_this_thread(executor: Executor | None, work: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
            """Do a thread's work in this thread, in the executor's order; its future gets the result later."""
            future: asyncio.Future[Any] = loop.create_future()

            def do() -> None:
                settle: Callable[[Any], None] = future.set_result
                try:
                    result = work(*args)
                except Exception as fault:
                    settle, result = future.set_exception, fault
                pause = clock.work_takes()
                later = partial(loop.call_later, pause) if pause else loop.call_soon
                later(lambda: None if future.done() else settle(result))

            queue = queues[executor]
            queue.append(do)
            clock._in_turns(clock.work_waits(), lambda: queue.popleft()())
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
            patch.setattr(loop, "run_in_executor", in_this_thread)
            patch.setattr(SubprocessWorker, "_exchange", exchanged)
            patch.setattr(SubprocessWorker, "_end", ended)
            for module in CLOCKED:
                patch.setattr(f"{module}.time", SimpleNamespace(monotonic=self.time, time=time.time))
            yield
