"""How the rooms of the store reach the database: reading, the group commit, and transactions of their own."""

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
        self.engine = engine  # for whoever copies a whole store
        self.transactions = transactions
        self._writer = self.written = Writer(transactions)  # `written` to be looked at

    @property
    def sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    async def close(self) -> None:
        """Write what waits, then close."""
        await self._writer.close()
        await self.transactions.close()
        await self.engine.dispose()

    def _require_open(self) -> None:
        if self._writer.closed:
            raise StoreUnavailable("The store is closed.")

    async def read(self, query: Executable, values: dict[str, Any] | None = None) -> Sequence[Row[Any]]:
        self._require_open()
        try:
            return await self.transactions.read(query, values)
        except Exception as fault:
            if not is_database_error(fault):
                raise
            raise unavailable(fault) from fault

    async def write(self, job: Job) -> None:
        """Together with whatever else waits; raises the error that is this job's alone."""
        await self._writer.write(job)

    async def run_transaction(self, work: Callable[[Connection], Result]) -> Result:
        """Work in a transaction of its own; tried again if another process was quicker, so it must bear repeating."""
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
