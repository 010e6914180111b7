"""How soon 10,000 running sessions are available after a start, and how much memory each of them takes."""

import asyncio
import gc
import sqlite3
import tempfile
import time
import tracemalloc
from contextlib import closing
from pathlib import Path

from benchmarks._processes import resident
from benchmarks._tables import Place, create_sessions, process, tables
from benchmarks.clicks import A_SECOND, Clock, press, quantiles
from bot.tables.memory import CACHE_SIZE
from bot.tables.service import Sessions
from db import Store
from playground.discord import Interaction, Loopback

RUNNING = 10_000
TABLES = 200  # additional tables, at which people press


async def start(discord: Loopback, data: Path, mid: str) -> tuple[float, float, float, float]:
    """Start Hob; return seconds until online and until a press is acknowledged, ms of a second press, memory in MB."""
    clock, began = Clock(discord), time.perf_counter()
    async with process(discord, data, "bot", "run") as hob:
        online = time.perf_counter() - began
        first = await discord.answered(press(discord, clock, mid), within=60)
        back = time.perf_counter() - began
        second = await discord.answered(press(discord, clock, mid), within=60)
        assert first.answer and second.answer
        return online, back, clock.took[second.token], resident(hob.pid)


async def overdue(discord: Loopback, data: Path, those: list[str]) -> tuple[float, list[float], list[float]]:
    """Start Hob with all tables due; return the seconds until the last is served, and press times in milliseconds.

    The first list of times is from before that moment, the second from as many presses after it."""
    clock = Clock(discord)
    pressed: list[Interaction] = []

    async def press_once() -> None:
        mid = those[len(pressed) % len(those)]
        pressed.append(await discord.answered(press(discord, clock, mid), within=60))
        await asyncio.sleep(1 / A_SECOND)

    with closing(sqlite3.connect(data / "hob.sqlite3")) as store:
        store.execute("UPDATE sessions SET due_at = ?", (time.time(),))
        store.commit()
        began = time.perf_counter()
        async with process(discord, data, "bot", "run"):
            while store.execute("SELECT count(*) FROM sessions WHERE due_at <= ?", (time.time(),)).fetchone() != (0,):
                await press_once()
            took, meanwhile = time.perf_counter() - began, len(pressed)
            while len(pressed) < 2 * meanwhile:
                await press_once()
            times = [clock.took[one.token] for one in pressed]
            return took, times[:meanwhile], times[meanwhile:]


async def fill(data: Path, count: int) -> list[str]:
    store = await Store.open(f"sqlite:///{data / 'hob.sqlite3'}")
    try:
        people = [(1, "Ada"), (2, "Ben"), (3, "Cara"), (4, "Dan")]
        return await create_sessions(store, [Place(channel, people) for channel in range(1, count + 1)])
    finally:
        await store.close()


async def weight(data: Path, ids: list[str]) -> float:
    """Return the size in kB of a session that is cached because it was used recently."""
    store = await Store.open(f"sqlite:///{data / 'hob.sqlite3'}")
    try:
        sessions = Sessions(store)
        for id in ids[-20:]:
            await sessions.open(id)
        gc.collect()
        tracemalloc.start()
        for id in ids[:CACHE_SIZE]:
            await sessions.open(id)
        gc.collect()
        return tracemalloc.get_traced_memory()[0] / CACHE_SIZE / 1000
    finally:
        tracemalloc.stop()
        await store.close()


async def run() -> list[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as name:
        data = Path(name)
        async with Loopback(deadline=60.0) as discord:
            mid, *others = (await tables(discord, data, TABLES)).values()
            empty = await start(discord, data, mid)
            began = time.perf_counter()
            ids = await fill(data, RUNNING)
            filled = time.perf_counter() - began
            full = await start(discord, data, mid)
            last, meanwhile, after = await overdue(discord, data, others)
            kilobytes = await weight(data, ids)
    rest = (full[3] - empty[3]) * 1000 / RUNNING
    return [
        (f"a start with {RUNNING:,} running sessions: at the gateway after", f"{full[0]:.2f} s"),
        (f"the same with {TABLES}", f"{empty[0]:.2f} s"),
        ("the first press is acknowledged, from the start of the process", f"{full[1]:.2f} s"),
        ("the second press", f"{full[2]:.0f} ms"),
        ("memory of Hob then", f"{full[3]:.0f} MB"),
        ("memory of an idle session, at rest in the database", f"{max(rest, 0):.2f} kB"),
        (f"memory of one of the {CACHE_SIZE:,} used last", f"{kilobytes:.0f} kB"),
        (f"{RUNNING:,} sessions due at a start: the last is attended to after", f"{last:.1f} s"),
        ("a press meanwhile: p50 / p95", quantiles(meanwhile)),
        ("as many presses after it, when none is due", quantiles(after)),
        (f"dealing and storing {RUNNING:,} games", f"{filled:.1f} s"),
    ]
