"""Processes that start fast: each is forked from one that has already imported everything."""

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
    """Run Hob in the forked process, from start to exit."""
    _die_with_parent()
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), sys.stderr.fileno())
    with open(clock, "r+b") as file:
        importlib.import_module(PRELOADED).ahead = memoryview(mmap.mmap(file.fileno(), 8)).cast("d")
    sys.exit(importlib.import_module("bot.__main__").main(["run"]))


class ForkedProcess:
    """A forked Hob, with the interface of an asyncio process."""

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
    """The offset of a process's clock from the true time."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.set(0.0)

    def set(self, seconds: float) -> None:
        self.ahead = seconds
        if not self.file.exists():
            self.file.write_bytes(bytes(8))
        with self.file.open("r+b") as file:
            file.write(struct.pack("d", seconds))
