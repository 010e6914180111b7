"""Logging in at Discord's gateway: how many shards there should be, and one login of a kind at a time.

Discord takes `max_concurrency` IDENTIFYs in five seconds, one of each `shard_id % max_concurrency`, and a thousand a
day over all shards; a bot that asks for more loses its token.
"""

import asyncio
import contextlib
import time
from collections import defaultdict
from collections.abc import AsyncIterator

import aiohttp
import discord

from bot.times import HOUR
from db import Store, StoreUnavailable

REFRESH_INTERVAL = 60.0  # seconds after which Discord is asked again how many logins are left, before the next one
LOW_REMAINING = 20  # logins left, below which Discord is asked before each
LAUNCH = 15.0  # seconds that a shard may take from its start to its IDENTIFY before the next of its kind starts


class FatalError(Exception):
    """Hob ends, and may be started again; the text is one sentence for the operator."""


class Misconfigured(FatalError):
    """Starting again would not help before the operator has changed something."""


class Logins:
    """What Discord said of them when it was asked, and whose turn it is."""

    def __init__(self, store: Store, trace: aiohttp.TraceConfig) -> None:
        self._store, self._trace = store, trace
        self.recommended = self.at_once = 1
        self.left, self._asked_at, self._asking = 0, 0.0, asyncio.Lock()  # of how many logins, and when that was heard
        self._starts: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._buckets: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def fetch_limits(self, token: str, needed: int | None) -> None:
        """Ask Discord how many shards it recommends, and how many may log in.

        `needed` of them are to log in (None: as many as are recommended).  Raises CannotRun if Discord does not let so
        many in today, and what discord.py raises.
        """
        client = discord.Client(intents=discord.Intents(guilds=True), http_trace=self._trace)
        try:
            await client.login(token)
            self.recommended, _, limit = await client.http.get_bot_gateway()
        finally:
            await client.close()
        self.at_once, self.left, self._asked_at = limit["max_concurrency"], limit["remaining"], time.monotonic()
        needed = needed or self.recommended
        if self.left < needed:
            hours = limit["reset_after"] / 1000 / HOUR
            raise FatalError(
                f"Hob must log in {needed} times, "
                f"and Discord allows {self.left} more within the next {hours:.1f} hours."
            )

    @contextlib.asynccontextmanager
    async def start(self, shard: int) -> AsyncIterator[None]:
        """While a shard starts, until its IDENTIFY; others of its kind wait, for discord.py gives it a minute."""
        async with self._starts[shard % self.at_once]:
            yield

    async def wait_for_identify(self, client: discord.Client, shard: int) -> None:
        """Wait for the turn of a shard to IDENTIFY.

        Raises ConnectionError while the store is away, or no login is left for this day.
        """
        kind = shard % self.at_once
        async with self._asking:
            if self.left < LOW_REMAINING or time.monotonic() - self._asked_at > REFRESH_INTERVAL:
                _, _, limit = await client.http.get_bot_gateway()
                self.left, self._asked_at = limit["remaining"], time.monotonic()
            if self.left <= 0:
                raise ConnectionError("Discord allows no more logins today, and would take the token away")
            self.left -= 1
        async with self._buckets[kind]:
            try:
                while pause := await self._store.identifies.wait_time(kind):  # noqa: ASYNC110  the store sends no event
                    await asyncio.sleep(pause)
            except StoreUnavailable as fault:
                raise ConnectionError(f"whose turn it is to log in is not known: {fault}") from fault
