"""This process's Discord connections, one per shard, each started, restarted and ended on its own."""

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Coroutine, Iterable
from contextvars import ContextVar
from typing import Any, TypeVar

import discord

from bot.app import App
from bot.discord_errors import SEND_ERRORS
from bot.gateway.client import Hob
from bot.gateway.logins import LAUNCH, FatalError, Misconfigured
from db import Trouble

log = logging.getLogger("hob.shards")
Result = TypeVar("Result")
MAX_RECONNECT_DELAY = 60.0
STABLE_AFTER = 300.0  # seconds; after a longer run the delay is short again
CHECK_INTERVAL = 1.0
CANCEL_INTERVAL = 0.05  # seconds until a task that missed its cancellation is cancelled again
GATEWAY_TIMEOUT = 120.0  # seconds; discord.py alone may wait 17 minutes between tries after a long outage
# Seconds until a new client must be connected: a request that hangs would take 300. Each process that logs in before
# this one takes 5.2.
LOGIN_TIMEOUT = 45.0
TOO_FEW = 4011  # gateway close code for too few shards
REFUSED = (
    "Discord rejects the token (HOB_TOKEN or HOB_TOKEN_FILE). Reset it in the developer portal, and copy the new one."
)
RETRYING = "Attempting a reconnect"  # discord.py logs this with a traceback at each try


async def stopped_within(stop: asyncio.Event, seconds: float) -> bool:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)
    return stop.is_set()


async def unless_stopped(stop: asyncio.Event, work: Coroutine[Any, Any, Result]) -> Result | None:
    """Return the work's result; if Hob is stopped before, cancel the work and return None."""
    task = asyncio.create_task(work)
    await wait_first(stop, task)
    task.cancel()  # a task that is done ignores this
    await asyncio.wait([task])
    return None if task.cancelled() else task.result()


async def wait_first(*awaited: asyncio.Event | asyncio.Task[Any], within: float | None = None) -> None:
    """Wait until the first is done, or `within` seconds have passed. Tasks keep running."""
    waits = [one if isinstance(one, asyncio.Task) else asyncio.create_task(one.wait()) for one in awaited]
    await asyncio.wait(waits, timeout=within, return_when=asyncio.FIRST_COMPLETED)
    for one, wait in zip(awaited, waits, strict=True):
        if one is not wait:
            wait.cancel()


async def cancel_and_wait(*tasks: asyncio.Task[None]) -> None:
    """Cancel these tasks until they have ended, and ignore their results.

    discord.py connects under `wait_for`. Before Python 3.12 that misses a cancellation which arrives in the moment of
    its success: one in eight while Discord accepts connections and drops them. The client then lives on until the next
    cancellation. If it resumes its session before that, it receives presses and never answers them.
    """
    while left := [task for task in tasks if not task.done()]:
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=CANCEL_INTERVAL)
    await asyncio.gather(*tasks, return_exceptions=True)


