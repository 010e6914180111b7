"""The presses and commands that are being answered, and how everything else lets them go first."""

import asyncio
from typing import Any

LONGEST = 1.0  # seconds that anything lets what goes first go first
AT_ONCE = 12  # presses that are worked on; more would all be ready together, and late


class Presses:
    """`under_way`: each from its beginning to its end, by its task."""

    def __init__(self) -> None:
        self.under_way: set[asyncio.Task[Any]] = set()
        self._unanswered: set[asyncio.Task[Any]] = set()  # those whose answer is not ready to be sent yet
        self._at_work: set[asyncio.Task[Any]] = set()  # those of them whose turn it is
        self._queue: dict[asyncio.Task[Any], asyncio.Event] = {}  # the others, in the order in which they came
        self._resting: dict[asyncio.Task[None], None] = {}  # of what comes after them, the longest waiting first

    def begins(self, press: asyncio.Task[Any]) -> None:
        self.under_way.add(press)
        self._unanswered.add(press)

    @property
    def crowded(self) -> bool:
        """Whether a press would have to wait for its turn."""
        return len(self._at_work) >= AT_ONCE

    async def turn(self, press: asyncio.Task[Any]) -> None:
        """Wait until one of those before it has its answer, but not for long: they may wait for a lock, or a store."""
        if self.crowded:
            free = self._queue[press] = asyncio.Event()
            try:
                async with asyncio.timeout(LONGEST):
                    await free.wait()
            except TimeoutError:
                pass
            finally:
                self._queue.pop(press, None)
        self._at_work.add(press)

    def answered(self, press: asyncio.Task[Any]) -> None:
        """From now on it waits for Discord, and nobody need wait for it."""
        self._unanswered.discard(press)
        self._at_work.discard(press)
        while self._queue and not self.crowded:
            following = next(iter(self._queue))
            self._at_work.add(following)
            self._queue.pop(following).set()
        self._next()

    def ends(self, press: asyncio.Task[Any]) -> None:
        self.under_way.discard(press)
        self.answered(press)

    async def first(self) -> None:
        """Wait until whatever is pressed is answered, but not for long.

        Who waits goes on one by one, each after what has been pressed meanwhile.
        """
        if not self._unanswered and not self._resting:
            return
        rest = asyncio.create_task(asyncio.sleep(LONGEST), name="hob lets presses go first")
        self._resting[rest] = None
        try:
            await asyncio.wait([rest])
        finally:
            rest.cancel()
            del self._resting[rest]
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        """Whoever waits longest goes on, if nothing is pressed."""
        if self._resting and not self._unanswered:
            next(iter(self._resting)).cancel()
