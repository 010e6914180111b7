"""The presses and commands that are being answered, and how everything else lets them go first."""

import asyncio
from collections.abc import Callable
from typing import Any

MAX_WAIT = 1.0  # seconds that anything lets what goes first go first
MAX_CONCURRENT = 12  # presses that are worked on; more would all be ready together, and late


class InteractionGate:
    """`active_tasks`: each from its beginning to its end, by its task."""

    def __init__(self) -> None:
        self.active_tasks: set[asyncio.Task[Any]] = set()
        # Those whose answer is not ready to be sent yet, and how each is acknowledged without it.
        self._unanswered: dict[asyncio.Task[Any], Callable[[], None]] = {}
        self._acquired: set[asyncio.Task[Any]] = set()  # those of them whose turn it is
        self._queue: dict[asyncio.Task[Any], asyncio.Event] = {}  # the others, in the order in which they came
        self._yielding: dict[asyncio.Task[None], None] = {}  # of what comes after them, the longest waiting first

    def register(self, task: asyncio.Task[Any], acknowledge: Callable[[], None] = lambda: None) -> None:
        """Note a press that has come.  `acknowledge` is called, perhaps more than once, when there is a crowd."""
        self.active_tasks.add(task)
        self._unanswered[task] = acknowledge

    @property
    def is_full(self) -> bool:
        """Whether a press would have to wait for its turn."""
        return len(self._acquired) >= MAX_CONCURRENT

    async def acquire(self, task: asyncio.Task[Any]) -> None:
        """Wait until one of those before it has its answer, but not for long: they may wait for a lock, or a store.

        In a crowd those at work are acknowledged as well: what they wait for is ready only after everybody else is
        acknowledged.
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
        self._acquired.add(task)

    def release(self, task: asyncio.Task[Any]) -> None:
        """From now on it waits for Discord, and nobody need wait for it."""
        self._unanswered.pop(task, None)
        self._acquired.discard(task)
        while self._queue and not self.is_full:
            following = next(iter(self._queue))
            self._acquired.add(following)
            self._queue.pop(following).set()
        self._resume_next()

    def unregister(self, task: asyncio.Task[Any]) -> None:
        self.active_tasks.discard(task)
        self.release(task)

    async def yield_to_interactions(self) -> None:
        """Wait until whatever is pressed is answered, but not for long.

        Who waits goes on one by one, each after what has been pressed meanwhile.
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
        """Whoever waits longest goes on, if nothing is pressed."""
        if self._yielding and not self._unanswered:
            next(iter(self._yielding)).cancel()
