"""Transactions of PostgreSQL that go first, however busy the process is.

The beat of the leases is sixty turns of the event loop.  Where each of them takes long, because much is pressed at once
or other programs want the processors, it would come too late, and a Hob that lives would lose its shards.  In a thread
with a loop of its own it is one errand.  (With SQLite every transaction is one.)
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, Row
from sqlalchemy.engine import URL
from sqlalchemy.sql.base import Executable

from db.connect import LoopTransactions, connect

Result = TypeVar("Result")


class DedicatedConnection(LoopTransactions):
    def __init__(self, url: URL) -> None:
        """A connection of its own is made with the first transaction."""
        super().__init__(connect(url.render_as_string(hide_password=False)))
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="leases", daemon=True)
        self._thread.start()

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        return await self._on_loop(super().run(work))

    async def read(self, query: Executable, values: dict[str, Any] | None) -> Sequence[Row[Any]]:
        return await self._on_loop(super().read(query, values))

    async def close(self) -> None:
        await self._on_loop(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        await asyncio.to_thread(self._thread.join)
        self._loop.close()

    async def _on_loop(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        """Who is cancelled need not wait until the errand has been undone."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(coroutine, self._loop))

    async def _end(self) -> None:
        late = asyncio.all_tasks() - {asyncio.current_task()}
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        await super().close()