class Connection:
    """One shard's connection, across logins."""

    def __init__(self, app: App, shard: int, shards: int) -> None:
        self.app, self.shard, self.shards = app, shard, shards
        self.client: Hob | None = None
        self._handover_note = ""  # of the closed client
        self.up_at, self._started = time.monotonic(), False
        self._outage = Trouble()
        self._ended = asyncio.Event()
        self.task = asyncio.create_task(self._keep_connected(), name=f"hob shard {shard}")

    @property
    def is_up(self) -> bool:
        return self.client is not None and self._is_linked(self.client) and self.client.is_ready()

    @property
    def seconds_down(self) -> float:
        """Return the seconds since it was last up, or since its first start if it never was; 0 while it is up."""
        return 0.0 if self.is_up or not self._started else time.monotonic() - self.up_at

    @property
    def handover_note(self) -> str:
        return self.client.handover_note if self.client is not None else self._handover_note

    async def end(self) -> None:
        self._ended.set()
        await asyncio.gather(self.task, return_exceptions=True)

    def report_unreachable(self, fault: BaseException | None) -> None:
        what = type(fault).__name__
        log.log(self._outage.level(what), "can't reach Discord, retrying: %s: %s", what, fault)

    async def _keep_connected(self) -> None:
        """Reconnect until ended. Raises FatalError."""
        CONNECTION.set(self)  # each connection has its own task
        pause = 1.0
        while not self._ended.is_set():
            began = time.monotonic()
            await self._connect_once()
            if time.monotonic() - began > STABLE_AFTER:
                pause = 1.0
            if self._ended.is_set() or await stopped_within(self._ended, pause * random.uniform(0.8, 1.2)):
                return
            pause = min(pause * 2, MAX_RECONNECT_DELAY)

    async def _connect_once(self) -> None:
        """Run one client from login until it fails or is stopped."""
        hob = self.client = Hob(self.app, shard_id=self.shard, shard_count=self.shards)
        try:
            await self._run(hob)
        except discord.LoginFailure as fault:
            raise Misconfigured(REFUSED) from fault
        except (discord.GatewayNotFound, *SEND_ERRORS) as fault:
            self.report_unreachable(fault)
        except Exception as fault:
            if isinstance(fault, discord.ConnectionClosed) and fault.code == TOO_FEW:
                raise FatalError(
                    f"Discord requires more than {self.shards} shards. Clear or raise HOB_SHARDS, and start Hob again."
                ) from fault
            log.exception("client failed, restarting it")
        finally:
            self.client, self._handover_note = None, hob.handover_note

    async def _run(self, hob: Hob) -> None:
        token, tasks = self.app.settings.token, []
        assert token is not None
        try:
            async with self.app.logins.start(self.shard):
                if self._ended.is_set():
                    return
                if not self._started:
                    self._started, self.up_at = True, time.monotonic()
                client = asyncio.create_task(hob.start(token.get_secret_value()), name="hob client")
                outage = asyncio.create_task(self._wait_until_down(hob), name="hob watches the gateway")
                tasks = [client, outage]
                await wait_first(hob.identifies, self._ended, client, within=LAUNCH)
            await wait_first(client, self._ended, outage)
            if client.done():
                if not client.cancelled():
                    client.result()
                log.warning("client ended unexpectedly, restarting it")
            elif outage.done():
                log.log(self._outage.level("gateway"), "gateway down for too long, restarting the client")
                # Otherwise it could come back while it is being closed, and receive presses that it never answers.
                await cancel_and_wait(client)
                hob.close_leftovers()
        finally:
            await hob.close()
            await cancel_and_wait(*tasks)
            await self.app.detach(hob)  # it may have logged in while being closed
            await hob.http.close()
            hob.close_leftovers()

    async def _wait_until_down(self, hob: Hob) -> None:
        """Return when the gateway has been down for too long."""
        since, was_linked = time.monotonic(), False
        while True:
            if self._is_linked(hob):
                since, was_linked = time.monotonic(), True
            elif time.monotonic() - since > (GATEWAY_TIMEOUT if was_linked else LOGIN_TIMEOUT):
                return
            if self.is_up:
                self.up_at = since
                if self._outage.over():
                    log.info("connected to Discord again")
            await asyncio.sleep(CHECK_INTERVAL)

    @staticmethod
    def _is_linked(hob: Hob) -> bool:
        """Return True if the gateway is connected (`is_ready()` stays True for good)."""
        return hob.linked and hob.ws is not None and hob.ws.open


CONNECTION: ContextVar[Connection | None] = ContextVar("CONNECTION", default=None)  # of the current task


def report_reconnect(record: logging.LogRecord) -> bool:
    """Log discord.py's try to reconnect as an outage of the current task's connection. Return False for that record."""
    connection = CONNECTION.get()
    if connection is None or not record.exc_info or not str(record.msg).startswith(RETRYING):
        return True
    connection.report_unreachable(record.exc_info[1])
    return False


logging.getLogger("discord.client").addFilter(report_reconnect)


class Connections:
    """The connections of this process's shards."""

    def __init__(self, app: App, shards: int) -> None:
        self.app, self.shards = app, shards
        self._connections: dict[int, Connection] = {}
        self._newest: dict[int, Connection] = {}  # of each shard, also after its end
        self._ending: set[Connection] = set()
        self.failed = asyncio.Event()  # a connection has failed for good

    def start(self, shards: Iterable[int]) -> None:
        for shard in sorted(set(shards) - self._connections.keys()):
            connection = self._connections[shard] = self._newest[shard] = Connection(self.app, shard, self.shards)
            connection.task.add_done_callback(self._on_ended)

    def _on_ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            self.failed.set()

    async def end(self, shards: Iterable[int]) -> None:
        """End all of these connections gracefully and in parallel, including those already ending."""
        shards = set(shards)
        ending = {one for shard in shards if (one := self._connections.pop(shard, None)) is not None}
        self._ending |= ending
        await asyncio.gather(*(one.end() for one in self._ending if one.shard in shards))
        self._ending -= ending

    async def close(self) -> None:
        """End all connections, including those already ending."""
        await asyncio.gather(self.end(list(self._connections)), *(one.end() for one in self._ending))

    def check(self) -> None:
        """Raise FatalError for a connection that has failed for good, unless it was being ended."""
        self.failed.clear()
        for one in self._connections.values():
            if one.task.done():
                one.task.result()

    def handover_note(self, shard: int) -> str:
        """Return the note for the next process that gets this shard."""
        return self._newest[shard].handover_note if shard in self._newest else ""

    def take_over(self, shard: int, note: str) -> None:
        """Let a shard's client answer the presses that wait for it, except those in `note`, which were answered."""
        client = self._connections[shard].client if shard in self._connections else None
        if client is not None:
            client.take_over(note)

    @property
    def shard_states(self) -> dict[int, bool]:
        """Return which shards are connected. Also called from Prometheus' thread."""
        return {shard: one.is_up for shard, one in list(self._connections.items())}

    @property
    def is_healthy(self) -> bool:
        """Return True if a connection is up and none has been down for long."""
        return any(self.shard_states.values()) and all(
            one.seconds_down <= GATEWAY_TIMEOUT for one in self._connections.values()
        )
