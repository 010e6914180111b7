"""Attends to things by their ids, to each in one task at a time; what changes meanwhile is attended to right after."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

from bot.tables.refusals import Refusal
from db import StoreError

log = logging.getLogger("hob.attendance")
PATIENCE = 5.0  # seconds that a stop waits for what is under way


class Attendance:
    """`attend` brings one up to date, and returns when to come again: None for not before it is woken.

    Where it fails, it is tried again after `retry` seconds.
    """

    def __init__(
        self,
        kind: str,
        attend: Callable[[str], Awaitable[float | None]],
        clock: Callable[[], float],
        retry: float,
    ) -> None:
        self.kind, self.attend, self.clock, self.retry = kind, attend, clock, retry
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self.attending = False

    def start(self) -> None:
        self.attending = True

    def wake(self, id: str) -> None:
        """Something has changed, or its time has come.

        Once stopped, it is not attended to any more; but what is under way must know that it has not seen this.
        """
        timer = self._timers.pop(id, None)
        if timer is not None:
            timer.cancel()
        if id in self._tasks:
            self._again.add(id)
        elif self.attending:
            self._tasks[id] = asyncio.create_task(self._until_done(id), name=f"hob {self.kind} {id}")

    def woken(self, id: str) -> bool:
        """Has it changed since it is being attended to?"""
        return id in self._again

    def known(self) -> set[str]:
        """What is attended to now, or will be at a known time."""
        return {*self._tasks, *self._timers}

    async def finish(self) -> None:
        """Wait for what is under way now, as long as a stop would."""
        if tasks := list(self._tasks.values()):
            await asyncio.wait(tasks, timeout=PATIENCE)

    async def stop(self, others: Iterable[asyncio.Task[None]] = ()) -> None:
        """Finish what is under way, with `others`; what waits has to be found again."""
        self.attending = False
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        tasks = [*self._tasks.values(), *others]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=PATIENCE)
            for task in late:  # a picture, perhaps; the next start shows it
                task.cancel()
            if late:
                await asyncio.wait(late, timeout=1)

    async def _until_done(self, id: str) -> None:
        due = None
        try:
            while True:
                self._again.discard(id)
                due = await self._once(id)
                if id not in self._again or not self.attending:
                    break
        finally:
            self._tasks.pop(id, None)
        if due is not None and self.attending:
            pause = max(0.0, due - self.clock())
            self._timers[id] = asyncio.get_running_loop().call_later(pause, self.wake, id)

    async def _once(self, id: str) -> float | None:
        try:
            return await self.attend(id)
        except (Refusal, StoreError) as fault:  # the database does not answer, or somebody was quicker
            log.warning("%s %s: attended to later (%s)", self.kind, id, fault)
        except Exception:
            log.exception("%s %s: attending failed", self.kind, id)
        return self.clock() + self.retry
