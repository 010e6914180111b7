"""PostgreSQL transactions on their own thread and event loop, which a busy main loop doesn't delay.

A lease heartbeat takes about sixty steps of the event loop.  If each of them is slow, because of many button presses or
a busy machine, the heartbeat comes too late and a live process loses its shards.  On a thread with its own loop, it is
a single step of the main loop.  (With SQLite, every transaction runs that way.)
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
        """Start the thread; the first transaction opens the connection."""
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
        """Run the coroutine on the thread's loop; a cancelled caller doesn't wait for the rollback."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(coroutine, self._loop))

    async def _end(self) -> None:
        late = asyncio.all_tasks() - {asyncio.current_task()}
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        await super().close()
