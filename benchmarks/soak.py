"""A long run of Hob: `python -m benchmarks.soak --tables 205 --minutes 30` prints its resource use over time.

People at tables of all games press any button they may at an even pace, and play again; Hob runs in its own process
with the loopback Discord.  Memory is in MB, of Hob itself and of its painters and AI workers; rows are those of the
store.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from cogs.game_uis import GAME_UIS
from playground.discord import CannotDo, Loopback
from tests.sockets.server import HobServer, Party

HEAD = "  min  presses  tables   Hob  others  handles   rows  games over  store"
PAGE = os.sysconf("SC_PAGE_SIZE")
# Here a single server has all tables, and opens them at once.
UNLIMITED = {"HOB_LIMITS__REQUESTS": "0", "HOB_LIMITS__NEW_IN_SERVER": "0", "HOB_LIMITS__TABLES_OF_SERVER": "0"}


class Point(NamedTuple):
    minutes: float
    presses: int
    tables: int
    hob: float
    others: float
    handles: int
    rows: int
    over: int
    store: float

    def row(self) -> str:
        return (
            f"{self.minutes:5.1f}  {self.presses:7}  {self.tables:6}  {self.hob:4.0f}  {self.others:6.0f}  "
            f"{self.handles:7}  {self.rows:5}  {self.over:10}  {self.store:5.1f}"
        )


def resident(process: int) -> float:
    """Return the resident memory of a process in MB."""
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE / 1e6
    return 0.0


def offspring(process: int) -> Iterator[int]:
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in map(int, file.read_text().split()):
                yield child
                yield from offspring(child)


class Soak:
    def __init__(self, hob_server: HobServer, number: int, pace: float) -> None:
        faces = itertools.islice(itertools.cycle(GAME_UIS.values()), number)
        self.hob_server, self.pace = hob_server, pace
        self.parties = [
            Party.of(hob_server, n, max(2, face.game.seats[0]), 1, face.group) for n, face in enumerate(faces)
        ]
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
                sum(map(resident, offspring(hob))),
                len(os.listdir(f"/proc/{hob}/fd")),
                rows,
                over,
                file.stat().st_size / 1e6,
            )
        )
        print(points[-1].row(), flush=True)


async def soak(tables: int, minutes: float, pace: float, every: float) -> list[Point]:
    os.environ.update(UNLIMITED)
    with tempfile.TemporaryDirectory() as name:
        async with Loopback(deadline=60.0) as discord:
            hob_server = HobServer(discord, Path(name), {})
            try:
                await hob_server.start()
                await hob_server.online()
                whole = Soak(hob_server, tables, pace)
                await whole.set_tables()
                print(HEAD)
                points = await whole.run(minutes * 60, every)
                faults = [fault for party in whole.parties for fault in party.faults]
                print("faults:", *faults or ["none"], sep="\n  ")
                await hob_server.stop()
                return points
            finally:
                await hob_server.close()


async def run() -> list[tuple[str, str]]:
    """Run for half a minute, for the speed table."""
    first, *_, last = await soak(10, 0.5, 5.0, 15.0)
    return [
        (f"{last.presses} presses at 10 tables: Hob before and after", f"{first.hob:.0f}, {last.hob:.0f} MB"),
        ("its other processes", f"{last.others:.0f} MB"),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--tables", type=int, default=205)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--pace", type=float, default=10.0, help="presses a second, over all tables")
    parser.add_argument("--every", type=float, default=60.0, help="seconds between two looks")
    chosen: Any = parser.parse_args()
    asyncio.run(soak(chosen.tables, chosen.minutes, chosen.pace, chosen.every))


if __name__ == "__main__":
    main()
