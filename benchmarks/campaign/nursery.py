"""Hobs that begin at once: each is a process of its own, forked from one that has loaded everything already."""

from __future__ import annotations

import asyncio
import importlib
import mmap
import os
import signal
import struct
import sys
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from playground.child import _die_with_parent

PRELOADED = "benchmarks.campaign.preloaded"
_context = get_context("forkserver")
_context.set_forkserver_preload([PRELOADED])


def run_hob(environment: dict[str, str], log: str, clock: str) -> None:
    """A Hob, from its beginning to its end."""
    _die_with_parent()
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), sys.stderr.fileno())
    with open(clock, "r+b") as file:
        importlib.import_module(PRELOADED).ahead = memoryview(mmap.mmap(file.fileno(), 8)).cast("d")
    sys.exit(importlib.import_module("bot.__main__").main(["run"]))


class ForkedProcess:
    """A Hob that was forked; it is used like a process of asyncio."""

    def __init__(self, environment: dict[str, str], log: Path, clock: Path) -> None:
        self._process: ForkServerProcess = _context.Process(
            target=run_hob, args=(environment, str(log), str(clock)), daemon=True
        )
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid
        self._ended = asyncio.Event()
        asyncio.get_running_loop().add_reader(self._process.sentinel, self._end)

    def _end(self) -> None:
        asyncio.get_running_loop().remove_reader(self._process.sentinel)
        self._process.join()
        self._ended.set()

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    async def wait(self) -> int:
        await self._ended.wait()
        assert self.returncode is not None
        return self.returncode


class Clock:
    """How far the clock of a Hob is ahead of the true one."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.set(0.0)

    def set(self, seconds: float) -> None:
        self.ahead = seconds
        if not self.file.exists():
            self.file.write_bytes(bytes(8))
        with self.file.open("r+b") as file:
            file.write(struct.pack("d", seconds))
