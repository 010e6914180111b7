"""Gateway logins: the number of shards, and one login at a time per rate limit bucket.

Discord accepts `max_concurrency` IDENTIFYs in five seconds, one per `shard_id % max_concurrency`, and a thousand a day
over all shards. A bot that exceeds this loses its token.
"""

import asyncio
import time
from collections import defaultdict

import aiohttp
import discord

from bot.timing import HOUR
from db import Store, StoreUnavailable

REFRESH_INTERVAL = 60.0  # seconds after which the remaining logins are fetched again before a login
LOW_REMAINING = 20  # with fewer remaining logins, fetch the number before each
FETCH_TIMEOUT = 45.0  # seconds for the requests of a start; discord.py alone may wait for minutes
LAUNCH = 15.0  # seconds from a shard's start to its IDENTIFY before the next one of its bucket may start


class FatalError(Exception):
    """Hob must exit but may be restarted; the text is one sentence for the operator."""


class Misconfigured(FatalError):
    """A restart won't help until the operator changes something."""


class Logins:
    """The login limits as last fetched, and the order of logins."""

    def __init__(self, store: Store, trace: aiohttp.TraceConfig) -> None:
        self._store, self._trace = store, trace
        self.recommended = self.max_concurrency = 1
        self.remaining, self._fetched_at = 0, 0.0  # remaining logins, and when they were fetched
        self._fetching = asyncio.Lock()
        self._starts: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._buckets: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def fetch_limits(self, token: str, needed: int | None) -> None:
        """Fetch how many shards Discord recommends, and how many may log in.

        `needed` is the number of logins (None: as recommended). Raises FatalError if Discord doesn't allow that many
        today, discord.py's errors, and TimeoutError.
        """
        client = discord.Client(intents=discord.Intents(guilds=True), http_trace=self._trace)
        try:
            async with asyncio.timeout(FETCH_TIMEOUT):
                await client.login(token)
                self.recommended, _, limit = await client.http.get_bot_gateway()
        finally:
            await client.close()
        self.max_concurrency = limit["max_concurrency"]
        self.remaining, self._fetched_at = limit["remaining"], time.monotonic()
        needed = needed or self.recommended
        if self.remaining < needed:
            hours = limit["reset_after"] / 1000 / HOUR
            raise FatalError(
                f"Hob must log in {needed} times, "
                f"but Discord allows only {self.remaining} more logins within the next {hours:.1f} hours. "
                "Wait until then, and find out why Hob restarts."
            )

    def start(self, shard: int) -> asyncio.Lock:
        """Return the lock to hold from a shard's start until its IDENTIFY; discord.py times out after a minute."""
        return self._starts[shard % self.max_concurrency]

    async def wait_for_identify(self, client: discord.Client, shard: int) -> None:
        """Wait until a shard may IDENTIFY. Raises ConnectionError without the store, or without a login left today."""
        bucket = shard % self.max_concurrency
        async with self._fetching:
            if self.remaining < LOW_REMAINING or time.monotonic() - self._fetched_at > REFRESH_INTERVAL:
                _, _, limit = await client.http.get_bot_gateway()
                self.remaining, self._fetched_at = limit["remaining"], time.monotonic()
            if self.remaining <= 0:
                raise ConnectionError("Discord allows no more logins today, and would revoke the token")
            self.remaining -= 1
        async with self._buckets[bucket]:
            try:
                while pause := await self._store.identifies.wait_time(bucket):  # noqa: ASYNC110  the store sends no event
                    await asyncio.sleep(pause)
            except StoreUnavailable as fault:
                raise ConnectionError(f"can't tell whose turn it is to log in: {fault}") from fault
