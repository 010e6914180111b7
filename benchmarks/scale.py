"""`python -m benchmarks.scale` runs many tables on several processes, and kills, adds and restarts some of them.

Tables of all five games, without pictures, share one PostgreSQL; people press at an even pace, on each table in turn,
and don't stop for faults.  Timeouts and limits are those of Discord and of a normal installation: a press fails after
three seconds, and 50 requests per second are allowed.

A press is *cut off* if its shard had no connection when it was made, or lost it before the answer; it is *unanswered*
if it failed though its shard was connected all the time.  Everything is *right* when each table pressed between five
seconds before the event and the reconnection of all shards has been seen to match its stored row.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from benchmarks._processes import offspring, resident, spent
from benchmarks._tables import Place, create_tables
from benchmarks.campaign.cluster import MANY, Hob, HobCluster, run_cluster
from benchmarks.campaign.people import Table
from cogs.game_uis import GAME_UIS
from db import StoreUnavailable
from db.leases import shard_of
from db.rows import ACTIVE
from playground.discord import CannotDo, Interaction, messages
from playground.discord.gateway import Starts
from playground.discord.interactions import DEADLINE
from tests.sockets.invariants import Ledger, wrong
from tests.sockets.server import Party

UNLIMITED_ROUTES = ("interactions", "webhooks")
SERVERS = 20  # per shard
TICK = 0.05  # seconds between two checks
CHECKED_BEFORE = 5.0  # seconds before an event; presses since then are checked, too
PATIENCE = 240.0  # seconds until everything must be right
SHARDS_OF_HOLDERS = "SELECT holder, count(*) FROM leases WHERE holder IS NOT NULL GROUP BY holder ORDER BY 2 DESC"
SIZES = """SELECT relname, pg_total_relation_size(oid), pg_current_wal_lsn() - '0/0'::pg_lsn FROM pg_class
WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"""
STATES = "SELECT id FROM sessions ORDER BY created_at"


class Guests(Table):
    """People who press even while their shard is disconnected, because they can't know."""

    async def act(self) -> bool:
        return await Party.act(self)


@dataclass
class Span:
    """The presses during one event, and their outcomes."""

    name: str
    began: float = field(default_factory=time.monotonic)
    ended: float = 0.0
    took: list[float] = field(default_factory=list)  # milliseconds until the answer of each answered press
    cut_off: int = 0
    unanswered: list[str] = field(default_factory=list)
    connected: float | None = None  # seconds until all shards were connected
    right: float | None = None
    cpu: float = 0.0  # CPU seconds of all processes and their painters
    load: float = 0.0

    @property
    def presses(self) -> int:
        return len(self.took) + self.cut_off + len(self.unanswered)

    def row(self) -> str:
        quantile = statistics.quantiles(self.took, n=100) if len(self.took) > 1 else [0.0] * 99
        times = " / ".join(f"{quantile[at - 1]:,.0f}" for at in (50, 95, 99))
        until = "".join(f"{'' if one is None else f'{one:.1f} s':>11}" for one in (self.connected, self.right))
        cost = self.cpu * 1000 / max(1, len(self.took))
        return (
            f"{self.name:<22}{self.ended - self.began:>6.0f} s{self.presses:>9,}{len(self.took):>10,}"
            f"{self.cut_off:>9}{len(self.unanswered):>12}{times:>20}{until}{cost:>9.1f}{self.load:>7.1f}"
        )


HEAD = (
    f"{'':<22}{'':>8}{'presses':>9}{'answered':>10}{'cut off':>9}{'unanswered':>12}{'p50 / p95 / p99 ms':>20}"
    f"{'connected':>11}{'right':>11}{'cpu ms':>9}{'load':>7}"
)


