"""Hob as a child process that can be started, stopped, restarted and killed, and restarts if it dies."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable

PATIENCE = 10.0  # seconds between SIGTERM and SIGKILL
TOO_SOON = 5.0  # a process that dies within this time counts as a failed start
LONGEST_WAIT = 10.0  # seconds between two starts


def _die_with_parent() -> None:
    """Make the kernel kill this process when the playground dies, even by SIGKILL (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Child:
    def __init__(self, command: list[str], environment: dict[str, str], on_change: Callable[[], None]):
        self.command, self.environment, self.on_change = command, environment, on_change
        self.state = "stopped"
        self.process: asyncio.subprocess.Process | None = None
        self._over = asyncio.Event()
        self._changing = asyncio.Lock()
        self._life: asyncio.Task[None] | None = None

    def _set_state(self, state: str) -> None:
        self.state = state
        self.on_change()

    async def start(self) -> None:
        async with self._changing:
            self._begin()

    async def stop(self) -> None:
        """Terminate the process; kill it if it doesn't exit within `PATIENCE`."""
        async with self._changing:
            await self._end()

    async def restart(self) -> None:
        async with self._changing:
            await self._end()
            self._begin()

    def _begin(self) -> None:
        if not self._life:
            self._over.clear()
            self._life = asyncio.create_task(self._live())

    async def _end(self) -> None:
        life, self._life = self._life, None
        if not life:
            return
        self._over.set()
        self._signal(signal.SIGTERM)
        done, _ = await asyncio.wait({life}, timeout=PATIENCE)
        if not done:
            self.kill()
        await life

    def kill(self) -> None:
        """Kill the process. Unless it was stopped before, it restarts."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> None:
        """Signal the whole process group, so that no process of it remains."""
        if self.process and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)

    async def _live(self) -> None:
        wait = 0.5
        while not self._over.is_set():
            born = time.monotonic()
            self._set_state("running")
            self.process = await asyncio.create_subprocess_exec(
                *self.command, env=self.environment, start_new_session=True, preexec_fn=_die_with_parent
            )
            if self._over.is_set():
                self._signal(signal.SIGTERM)
            await self.process.wait()
            with contextlib.suppress(ProcessLookupError):  # processes that it may have left behind
                os.killpg(self.process.pid, signal.SIGKILL)
            wait = min(wait * 2, LONGEST_WAIT) if time.monotonic() - born < TOO_SOON else 0.5
            if not self._over.is_set():
                self._set_state("ended")
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._over.wait(), wait)
        self._set_state("stopped")
