"""The interaction gate: limits concurrent presses and commands, and lets everything else yield to them."""

import asyncio
from collections.abc import Callable
from typing import Any

MAX_WAIT = 1.0  # seconds at most that a press waits for a slot, or other work for presses
MAX_CONCURRENT = 12  # presses handled at once; with more, all would finish together, and late


class InteractionGate:
    """Interactions in progress. `active_tasks` holds the task of each from start to end."""

    def __init__(self) -> None:
        self.active_tasks: set[asyncio.Task[Any]] = set()
        # Those without a ready answer, with the function that acknowledges each until then.
        self._unanswered: dict[asyncio.Task[Any], Callable[[], None]] = {}
        self._acquired: dict[asyncio.Task[Any], None] = {}  # those that may run, in order
        self._queue: dict[asyncio.Task[Any], asyncio.Event] = {}  # the waiting ones in order of arrival
        self._yielding: dict[asyncio.Task[None], None] = {}  # background work waiting for interactions, longest first

    def register(self, task: asyncio.Task[Any], acknowledge: Callable[[], None] = lambda: None) -> None:
        """Register an interaction. `acknowledge` is called, maybe more than once, when the gate is full."""
        self.active_tasks.add(task)
        self._unanswered[task] = acknowledge

    @property
    def is_full(self) -> bool:
        """Return True if another press would have to wait."""
        return len(self._acquired) >= MAX_CONCURRENT

    async def acquire(self, task: asyncio.Task[Any]) -> None:
        """Wait for a free slot, at most `MAX_WAIT`: the running ones may be waiting for a lock or the store.

        If the gate is full, the running ones are acknowledged as well, because their answers will be ready only after
        all others are acknowledged.
        """
        if self.is_full:
            for waiting in (*self._acquired, task):
                if acknowledge := self._unanswered.get(waiting):
                    acknowledge()
            free = self._queue[task] = asyncio.Event()
            try:
                async with asyncio.timeout(MAX_WAIT):
                    await free.wait()
            except TimeoutError:
                pass
            finally:
                self._queue.pop(task, None)
        self._acquired[task] = None

    def release(self, task: asyncio.Task[Any]) -> None:
        """Free the slot: the answer is ready, or it is late and must not hold up others."""
        self._unanswered.pop(task, None)
        self._acquired.pop(task, None)
        while self._queue and not self.is_full:
            first = next(iter(self._queue))
            self._acquired[first] = None
            self._queue.pop(first).set()
        self._resume_next()

    def unregister(self, task: asyncio.Task[Any]) -> None:
        self.active_tasks.discard(task)
        self.release(task)

    async def yield_to_interactions(self) -> None:
        """Wait until all presses are answered, at most `MAX_WAIT`.

        Waiters resume one by one, each after the presses that have arrived in the meantime.
        """
        if not self._unanswered and not self._yielding:
            return
        rest = asyncio.create_task(asyncio.sleep(MAX_WAIT), name="hob lets presses go first")
        self._yielding[rest] = None
        try:
            await asyncio.wait([rest])
        finally:
            rest.cancel()
            del self._yielding[rest]
            asyncio.get_running_loop().call_soon(self._resume_next)

    def _resume_next(self) -> None:
        """Resume the longest waiter if no press is unanswered."""
        if self._yielding and not self._unanswered:
            next(iter(self._yielding)).cancel()