class Scale:
    """`pace`: presses per second, over all tables."""

    def __init__(self, cluster: HobCluster, pace: float, seed: int) -> None:
        self.cluster, self.pace, self.seed, self.rng = cluster, pace, seed, random.Random(seed)
        self.tables: list[Guests] = []
        self.new = 0  # number of processes added later
        self.session: dict[str, str] = {}  # session id by channel
        self.home: dict[str, str] = {}  # channel of the table by person
        self.spans = [Span("")]
        self.begun: dict[str, tuple[float, Span]] = {}  # by interaction token
        self.pressed_at: dict[str, float] = {}  # time of the last press by channel
        self.left: dict[int, float] = {}  # when each shard's connection was lost last
        self.online: set[int] = set()
        self.at_work: set[asyncio.Task[None]] = set()
        cluster.discord.world.watchers.append(self.record_event)

    # ---- tables
    async def set_up(self, number: int) -> None:
        discord, uis = self.cluster.discord, list(GAME_UIS.values())
        shards = discord.gateway.shards
        servers = self.cluster.servers + [one.id for one in discord.add_servers(shards * (SERVERS - 1), of=shards)]
        places = []
        for n in range(number):
            ui, server = uis[n % len(uis)], servers[n % len(servers)]
            party = Guests.of(self.cluster, n, max(2, ui.game.seats[0]), self.seed, ui.group, server)
            assert isinstance(party, Guests)
            party.twice = 0.0
            self.tables.append(party)
            self.home |= {person.id: party.channel for person in party.people}
            shown = messages.create(discord.world, party.channel, {"content": "…"}, {}, discord.world.bot)["id"]
            people = [(int(person.id), person.name) for person in party.people]
            hands = {}
            for seat, person in enumerate(party.people):
                hand = messages.create(discord.world, person.dm, {"content": "…"}, {}, discord.world.bot)["id"]
                hands[seat] = int(person.dm), int(hand)
            places.append(Place(int(party.channel), people, int(shown), int(server), ui.game.slug, hands))
        ids = await create_tables(discord, await self.cluster.kept(), places, pictures=False)
        for id, place in zip(ids, places, strict=True):
            self.session[str(place.channel)] = id
            self.cluster.seated[id] = [person for person, _ in place.people]

    # ---- measurements
    def record_event(self, kind: str, data: dict[str, Any]) -> None:
        now = time.monotonic()
        if kind == "gateway":
            online = self.cluster.discord.gateway.shards_online
            self.left |= dict.fromkeys(self.online - online, now)
            self.online = set(online)
        elif kind == "interaction":
            it: Interaction = data["interaction"]
            self.begun[it.token] = now, self.spans[-1]
            self.pressed_at[self.home[it.user]] = now
            if self.shard(it) not in self.online:
                self.left[self.shard(it)] = now
        elif kind in ("answer", "failed"):
            self.over(data["interaction"], now)

    def over(self, it: Interaction, now: float) -> None:
        if it.token not in self.begun:
            return
        begun, span = self.begun.pop(it.token)
        if it.answer is not None:
            span.took.append((now - begun) * 1000)
        elif self.left.get(self.shard(it), 0.0) >= begun:
            span.cut_off += 1
        else:
            span.unanswered.append(f"{span.name}: shard {self.shard(it)}, {begun - span.began:.1f} s after it began")

    def shard(self, it: Interaction) -> int:
        guild = self.cluster.discord.world.channels[it.channel].get("guild_id")
        return shard_of(int(guild) if guild else None, self.cluster.discord.gateway.shards)

    # ---- people
    async def press_on(self) -> None:
        """Press at an even pace, on each table in turn; skip a table where a press still waits for its answer."""
        turns = self.rng.sample(self.tables, len(self.tables))
        busy: dict[str, asyncio.Task[None]] = {}
        due = time.monotonic()
        for table in itertools.cycle(turns):
            self.cluster.discord.interactions.tick()
            due = max(due + 1 / self.pace, time.monotonic() - 1.0)
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            if table.channel not in busy or busy[table.channel].done():
                task = busy[table.channel] = asyncio.create_task(self.press(table))
                self.at_work.add(task)
                task.add_done_callback(self.at_work.discard)

    async def press(self, table: Guests) -> None:
        """Press one button, whichever there is; open *My hand* first if necessary."""
        before = self.pressed_at.get(table.channel)
        end = time.monotonic() + DEADLINE
        with contextlib.suppress(CannotDo, TimeoutError):
            await table.press_on(lambda: self.pressed_at.get(table.channel) != before or time.monotonic() > end)

    @asynccontextmanager
    async def people(self) -> AsyncIterator[None]:
        pressing = asyncio.create_task(self.press_on())
        try:
            yield
        finally:
            pressing.cancel()
            await asyncio.gather(pressing, return_exceptions=True)
            while self.at_work:
                self.cluster.discord.interactions.tick()
                await asyncio.wait(self.at_work, timeout=TICK)

    # ---- events
    async def span(
        self, name: str, event: Callable[[], Awaitable[None]] | None, seconds: float, shared: bool = False
    ) -> None:
        """Trigger the event, and let people press for `seconds`, or until everything is right if that takes longer."""
        cluster, cpu = self.cluster, self.cpu()
        span = Span(name)
        self.spans.append(span)
        if event is not None:
            await event()
            over = time.monotonic()
            await (cluster.shared() if shared else cluster.online())
            connected = time.monotonic()
            span.connected = connected - over
            span.right = await self.right_since(span.began - CHECKED_BEFORE, connected) - over
        await asyncio.sleep(max(0.0, span.began + seconds - time.monotonic()))
        span.ended, span.cpu, span.load = time.monotonic(), self.cpu() - cpu, os.getloadavg()[0]
        print(span.row(), flush=True)

    async def right_since(self, begin: float, until: float) -> float:
        """Return when each table pressed since `begin` has been seen right."""
        left = {channel for channel, at in self.pressed_at.items() if at >= begin}
        async with asyncio.timeout(PATIENCE):
            while left:
                for channel in list(left):
                    with contextlib.suppress(StoreUnavailable):
                        row = await (await self.cluster.kept()).get(self.session[channel])
                        if row is not None and not wrong(self.cluster.discord, row):
                            left.discard(channel)
                    await asyncio.sleep(0)
                await asyncio.sleep(TICK)
        return time.monotonic()

    def requests(self) -> str:
        """Return the number of requests per press, with and without Discord's global rate limit."""
        calls = Counter(path.split("/")[1] in UNLIMITED_ROUTES for _, path, _ in self.cluster.discord.api.calls)
        presses = sum(span.presses for span in self.spans)
        limited, free = calls[False] / presses, calls[True] / presses
        return f"requests for each press: {limited:.2f} under Discord's limit, {free:.2f} free"

    def cpu(self) -> float:
        """Return the CPU seconds of all processes, including those that have ended."""
        living = [hob.process.pid for hob in self.cluster.hobs if hob.process is not None and hob.lives]
        return self.cluster.cpu + sum(spent(pid) + sum(map(spent, offspring(pid))) for pid in living)

    async def killed(self) -> None:
        victim = self.cluster.hobs[-1]
        assert victim.process is not None
        gone = sum(map(spent, offspring(victim.process.pid)))
        await victim.kill()
        gateway = self.cluster.discord.gateway
        await self.cluster.discord.until(lambda: len(gateway.shards_online) < gateway.shards)  # the gateway has noticed
        self.cluster.hobs.remove(victim)
        self.cluster.hobs[0].cpu += victim.cpu + gone

    async def added(self) -> None:
        cluster = self.cluster
        self.new += 1
        cluster.hobs.append(Hob(cluster.data / f"hob-new-{self.new}", cluster.environment))
        cluster.hobs[-1].start()

    async def stopped(self) -> None:
        """Stop one process by SIGTERM and start a new one, as an upgrade does."""
        first = self.cluster.hobs.pop(0)
        code = await first.stop()
        assert code == 0, code
        self.cluster.hobs[0].cpu += first.cpu
        await self.added()

    async def database_restarted(self) -> None:
        assert self.cluster.postgresql is not None
        await asyncio.to_thread(self.cluster.postgresql.stop)
        await asyncio.to_thread(self.cluster.postgresql.start)

    # ---- counts
    async def memory(self) -> str:
        shard_counts = [count for _, count in await self.cluster.rows(SHARDS_OF_HOLDERS)]
        descriptions = []
        for hob in self.cluster.hobs:
            assert hob.process is not None
            painters = [f"{resident(pid):.0f}" for pid in offspring(hob.process.pid)]
            descriptions.append(
                f"{resident(hob.process.pid):.0f} MB" + (f" (+ {' + '.join(painters)})" if painters else "")
            )
        memory = ", ".join(descriptions)
        return f"shards of each Hob: {shard_counts}; memory of each (and of what paints and thinks for it): {memory}"

    async def sizes(self) -> Counter[str]:
        """Return the bytes of each database table, and those written to the WAL so far."""
        found = await self.cluster.rows(SIZES)
        return Counter({name: int(size) for name, size, _ in found} | {"journal": int(found[0][2])})

    async def found(self) -> tuple[Ledger, list[str]]:
        """Compare the store with what people were told; also return what is wrong with any table."""
        store, left = await self.cluster.kept(), ["nobody has looked"]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while left:
                    rows = [row for (id,) in await self.cluster.rows(STATES) if (row := await store.get(id))]
                    left = [f"{row.id} {row.status}" for row in rows if row.status not in (*ACTIVE, "over")]
                    left += [f"{row.id}: {fault}" for row in rows if (fault := wrong(self.cluster.discord, row))]
        return await self.cluster.count(), left


