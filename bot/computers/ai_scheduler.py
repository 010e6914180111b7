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

from bot.subprocess_worker import SubprocessWorker, WorkerError
from engine.ai import EventPattern, Level, MoveStats, SearchResult
from engine.game import Game

log = logging.getLogger("hob.thinker")
SEARCH_TIMEOUT = 10.0  # seconds for one thought, the start of the process included
SAFETY_FACTOR = 0.7  # of the time until a thought is needed, so much is planned with
FIXED_COST_SHARE = 0.15  # of a thought's time, so much is not saved by a smaller budget
MIN_SHARE = 0.1  # with a smaller share than this a thought is no better than an easy player's, who takes no time
INITIAL_SECONDS = {"easy": 0.03, "normal": 0.3, "hard": 2.0}  # seconds of a thought before any has been timed
SMOOTHING = 0.2  # how much the newest thought changes what is expected of the next
WARNING_INTERVAL = 60.0  # seconds between two lines of the log about too little time


class SearchJob(NamedTuple):
    """`game` goes as a reference to its class, so that the process imports a game that it does not know yet."""

    game: type[Game[Any]]
    state: bytes
    seat: int
    level: Level
    seed: int
    decks: dict[str, Any]  # operators' decks of the game, by name, as they were read when Hob started
    share: float = 1.0  # of the level's budget
    among: tuple[str, ...] = ()  # the actions to compare; empty: all
    watched: tuple[EventPattern, ...] = ()  # the events to count


def decks_of(game: Game[Any]) -> dict[str, Any]:
    """The operator's decks, as a job carries them."""
    return {name: deck for name, deck in (game.decks or {}).items() if name != "hob"}


@dataclass
class PendingSearch:
    """A seat over one question, `started_at` when the question was first seen."""

    question: int
    started_at: float
    task: "asyncio.Task[SearchResult | None]"
    wakes_table: bool = False  # whether the table is attended to as soon as there is a thought

    @property
    def result(self) -> SearchResult | None:
        """None while there is none, and for ever if it was lost."""
        return self.task.result() if self.task.done() and not self.task.cancelled() else None


@dataclass
class SearchCounts:
    """What has become of thoughts since the start."""

    completed: int = 0
    reduced: int = 0  # of these with less of their level's budget than they wanted
    failed: int = 0  # with their process, or by a fault
    late: int = 0  # answers at random, because there was no thought in time


@dataclass
class QueuedSearch:
    """A job that waits for its turn: what it is expected to take, and when its thought is needed."""

    kind: tuple[str, Level]
    due: float
    job: Callable[[], SearchJob | None]
    share: float  # of the level's budget, that it wants


