"""Thoughts about open questions: one queue of them, and the processes of `bot/computers/worker.py` that think them.

A thought is worth having soon or not at all.  Where more is asked for than the processes can think in time, all that
waits gets the same share of its budget, so strength falls before patience lapses; and a question that is closed when
its turn comes is skipped.
"""

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot.subprocess_worker import Worker, WorkFault
from engine.ai import Level, Prospect, Thought
from engine.game import Game

log = logging.getLogger("hob.thinker")
PATIENCE = 10.0  # seconds for one thought, the start of the process included
SAFE = 0.7  # of the time until a thought is needed, so much is planned with
FIXED = 0.15  # of a thought's time, so much is not saved by a smaller budget
LEAST = 0.1  # with a smaller share than this a thought is no better than an easy player's, who takes no time
GUESS = {"easy": 0.03, "normal": 0.3, "hard": 2.0}  # seconds of a thought before any has been timed
SLOWLY = 0.2  # how much the newest thought changes what is expected of the next
SILENCE = 60.0  # seconds between two lines of the log about too little time


class Job(NamedTuple):
    """`game` goes as a reference to its class, so that the process imports a game that it does not know yet."""

    game: type[Game[Any]]
    state: bytes
    seat: int
    level: Level
    luck: int
    decks: dict[str, Any]  # operators' decks of the game, by name, as they were read when Hob started
    share: float = 1.0  # of the level's budget


def decks_of(game: Game[Any]) -> dict[str, Any]:
    """The operator's decks, as a job carries them."""
    return {name: deck for name, deck in (game.decks or {}).items() if name != "hob"}


@dataclass
class Pondering:
    """A seat over one question, `began` when the question was first seen."""

    question: int
    began: float
    task: "asyncio.Task[Thought | None]"
    awaited: bool = False  # whether the table is attended to as soon as there is a thought

    @property
    def thought(self) -> Thought | None:
        """None while there is none, and for ever if it was lost."""
        return self.task.result() if self.task.done() and not self.task.cancelled() else None


@dataclass
class Counts:
    """What has become of thoughts since the start."""

    thought: int = 0
    shed: int = 0  # of these with less of their level's budget than they wanted
    lost: int = 0  # with their process, or by a fault
    late: int = 0  # answers at random, because there was no thought in time


@dataclass
class Waiting:
    """A job that waits for its turn: what it is expected to take, and when its thought is needed."""

    kind: tuple[str, Level]
    due: float
    job: Callable[[], Job | None]
    share: float  # of the level's budget, that it wants


class Thinker:
    """One for the whole bot, with so many processes; each starts when it is first needed."""

    def __init__(self, processes: int = 1, patience: float = PATIENCE) -> None:
        self.workers = [Worker("bot.computers.worker", patience=patience) for _ in range(processes)]
        self.counts = Counts()
        self._idle = [*self.workers]
        self._turns = asyncio.Semaphore(processes)
        self._waiting: list[Waiting] = []
        self._thinking: set[asyncio.Task[Thought | None]] = set()
        self._seconds: dict[tuple[str, Level], float] = {}  # that a thought with all of its budget takes
        self._said = -SILENCE

    def think(
        self, slug: str, level: Level, job: Callable[[], Job | None], within: float, share: float = 1.0
    ) -> "asyncio.Task[Thought | None]":
        """A thought of that game that is needed `within` so many seconds, with such a share of its level's budget.

        `job` is called when its turn comes; None: there is nothing to think about any more.
        """
        waiting = Waiting((slug, level), asyncio.get_running_loop().time() + within, job, share)
        self._waiting.append(waiting)
        task = asyncio.create_task(self._think(waiting), name="hob thought")
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)
        task.add_done_callback(lambda _: self._dismiss(waiting))  # also if it never had its turn
        return task

    @property
    def waiting(self) -> int:
        """How many have not had their turn yet."""
        return len(self._waiting)

    def _dismiss(self, waiting: Waiting) -> None:
        if waiting in self._waiting:
            self._waiting.remove(waiting)

    async def _think(self, waiting: Waiting) -> Thought | None:
        async with self._turns:
            worker = self._idle.pop()
            try:
                job = waiting.job()
                return None if job is None else await self._by(worker, job._replace(share=waiting.share))
            except WorkFault as fault:
                log.warning("a thought about %s is lost: %s", waiting.kind[0], fault)
            except Exception:
                log.exception("a thought about %s is lost", waiting.kind[0])
            finally:
                self._dismiss(waiting)
                self._idle.append(worker)
            self.counts.lost += 1
            return None

    async def _by(self, worker: Worker, job: Job) -> Thought:
        loop, fresh = asyncio.get_running_loop(), not worker.running
        began, given = loop.time(), self._shared(job)
        thought = _read(await worker.ask(given))
        if not fresh:  # the start of a process is no thought
            self._took(given, loop.time() - began)
        self.counts.thought += 1
        self.counts.shed += given is not job
        return thought

    # ---- time
    def _shared(self, job: Job) -> Job:
        """The job with the share of its budget that time allows; an easy player's where that is next to nothing."""
        part = self._part()
        if part >= 1 or job.level == "easy":
            return job
        self._tell(part)
        share = job.share * part
        return job._replace(share=share) if share >= LEAST else job._replace(level="easy", share=LEAST)

    def _part(self) -> float:
        """What each that waits may have of what it wants, so that all are through in time, one after the other."""
        now, fixed, wanted, part = asyncio.get_running_loop().time(), 0.0, 0.0, 1.0
        for waiting in self._waiting:
            whole = self._expected(waiting.kind)
            fixed, wanted = fixed + whole * FIXED, wanted + whole * (1 - FIXED) * waiting.share
            left = (waiting.due - now) * SAFE * len(self.workers)
            part = min(part, (left - fixed) / wanted) if left > 0 else part  # too late for this one
        return max(0.0, part)

    def _expected(self, kind: tuple[str, Level]) -> float:
        return self._seconds.get(kind, GUESS[kind[1]])

    def _took(self, job: Job, seconds: float) -> None:
        kind, share = (job.game.slug, job.level), job.share if job.level != "easy" else 1.0
        whole = seconds / (FIXED + (1 - FIXED) * share)
        self._seconds[kind] = self._expected(kind) * (1 - SLOWLY) + whole * SLOWLY

    def _tell(self, share: float) -> None:
        now = asyncio.get_running_loop().time()
        if now - self._said >= SILENCE:
            self._said = now
            waiting = len(self._waiting)
            log.warning("time to think is short: computers have %d %% of their budget; %d wait", share * 100, waiting)

    async def close(self) -> None:
        """End the processes at once; thoughts under way are lost, and nothing else."""
        thinking = list(self._thinking)
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self.workers))


def written(thought: Thought) -> bytes:
    """As a process answers it."""
    return json.dumps(thought).encode()


def _read(answer: bytes) -> Thought:
    seat, level, prospects = json.loads(answer)
    return Thought(seat, level, [Prospect(*prospect) for prospect in prospects])
