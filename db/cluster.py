"""Support for several processes on one database: messages between them, a connection for leases, and a file lock."""

import asyncio
import logging
import os
import threading
import uuid
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, func, select, text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool
from sqlalchemy.sql.base import Executable

from db.connect import BUSY_TIMEOUT, LoopTransactions, connect
from db.trouble import Trouble
from db.unit_of_work import Database

Result = TypeVar("Result")


class DedicatedConnection(LoopTransactions):
    """PostgreSQL transactions on their own thread and event loop, which a busy main loop doesn't delay.

    A lease heartbeat takes about sixty steps of the event loop.  If each of them is slow, because of many button
    presses or a busy machine, the heartbeat comes too late and a live process loses its shards.  On a thread with
    its own loop, it is a single step of the main loop.  (With SQLite, every transaction runs that way.)
    """

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


try:
    import fcntl
except ImportError:  # Windows: without the lock, leases just expire
    fcntl = None  # type: ignore[assignment]


class FileLock:
    """Detects that a lease holder on the same machine has died, without waiting for the lease to expire.

    A process holds a lock on a small file next to the SQLite file, which the system releases when the process dies.
    If a lease was taken with the lock held, and the lock is free, its holder is gone.  A process that was only paused
    keeps its lock, and its lease expires like any other.
    """

    def __init__(self, file: Path | None) -> None:
        """`file` is the SQLite file; None means the store is on a server, and the lock can't be acquired."""
        self._lock = file.with_name(file.name + ".lock") if file is not None and fcntl is not None else None
        self._handle: int | None = None

    def acquire(self) -> bool:
        """Try to take the lock; return whether this process holds it."""
        if self._lock is None or self._handle is not None:
            return self._handle is not None
        try:
            handle = os.open(self._lock, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError:
            return False
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            return False
        self._handle = handle
        return True

    def release(self) -> None:
        handle, self._handle = self._handle, None
        if handle is not None:
            with suppress(OSError):
                os.close(handle)


log = logging.getLogger("hob.store")
NotificationCallback = Callable[[str, str], None]
CHANNEL = "hob"
RECONNECT_DELAY = 1.0  # seconds until a lost connection is reopened
CHECK_INTERVAL = 15.0  # seconds between two checks of a silent connection
EVERYTHING = "everything"  # kind of the message after a gap in which messages may have been missed


class PubSub:
    """`publish("session", id)` calls `callback("session", id)` in every other process that has subscribed.

    With SQLite, which only one process uses at a time, it does nothing.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._sender_id = uuid.uuid4().hex[:12]

    async def publish(self, kind: str, about: str = "") -> None:
        """Send a message.  `kind` is one word, `about` at most a few thousand bytes.  Raises StoreUnavailable."""
        if not self._database.sqlite:
            await self._database.run_transaction(self.publish_in, kind, about)

    def publish_in(self, connection: Connection, kind: str, about: str = "") -> None:
        """Send a message as part of a transaction: it is delivered only when that commits."""
        if not self._database.sqlite:
            connection.execute(select(func.pg_notify(CHANNEL, f"{self._sender_id} {kind} {about}"))).all()

    async def subscribe(self, callback: NotificationCallback) -> None:
        """Call `callback(kind, about)` for other processes' messages until cancelled; with SQLite, return at once.

        Whenever the subscription starts, at first or after a lost connection, calls `callback("everything", "")`.
        """
        if self._database.sqlite:
            return
        trouble = Trouble()

        def listening(kind: str, about: str) -> None:
            if trouble.over():
                log.info("notifications work again")
            callback(kind, about)

        while True:
            try:
                await self._subscribe(listening)
            except Exception as fault:  # the driver raises errors of its own besides SQLAlchemy's
                if trouble.new(fault):
                    log.warning("notifications interrupted: %s", fault)
            await asyncio.sleep(RECONNECT_DELAY)

    async def _subscribe(self, callback: NotificationCallback) -> None:
        """Listen until the connection ends.  It bypasses the pool, because a listener keeps its connection."""
        engine = create_async_engine(
            self._database.engine.url,
            poolclass=NullPool,
            connect_args={"timeout": BUSY_TIMEOUT, "command_timeout": BUSY_TIMEOUT},
        )
        gone = asyncio.Event()

        def tell(_connection: Any, _pid: int, _channel: str, payload: str) -> None:
            sender, _, news = payload.partition(" ")
            kind, _, about = news.partition(" ")
            if sender != self._sender_id:
                callback(kind, about)

        async with engine.connect() as plain:
            # A transaction would delay messages.
            connection = await plain.execution_options(isolation_level="AUTOCOMMIT")
            driver: Any = (await connection.get_raw_connection()).driver_connection
            driver.add_termination_listener(lambda _: gone.set())
            await driver.add_listener(CHANNEL, tell)
            callback(EVERYTHING, "")
            while not gone.is_set():
                with suppress(TimeoutError):
                    async with asyncio.timeout(CHECK_INTERVAL):
                        await gone.wait()
                if not gone.is_set():
                    await connection.execute(text("SELECT 1"))
