"""Schedules searches for computer players: one queue, and the worker processes of `bot/computers/worker.py`.

A late result is useless. When the workers are overloaded, all queued searches get the same share of their budget, so
computers play worse rather than slower. Searches for closed questions are skipped.
"""

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot.process.subprocess_worker import SubprocessWorker, WorkerError
from engine.ai import EventPattern, Level, MoveStats, SearchResult
from engine.game import Game

log = logging.getLogger("hob.computers")
SEARCH_TIMEOUT = 10.0  # seconds for one search, including the start of the process
SAFETY_FACTOR = 0.7  # share of the time until the deadline that may be planned
FIXED_COST_SHARE = 0.15  # share of a search's time that doesn't depend on its budget
MIN_SHARE = 0.1  # below this share a search is no better than an easy player's, which takes almost no time
INITIAL_SECONDS = {"easy": 0.03, "normal": 0.3, "hard": 2.0}  # expected seconds of a search before any was timed
SMOOTHING = 0.2  # weight of the newest duration in the running mean
CLOSED_CHECK = 1.0  # seconds after the deadline, and between two further checks whether the question is closed
WARNING_INTERVAL = 60.0  # seconds between log lines about overload


class SearchJob(NamedTuple):
    """A search job. `game` is pickled by reference to its class, so that the worker imports it."""

    game: type[Game[Any]]
    state: bytes
    seat: int
    level: Level
    seed: int
    decks: dict[str, Any]  # the operator's decks of the game, by name, as loaded at start-up
    share: float = 1.0  # of the level's budget
    among: tuple[str, ...] = ()  # the actions to compare; empty: all
    watched: tuple[EventPattern, ...] = ()  # the events to count


def decks_of(game: Game[Any]) -> dict[str, Any]:
    """Return the operator's decks for a job."""
    return {name: deck for name, deck in (game.decks or {}).items() if name != "hob"}


@dataclass
class SearchCounts:
    """Counts of searches since start-up."""

    completed: int = 0
    reduced: int = 0  # completed with less than the requested budget
    failed: int = 0  # because of a worker or an error
    late: int = 0  # random answers because no result came in time


@dataclass
class QueuedSearch:
    """A queued job with its deadline, and its kind, which predicts its duration."""

    kind: tuple[str, Level]
    due: float
    job: Callable[[], SearchJob | None]
    share: float  # requested share of the level's budget


class AIScheduler:
    """The scheduler of the whole bot. It starts each of its `processes` workers on first use."""

    def __init__(self, processes: int = 1, timeout: float = SEARCH_TIMEOUT) -> None:
        self.workers = [SubprocessWorker("bot.computers.worker", timeout=timeout) for _ in range(processes)]
        self.counts = SearchCounts()
        self._idle = [*self.workers]
        self._slots = asyncio.Semaphore(processes)
        self._queue: list[QueuedSearch] = []
        self._tasks: set[asyncio.Task[SearchResult | None]] = set()
        self._mean_seconds: dict[tuple[str, Level], float] = {}  # of a search with its full budget
        self._warned_at = -WARNING_INTERVAL

    def submit(
        self, slug: str, level: Level, job: Callable[[], SearchJob | None], timeout: float, share: float = 1.0
    ) -> "asyncio.Task[SearchResult | None]":
        """Queue a search that is needed within `timeout` seconds, with a share of its level's budget.

        `job` is called when a worker is free, and before that to check whether the search is still needed; it returns
        None if it isn't. The task's result is None then, and also if the search failed.
        """
        queued = QueuedSearch((slug, level), asyncio.get_running_loop().time() + timeout, job, share)
        self._queue.append(queued)
        task = asyncio.create_task(self._run(queued), name="hob search")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: self._dequeue(queued))  # in case it never ran
        return task

    @property
    def queue_length(self) -> int:
        """Return the number of searches that wait for a worker."""
        return len(self._queue) - (len(self.workers) - len(self._idle))

    def _dequeue(self, queued: QueuedSearch) -> None:
        if queued in self._queue:
            self._queue.remove(queued)

    async def _run(self, queued: QueuedSearch) -> SearchResult | None:
        if not await self._acquire_slot(queued):
            return None
        worker = self._idle.pop()
        try:
            job = queued.job()
            return None if job is None else await self._run_on(worker, job._replace(share=queued.share))
        except WorkerError as fault:
            log.warning("search for %s failed: %s", queued.kind[0], fault)
        except Exception:
            log.exception("search for %s failed", queued.kind[0])
        finally:
            self._dequeue(queued)
            self._idle.append(worker)
            self._slots.release()
        self.counts.failed += 1
        return None

    async def _acquire_slot(self, queued: QueuedSearch) -> bool:
        """Wait for a worker; return False if the question is closed before there is one.

        Closed questions would fill the queue of an overloaded machine, and take a share of the others' time.
        """
        at = queued.due
        while True:
            at += CLOSED_CHECK
            try:
                async with asyncio.timeout_at(at):
                    return await self._slots.acquire()
            except TimeoutError:
                if queued.job() is None:
                    return False

    async def _run_on(self, worker: SubprocessWorker, job: SearchJob) -> SearchResult:
        loop, fresh = asyncio.get_running_loop(), not worker.running
        began, affordable = loop.time(), self._within_budget(job)
        result = _decode_result(await worker.submit(affordable))
        if not fresh:  # the process start-up isn't search time
            self._record_duration(affordable, loop.time() - began)
        log.debug(
            "search for %s: level %s, share %.2f of its budget, %.2f s; %d wait",
            *(job.game.slug, affordable.level, affordable.share, loop.time() - began, self.queue_length),
        )
        self.counts.completed += 1
        self.counts.reduced += affordable is not job
        return result

    # ---- time
    def _within_budget(self, job: SearchJob) -> SearchJob:
        """Return the job with an affordable share of its budget; below `MIN_SHARE`, an easy player's job."""
        part = self._affordable_share()
        if part >= 1 or job.level == "easy":
            return job
        self._warn_overloaded(part)
        share = job.share * part
        return job._replace(share=share) if share >= MIN_SHARE else job._replace(level="easy", share=MIN_SHARE)

    def _affordable_share(self) -> float:
        """Return the share of its budget that each queued search may use, so that all finish by their deadlines."""
        now, fixed, wanted, part = asyncio.get_running_loop().time(), 0.0, 0.0, 1.0
        for queued in self._queue:
            whole = self._expected_seconds(queued.kind)
            fixed, wanted = fixed + whole * FIXED_COST_SHARE, wanted + whole * (1 - FIXED_COST_SHARE) * queued.share
            left = (queued.due - now) * SAFETY_FACTOR * len(self.workers)
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
            log.warning(
                "computer players overloaded: search budget at %d %%, queue length %d", share * 100, self.queue_length
            )

    async def close(self) -> None:
        """Cancel all searches and stop the workers."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self.workers))


def encode_result(result: SearchResult) -> bytes:
    """Encode a worker's answer."""
    return json.dumps(result).encode()


def _decode_result(answer: bytes) -> SearchResult:
    seat, level, moves = json.loads(answer)
    fields: list[list[Any]] = [
        [tuple(value) if isinstance(value, list) else value for value in stats] for stats in moves
    ]
    return SearchResult(seat, level, [MoveStats(*values) for values in fields])
