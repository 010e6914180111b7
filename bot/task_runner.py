"""Attends to things by their ids, to each in one task at a time; what changes meanwhile is attended to right after."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

from bot.errors import Refusal
from bot.interactions.gate import Presses
from db import StoreError

log = logging.getLogger("hob.attendance")
PATIENCE = 5.0  # seconds that a stop waits for what is under way
AT_ONCE = 8  # of many that are caught up with
SLOW = 0.05  # seconds after which one of them waits for something else, and makes room for the next


class Attendance:
    """`attend` brings one up to date, and returns when to come again: None for not before it is woken.

    What is pressed goes first.  Where it fails, it is tried again after `retry` seconds.
    """

    def __init__(
        self,
        kind: str,
        attend: Callable[[str], Awaitable[float | None]],
        clock: Callable[[], float],
        retry: float,
        presses: Presses,
    ) -> None:
        self.kind, self.attend, self.clock, self.retry, self.presses = kind, attend, clock, retry, presses
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

    def missed(self, id: str) -> None:
        """Something has changed, of which what is under way must know that it has not seen it."""
        if id in self._tasks:
            self._again.add(id)

    def woken(self, id: str) -> bool:
        """Has it changed since it is being attended to?"""
        return id in self._again

    async def catch_up(self, ids: Iterable[str]) -> None:
        """Attend to many, a few at a time, so that nobody waits for them."""
        under_way: set[asyncio.Task[None]] = set()
        for id in ids:
            await self.presses.first()
            if len(under_way) >= AT_ONCE:
                done, under_way = await asyncio.wait(under_way, timeout=SLOW, return_when=asyncio.FIRST_COMPLETED)
                under_way = under_way if done else set()
            if not self.attending:
                return
            if not self.knows(id):
                self.wake(id)
                under_way.add(self._tasks[id])

    def knows(self, id: str) -> bool:
        """Is it attended to now, or will be at a known time?"""
        return id in self._tasks or id in self._timers

    def known(self) -> set[str]:
        """What is attended to now, or will be at a known time."""
        return {*self._tasks, *self._timers}

    def forget(self) -> None:
        """What waits for its time is found again by whoever looks for it."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def abandon(self) -> None:
        """Break off what is under way; it is found again by whoever looks for it."""
        for task in self._tasks.values():
            task.cancel()
        self.forget()

    async def finish(self) -> None:
        """Wait for what is under way now, as long as a stop would."""
        if tasks := list(self._tasks.values()):
            await asyncio.wait(tasks, timeout=PATIENCE)

    async def stop(self, others: Iterable[asyncio.Task[None]] = ()) -> None:
        """Finish what is under way, with `others`; what waits has to be found again."""
        self.attending = False
        self.forget()
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
                await self.presses.first()
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
