"""A campaign: people play, something breaks, all becomes right again, and what was told is what is kept."""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.campaign.faults import FAULTS, Fault, Scene
from benchmarks.campaign.lodge import Lodge, Table, settle
from benchmarks.campaign.records import Record
from bot import __version__
from playground.discord import Loopback
from playground.discord.gateway import Starts

MANY = 10**9
TABLES = 5
ENOUGH = (2, 25)  # presses before the next fault
LIFE = 2.5  # seconds of play, at most
MINUTE = 60.0
LINE = 400  # characters of a thing that is wrong
COUNT_EVERY = 25  # faults; what was told is compared with what is kept


@contextlib.asynccontextmanager
async def lodging(data: Path | None = None) -> AsyncIterator[Lodge]:
    """A Hob and its Discord, in a folder of their own unless one is given; that stays if anything is wrong."""
    own, data = data is None, data or Path(tempfile.mkdtemp(prefix="hob-campaign-"))
    starts = Starts(total=MANY, remaining=MANY)
    async with Loopback(deadline=60.0, starts=starts) as discord:
        lodge = Lodge(discord, data)
        try:
            yield lodge
        finally:
            await lodge.close()
    assert discord.api.unknown == []
    if lodge.wrong:
        print(f"see {data}", file=sys.stderr)
    elif own:
        shutil.rmtree(data)


class Campaign:
    def __init__(self, lodge: Lodge, seed: int, kinds: Sequence[Fault]) -> None:
        self.lodge, self.seed, self.kinds = lodge, seed, kinds
        self.rng = random.Random(seed)
        self.record = Record(seed=seed, version=__version__, commit=commit())
        self.record.date = datetime.now(UTC).isoformat(timespec="seconds")
        self.tables: list[Table] = []
        self.ever: list[Table] = []
        self.wrong = lodge.wrong

    async def run(self, kills: int) -> Record:
        """Until so many were killed; without a kind that kills, so many faults.  If it is interrupted, so far."""
        began, cpu, interrupted = time.monotonic(), time.process_time(), asyncio.Event()
        with contextlib.suppress(NotImplementedError):  # Windows
            for number in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(number, interrupted.set)
        await self.lodge.start()
        await self.lodge.online()
        await self.lodge.discord.until(lambda: self.lodge.discord.world.commands.get(None))
        faults = 0
        while max(self.record.kills, 0 if self.kills else faults) < kills and not interrupted.is_set():
            await self.new_tables()
            await self.one(self.next())
            faults += 1
            if faults % COUNT_EVERY == 0:
                await self.count()
                print(self.line(time.monotonic() - began), flush=True)
        await self.right_again(whole=True)
        await self.count()
        assert await self.lodge.stop() == 0
        self.record.seconds = round(time.monotonic() - began, 1)
        self.record.cpu = round(time.process_time() - cpu + self.lodge.cpu, 1)
        return self.record

    @property
    def kills(self) -> bool:
        return any(fault.name.startswith("kill") for fault in self.kinds)

    def next(self) -> Fault:
        return self.rng.choices(self.kinds, [fault.weight for fault in self.kinds])[0]

    # ---- one fault
    async def one(self, fault: Fault) -> None:
        lodge, kind = self.lodge, self.record.kind(fault.name)
        self.weather()
        resting = False
        before = lodge.strikes
        playing = [asyncio.create_task(t.play(lambda: resting or lodge.strikes != before)) for t in self.tables]
        enough = len(lodge.pressed) + self.rng.randint(*ENOUGH)
        with contextlib.suppress(TimeoutError):
            await lodge.discord.until(lambda: len(lodge.pressed) >= enough, within=LIFE)
        kind.times += 1
        kind.kills += await fault.strike(Scene(lodge, self.rng))
        over = time.monotonic()
        resting = True
        await settle(playing, lodge, 5.0 if fault.forgets else 30.0)
        kind.took(await self.right_again() - over)

    def weather(self) -> None:
        """Now and then events come twice, or in another order."""
        desk = self.lodge.discord.desk
        desk.repeat = self.rng.choice((0, 0, 1, 3))
        desk.swap = self.rng.choice((0, 0, 1, 3))

    async def right_again(self, whole: bool = False) -> float:
        """When all was right; `whole`: each table there ever was, and not only what may have changed."""
        lodge, left = self.lodge, ["nobody has looked"]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(MINUTE):
                await lodge.online()
                if whole:
                    lodge.verified.clear()
                while left := await lodge.faults(rows := await lodge.tables()):  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
        if left:
            self.record.counts["not_right"] += 1
            self.wrong += left
            tell(left)
            return time.monotonic()
        lodge.verified |= {row.id: row.revision for row in rows if row.status not in ("lobby", "playing", "frozen")}
        return time.monotonic()

    # ---- the people
    async def new_tables(self) -> None:
        """In place of those that are over; sometimes they play again instead, in the midst of it all."""
        active = set(self.lodge.read("SELECT channel_id FROM sessions WHERE status IN ('lobby', 'playing')"))
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
        counts["twice"], counts["swapped"] = lodge.discord.desk.repeated, lodge.discord.desk.swapped
        counts["tables"] = lodge.read("SELECT count(*) FROM sessions")[0]
        counts["over"] = lodge.read("SELECT count(*) FROM sessions WHERE status = 'over'")[0]
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


def chosen(names: Sequence[str], database: str = "sqlite") -> list[Fault]:
    """Those of that name, or all that there are with this database."""
    return [FAULTS[name] for name in names] or [f for f in FAULTS.values() if f.database in ("", database)]
