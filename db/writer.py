"""Group commit: whatever waits at the same moment is written in one transaction, by one task."""

import asyncio
from collections import Counter
from collections.abc import Callable

from sqlalchemy import Connection

from db.connect import Transactions, is_database_down, is_serialization_failure, unavailable
from db.rows import StoreUnavailable
from db.write_commands import CommitSession, CreateSession, Job, Outcome, SavePerson, SaveScreen, SaveServer

KINDS: tuple[type[Job], ...] = (
    CommitSession,
    CreateSession,
    SaveScreen,
    SavePerson,
    SaveServer,
)  # a table that ends makes room for the next one
BATCH = 500  # jobs in one transaction, well below the parameters that a statement may have
MAX_TRIES = 5  # of a transaction that gives way to another process's
BATCH_DELAY = 0.05  # seconds that it leaves to that one
Write = Callable[[Connection, list[Job]], dict[Job, Outcome]]


class Writer:
    """A job handed in is written even if nobody waits for it any longer."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions
        self._waiting: list[Job] = []
        self._task: asyncio.Task[None] | None = None
        self.closed = False
        self.transactions = self.jobs = 0  # that were tried

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    async def write(self, job: Job) -> None:
        if self.closed:
            raise StoreUnavailable("The store is closed.")
        self._waiting.append(job)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drain(), name="store writer")
        outcome = await job.done
        if outcome is not None:
            raise outcome

    async def close(self) -> None:
        self.closed = True
        if self._task:
            await asyncio.wait([self._task])

    async def _drain(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
            self.transactions, self.jobs = self.transactions + 1, self.jobs + len(batch)
            outcomes = await self._outcomes(batch)
            for job in batch:
                if not job.done.done():
                    job.done.set_result(outcomes[job])

    async def _outcomes(self, batch: list[Job]) -> dict[Job, Outcome]:
        try:
            try:
                return await self._write_with_retries(_write_together, batch)
            except Exception as fault:
                if is_database_down(fault):
                    raise
                return await self._write_with_retries(_write_one_by_one, batch)
        except Exception as fault:
            return {job: unavailable(fault) for job in batch}

    async def _write_with_retries(self, write: Write, batch: list[Job]) -> dict[Job, Outcome]:
        """Whoever gives way may come before the one that it made room for, and have to give way once more."""
        for _ in range(MAX_TRIES - 1):
            try:
                return await self._transactions.run(lambda connection: write(connection, batch))
            except Exception as fault:
                if not is_serialization_failure(fault):
                    raise
            await asyncio.sleep(BATCH_DELAY)
        return await self._transactions.run(lambda connection: write(connection, batch))


def _write_together(connection: Connection, batch: list[Job]) -> dict[Job, Outcome]:
    outcomes: dict[Job, Outcome] = {}
    for wave in _waves(batch):
        for kind in KINDS:
            alike = [job for job in wave if type(job) is kind]
            if alike:
                outcomes.update(zip(alike, kind.write(connection, alike), strict=True))
    return outcomes


def _write_one_by_one(connection: Connection, batch: list[Job]) -> dict[Job, Outcome]:
    """Still one transaction; but what fails is undone alone."""
    outcomes: dict[Job, Outcome] = {}
    for job in batch:
        try:
            with connection.begin_nested():
                [outcomes[job]] = job.write(connection, [job])
        except Exception as fault:
            if is_database_down(fault) or is_serialization_failure(fault):
                raise
            outcomes[job] = job.explain(connection, fault)
    return outcomes


def _waves(batch: list[Job]) -> list[list[Job]]:
    """The first job of every key, then the second of every key that has one, and so on."""
    waves: list[list[Job]] = []
    before: Counter[str | int] = Counter()
    for job in batch:
        if before[job.key] == len(waves):
            waves.append([])
        waves[before[job.key]].append(job)
        before[job.key] += 1
    return waves
