"""How soon 10,000 running sessions are back after a start, and what each of them weighs."""

import gc
import re
import tempfile
import time
import tracemalloc
from pathlib import Path

from benchmarks._tables import lay, process, tables
from benchmarks.clicks import Clock, press
from bot.sessions.sessions import CACHE, Sessions
from db import Store
from playground.discord import Loopback

RUNNING = 10_000


def resident(pid: int) -> float:
    """Megabytes of memory of a process; not a number where the system does not tell."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return int(found[1]) / 1000 if found else float("nan")


async def start(discord: Loopback, data: Path, mid: str) -> tuple[float, float, float, float]:
    """Seconds until Hob is at the gateway, until a press is acknowledged, of a second press; and its memory."""
    clock, began = Clock(discord), time.perf_counter()
    async with process(discord, data, "bot", "run") as hob:
        online = time.perf_counter() - began
        first = await discord.answered(press(discord, clock, mid), within=60)
        back = time.perf_counter() - began
        second = await discord.answered(press(discord, clock, mid), within=60)
        assert first.answer and second.answer
        return online, back, clock.took[second.token], resident(hob.pid)


async def fill(data: Path, count: int) -> list[str]:
    store = await Store.open(f"sqlite:///{data / 'hob.sqlite3'}")
    try:
        return await lay(store, list(range(1, count + 1)), [(1, "Ada"), (2, "Ben"), (3, "Cara"), (4, "Dan")], {})
    finally:
        await store.close()


async def weight(data: Path, ids: list[str]) -> float:
    """Kilobytes that a session takes while it is among the last used, which are held in memory."""
    store = await Store.open(f"sqlite:///{data / 'hob.sqlite3'}")
    try:
        sessions = Sessions(store, lambda session: None)
        for id in ids[-20:]:
            await sessions.open(id)
        gc.collect()
        tracemalloc.start()
        for id in ids[:CACHE]:
            await sessions.open(id)
        gc.collect()
        return tracemalloc.get_traced_memory()[0] / CACHE / 1000
    finally:
        tracemalloc.stop()
        await store.close()


async def run() -> list[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as name:
        data = Path(name)
        async with Loopback(deadline=60.0) as discord:
            (mid,) = (await tables(discord, data, 1)).values()
            empty = await start(discord, data, mid)
            began = time.perf_counter()
            ids = await fill(data, RUNNING)
            filled = time.perf_counter() - began
            full = await start(discord, data, mid)
            kilobytes = await weight(data, ids)
    rest = (full[3] - empty[3]) * 1000 / RUNNING
    return [
        (f"a start with {RUNNING:,} running sessions: at the gateway after", f"{full[0]:.2f} s"),
        ("the same with one session", f"{empty[0]:.2f} s"),
        ("the first press is acknowledged, from the start of the process", f"{full[1]:.2f} s"),
        ("the second press", f"{full[2]:.0f} ms"),
        ("memory of Hob then", f"{full[3]:.0f} MB"),
        ("memory of an idle session, at rest in the database", f"{max(rest, 0):.2f} kB"),
        (f"memory of one of the {CACHE:,} used last", f"{kilobytes:.0f} kB"),
        (f"dealing and storing {RUNNING:,} games", f"{filled:.1f} s"),
    ]
