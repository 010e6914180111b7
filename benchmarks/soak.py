"""A long run of Hob: `python -m benchmarks.soak --tables 205 --minutes 30` prints its resource use over time.

People at tables of all games press any button they may at an even pace, and play again; Hob runs in its own process
with the loopback Discord.  Memory is in MB, of Hob itself, its painting and its thinking processes; rows are those of
the store.  The small server of docs/operating/capacity.md, as root:

    python -m benchmarks.soak --tables 24 --minutes 60 --pace 3 --computers --limit 512 \\
        HOB_PAINTERS=1 HOB_PAINTER_CACHE=24 HOB_THINKERS=1 HOB_COMPUTERS=hard

With `--limit`, Hob and its processes run in a memory cgroup without swap; the last line tells what the kernel counted.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import re
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks._processes import painters, resident, workers
from cogs.game_uis import GAME_UIS
from playground.child import _die_with_parent
from playground.discord import CannotDo, Loopback
from tests.sockets.server import HobServer, Party

HEAD = "  min  presses  tables   Hob  painting  thinking  handles   rows  games over  store"
CGROUPS = Path("/sys/fs/cgroup")
# Here a single server has all tables, and opens them at once.
UNLIMITED = {"HOB_LIMITS__REQUESTS": "0", "HOB_LIMITS__NEW_IN_SERVER": "0", "HOB_LIMITS__TABLES_OF_SERVER": "0"}


class Point(NamedTuple):
    minutes: float
    presses: int
    tables: int
    hob: float
    painting: float
    thinking: float
    handles: int
    rows: int
    over: int
    store: float

    def row(self) -> str:
        return (
            f"{self.minutes:5.1f}  {self.presses:7}  {self.tables:6}  {self.hob:4.0f}  {self.painting:8.0f}  "
            f"{self.thinking:8.0f}  "
            f"{self.handles:7}  {self.rows:5}  {self.over:10}  {self.store:5.1f}"
        )


async def start_again(hob_server: HobServer) -> None:
    """Start Hob on an existing database, as usual: only the first start loads the code of migrations."""
    await hob_server.start()
    await hob_server.online()
    await hob_server.stop()
    await hob_server.start()
    await hob_server.discord.until(lambda: hob_server.reached or not hob_server.lives)
    await hob_server.online()


class MemoryLimit:
    """A memory cgroup of version 1 or 2, without swap."""

    def __init__(self, megabytes: int) -> None:
        self.old = (CGROUPS / "memory").exists()
        self.folder = (CGROUPS / "memory" if self.old else CGROUPS) / f"hob-soak-{os.getpid()}"
        self.folder.mkdir()
        limit = str(megabytes * 2**20)
        self._set("memory.limit_in_bytes" if self.old else "memory.max", limit)
        self._set("memory.memsw.limit_in_bytes" if self.old else "memory.swap.max", limit if self.old else "0")

    def _set(self, name: str, value: str) -> None:
        if (file := self.folder / name).exists():
            file.write_text(value)

    def report(self) -> str:
        highest = int((self.folder / ("memory.max_usage_in_bytes" if self.old else "memory.peak")).read_text())
        events = (self.folder / ("memory.oom_control" if self.old else "memory.events")).read_text()
        [killed] = re.findall(r"oom_kill (\d+)", events)
        return f"highest use of the limit, files in memory included: {highest / 2**20:.0f} MiB; killed: {killed}"


class LimitedHob(HobServer):
    limit: MemoryLimit | None = None

    async def start(self) -> None:
        if self.limit is None:
            return await super().start()
        enter = f'echo $$ > {self.limit.folder}/cgroup.procs && exec "$@"'
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *("sh", "-c", enter, "sh", sys.executable, "-m", "bot", "run"),
                env=self.environment,
                stderr=log,
                preexec_fn=_die_with_parent,
            )


class Soak:
    def __init__(self, hob_server: HobServer, number: int, pace: float, computers: bool) -> None:
        """With `computers`, one person plays at each table, against computers."""
        uis = itertools.islice(itertools.cycle(GAME_UIS.values()), number)
        self.hob_server, self.pace = hob_server, pace
        self.parties = []
        for n, ui in enumerate(uis):
            seats = max(2, ui.game.seats[0])
            party = Party.of(hob_server, n, 1 if computers else seats, 1, ui.group)
            party.computers = seats - len(party.people)
            self.parties.append(party)
        self.at_work: dict[int, asyncio.Task[None]] = {}
        self.presses = 0

    async def set_tables(self) -> None:
        for party in self.parties:
            party.twice = 0.02
            await party.set_table()

    async def press(self, party: Party) -> None:
        """Press once; at a table that is over, a button that leads to the next game."""
        before = len(self.hob_server.pressed)
        deadline = time.monotonic() + 5
        with contextlib.suppress(CannotDo, TimeoutError):
            await party.press_on(lambda: len(self.hob_server.pressed) > before or time.monotonic() > deadline)

    async def run(self, seconds: float, every: float) -> list[Point]:
        """Press at an even pace, on each table in turn; skip one that still waits for its answer."""
        points: list[Point] = []
        began, turns = time.monotonic(), itertools.cycle(enumerate(self.parties))
        self.look(0.0, points)
        while (spent := time.monotonic() - began) < seconds and self.hob_server.lives:
            number, party = next(turns)
            if number not in self.at_work or self.at_work[number].done():
                self.at_work[number] = asyncio.create_task(self.press(party))
                self.presses += 1
            if spent >= len(points) * every:
                self.look(spent, points)
            await asyncio.sleep(1 / self.pace)
        await asyncio.gather(*self.at_work.values())
        self.look(time.monotonic() - began, points)
        return points

    def look(self, spent: float, points: list[Point]) -> None:
        assert self.hob_server.process is not None
        hob, file = self.hob_server.process.pid, self.hob_server.data / "hob.sqlite3"
        del self.hob_server.pressed[:-500]
        with contextlib.closing(sqlite3.connect(file)) as connection:
            names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            rows = sum(connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names)
            count = "SELECT count(*) FROM sessions WHERE status = ?"
            playing, over = (connection.execute(count, [status]).fetchone()[0] for status in ("playing", "over"))
        points.append(
            Point(
                spent / 60,
                self.presses,
                playing,
                resident(hob),
                sum(map(resident, painters(hob))),
                sum(map(resident, workers(hob, "bot.computers.worker"))),
                len(os.listdir(f"/proc/{hob}/fd")),
                rows,
                over,
                file.stat().st_size / 1e6,
            )
        )
        print(points[-1].row(), flush=True)


async def soak(
    tables: int,
    minutes: float,
    pace: float,
    every: float,
    computers: bool = False,
    limit: MemoryLimit | None = None,
) -> list[Point]:
    os.environ.update(UNLIMITED)
    with tempfile.TemporaryDirectory() as name:
        async with Loopback(deadline=60.0) as discord:
            hob_server = LimitedHob(discord, Path(name), {})
            hob_server.limit = limit
            try:
                await start_again(hob_server)
                whole = Soak(hob_server, tables, pace, computers)
                await whole.set_tables()
                print(HEAD, flush=True)
                points = await whole.run(minutes * 60, every)
                faults = [fault for party in whole.parties for fault in party.faults]
                print("faults:", *faults or ["none"], sep="\n  ")
                if limit is not None:
                    print(limit.report(), flush=True)
                await hob_server.stop()
                return points
            finally:
                await hob_server.close()


async def run() -> list[tuple[str, str]]:
    """Run for half a minute, for the speed table."""
    first, *_, last = await soak(10, 0.5, 5.0, 15.0)
    return [
        (f"{last.presses} presses at 10 tables: Hob before and after", f"{first.hob:.0f}, {last.hob:.0f} MB"),
        ("its painting and thinking processes", f"{last.painting + last.thinking:.0f} MB"),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--tables", type=int, default=205)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--pace", type=float, default=10.0, help="presses a second, over all tables")
    parser.add_argument("--every", type=float, default=60.0, help="seconds between two looks")
    parser.add_argument("--computers", action="store_true", help="one person at each table, against computers")
    parser.add_argument("--limit", type=int, help="MiB of memory for Hob and its processes together (needs root)")
    parser.add_argument("settings", nargs="*", metavar="HOB_NAME=VALUE", help="settings of Hob")
    chosen: Any = parser.parse_args()
    os.environ.update(setting.split("=", 1) for setting in chosen.settings)
    limit = MemoryLimit(chosen.limit) if chosen.limit else None
    try:
        asyncio.run(soak(chosen.tables, chosen.minutes, chosen.pace, chosen.every, chosen.computers, limit))
    finally:
        if limit is not None:
            limit.folder.rmdir()


if __name__ == "__main__":
    main()
