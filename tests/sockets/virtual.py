"""An event loop with virtual time: it jumps to the next timer when there is nothing to do, and else barely moves.

Minutes with Hob and a Discord on this machine take seconds, and a slow machine gets the same result.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from bot.pictures.painter import Painter, Sizes
from bot.pictures.scene import Scene, Stack
from hob.testing.stopped_clock import SelectorAround, database_orders

SETTLED = 0.002  # seconds of real time in which sent data reaches a socket on this machine
# Virtual seconds per iteration of the loop.  A float holds the time of day to 2.4e-7 s only, so a task can wake up that
# much too early and reschedule itself for "now".  If time stood still, it would repeat that forever.
TURN = 1e-6
LONGEST = 10.0  # seconds of real time that a thread may take


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.now, self.busy = 1000.0, 0
        self.countdown = 0
        self.act: Callable[[], object] = lambda: None
        super().__init__(_Selector(self))

    def time(self) -> float:
        return self.now

    def waits_for(self, thread: asyncio.Future[Any]) -> None:
        """Stop time until a thread is done."""
        self.busy += 1
        thread.add_done_callback(self._done)

    def _done(self, _: object) -> None:
        self.busy -= 1

    def after(self, turns: int, act: Callable[[], object]) -> None:
        """Call `act` after so many iterations of the loop."""
        self.countdown, self.act = turns, act

    def turn(self) -> None:
        self.now += TURN
        self.countdown -= 1
        if self.countdown == 0:
            self.act()

    def run_in_executor(self, *args: Any) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = super().run_in_executor(*args)
        self.waits_for(future)
        return future


class _Selector(SelectorAround):
    """A selector that waits for sockets and threads in real time, and skips the waits for timers."""

    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__(selectors.DefaultSelector())
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self._loop.turn()
        if timeout is not None and timeout <= 0:
            return self._real.select(0)
        found = self._real.select(LONGEST if self._loop.busy or timeout is None else SETTLED)
        if not found and timeout is not None:
            self._loop.now += timeout  # a thread that takes longer than LONGEST hangs
        return found


class FakePainter(Painter):
    """Return a few bytes instead of a picture: nothing here looks at pictures, and painting costs most of the time."""

    async def png(self, scene: Scene | Stack) -> bytes:
        return scene.key.encode()

    def warm(self, game: str, sizes: Sizes) -> None:
        pass


@contextmanager
def virtual_time(loop: VirtualLoop) -> Iterator[None]:
    """Make the loopback's and the leases' clocks follow the loop, and make the loop wait for database threads."""

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("aiosqlite.core.SimpleQueue", database_orders(loop.waits_for))
        patch.setattr("playground.discord.loopback.time", SimpleNamespace(monotonic=loop.time))
        patch.setattr("db.leases.time", SimpleNamespace(monotonic=loop.time))
        yield
