"""The kinds of faults.  Each begins while people press, and ends when all that is needed to go on is there again."""

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

from benchmarks.campaign.lodge import Hob, HobCluster
from benchmarks.soak import offspring

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
    """Where a fault happens, and how long people go on pressing meanwhile."""

    lodge: HobCluster
    rng: random.Random

    def anyone(self) -> Hob:
        return self.rng.choice(self.lodge.hobs)

    async def sometime(self, most: float) -> None:
        await asyncio.sleep(self.rng.random() * most)


Strike = Callable[[Scene], Awaitable[int]]  # how many it killed


class Fault(NamedTuple):
    name: str
    strike: Strike
    weight: int
    forgets: bool  # whether a press that was under way may stay without an answer
    database: str = ""  # only with that one
    hobs: int = 1  # at least


async def strike_down(scene: Scene, hobs: Sequence[Hob]) -> int:
    """Kill these, in the same moment, and start them again."""
    lodge = scene.lodge
    lodge.strike()
    await asyncio.gather(*(hob.kill() for hob in hobs))
    await lodge.start()
    return len(hobs)


async def killed(scene: Scene) -> int:
    return await strike_down(scene, [scene.anyone()])


async def killed_at_start(scene: Scene) -> int:
    """While it starts, up to three times in a row; the first time in the midst of play."""
    hob = scene.anyone()
    kills = await strike_down(scene, [hob])
    while kills < 4 and (kills == 1 or scene.rng.random() < 0.4):
        await scene.sometime(0.8)
        kills += await strike_down(scene, [hob])
    return kills


async def several_killed(scene: Scene) -> int:
    hobs = scene.lodge.hobs
    return await strike_down(scene, scene.rng.sample(hobs, scene.rng.randint(2, len(hobs) - 1)))


async def all_killed(scene: Scene) -> int:
    return await strike_down(scene, scene.lodge.hobs)


async def restarted(scene: Scene) -> int:
    """SIGTERM, as an upgrade does: one after the other."""
    lodge = scene.lodge
    for number, hob in enumerate(lodge.hobs):
        code = await hob.stop()
        assert code == 0, f"it ended by {code}"
        if len(lodge.hobs) == 1:
            lodge.strike()
        await lodge.start()
        if number < len(lodge.hobs) - 1:
            await lodge.shared()
    return 0


async def gateway_cut(scene: Scene) -> int:
    """Connections break, and cannot be made for a moment; sessions of the gateway stay."""
    gateway = scene.lodge.discord.gateway
    gateway.refuse()
    await gateway.cut(4000)
    await scene.sometime(1.0)
    gateway.admit()
    return 0


async def session_lost(scene: Scene) -> int:
    """Connections break, and what was told meanwhile is told to nobody."""
    await scene.lodge.forget_logins()
    await scene.lodge.discord.gateway.forget()
    scene.lodge.strike()
    return 0


async def requests_fail(scene: Scene) -> int:
    trouble = scene.lodge.discord.faults
    for what in scene.rng.sample(HTTP, 3):
        trouble.fail(".*", r"/(interactions|channels|webhooks)/.*", **what, times=scene.rng.randint(1, 4))
    await asyncio.sleep(1.0)
    trouble.clear()
    return 0


async def stopped(scene: Scene) -> int:
    """A process stands still for longer than its lease lasts."""
    process = scene.anyone().process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    try:
        await asyncio.sleep(PAST_LEASE)
    finally:
        process.send_signal(signal.SIGCONT)
    scene.lodge.strike()
    return 0


async def database_killed(scene: Scene) -> int:
    """PostgreSQL stops at once, and is back after a while."""
    cluster = scene.lodge.cluster
    assert cluster is not None
    await asyncio.to_thread(cluster.stop)
    await scene.sometime(3.0)
    await asyncio.to_thread(cluster.start)
    return 1


async def database_cut_off(scene: Scene) -> int:
    """PostgreSQL stands still, as if the network to it were cut."""
    cluster = scene.lodge.cluster
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
    """Somebody else writes into the database for a while."""
    file = scene.lodge.data / "hob.sqlite3"
    with contextlib.closing(sqlite3.connect(file, timeout=30, check_same_thread=False)) as connection:
        await asyncio.to_thread(connection.execute, "BEGIN IMMEDIATE")
        await scene.sometime(3.0)
        connection.rollback()
    return 0


async def clock_forward(scene: Scene) -> int:
    """The clock of one is set, by up to five minutes; that of the database is not."""
    clock = scene.anyone().clock
    clock.set(clock.ahead + scene.rng.uniform(0.0, 300.0))
    await scene.sometime(1.0)
    return 0


async def clock_back(scene: Scene) -> int:
    """By up to ten seconds: what was to come is later by so much."""
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
