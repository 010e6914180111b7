"""Measure whether the AI keeps up: searches per second, and forty tables with computer players at the default pace."""

import asyncio
import itertools
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bot.computers.ai_scheduler import AIScheduler, SearchCounts, SearchJob
from bot.computers.player import ComputerPlayer
from bot.tables.model import Seat, TableInfo
from bot.tables.service import Sessions
from bot.tables.session import TableSession
from bot.timing import Timing
from db import Store
from engine import GAMES
from engine.ai import random_action

TABLES = 40
SECONDS = 60.0  # of play at the tables
THOUGHTS = 40  # searches to time
ADA = 1


class Kept(NamedTuple):
    """The number of computer moves, and the outcomes of their searches."""

    moves: int
    counts: SearchCounts


class Tables:
    """Tables with one person, who answers at random and at the computers' pace, and computers in all other seats."""

    def __init__(self, store: Store, thinker: AIScheduler, timing: Timing, most: int) -> None:
        self.sessions = Sessions(store)
        self.sessions.wake = self._changed
        self.thinker, self.pause = thinker, timing.computer_pause
        self.player = ComputerPlayer(self.sessions, timing, thinker)
        self.woken: dict[str, asyncio.Event] = {}
        self.channels, self.moves, self.most = itertools.count(1), 0, most  # moves of the computers

    def _changed(self, session_id: str) -> None:
        self.woken.setdefault(session_id, asyncio.Event()).set()

    async def play(self, slug: str, until: float) -> None:
        """Play one game after another at one table, until the loop's time `until`, or `most` moves at all tables."""
        while asyncio.get_running_loop().time() < until and self.moves < self.most:
            session = await self._new(slug)
            while session.playing and asyncio.get_running_loop().time() < until and self.moves < self.most:
                await self._move(session)
        for woken in self.woken.values():  # or the others would wait for their next move first
            woken.set()

    async def _new(self, slug: str) -> TableSession:
        seats = [Seat(person=ADA, name="Ada"), *(Seat(name=f"Computer {n}") for n in range(GAMES[slug].seats[0] - 1))]
        info = TableInfo(host=ADA, seats=seats, options={"pictures": False})
        session = await self.sessions.create(slug, 1, next(self.channels), info)
        async with session.lock:
            await self.sessions.start(session, session.info.copy_for_edit())
        return session

    async def _move(self, session: TableSession) -> None:
        before, woken = session.revision, self.woken[session.id]
        woken.clear()
        if 0 in session.view().waiting:
            await asyncio.sleep(self.pause)
            await self.sessions.answer(session, 0, random_action(session.view(0), session.revision), None, ADA)
            return
        due = await self.player.play_due(session)
        self.moves += session.revision - before
        if due is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(woken.wait(), max(0.0, due - time.time()))


async def keep_up(tables: int, seconds: float, processes: int, timing: Timing, moves: int = 10**9) -> Kept:
    """Run `tables` tables of all games for `seconds`, or until the computers have made `moves` moves."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        store = await Store.open(f"sqlite:///{Path(folder) / 'hob.sqlite3'}")
        stack.push_async_callback(store.close)
        thinker = AIScheduler(processes)
        stack.push_async_callback(thinker.close)
        all, until = Tables(store, thinker, timing, moves), asyncio.get_running_loop().time() + seconds
        games = itertools.islice(itertools.cycle(GAMES), tables)
        await asyncio.gather(*(all.play(slug, until) for slug in games))
        return Kept(all.moves, thinker.counts)


def first_choices() -> Iterator[SearchJob]:
    """Yield searches of a first move, for all games in turn, forever."""
    for number in itertools.count():
        for game in GAMES.values():
            g = game.deal(seats=game.seats[0], seed=f"thinking {number}")
            yield SearchJob(type(game), game.dump(g), min(g.asks), "normal", number, {})


def _same(job: SearchJob) -> SearchJob:
    return job


async def rate(processes: int) -> float:
    """Return the number of searches per second at the normal level, with its full budget."""
    thinker, jobs = AIScheduler(processes), first_choices()

    async def think(count: int) -> None:
        those = itertools.islice(jobs, count)
        await asyncio.gather(*(thinker.submit(job.game.slug, job.level, partial(_same, job), 3600) for job in those))

    try:
        await think(processes)
        begun = time.perf_counter()
        await think(THOUGHTS)
        return THOUGHTS / (time.perf_counter() - begun)
    finally:
        await thinker.close()


async def run() -> list[tuple[str, str]]:
    rates = [(f"normal thoughts a second, {n} process{'es' * (n > 1)}", f"{await rate(n):.1f}") for n in (1, 2)]
    moves, counts = await keep_up(TABLES, SECONDS, 1, Timing())
    return [
        *rates,
        (f"{TABLES} tables of all games for {SECONDS:.0f} s, 1 process: moves of computers", f"{moves}"),
        ("of these at random, for want of a thought", f"{counts.late}"),
        ("thoughts · with less than their budget · lost", f"{counts.completed} · {counts.reduced} · {counts.failed}"),
    ]
