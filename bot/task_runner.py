"""Runs tasks, one at a time per key: again after each change, or once for all callers that await its result."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterable
from typing import Any, Generic, TypeVar

from bot.errors import UserError
from bot.gate import InteractionGate
from bot.process.logs import REPEAT_AFTER
from db import StoreError, Trouble

log = logging.getLogger("hob.tasks")
DRAIN_TIMEOUT = 5.0  # seconds that a stop waits for running tasks
MAX_CONCURRENT = 8  # tasks of a batch that run at once
Key = TypeVar("Key", bound=Hashable)
Result = TypeVar("Result")
SLOW_TASK_AFTER = 0.05  # seconds after which a task of a batch no longer holds its place


class KeyedTaskRunner:
    """Calls `handle` with a key. `handle` returns the time, by `clock`, of its next call; None means only when woken.

    Tasks yield to presses. A failed call is retried after `retry` seconds.
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
        self.accepting = False  # set it to True to start
        self._trouble = Trouble(REPEAT_AFTER)

    def wake(self, id: str) -> None:
        """Run a key's task now, because something changed or it is due.

        After a stop nothing is started, but a running task is still marked as stale.
        """
        timer = self._timers.pop(id, None)
        if timer is not None:
            timer.cancel()
        if id in self._tasks:
            self._stale.add(id)
        elif self.accepting:
            self._tasks[id] = asyncio.create_task(self._run_until_current(id), name=f"hob {self.kind} {id}")

    def is_stale(self, id: str) -> bool:
        """Return True if the key has changed since its running task started."""
        return id in self._stale

    async def run_batch(self, ids: Iterable[str]) -> None:
        """Run the tasks of many keys, a few at a time, so that they delay nothing else."""
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
            if id not in self._tasks and id not in self._timers:
                self.wake(id)
                under_way.add(self._tasks[id])

    def scheduled_ids(self) -> set[str]:
        """Return the keys with a running task or a timer."""
        return {*self._tasks, *self._timers}

    def cancel_timers(self) -> None:
        """Cancel all timers; a later poll finds the keys again."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def cancel_all(self) -> None:
        """Cancel all running tasks and timers; a later poll finds the keys again."""
        for task in self._tasks.values():
            task.cancel()
        self.cancel_timers()

    async def drain(self) -> None:
        """Wait for running tasks, at most as long as a stop does."""
        if tasks := list(self._tasks.values()):
            await asyncio.wait(tasks, timeout=DRAIN_TIMEOUT)

    async def stop(self, others: Iterable[asyncio.Task[None]] = ()) -> None:
        """Finish running tasks and `others`, and cancel all timers."""
        self.accepting = False
        self.cancel_timers()
        tasks = [*self._tasks.values(), *others]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=DRAIN_TIMEOUT)
            for task in late:  # maybe a picture, which the next start shows
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
        except (UserError, StoreError) as fault:  # the database is unavailable, or another change came first
            log.log(self._trouble.level(fault), "%s %s: update postponed (%s)", self.kind, id, fault)
        except Exception:
            log.exception("%s %s: update failed", self.kind, id)
        return self.clock() + self.retry


class SharedTasks(Generic[Key, Result]):
    """Runs work once for everyone who waits for it at the same time, by key."""

    def __init__(self) -> None:
        self._tasks: dict[Key, asyncio.Task[Result]] = {}

    async def run(self, key: Key, work: Callable[[], Coroutine[Any, Any, Result]], name: str) -> Result:
        """Return the result of a key's work, started now unless it is under way. Raises its errors."""
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.create_task(work(), name=name)
            task.add_done_callback(lambda done: self._done(key, done))
        return await asyncio.shield(task)

    def _done(self, key: Key, done: "asyncio.Task[Result]") -> None:
        del self._tasks[key]
        if not done.cancelled():
            done.exception()  # every waiter gets the exception; without waiters, ignore it
