"""A campaign: people play, something breaks, all becomes right again, and what was told is what is kept."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.campaign.faults import FAULTS, Fault, Scene
from benchmarks.campaign.lodge import KNOWN, PATIENCE, UNANSWERED, HobCluster
from benchmarks.campaign.people import Table, settle
from benchmarks.campaign.records import Record
from bot.version import version
from db import StoreUnavailable
from db.rows import ACTIVE

TABLES = 5
ENOUGH = (2, 25)  # presses before the next fault
LIFE = 2.5  # seconds of play, at most
PLAYED = "SELECT channel_id FROM sessions WHERE status IN ('lobby', 'playing')"
LINE = 400  # characters of a thing that is wrong
COUNT_EVERY = 25  # faults; what was told is compared with what is kept


class Campaign:
    def __init__(self, cluster: HobCluster, seed: int, kinds: Sequence[Fault]) -> None:
        self.lodge, self.seed, self.kinds = cluster, seed, kinds
        self.rng = random.Random(seed)
        self.record = Record(seed=seed, version=version().number, commit=commit())
        self.record.database = "postgresql" if cluster.cluster else "sqlite"
        self.record.hobs, self.record.shards = len(cluster.hobs), cluster.discord.gateway.shards
        self.record.date = datetime.now(UTC).isoformat(timespec="seconds")
        self.tables: list[Table] = []
        self.ever: list[Table] = []
        self.wrong = cluster.wrong

    async def run(self, kills: int) -> Record:
        """Until so many were killed; without a kind that kills, so many faults.  If it is interrupted, so far."""
        lodge = self.lodge
        began, cpu, interrupted = time.monotonic(), time.process_time(), asyncio.Event()
        with contextlib.suppress(NotImplementedError):  # Windows
            for number in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(number, interrupted.set)
        await self.lodge.start()
        await self.lodge.shared()
        await self.lodge.online()
        await self.lodge.discord.until(lambda: self.lodge.discord.world.commands.get(None))
        faults = 0
        while max(self.record.kills, 0 if self.kills else faults) < kills and not interrupted.is_set():
            faults += 1
            fault = self.next()
            try:
                await self.new_tables()
                await self.one(fault)
            except Exception:  # whatever it is, it counts, and the others go on
                self.wrong.append(f"{fault.name}: {traceback.format_exc()}")
                self.record.counts["not_right"] += 1
                tell([self.wrong[-1][-LINE:]])
                lodge.strike()
            if faults % COUNT_EVERY == 0:
                await self.count()
                print(self.line(time.monotonic() - began), flush=True)
        await self.right_again(whole=True)
        await self.count()
        for number, code in enumerate(await asyncio.gather(*(hob.stop() for hob in lodge.hobs))):
            if code:
                self.wrong.append(f"Hob {number} ended by {code} when it was told to stop")
                self.record.counts["not_right"] += 1
        self.record.seconds = round(time.monotonic() - began, 1)
        self.record.cpu = round(time.process_time() - cpu + self.lodge.cpu, 1)
        return self.record

    @property
    def kills(self) -> bool:
        return any("kill" in fault.name for fault in self.kinds)

    def next(self) -> Fault:
        return self.rng.choices(self.kinds, [fault.weight for fault in self.kinds])[0]

    # ---- one fault
    async def one(self, fault: Fault) -> None:
        lodge, kind = self.lodge, self.record.kind(fault.name)
        self.weather()
        resting, before, wrong = False, len(lodge.pressed), self.record.counts["not_right"]
        playing = [asyncio.create_task(table.play(lambda: resting)) for table in self.tables]
        enough = before + self.rng.randint(*ENOUGH)
        with contextlib.suppress(TimeoutError):
            await lodge.discord.until(lambda: len(lodge.pressed) >= enough, within=LIFE)
        kind.times += 1
        lodge.during = fault.name
        try:
            kind.kills += await fault.strike(Scene(lodge, self.rng))
        finally:
            resting, over = True, time.monotonic()
        when, _ = await asyncio.gather(self.right_again(), settle(playing, lodge, 5.0 if fault.forgets else UNANSWERED))
        kind.took(when - over)
        kind.cut_off += sum(not press.it.over for press in lodge.pressed[before:])
        if self.record.counts["not_right"] == wrong:
            await self.right_again()  # also after what came late
        await lodge.shared()

    def weather(self) -> None:
        """Now and then events come twice, or in another order."""
        desk = self.lodge.discord.interactions
        desk.repeat = self.rng.choice((0, 0, 1, 3))
        desk.swap = self.rng.choice((0, 0, 1, 3))

    async def right_again(self, whole: bool = False) -> float:
        """When all was right; `whole`: each table there ever was, and not only what may have changed."""
        lodge, left = self.lodge, ["nobody has looked"]
        if whole:
            lodge.verified.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while left := await self.look():  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
        if left:
            self.record.counts["not_right"] += 1
            self.wrong += left
            tell(left)
            return time.monotonic()
        return time.monotonic()

    async def look(self) -> list[str]:
        """What is not right at this moment."""
        lodge = self.lodge
        for number, hob in enumerate(lodge.hobs):
            if not hob.lives and hob.process is not None:
                self.wrong.append(f"Hob {number} ended by itself: {hob.process.returncode}")
                self.record.counts["not_right"] += 1
                hob.start()
        try:
            await lodge.online()
            found = await lodge.faults(rows := await lodge.tables())
        except StoreUnavailable as fault:
            return [str(fault)]
        if not found:
            lodge.verified |= {row.id: row.revision for row in rows if row.status not in ACTIVE}
        return found

    # ---- the people
    async def new_tables(self) -> None:
        """In place of those that are over; sometimes they play again instead, in the midst of it all."""
        active = {cid for (cid,) in await self.lodge.rows(PLAYED)}
        still = [table for table in self.tables if int(table.channel) in active or self.rng.random() < 0.7]
        self.tables = still
        made = [Table.nth(self.lodge, len(self.ever) + n, self.seed) for n in range(TABLES - len(still))]
        self.ever += made
        self.tables = still + made
        await asyncio.gather(*(table.set_table() for table in made))

    # ---- the sum
    async def count(self) -> None:
        counts, lodge = self.record.counts, self.lodge
        found = await lodge.count()
        counts |= {"lost": len(found.lost), "doubled": len(found.doubled), "astray": len(found.astray)}
        counts |= {"answers": found.answers, "undos": found.backs}
        counts["presses"] = len(lodge.pressed)
        counts["accepted"] = sum(press.accepted for press in lodge.pressed)
        counts["acknowledged"] = sum(press.moves for press in lodge.pressed)
        counts["cut_off"] = sum(not press.it.over for press in lodge.pressed)
        counts["deeds"] = sum(table.doings for table in self.ever)
        counts["unanswered"] = sum(len(table.unanswered) for table in self.ever)
        counts["cut_off"] -= counts["unanswered"]
        counts["apologies"] = sum(len(table.faults) for table in self.ever)
        counts["twice"], counts["swapped"] = lodge.discord.interactions.repeated, lodge.discord.interactions.swapped
        statuses = Counter(status for _, _, status in await lodge.rows(KNOWN))
        counts["tables"], counts["over"] = statuses.total(), statuses["over"]
        news = [f"lost: {one}" for one in found.lost] + [f"doubled: {one}" for one in found.doubled]
        news += [f"astray: {one}" for one in found.astray]
        for table in self.ever:
            news += [f"unanswered: {one}" for one in table.unanswered] + [f"apology: {one}" for one in table.faults]
        fresh = [one for one in news if one not in self.wrong]
        self.wrong += fresh
        if fresh:
            tell(fresh)

    def line(self, seconds: float) -> str:
        counts = self.record.counts
        bad = {name: counts[name] for name in ("lost", "doubled", "astray", "unanswered", "not_right", "apologies")}
        told = ", ".join(f"{name} {count}" for name, count in bad.items())
        pace = self.record.kills / seconds * 60
        return f"{seconds:6.0f} s  {self.record.kills} kills ({pace:.1f} a minute), {counts['presses']} presses, {told}"


def tell(wrong: Sequence[str]) -> None:
    print(*(one[:LINE] for one in wrong), sep="\n", file=sys.stderr, flush=True)


def commit() -> str:
    """Of this folder; empty where it is none of git's."""
    asked = ["git", "rev-parse", "--short", "HEAD"]
    done = subprocess.run(asked, cwd=Path(__file__).parent, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def chosen(names: Sequence[str], cluster: HobCluster) -> list[Fault]:
    """Those of that name, or all that can happen there."""
    database = "postgresql" if cluster.cluster else "sqlite"
    can = [f for f in FAULTS.values() if f.database in ("", database) and f.hobs <= len(cluster.hobs)]
    return [fault for fault in can if not names or fault.name in names]
