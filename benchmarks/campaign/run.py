"""A campaign: people play, a fault happens, everything recovers, and the store is compared with what people saw."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import statistics
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.campaign.cluster import ALL_SESSIONS, PATIENCE, UNANSWERED, HobCluster
from benchmarks.campaign.faults import FAULTS, Fault, Scene
from benchmarks.campaign.people import Table, settle
from db import StoreUnavailable
from db.rows import ACTIVE

TABLES = 5
ENOUGH = (2, 25)  # presses before the next fault, at least and at most
LIFE = 2.5  # seconds of play before it, at most
PLAYED = "SELECT channel_id FROM sessions WHERE status IN ('lobby', 'playing')"
LINE = 400  # characters printed per failure
COUNT_EVERY = 25  # faults between two comparisons of the store with what people saw
SHOULD_BE_NONE = ("lost", "doubled", "astray", "unanswered", "not_right", "apologies")
COUNTS = {
    "presses": "presses on answers, undos and votes",
    "accepted": "of these accepted",
    "acknowledged": "of these answers to a game's question, acknowledged",
    "cut_off": "cut off by a fault before their answer",
    "comings_and_goings": "joins, leaves, votes to end",
    "repeated": "events delivered twice",
    "swapped": "events in the other order",
    "answers": "answers in the store",
    "undos": "of these undone",
    "tables": "tables",
    "over": "of these games over",
    "lost": "lost: acknowledged, and not in the store",
    "doubled": "doubled: in the store twice",
    "astray": "tables whose answers do not lead to their state",
    "unanswered": "unanswered though no fault came in between",
    "not_right": "times that not all was right in 150 s",
    "apologies": "apologies for a fault of Hob's own",
}


@dataclass
class Kind:
    """One kind of fault: its number, processes killed, presses cut off, and the seconds until all was right again."""

    times: int = 0
    kills: int = 0
    cut_off: int = 0
    recoveries: list[float] = field(default_factory=list)

    def row(self, name: str) -> str:
        times = [statistics.median(self.recoveries), max(self.recoveries)] if self.recoveries else []
        median, worst = [f"{seconds:.1f} s" for seconds in times] or ["never", ""]
        return f"{name:<22}{self.times:>8,}{self.kills:>8,}{self.cut_off:>9,}{median:>26}{worst:>9}"


@dataclass
class Record:
    """The counts of a campaign."""

    seconds: float = 0.0
    cpu: float = 0.0
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTS, 0))
    kinds: dict[str, Kind] = field(default_factory=dict)

    def kind(self, name: str) -> Kind:
        return self.kinds.setdefault(name, Kind())

    @property
    def kills(self) -> int:
        return sum(kind.kills for kind in self.kinds.values())

    @property
    def good(self) -> bool:
        return not any(self.counts[name] for name in SHOULD_BE_NONE)

    def table(self) -> str:
        width = max(map(len, COUNTS.values()))
        rows = [f"{'fault':<22}{'times':>8}{'kills':>8}{'cut off':>9}{'all right after: median':>26}{'worst':>9}"]
        rows += [kind.row(name) for name, kind in sorted(self.kinds.items())]
        times = sum(kind.times for kind in self.kinds.values())
        rows += [f"{'all':<22}{times:>8,}{self.kills:>8,}", ""]
        rows += [f"{words:<{width}} {self.counts[name]:>10,}" for name, words in COUNTS.items()]
        pace = f"{self.kills / self.seconds * 60:.1f} kills a minute" if self.seconds else ""
        return "\n".join([*rows, "", f"{self.seconds:,.0f} s, {self.cpu:,.0f} s of processor time, {pace}"])


class Campaign:
    def __init__(self, cluster: HobCluster, seed: int, kinds: Sequence[Fault]) -> None:
        self.cluster, self.seed, self.kinds = cluster, seed, kinds
        self.rng = random.Random(seed)
        self.record = Record()
        self.tables: list[Table] = []
        self.all_tables: list[Table] = []
        self.wrong = cluster.wrong

    async def run(self, kills: int) -> Record:
        """Run until `kills` processes were killed, or, without a kind that kills, for as many faults.

        SIGINT and SIGTERM end the run early; the record then has the counts so far.
        """
        cluster = self.cluster
        began, cpu, interrupted = time.monotonic(), time.process_time(), asyncio.Event()
        with contextlib.suppress(NotImplementedError):  # Windows
            for number in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(number, interrupted.set)
        await self.cluster.start()
        await self.cluster.shared()
        await self.cluster.online()
        await self.cluster.discord.until(lambda: self.cluster.discord.world.commands.get(None))
        faults = 0
        while max(self.record.kills, 0 if self.kills else faults) < kills and not interrupted.is_set():
            faults += 1
            fault = self.next()
            try:
                await self.new_tables()
                await self.one(fault)
            except Exception:  # any error counts as a failure, and the campaign goes on
                self.wrong.append(f"{fault.name}: {traceback.format_exc()}")
                self.record.counts["not_right"] += 1
                tell([self.wrong[-1][-LINE:]])
                cluster.strike()
            if faults % COUNT_EVERY == 0:
                await self.count()
                print(self.line(time.monotonic() - began), flush=True)
        await self.right_again(whole=True)
        await self.count()
        for number, code in enumerate(await asyncio.gather(*(hob.stop() for hob in cluster.hobs))):
            if code:
                self.wrong.append(f"Hob {number} ended by {code} when it was told to stop")
                self.record.counts["not_right"] += 1
        self.record.seconds = round(time.monotonic() - began, 1)
        self.record.cpu = round(time.process_time() - cpu + self.cluster.cpu, 1)
        return self.record

    @property
    def kills(self) -> bool:
        return any("kill" in fault.name for fault in self.kinds)

    def next(self) -> Fault:
        return self.rng.choices(self.kinds, [fault.weight for fault in self.kinds])[0]

    # ---- one fault
    async def one(self, fault: Fault) -> None:
        cluster, kind = self.cluster, self.record.kind(fault.name)
        self.disturb_order()
        stopping, before, wrong = False, len(cluster.pressed), self.record.counts["not_right"]
        playing = [asyncio.create_task(table.play(lambda: stopping)) for table in self.tables]
        enough = before + self.rng.randint(*ENOUGH)
        with contextlib.suppress(TimeoutError):
            await cluster.discord.until(lambda: len(cluster.pressed) >= enough, within=LIFE)
        kind.times += 1
        cluster.during = fault.name
        try:
            kind.kills += await fault.strike(Scene(cluster, self.rng))
        finally:
            stopping, over = True, time.monotonic()
        when, _ = await asyncio.gather(
            self.right_again(), settle(playing, cluster, 5.0 if fault.forgets else UNANSWERED)
        )
        if when is not None:
            kind.recoveries.append(when - over)
        kind.cut_off += sum(not press.it.over for press in cluster.pressed[before:])
        if self.record.counts["not_right"] == wrong:
            await self.right_again()  # again, after late presses
        await cluster.shared()

    def disturb_order(self) -> None:
        """Make Discord deliver some events twice, or in a different order."""
        interactions = self.cluster.discord.interactions
        interactions.repeat = self.rng.choice((0, 0, 1, 3))
        interactions.swap = self.rng.choice((0, 0, 1, 3))

    async def right_again(self, whole: bool = False) -> float | None:
        """Wait until everything is right, for at most `PATIENCE` seconds. Return when it was, None if it wasn't.

        `whole` checks every table so far, not only those that may have changed.
        """
        cluster, left = self.cluster, ["nobody has looked"]
        if whole:
            cluster.verified.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while left := await self.look():  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
        if left:
            self.record.counts["not_right"] += 1
            self.wrong += left
            tell(left)
            return None
        return time.monotonic()

    async def look(self) -> list[str]:
        """Return what is wrong now."""
        cluster = self.cluster
        for number, hob in enumerate(cluster.hobs):
            if not hob.lives and hob.process is not None:
                self.wrong.append(f"Hob {number} ended by itself: {hob.process.returncode}")
                self.record.counts["not_right"] += 1
                hob.start()
        try:
            await cluster.online()
            found = await cluster.faults(rows := await cluster.tables())
        except StoreUnavailable as fault:
            return [str(fault)]
        if not found:
            cluster.verified |= {row.id: row.revision for row in rows if row.status not in ACTIVE}
        return found

    # ---- people
    async def new_tables(self) -> None:
        """Replace the tables that are over; sometimes keep one, so that its people play again."""
        active = {cid for (cid,) in await self.cluster.rows(PLAYED)}
        kept_tables = [table for table in self.tables if int(table.channel) in active or self.rng.random() < 0.7]
        self.tables = kept_tables
        added = [Table.nth(self.cluster, len(self.all_tables) + n, self.seed) for n in range(TABLES - len(kept_tables))]
        self.all_tables += added
        self.tables = kept_tables + added
        await asyncio.gather(*(table.set_table() for table in added))

    # ---- counts
    async def count(self) -> None:
        counts, cluster = self.record.counts, self.cluster
        found = await cluster.count()
        counts |= {"lost": len(found.lost), "doubled": len(found.doubled), "astray": len(found.astray)}
        counts |= {"answers": found.answers, "undos": found.backs}
        counts["presses"] = len(cluster.pressed)
        counts["accepted"] = sum(press.accepted for press in cluster.pressed)
        counts["acknowledged"] = sum(press.moves for press in cluster.pressed)
        counts["cut_off"] = sum(not press.it.over for press in cluster.pressed)
        counts["comings_and_goings"] = sum(table.comings_and_goings for table in self.all_tables)
        counts["unanswered"] = sum(len(table.unanswered) for table in self.all_tables)
        counts["cut_off"] -= counts["unanswered"]
        counts["apologies"] = sum(len(table.faults) for table in self.all_tables)
        counts["repeated"], counts["swapped"] = (
            cluster.discord.interactions.repeated,
            cluster.discord.interactions.swapped,
        )
        statuses = Counter(status for _, _, status in await cluster.rows(ALL_SESSIONS))
        counts["tables"], counts["over"] = statuses.total(), statuses["over"]
        problems = [f"lost: {one}" for one in found.lost] + [f"doubled: {one}" for one in found.doubled]
        problems += [f"astray: {one}" for one in found.astray]
        for table in self.all_tables:
            problems += [f"unanswered: {one}" for one in table.unanswered] + [f"apology: {one}" for one in table.faults]
        new_problems = [one for one in problems if one not in self.wrong]
        self.wrong += new_problems
        if new_problems:
            tell(new_problems)

    def line(self, seconds: float) -> str:
        counts = self.record.counts
        bad = {name: counts[name] for name in SHOULD_BE_NONE}
        summary = ", ".join(f"{name} {count}" for name, count in bad.items())
        pace = self.record.kills / seconds * 60
        return (
            f"{seconds:6.0f} s  {self.record.kills} kills ({pace:.1f} a minute), {counts['presses']} presses, {summary}"
        )


def tell(wrong: Sequence[str]) -> None:
    print(*(one[:LINE] for one in wrong), sep="\n", file=sys.stderr, flush=True)


def chosen(names: Sequence[str], cluster: HobCluster) -> list[Fault]:
    """Return the faults with these names, or all that are possible here."""
    database = "postgresql" if cluster.postgresql else "sqlite"
    can = [f for f in FAULTS.values() if f.database in ("", database) and f.hobs <= len(cluster.hobs)]
    return [fault for fault in can if not names or fault.name in names]
