"""Attends to things by their ids, to each in one task at a time; what changes meanwhile is attended to right after."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

from bot.errors import UserError
from bot.interactions.gate import InteractionGate
from db import StoreError

log = logging.getLogger("hob.attendance")
DRAIN_TIMEOUT = 5.0  # seconds that a stop waits for what is under way
MAX_CONCURRENT = 8  # of many that are caught up with
SLOW_TASK_AFTER = 0.05  # seconds after which one of them waits for something else, and makes room for the next


class KeyedTaskRunner:
    """`handle` brings one up to date, and returns when to come again: None for not before it is woken.

    What is pressed goes first.  Where it fails, it is tried again after `retry` seconds.
    """

    def __init__(
        self,
        kind: str,
        handle: Callable[[str], Awaitable[float | None]],
        clock: Callable[[], float],
        retry: float,
        gate: InteractionGate,
    ) -> None:
        self.kind, self.handle, self.clock, self.retry, self.gate = kind, handle, clock, retry, gate
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stale: set[str] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self.accepting = False

    def start(self) -> None:
        self.accepting = True

    def wake(self, id: str) -> None:
        """Something has changed, or its time has come.

        Once stopped, it is not attended to any more; but what is under way must know that it has not seen this.
        """
        timer = self._timers.pop(id, None)
        if timer is not None:
            timer.cancel()
        if id in self._tasks:
            self._stale.add(id)
        elif self.accepting:
            self._tasks[id] = asyncio.create_task(self._run_until_current(id), name=f"hob {self.kind} {id}")

    def mark_stale(self, id: str) -> None:
        """Something has changed, of which what is under way must know that it has not seen it."""
        if id in self._tasks:
            self._stale.add(id)

    def is_stale(self, id: str) -> bool:
        """Has it changed since it is being attended to?"""
        return id in self._stale

    async def run_batch(self, ids: Iterable[str]) -> None:
        """Attend to many, a few at a time, so that nobody waits for them."""
        under_way: set[asyncio.Task[None]] = set()
        for id in ids:
            await self.gate.yield_to_interactions()
            if len(under_way) >= MAX_CONCURRENT:
                done, under_way = await asyncio.wait(
                    under_way, timeout=SLOW_TASK_AFTER, return_when=asyncio.FIRST_COMPLETED
                )
                under_way = under_way if done else set()
            if not self.accepting:
                return
            if not self.is_scheduled(id):
                self.wake(id)
                under_way.add(self._tasks[id])

    def is_scheduled(self, id: str) -> bool:
        """Is it attended to now, or will be at a known time?"""
        return id in self._tasks or id in self._timers

    def scheduled_ids(self) -> set[str]:
        """What is attended to now, or will be at a known time."""
        return {*self._tasks, *self._timers}

    def cancel_timers(self) -> None:
        """What waits for its time is found again by whoever looks for it."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def cancel_all(self) -> None:
        """Break off what is under way; it is found again by whoever looks for it."""
        for task in self._tasks.values():
            task.cancel()
        self.cancel_timers()

    async def drain(self) -> None:
        """Wait for what is under way now, as long as a stop would."""
        if tasks := list(self._tasks.values()):
            await asyncio.wait(tasks, timeout=DRAIN_TIMEOUT)

    async def stop(self, others: Iterable[asyncio.Task[None]] = ()) -> None:
        """Finish what is under way, with `others`; what waits has to be found again."""
        self.accepting = False
        self.cancel_timers()
        tasks = [*self._tasks.values(), *others]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=DRAIN_TIMEOUT)
            for task in late:  # a picture, perhaps; the next start shows it
                task.cancel()
            if late:
                await asyncio.wait(late, timeout=1)

    async def _run_until_current(self, id: str) -> None:
        due = None
        try:
            while True:
                await self.gate.yield_to_interactions()
                self._stale.discard(id)
                due = await self._run_once(id)
                if id not in self._stale or not self.accepting:
                    break
        finally:
            self._tasks.pop(id, None)
        if due is not None and self.accepting:
            pause = max(0.0, due - self.clock())
            self._timers[id] = asyncio.get_running_loop().call_later(pause, self.wake, id)

    async def _run_once(self, id: str) -> float | None:
        try:
            return await self.handle(id)
        except (UserError, StoreError) as fault:  # the database does not answer, or somebody was quicker
            log.warning("%s %s: attended to later (%s)", self.kind, id, fault)
        except Exception:
            log.exception("%s %s: attending failed", self.kind, id)
        return self.clock() + self.retry
