"""How the parts of the store access the database: reads, the group commit, and separate transactions."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, Row
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.sql.base import Executable

from db.connect import Transactions, is_database_down, is_database_error, unavailable
from db.rows import StoreUnavailable
from db.write_commands import Job
from db.writer import Writer

Result = TypeVar("Result")
TRIES = 3


class Database:
    def __init__(self, engine: AsyncEngine, transactions: Transactions) -> None:
        self.engine = engine  # used to copy a whole store
        self.transactions = transactions
        self._writer = self.written = Writer(transactions)  # `written` is for its counters

    @property
    def sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    async def close(self) -> None:
        """Write pending jobs, then close."""
        await self._writer.close()
        await self.transactions.close()
        await self.engine.dispose()

    def _require_open(self) -> None:
        if self._writer.closed:
            raise StoreUnavailable("The database is closed.")

    async def read(self, query: Executable, values: dict[str, Any] | None = None) -> Sequence[Row[Any]]:
        self._require_open()
        try:
            return await self.transactions.read(query, values)
        except Exception as fault:
            if not is_database_error(fault):
                raise
            raise unavailable(fault) from fault

    async def write(self, job: Job) -> None:
        """Write the job in the group commit; raise the error if this job fails."""
        await self._writer.write(job)

    async def run_transaction(self, work: Callable[[Connection], Result]) -> Result:
        """Run `work` in its own transaction; it is repeated after conflicts, so it must be repeatable."""
        self._require_open()
        for left in reversed(range(TRIES)):
            try:
                return await self.transactions.run(work)
            except Exception as fault:
                if not is_database_error(fault):
                    raise
                if left and (isinstance(fault, IntegrityError) or not is_database_down(fault)):
                    continue
                raise unavailable(fault) from fault
        raise AssertionError("unreachable")
