"""Limits the rate of requests to Discord, and warns about many rejected ones.

Discord allows a bot fifty requests a second over all its processes; responses to interactions and their follow-ups
don't count. Each process has its share. Cloudflare blocks an address after ten thousand rejected requests in ten
minutes.

discord.py holds back all requests until its retry after a global rate limit. If that retry is cancelled, as when a
lease lapses, it never sends anything again. So Hob raises discord.RateLimited before discord.py sees such a response,
and holds back the requests itself. https://docs.discord.com/developers/topics/rate-limits#global-rate-limit
"""

import asyncio
import logging
import time
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace

import aiohttp
import discord

from bot.delivery.edits import on_response
from bot.discord_errors import SHOWS_NO_TABLE, LeaseExpired

log = logging.getLogger("hob.requests")
SPAN = 1.0  # seconds in which `share` requests may be sent
DISPLAY_PATHS = ("/channels/", "/webhooks/", "/interactions/")  # API paths that change what people see
API = "/api/v10"
UNLIMITED_PATHS = ("/interactions/", "/webhooks/")  # of the API; requests outside it are unlimited, too
LONGEST_WAIT = 5.0  # seconds that a request waits for the end of a global rate limit, since its caller may hold a lock
REFUSED_STATUSES = (401, 403, 429)
BAN_LIMIT, BAN_WINDOW = 10_000, 600.0  # rejected requests, and the seconds in which they count
WARN_REFUSALS = BAN_LIMIT // 10  # threshold for a warning


class RateLimiter:
    """Limits this process's requests to its share of `limit` a second (0: no limit).

    `process_count` returns how many processes share the token; `may_show` whether anything may be shown now.
    """

    def __init__(self, limit: int, process_count: Callable[[], int], may_show: Callable[[], bool]) -> None:
        self.limit, self._process_count, self._may_show = limit, process_count, may_show
        # Times of counted requests: Discord counts them at some time before it answers.
        self._under_way, self._answered = 0, deque[float]()
        self._turn, self._ended = asyncio.Lock(), asyncio.Event()
        self._resume_at = 0.0  # end of the last global rate limit
        self._refused: deque[float] = deque(maxlen=BAN_LIMIT)
        self._warned = -BAN_WINDOW
        self.counted = Counter({"global": 0, "none": 0})  # requests under the global limit, and without
        self.refused = Counter(dict.fromkeys(map(str, REFUSED_STATUSES), 0))  # by status
        self.waited = 0.0  # total seconds

    def trace(self) -> aiohttp.TraceConfig:
        """Return a new trace for one client, which may extend it."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._on_request_start)
        trace.on_request_end.append(self._on_request_end)
        trace.on_request_exception.append(self._on_request_exception)
        return trace

    @property
    def share(self) -> int:
        """Return this process's requests a second; 0: no limit."""
        return max(1, self.limit // self._process_count()) if self.limit else 0

    @property
    def recently_refused(self) -> int:
        """Return how many requests were rejected recently. Changes nothing, since Prometheus' thread also calls it."""
        refused = list(self._refused)
        return len(refused) - bisect_left(refused, time.monotonic() - BAN_WINDOW)

    async def _on_request_start(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        """Wait until a counted request may be sent.

        Raises discord.RateLimited during a long global rate limit, and LeaseExpired if the request would show a table
        without the lease.
        """
        _, api, path = request.url.path.partition(API)
        context.counted, counts = False, bool(api) and not path.startswith(UNLIMITED_PATHS)
        self.counted["global" if counts else "none"] += bool(api)
        if counts:
            await self._wait_for_slot()
        if path.startswith(DISPLAY_PATHS) and not SHOWS_NO_TABLE.get() and not self._may_show():
            raise LeaseExpired("the lease has expired")
        if counts:
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
        """Return the seconds until another request may be sent, or until the next check.

        Raises discord.RateLimited during a long global rate limit.
        """
        now = time.monotonic()
        if (pause := self._resume_at - now) > LONGEST_WAIT:
            raise discord.RateLimited(pause)
        if pause > 0:
            return pause
        while self._answered and self._answered[0] <= now - SPAN:
            self._answered.popleft()
        if not self.limit or self._under_way + len(self._answered) < self.share:
            return 0.0
        return self._answered[0] + SPAN - now if self._answered else SPAN

    def _finish(self, context: SimpleNamespace) -> None:
        if context.counted:
            context.counted = False  # if the response hook raises, the exception hook follows
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
        status, headers, counted = request.response.status, request.response.headers, context.counted
        self._finish(context)
        if status in REFUSED_STATUSES and headers.get("X-RateLimit-Scope") != "shared" and API in request.url.path:
            self.record_refusal(status)
        # Without "Via" it is Cloudflare's, and discord.py doesn't wait.
        pause = float(headers.get("Retry-After", 1.0)) if status == 429 and "Via" in headers else 0.0
        is_global = pause > 0 and counted and "X-RateLimit-Global" in headers
        if is_global:
            self._resume_at = max(self._resume_at, time.monotonic() + pause)
            log.warning("global rate limit, sending nothing for %.1f s", pause)
        if (listener := on_response.get()) is not None:
            listener(status, headers)
        if is_global:
            raise discord.RateLimited(pause)

    def record_refusal(self, status: int) -> None:
        """Record a rejected request, and warn about many."""
        self.refused[str(status)] += 1
        now = time.monotonic()
        self._refused.append(now)
        if self.recently_refused >= WARN_REFUSALS and now - self._warned >= BAN_WINDOW:
            self._warned = now
            log.warning(
                "%d requests rejected by Discord within ten minutes; at %d it blocks this IP address",
                self.recently_refused,
                BAN_LIMIT,
            )