class AIScheduler:
    """One for the whole bot, with so many processes; each starts when it is first needed."""

    def __init__(self, processes: int = 1, patience: float = SEARCH_TIMEOUT) -> None:
        self.workers = [SubprocessWorker("bot.computers.worker", patience=patience) for _ in range(processes)]
        self.counts = SearchCounts()
        self._idle = [*self.workers]
        self._slots = asyncio.Semaphore(processes)
        self._queue: list[QueuedSearch] = []
        self._tasks: set[asyncio.Task[SearchResult | None]] = set()
        self._mean_seconds: dict[tuple[str, Level], float] = {}  # that a thought with all of its budget takes
        self._warned_at = -WARNING_INTERVAL

    def submit(
        self, slug: str, level: Level, job: Callable[[], SearchJob | None], timeout: float, share: float = 1.0
    ) -> "asyncio.Task[SearchResult | None]":
        """A thought of that game that is needed `timeout` so many seconds, with such a share of its level's budget.

        `job` is called when its turn comes; None: there is nothing to think about any more.
        """
        waiting = QueuedSearch((slug, level), asyncio.get_running_loop().time() + timeout, job, share)
        self._queue.append(waiting)
        task = asyncio.create_task(self._run(waiting), name="hob thought")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: self._dequeue(waiting))  # also if it never had its turn
        return task

    @property
    def queue_length(self) -> int:
        """How many have not had their turn yet."""
        return len(self._queue)

    def _dequeue(self, progress: QueuedSearch) -> None:
        if progress in self._queue:
            self._queue.remove(progress)

    async def _run(self, progress: QueuedSearch) -> SearchResult | None:
        async with self._slots:
            worker = self._idle.pop()
            try:
                job = progress.job()
                return None if job is None else await self._run_on(worker, job._replace(share=progress.share))
            except WorkerError as fault:
                log.warning("a thought about %s is lost: %s", progress.kind[0], fault)
            except Exception:
                log.exception("a thought about %s is lost", progress.kind[0])
            finally:
                self._dequeue(progress)
                self._idle.append(worker)
            self.counts.failed += 1
            return None

    async def _run_on(self, worker: SubprocessWorker, job: SearchJob) -> SearchResult:
        loop, fresh = asyncio.get_running_loop(), not worker.running
        began, given = loop.time(), self._within_budget(job)
        thought = _decode_result(await worker.submit(given))
        if not fresh:  # the start of a process is no thought
            self._record_duration(given, loop.time() - began)
        self.counts.completed += 1
        self.counts.reduced += given is not job
        return thought

    # ---- time
    def _within_budget(self, job: SearchJob) -> SearchJob:
        """The job with the share of its budget that time allows; an easy player's where that is next to nothing."""
        part = self._affordable_share()
        if part >= 1 or job.level == "easy":
            return job
        self._warn_overloaded(part)
        share = job.share * part
        return job._replace(share=share) if share >= MIN_SHARE else job._replace(level="easy", share=MIN_SHARE)

    def _affordable_share(self) -> float:
        """What each that waits may have of what it wants, so that all are through in time, one after the other."""
        now, fixed, wanted, part = asyncio.get_running_loop().time(), 0.0, 0.0, 1.0
        for waiting in self._queue:
            whole = self._expected_seconds(waiting.kind)
            fixed, wanted = fixed + whole * FIXED_COST_SHARE, wanted + whole * (1 - FIXED_COST_SHARE) * waiting.share
            left = (waiting.due - now) * SAFETY_FACTOR * len(self.workers)
            part = min(part, (left - fixed) / wanted) if left > 0 else part  # too late for this one
        return max(0.0, part)

    def _expected_seconds(self, kind: tuple[str, Level]) -> float:
        return self._mean_seconds.get(kind, INITIAL_SECONDS[kind[1]])

    def _record_duration(self, job: SearchJob, seconds: float) -> None:
        kind, share = (job.game.slug, job.level), job.share if job.level != "easy" else 1.0
        whole = seconds / (FIXED_COST_SHARE + (1 - FIXED_COST_SHARE) * share)
        self._mean_seconds[kind] = self._expected_seconds(kind) * (1 - SMOOTHING) + whole * SMOOTHING

    def _warn_overloaded(self, share: float) -> None:
        now = asyncio.get_running_loop().time()
        if now - self._warned_at >= WARNING_INTERVAL:
            self._warned_at = now
            waiting = len(self._queue)
            log.warning("time to think is short: computers have %d %% of their budget; %d wait", share * 100, waiting)

    async def close(self) -> None:
        """End the processes at once; thoughts under way are lost, and nothing else."""
        thinking = list(self._tasks)
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self.workers))


def encode_result(result: SearchResult) -> bytes:
    """As a process answers it."""
    return json.dumps(result).encode()


def _decode_result(answer: bytes) -> SearchResult:
    seat, level, prospects = json.loads(answer)
    return SearchResult(seat, level, [_decode_stats(stats) for stats in prospects])


def _decode_stats(values: list[Any]) -> MoveStats:
    fields: list[Any] = [tuple(value) if isinstance(value, list) else value for value in values]
    return MoveStats(*fields)
