"""The kinds of faults.  Each starts while people press buttons, and ends when the bot can work again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from benchmarks._processes import offspring
from benchmarks.campaign.cluster import Hob, HobCluster

PAST_LEASE = 11.0  # seconds: a lease lasts ten
HTTP: list[dict[str, Any]] = [
    {"status": 429},
    {"status": 500},
    {"status": 503},
    {"drop": "before"},
    {"drop": "after"},
    {"delay": 0.6},
]


@dataclass
class Scene:
    """The environment of a fault."""

    cluster: HobCluster
    rng: random.Random

    def anyone(self) -> Hob:
        return self.rng.choice(self.cluster.hobs)

    async def sometime(self, most: float) -> None:
        await asyncio.sleep(self.rng.random() * most)


Strike = Callable[[Scene], Awaitable[int]]  # returns the number of processes killed


class Fault(NamedTuple):
    name: str
    strike: Strike
    weight: int
    forgets: bool  # whether a press in progress may stay unanswered
    database: str = ""  # only with this one
    hobs: int = 1  # at least this many processes


async def strike_down(scene: Scene, hobs: Sequence[Hob]) -> int:
    """Kill these processes at the same moment, and restart them."""
    cluster = scene.cluster
    cluster.strike()
    await asyncio.gather(*(hob.kill() for hob in hobs))
    await cluster.start()
    return len(hobs)


async def killed(scene: Scene) -> int:
    return await strike_down(scene, [scene.anyone()])


async def killed_at_start(scene: Scene) -> int:
    """Kill one in mid-game, then up to three times in a row while it starts."""
    hob = scene.anyone()
    kills = await strike_down(scene, [hob])
    while kills < 4 and (kills == 1 or scene.rng.random() < 0.4):
        await scene.sometime(0.8)
        kills += await strike_down(scene, [hob])
    return kills


async def several_killed(scene: Scene) -> int:
    hobs = scene.cluster.hobs
    return await strike_down(scene, scene.rng.sample(hobs, scene.rng.randint(2, len(hobs) - 1)))


async def all_killed(scene: Scene) -> int:
    return await strike_down(scene, scene.cluster.hobs)


async def restarted(scene: Scene) -> int:
    """Restart one process after the other by SIGTERM, as an upgrade does."""
    cluster = scene.cluster
    for number, hob in enumerate(cluster.hobs):
        code = await hob.stop()
        assert code == 0, f"it ended by {code}"
        if len(cluster.hobs) == 1:
            cluster.strike()
        await cluster.start()
        if number < len(cluster.hobs) - 1:
            await cluster.shared()
    return 0


async def gateway_cut(scene: Scene) -> int:
    """Break the connections, and refuse new ones for a moment; gateway sessions survive."""
    gateway = scene.cluster.discord.gateway
    gateway.refuse()
    await gateway.cut(4000)
    await scene.sometime(1.0)
    gateway.admit()
    return 0


async def session_lost(scene: Scene) -> int:
    """Break the connections and drop the gateway sessions, so that events in between are lost."""
    await scene.cluster.forget_logins()
    await scene.cluster.discord.gateway.forget()
    scene.cluster.strike()
    return 0


async def requests_fail(scene: Scene) -> int:
    discord_faults = scene.cluster.discord.faults
    for what in scene.rng.sample(HTTP, 3):
        discord_faults.fail(".*", r"/(interactions|channels|webhooks)/.*", **what, times=scene.rng.randint(1, 4))
    await asyncio.sleep(1.0)
    discord_faults.clear()
    return 0


async def stopped(scene: Scene) -> int:
    """Pause a process for longer than its lease lasts."""
    process = scene.anyone().process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    try:
        await asyncio.sleep(PAST_LEASE)
    finally:
        process.send_signal(signal.SIGCONT)
    scene.cluster.strike()
    return 0


async def database_killed(scene: Scene) -> int:
    """Stop PostgreSQL at once, and restart it after a while."""
    cluster = scene.cluster.postgresql
    assert cluster is not None
    await asyncio.to_thread(cluster.stop)
    await scene.sometime(3.0)
    await asyncio.to_thread(cluster.start)
    return 1


async def database_cut_off(scene: Scene) -> int:
    """Pause PostgreSQL, as if the network to it were down."""
    cluster = scene.cluster.postgresql
    assert cluster is not None and cluster.server is not None
    server = cluster.server.pid
    there = [server, *offspring(server)]
    for process in there:
        os.kill(process, signal.SIGSTOP)
    try:
        await scene.sometime(4.0)
    finally:
        for process in there:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)
    return 0


async def locked(scene: Scene) -> int:
    """Hold SQLite's write lock for a while."""
    file = scene.cluster.data / "hob.sqlite3"
    with contextlib.closing(sqlite3.connect(file, timeout=30, check_same_thread=False)) as connection:
        await asyncio.to_thread(connection.execute, "BEGIN IMMEDIATE")
        await scene.sometime(3.0)
        connection.rollback()
    return 0


async def clock_forward(scene: Scene) -> int:
    """Set one process's clock forward by up to five minutes; the database's clock stays."""
    clock = scene.anyone().clock
    clock.set(clock.ahead + scene.rng.uniform(0.0, 300.0))
    await scene.sometime(1.0)
    return 0


async def clock_back(scene: Scene) -> int:
    """Set one process's clock back by up to ten seconds, which delays what is scheduled."""
    clock = scene.anyone().clock
    clock.set(clock.ahead - scene.rng.uniform(0.0, 10.0))
    await scene.sometime(1.0)
    return 0


FAULTS = {
    fault.name: fault
    for fault in (
        Fault("kill", killed, 45, True),
        Fault("kill at start", killed_at_start, 15, True),
        Fault("several killed", several_killed, 10, True, "postgresql", hobs=3),
        Fault("all killed", all_killed, 10, True, "postgresql", hobs=2),
        Fault("restart", restarted, 6, True),
        Fault("gateway cut", gateway_cut, 6, False),
        Fault("gateway session lost", session_lost, 4, True),
        Fault("requests fail", requests_fail, 6, True),
        Fault("stopped past its lease", stopped, 1, True),
        Fault("database killed", database_killed, 8, False, "postgresql"),
        Fault("database cut off", database_cut_off, 4, False, "postgresql"),
        Fault("database locked", locked, 4, False, "sqlite"),
        Fault("clock set forward", clock_forward, 3, False),
        Fault("clock set back", clock_back, 2, False),
    )
}
