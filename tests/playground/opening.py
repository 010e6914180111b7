"""Run `python -m playground` as a process, and read from the socket of its page."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

LITTLE = "tests.playground.sample_bot"


@asynccontextmanager
async def playground(*words: str, bot: str = LITTLE) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    command = [sys.executable, "-m", "playground", "--port", "0", "--no-open", "--deadline", "inf", "--bot", bot]
    process = await asyncio.create_subprocess_exec(*command, *words, stdout=asyncio.subprocess.PIPE)
    try:
        assert process.stdout
        line = (await process.stdout.readline()).decode()
        found = re.search(r"http://\S+", line)
        assert found, line
        yield process, found[0]
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGINT)
        await process.wait()


async def told(socket: aiohttp.ClientWebSocketResponse, fits: Callable[[Any], Any]) -> Any:
    async with asyncio.timeout(60):
        while not fits(data := await socket.receive_json()):
            pass
    return data


def online(yes: bool) -> Callable[[Any], bool]:
    return lambda data: data["type"] == "state" and data["hob"]["online"] is yes


def children(pid: int) -> list[int]:
    """Return the ids of a process's children, from Linux's /proc."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(word) for word in listed.split()]


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")")[-1].split()[0] != "Z"
