"""Hob killed at random moments in virtual time, in one process: people press, a kill strikes, a new Hob starts.

A kill strikes between two steps of the event loop, so before or after any `await` of Hob's. What the killed Hob still
sends or writes while its tasks end is lost, as with SIGKILL: its transactions raise, and Discord drops its requests.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from db import StoreUnavailable
from hob.testing.stopped_clock import StoppedClock
from playground.discord import Loopback
from tests.sockets.invariants import ledger, not_right
from tests.sockets.server import Party, Pressed
from tests.sockets.virtual import VirtualHob, seeded, virtual_discord

OWNER: ContextVar[list[asyncio.Task[Any]] | None] = ContextVar("owner", default=None)  # tasks of the running Hob
TURNS = 200  # steps of the event loop from the first press to the kill, at most, for each possible fault and one more
# Virtual seconds between two presses, by how hurried people are; in pauses comes what Hob has delayed or retries.
PAUSES = ((0.001,), (0.02, 0.3, 3.0))
REFUSED = 1.0  # virtual seconds until people press again after a refusal, which they dismiss
RIGHT_WITHIN = 60.0  # virtual seconds after a start in which all screens must be right
PATHS = (r"/interactions/.*", r"/channels/.*", r"/webhooks/.*")
DISTURBED = 0.3  # probability that a fault follows a request
WHAT: tuple[dict[str, Any], ...] = ({"drop": "before"}, {"drop": "after"}, {"status": 500}, {"delay": 2.0})
GROUPS = ("chaser", "muncher", "kingdom", "ghosts", "cover")
SIZES = {"ghosts": 3}


class MortalHob(VirtualHob):
    async def start(self) -> None:
        self.tasks: list[asyncio.Task[Any]] = []
        token = OWNER.set(self.tasks)
        try:
            await super().start()
        finally:
            OWNER.reset(token)

    async def kill(self) -> None:
        """End this Hob as SIGKILL does, and the gateway session with it."""
        discord, store = self.discord, self.store
        assert store is not None and discord._runner is not None and discord._runner.server is not None
        lost = discord.faults.fail(drop="before", times=1 << 30)
        store._database.transactions.run = store._database.transactions.read = killed  # type: ignore[method-assign]
        for connection in [*discord._runner.server.connections]:
            if connection.transport is not None:
                connection.transport.abort()
        while left := [task for task in self.tasks if not task.done()]:
            for task in left:
                task.cancel()
            await asyncio.wait(left, timeout=1.0)
        if self.hob.cluster.leases is not None:
            self.hob.cluster.leases._file_lock.release()  # the system does so when a process dies
        await self.hob.painter.close()
        await store._database.transactions.close()
        discord.gateway.sessions.clear()
        discord.faults.rules.remove(lost)


async def killed(*_: object) -> Any:
    raise StoreUnavailable("this Hob was killed")


async def press_on(party: Party, moment: asyncio.Event, pauses: Sequence[float]) -> None:
    """Press until a moment, even if the gateway connects again because it was silent for a minute."""
    while not moment.is_set():
        if party.hob_server.reached:
            await party.act()
        await asyncio.sleep(REFUSED if party.refused else party.rng.choice(pauses))


def owned_task(loop: asyncio.AbstractEventLoop, work: Any, **options: Any) -> asyncio.Task[Any]:
    """Create a task, and note it if Hob creates it."""
    task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, **options)
    if (tasks := OWNER.get()) is not None:
        tasks.append(task)
        if len(tasks) > 2000:
            tasks[:] = [one for one in tasks if not one.done()]
    return task


@dataclass
class Chaos:
    """The counts and faults of a run.

    The seed repeats everything: decks, presses, kills, what Discord does wrong, and the order of all work.
    """

    seed: int
    most_faults: int = 3  # injected before each kill; each strikes one to four requests
    kills: int = 0
    starts: int = 0
    faults_left: int = 0  # before the next kill
    discord_faults: int = 0  # requests and interactions that were disturbed
    faults: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    requests: list[tuple[str, str, int]] = field(default_factory=list)  # method, path and status

    async def play(self, data: Path, kills: int, tables: int) -> None:
        rng, loop = random.Random(self.seed), asyncio.get_running_loop()
        loop.set_task_factory(owned_task)
        clock = StoppedClock(loop, now=0.0)
        clock.work_takes = lambda: rng.choice((0.0, 0.0, 0.002, 0.02))  # so that other work comes in between
        async with virtual_discord(clock) as discord:
            discord.world.poll = 0.5
            home = MortalHob(discord, data)
            await self.restart(home)
            groups = [GROUPS[(self.seed + n) % len(GROUPS)] for n in range(tables)]
            parties = [
                Party.of(home, n, SIZES.get(group, 2), self.seed * 100 + n, group) for n, group in enumerate(groups)
            ]
            for party in parties:
                await party.set_table()
            self.requests = discord.api.calls
            discord.api.watchers.append(lambda *_: self.disturb(discord, rng))
            while self.kills < kills and not self.faults:
                await self.strike(home, parties, rng, clock)
            self.discord_faults += discord.interactions.repeated + discord.interactions.swapped
            await home.close()

    async def restart(self, home: MortalHob) -> None:
        await home.start()
        await home.online()
        self.starts += 1

    async def strike(self, home: MortalHob, parties: list[Party], rng: random.Random, clock: StoppedClock) -> None:
        """Let everyone press, kill Hob, start a new one, and check what is stored and what is shown."""
        moment = asyncio.Event()
        before = len(home.pressed)
        pauses = rng.choice(PAUSES)
        playing = [asyncio.create_task(press_on(party, moment, pauses)) for party in parties]
        await home.discord.until(lambda: len(home.pressed) > before or any(task.done() for task in playing))
        for task in playing:
            if task.done():
                task.result()  # raises what ended it
        self.faults_left = rng.randint(0, self.most_faults)  # none before, as a lobby might never start
        clock.after(rng.randint(1, TURNS * (self.most_faults + 1)), moment.set)
        await moment.wait()
        self.faults_left = 0
        self.discord_faults -= sum(rule.times for rule in home.discord.faults.rules)  # that nothing ran into
        home.discord.faults.clear()
        await home.kill()
        self.kills += 1
        await asyncio.wait(playing, timeout=10.0)
        for task in playing:
            task.cancel()
        await self.restart(home)
        await self.check(home, home.pressed, [party.channel for party in parties])
        self.faults += [fault for party in parties for fault in party.faults]

    def disturb(self, discord: Loopback, rng: random.Random) -> None:
        """Let Discord fail, delay or lose some requests, and deliver an interaction twice or after its successor."""
        if not self.faults_left or rng.random() > DISTURBED:
            return
        self.faults_left -= 1
        rule = discord.faults.fail(path=rng.choice(PATHS), times=rng.randint(1, 4), **rng.choice(WHAT))
        self.discord_faults += rule.times
        discord.interactions.repeat, discord.interactions.swap = rng.choice((0, 0, 1)), rng.choice((0, 0, 1))

    async def check(self, home: MortalHob, presses: list[Pressed], channels: list[str]) -> None:
        loop, left = asyncio.get_running_loop(), ["nobody has looked"]
        until = loop.time() + RIGHT_WITHIN
        while left and loop.time() < until:
            await asyncio.sleep(1.0)
            left = await not_right(home, [row for cid in channels for row in await home.sessions(cid)])
        rows = await home.sessions()
        found = await ledger(home, rows, presses)
        self.faults += [f"not right: {fault}" for fault in left]
        for kind in ("lost", "doubled", "astray"):
            self.faults += [f"{kind}: {fault}" for fault in getattr(found, kind)]
        self.counts["presses"] = len(presses)
        self.counts["acknowledged"] = sum(press.moves for press in presses)
        self.counts["cut off"] = sum(press.it.answer is None for press in presses)
        self.counts["answers stored"] = found.answers


def run_chaos(data: Path, seed: int, kills: int, tables: int = 2, most_faults: int = 3) -> Chaos:
    """Play and kill in a loop of its own."""
    chaos = Chaos(seed, most_faults)
    with seeded(seed):
        asyncio.run(chaos.play(data, kills, tables))
    return chaos
