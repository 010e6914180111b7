"""Messages between the processes of one store, as hints: a process that misses one finds the change in the store.

A SQLite store has only one process, so there is nothing to send.
"""

import asyncio
import logging
import uuid
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, func, select, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from db.connect import BUSY_TIMEOUT
from db.trouble import Trouble
from db.unit_of_work import Database

log = logging.getLogger("hob.store")
NotificationCallback = Callable[[str, str], None]
CHANNEL = "hob"
EVERYTHING = "everything"  # kind of the message after a gap in which messages may have been missed


class PubSub:
    """`publish("session", id)` calls `callback("session", id)` in every other process that has subscribed."""

    def __init__(self, database: Database, again: float = 1.0, look: float = 15.0) -> None:
        """`again`: seconds until a lost connection is reopened; `look`: seconds between checks of a silent one."""
        self._database, self._again, self._look = database, again, look
        self._sender_id = uuid.uuid4().hex[:12]

    async def publish(self, kind: str, about: str = "") -> None:
        """Send a message.  `kind` is one word, `about` at most a few thousand bytes.  Raises StoreUnavailable."""
        if not self._database.sqlite:
            await self._database.run_transaction(lambda connection: self.publish_in(connection, kind, about))

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
            await asyncio.sleep(self._again)

    async def _subscribe(self, callback: NotificationCallback) -> None:
        """Listen until the connection ends.  It bypasses the pool, because a listener keeps its connection."""
        engine = create_async_engine(
            self._database.engine.url,
            poolclass=NullPool,
            connect_args={"timeout": BUSY_TIMEOUT, "command_timeout": BUSY_TIMEOUT},
        )
        gone = asyncio.Event()

        def tell(_connection: Any, _pid: int, _channel: str, told: str) -> None:
            sender, _, news = told.partition(" ")
            kind, _, about = news.partition(" ")
            if sender != self._sender_id:
                callback(kind, about)

        async with engine.connect() as made:
            # A transaction would delay messages.
            connection = await made.execution_options(isolation_level="AUTOCOMMIT")
            driver: Any = (await connection.get_raw_connection()).driver_connection
            driver.add_termination_listener(lambda _: gone.set())
            await driver.add_listener(CHANNEL, tell)
            callback(EVERYTHING, "")
            while not gone.is_set():
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._look):
                        await gone.wait()
                if not gone.is_set():
                    await connection.execute(text("SELECT 1"))
