"""Requests to Discord, as its limits see them: so many a second for one token, and not too many that it refuses.

Discord takes fifty requests a second of one bot, however many processes send them; what answers a press, or follows it,
is not counted.  Each Hob has its share of them.  An address that sends ten thousand in ten minutes which are refused is
shut out by Cloudflare.
"""

import asyncio
import logging
import time
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from types import SimpleNamespace

import aiohttp

from bot.delivery.edits import hearing

log = logging.getLogger("hob.requests")
SPAN = 1.0
DISPLAY_PATHS = ("/channels/", "/webhooks/", "/interactions/")  # of Discord's API: what people see
API = "/api/v10"
UNLIMITED_PATHS = ("/interactions/", "/webhooks/")  # of Discord's API; nor does anything else count
REFUSED_STATUSES = (401, 403, 429)
# Set in a task that sends nothing about a table: another process can't have shown anything newer.
SHOWS_NO_TABLE = ContextVar("shows_no_table", default=False)
BAN_LIMIT, BAN_WINDOW = 10_000, 600.0  # refused ones, and within how many seconds
WARN_REFUSALS = BAN_LIMIT // 10  # to be warned of


class LeaseExpired(aiohttp.ClientError):
    """What was to be shown may be another Hob's by now, and older than what that has shown."""


class RateLimiter:
    """Discord takes `most` a second (0: any number) from all the processes with this token; `process_count` tells how
    many.

    `may_show` tells whether anything may be shown at this moment.
    """

    def __init__(
        self, most: int, process_count: Callable[[], int], may_show: Callable[[], bool] = lambda: True
    ) -> None:
        self.most, self._hobs, self._may_show = most, process_count, may_show
        # Of those that count: Discord has taken them at some time before it answered.
        self._under_way, self._answered = 0, deque[float]()
        self._turn, self._ended = asyncio.Lock(), asyncio.Event()
        self._refused: deque[float] = deque(maxlen=BAN_LIMIT)
        self._warned = -BAN_WINDOW
        self.counted = Counter({"global": 0, "none": 0})  # by whose limit they are under: global, none
        self.refused = Counter(dict.fromkeys(map(str, REFUSED_STATUSES), 0))  # by status
        self.waited = 0.0  # seconds, all together

    def trace(self) -> aiohttp.TraceConfig:
        """For each client its own, to which it may add."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._on_request_start)
        trace.on_request_end.append(self._on_request_end)
        trace.on_request_exception.append(self._on_request_exception)
        return trace

    @property
    def share(self) -> int:
        """How many a second are this process's; 0: any number."""
        return max(1, self.most // self._hobs()) if self.most else 0

    @property
    def recently_refused(self) -> int:
        """How many of late were refused.  It changes nothing, for Prometheus' thread asks, too."""
        refused = list(self._refused)
        return len(refused) - bisect_left(refused, time.monotonic() - BAN_WINDOW)

    async def _on_request_start(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        """Wait for the turn of one that counts.  Raises Overslept, in the last moment in which it can be held back."""
        _, api, path = request.url.path.partition(API)
        context.counted, counts = False, bool(api) and not path.startswith(UNLIMITED_PATHS)
        self.counted["global" if counts else "none"] += bool(api)
        if counts and self.most:
            await self._wait_for_slot()
        if path.startswith(DISPLAY_PATHS) and not SHOWS_NO_TABLE.get() and not self._may_show():
            raise LeaseExpired("the lease is over")
        if counts and self.most:
            self._under_way, context.counted = self._under_way + 1, True

    async def _wait_for_slot(self) -> None:
        began = time.monotonic()
        async with self._turn:
            while (pause := self._delay()) > 0:
                self._ended.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(pause):
                        await self._ended.wait()
        self.waited += time.monotonic() - began

    def _delay(self) -> float:
        """Seconds until one more may be sent, or until to look again."""
        now = time.monotonic()
        while self._answered and self._answered[0] <= now - SPAN:
            self._answered.popleft()
        if self._under_way + len(self._answered) < self.share:
            return 0.0
        return self._answered[0] + SPAN - now if self._answered else SPAN

    def _finish(self, context: SimpleNamespace) -> None:
        if context.counted:
            context.counted = False  # one that is ended by what hears of its answer fails, too
            self._under_way -= 1
            self._answered.append(time.monotonic())
            self._ended.set()

    async def _on_request_exception(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams
    ) -> None:
        self._finish(context)

    async def _on_request_end(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        self._finish(context)
        status, scope = request.response.status, request.response.headers.get("X-RateLimit-Scope")
        if status in REFUSED_STATUSES and scope != "shared" and API in request.url.path:
            self.record_refusal(status)
        if (hear := hearing.get()) is not None:
            hear(status, request.response.headers)

    def record_refusal(self, status: int) -> None:
        """Discord has refused a request."""
        self.refused[str(status)] += 1
        now = time.monotonic()
        self._refused.append(now)
        if self.recently_refused >= WARN_REFUSALS and now - self._warned >= BAN_WINDOW:
            self._warned = now
            log.warning(
                "Discord has refused %d requests within ten minutes: at %d it shuts this address out",
                self.recently_refused,
                BAN_LIMIT,
            )
