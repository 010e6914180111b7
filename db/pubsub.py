"""What the Hobs of one store tell each other.  News are hints: whoever missed one finds the same thing in the store.

A store in a SQLite file has one Hob, so there is nobody to tell.
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

from db.connect import WAIT
from db.trouble import Trouble
from db.unit_of_work import Access

log = logging.getLogger("hob.store")
Heard = Callable[[str, str], None]
CHANNEL = "hob"
EVERYTHING = "everything"  # the kind of news after a time in which none could be heard


class News:
    """`announce("session", id)` reaches every other Hob's `listen` callback as `heard("session", id)`."""

    def __init__(self, access: Access, again: float = 1.0, look: float = 15.0) -> None:
        """`again`: seconds until a lost connection is made anew; `look`: how often a silent one is tried."""
        self._access, self._again, self._look = access, again, look
        self._me = uuid.uuid4().hex[:12]

    async def announce(self, kind: str, about: str = "") -> None:
        """`kind` is one word, `about` at most some thousand bytes.  Raises StoreUnavailable."""
        if not self._access.sqlite:
            await self._access.do(lambda connection: self.tell(connection, kind, about))

    def tell(self, connection: Connection, kind: str, about: str = "") -> None:
        """The same in the midst of a transaction: others hear it when that is committed, and only then."""
        if not self._access.sqlite:
            connection.execute(select(func.pg_notify(CHANNEL, f"{self._me} {kind} {about}"))).all()

    async def listen(self, heard: Heard) -> None:
        """Call `heard(kind, about)` for what others announce, until cancelled; with SQLite return at once.

        Whenever listening begins, after the start or after a lost connection, it is `heard("everything", "")`.
        """
        if self._access.sqlite:
            return
        trouble = Trouble()

        def listening(kind: str, about: str) -> None:
            if trouble.over():
                log.info("news can be heard again")
            heard(kind, about)

        while True:
            try:
                await self._listen(listening)
            except Exception as fault:  # the driver has errors of its own beside SQLAlchemy's
                if trouble.new(fault):
                    log.warning("no news can be heard for now: %s", fault)
            await asyncio.sleep(self._again)

    async def _listen(self, heard: Heard) -> None:
        """Outside the pool: a listener keeps its connection for itself."""
        engine = create_async_engine(
            self._access.engine.url, poolclass=NullPool, connect_args={"timeout": WAIT, "command_timeout": WAIT}
        )
        gone = asyncio.Event()

        def tell(_connection: Any, _pid: int, _channel: str, told: str) -> None:
            sender, _, news = told.partition(" ")
            kind, _, about = news.partition(" ")
            if sender != self._me:
                heard(kind, about)

        async with engine.connect() as made:
            connection = await made.execution_options(isolation_level="AUTOCOMMIT")  # news wait while one is open
            driver: Any = (await connection.get_raw_connection()).driver_connection
            driver.add_termination_listener(lambda _: gone.set())
            await driver.add_listener(CHANNEL, tell)
            heard(EVERYTHING, "")
            while not gone.is_set():
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._look):
                        await gone.wait()
                if not gone.is_set():
                    await connection.execute(text("SELECT 1"))
