"""How the parts of the store access the database: reads, separate transactions, and the group commit.

In the group commit, a single task writes all jobs waiting at the same moment in one transaction.
"""

import asyncio
import hmac
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, TypeVar, TypeVarTuple

from sqlalchemy import Connection, Row, select
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.sql.base import Executable

from db.connect import (
    Transactions,
    is_database_down,
    is_database_error,
    is_serialization_failure,
    limit_lock_wait,
    to_store_error,
)
from db.rows import StoreUnavailable
from db.schema import marks
from db.write_commands import CommitSession, CreateSession, Job, Outcome, SaveScreen

# Commits come first, so that a table that ends frees its channel for the next one.
KINDS: tuple[type[Job], ...] = (CommitSession, CreateSession, SaveScreen)
BATCH = 500  # jobs per transaction, well below the limit of parameters per statement
GROUP_COMMIT_TRIES = 5  # attempts at a group commit that conflicts with another process's transaction
LOCK_TIMEOUT = 1  # seconds that the group commit waits for a locked row; Discord waits three for the answer to a press
TRANSACTION_TRIES = 3  # attempts at a transaction outside the group commit
RETRY_DELAY = 0.05  # seconds before the group commit's next attempt


class Writer:
    """Queues jobs; a queued job is written even if its caller no longer waits."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions
        self._waiting: list[Job] = []
        self._task: asyncio.Task[None] | None = None
        self.closed = False
        self.transactions = self.jobs = 0  # that were attempted

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    async def write(self, job: Job) -> None:
        """Write the job in the group commit; raise the error if this job fails."""
        if self.closed:
            raise StoreUnavailable("The database is closed.")
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
        """Write all jobs together or, if one fails, one by one; either is retried after serialization failures."""
        write, tries = _write_together, GROUP_COMMIT_TRIES
        while True:
            try:
                return await self._transactions.run(partial(write, batch=batch))
            except Exception as fault:
                tries -= 1
                if is_serialization_failure(fault) and tries:
                    await asyncio.sleep(RETRY_DELAY)
                elif is_database_down(fault) or write is _write_one_by_one:
                    return {job: to_store_error(fault) for job in batch}
                else:
                    write, tries = _write_one_by_one, GROUP_COMMIT_TRIES


def _write_together(connection: Connection, batch: list[Job]) -> dict[Job, Outcome]:
    limit_lock_wait(connection, LOCK_TIMEOUT)
    outcomes: dict[Job, Outcome] = {}
    for wave in _waves(batch):
        for kind in KINDS:
            alike = [job for job in wave if type(job) is kind]
            if alike:
                outcomes.update(zip(alike, kind.write(connection, alike), strict=True))
    return outcomes


def _write_one_by_one(connection: Connection, batch: list[Job]) -> dict[Job, Outcome]:
    """Write one job at a time, still in one transaction; a job that fails is rolled back alone."""
    limit_lock_wait(connection, LOCK_TIMEOUT)
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
    """Split into waves: the first job of every key, then the second of every key that has one, and so on."""
    waves: list[list[Job]] = []
    before: Counter[str] = Counter()
    for job in batch:
        if before[job.key] == len(waves):
            waves.append([])
        waves[before[job.key]].append(job)
        before[job.key] += 1
    return waves


Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")


class Database:
    def __init__(self, engine: AsyncEngine, transactions: Transactions) -> None:
        self.engine = engine  # used to copy a whole store
        self.transactions = transactions
        self.writer = Writer(transactions)
        self._secret = b""  # the key of pseudonyms, once read

    @property
    def sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    async def close(self) -> None:
        """Write pending jobs, then close."""
        await self.writer.close()
        await self.transactions.close()
        await self.engine.dispose()

    def _require_open(self) -> None:
        if self.writer.closed:
            raise StoreUnavailable("The database is closed.")

    async def read(self, query: Executable, values: dict[str, Any] | None = None) -> Sequence[Row[Any]]:
        self._require_open()
        try:
            return await self.transactions.read(query, values)
        except Exception as fault:
            if not is_database_error(fault):
                raise
            raise to_store_error(fault) from fault

    async def read_ids(self, query: Executable, mine: Collection[int], shards: int, **values: Any) -> list[str]:
        """Return the ids that a query finds on the shards `mine` of `shards`."""
        rows = await self.read(query, {"mine": sorted(mine), "shards": shards, **values})
        return [row.id for row in rows]

    async def pseudonym(self, person: int) -> int:
        """Return the number that stands for a person who has deleted their data, where a rule still applies to them.

        Blocks and today's daily deals keep it instead of the ID, so that people can't lift a block or get a second
        attempt by deleting their data. It is a keyed hash of the ID, and negative, so that it is never an ID itself.
        """
        if not self._secret:
            [row] = await self.read(select(marks.c.secret))
            self._secret = row.secret.encode()
        digest = hmac.digest(self._secret, f"person {person}".encode(), "sha256")
        return -1 - (int.from_bytes(digest[:8]) >> 1)

    async def execute(self, statement: Executable) -> int:
        """Run one statement in its own transaction; return the number of rows that it changed."""
        return await self.run_transaction(lambda connection: connection.execute(statement).rowcount)

    async def run_transaction(self, work: Callable[[Connection, *Arguments], Result], *arguments: *Arguments) -> Result:
        """Run `work` in its own transaction, again after a conflict; it must be repeatable. Raises StoreUnavailable."""
        self._require_open()
        for left in reversed(range(TRANSACTION_TRIES)):
            try:
                return await self.transactions.run(lambda connection: work(connection, *arguments))
            except Exception as fault:
                if not is_database_error(fault):
                    raise
                if left and not is_database_down(fault):
                    continue
                raise to_store_error(fault) from fault
        raise AssertionError("unreachable")
