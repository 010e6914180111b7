"""An event loop with virtual time: it jumps to the next timer when there is nothing to do, and else barely moves.

Minutes with Hob and a Discord on this machine take seconds, and a slow machine gets the same result.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any

import pytest

from bot.app import App
from bot.gateway.client import Hob
from bot.pictures.painter import Painter, Sizes
from bot.pictures.scene import Scene, Stack
from bot.settings import Settings
from cogs.games import extensions
from db import Store
from hob.testing.pointing import real_discord_stays
from hob.testing.stopped_clock import SelectorAround, database_orders
from tests.sockets.server import InProcessHob

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


class VirtualHob(InProcessHob):
    """Hob with an operator's settings, on the loopback's clock; its computers decide at random."""

    pauses: dict[str, float] = {}
    chosen = {"computers": "random", "coach": "off"}

    def process_with(self, settings: Settings, store: Store) -> App:
        app = App(settings, store, extensions(self.games), self.discord.world.time, asyncio.get_running_loop().time)
        app.painter = FakePainter()
        return app


def run_virtually(evening: Coroutine[Any, Any, None]) -> None:
    """Run an evening with Hob and a loopback in a loop of its own.

    The loopback's and the leases' clocks follow the loop, and the loop waits for database threads.
    """
    with (
        real_discord_stays(Hob),
        asyncio.Runner(loop_factory=VirtualLoop) as runner,
        pytest.MonkeyPatch.context() as patch,
    ):
        loop = runner.get_loop()
        assert isinstance(loop, VirtualLoop)
        patch.setattr("aiosqlite.core.SimpleQueue", database_orders(loop.waits_for))
        patch.setattr("playground.discord.loopback.time", SimpleNamespace(monotonic=loop.time))
        patch.setattr("db.leases.time", SimpleNamespace(monotonic=loop.time))
        runner.run(evening)