async def measure(given: Any) -> bool:
    starts = Starts(total=MANY, remaining=MANY, max_concurrency=given.at_once, every=5.0)
    async with run_cluster(None, "postgresql", given.hobs, given.shards, {}, starts, DEADLINE) as cluster:
        cluster.environment |= {"HOB_LIMITS__REQUESTS": "50"}
        for hob in cluster.hobs:
            hob.environment |= {"HOB_LIMITS__REQUESTS": "50"}
        scale = Scale(cluster, given.pace, given.seed)
        began = time.monotonic()
        await scale.set_up(given.tables)
        print(f"{given.tables:,} tables laid in {time.monotonic() - began:.0f} s", flush=True)
        began = time.monotonic()
        for hob in cluster.hobs:
            hob.start()
        await cluster.shared()
        print(f"{given.hobs} Hobs share {given.shards} shards after {time.monotonic() - began:.1f} s")
        print(await scale.memory(), HEAD, sep="\n", flush=True)
        sizes = await scale.sizes()
        async with scale.people():
            await scale.span("presses spread", None, given.seconds)
            await scale.span("one killed", scale.killed, given.seconds)
            await scale.span("one added", scale.added, given.seconds, shared=True)
            await scale.span("one stopped, one new", scale.stopped, given.seconds, shared=True)
            await scale.span("PostgreSQL restarted", scale.database_restarted, given.seconds)
        print(await scale.memory())
        grown = await scale.sizes() - sizes
        ledger, left = await scale.found()
        presses, unanswered = cluster.pressed, [one for span in scale.spans for one in span.unanswered]
        apologies = [fault for table in scale.tables for fault in table.faults]
        counts = {
            "presses on answers": len(presses),
            "accepted": sum(press.accepted for press in presses),
            "answers to a game's question, acknowledged": sum(press.moves for press in presses),
            "answers in the store": ledger.answers,
            "lost": len(ledger.lost),
            "doubled": len(ledger.doubled),
            "histories that do not lead to their state": len(ledger.astray),
            "cut off": sum(span.cut_off for span in scale.spans),
            "unanswered": len(unanswered),
            "tables not right in the end": len(left),
            "apologies for a fault of Hob's own": len(apologies),
        }
        print(*(f"{what:<44}{count:>8,}" for what, count in counts.items()), sep="\n")
        each = {name: f"{size / max(1, ledger.answers):,.0f}" for name, size in grown.most_common(6)}
        print(f"bytes in PostgreSQL for each answer, its first at that table mostly: {each}; {scale.requests()}")
        cluster.wrong += ledger.lost + ledger.doubled + ledger.astray + unanswered + left + apologies
        print(*(one[:400] for one in cluster.wrong[:40]), sep="\n", file=sys.stderr)
        return not cluster.wrong


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--hobs", type=int, default=3)
    parser.add_argument("--shards", type=int, default=16)
    parser.add_argument("--pace", type=float, default=10.0, help="presses a second, over all tables")
    parser.add_argument("--seconds", type=float, default=30.0, help="of each part, at least")
    parser.add_argument("--at-once", type=int, default=16, help="logins that Discord takes in five seconds")
    parser.add_argument("--seed", type=int, default=1)
    return not asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
