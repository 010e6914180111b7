"""Retries of lost responses within the three seconds of a press, and delays between further tries."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import aiohttp
import discord

log = logging.getLogger("hob.retry")
Result = TypeVar("Result")

RETRY_DELAY = 0.4  # seconds
MAX_RETRY_DELAY = 3600.0  # seconds between two tries of a rejected request
ACKNOWLEDGED = 40060
FILTERS = {200000: "automod", 240000: "links", 20009: "explicit"}  # of messages, by error code
NETWORK = (aiohttp.ClientError, OSError)  # TimeoutError is an OSError


class OpeningsPaused(Exception):
    """No direct message channel is opened for a while, because Discord refused one as too fast."""


# Refused, not sent, or lost on the way.
SEND_ERRORS = (
    discord.HTTPException,
    discord.RateLimited,
    OpeningsPaused,
    *NETWORK,
)


def is_transient(fault: Exception) -> bool:
    """Return True if the same request may succeed a moment later."""
    if isinstance(fault, discord.HTTPException):
        return fault.status >= 500 or fault.status == 429
    return isinstance(fault, (discord.RateLimited, *NETWORK))


def filtered_by(fault: BaseException | None) -> str:
    """Return the filter in `FILTERS` that rejected a message; "" if none did."""
    return FILTERS.get(fault.code, "") if isinstance(fault, discord.HTTPException) else ""


def retry_delay(fault: Exception, tries: int, retry: float) -> float:
    """Return the seconds until the next try, after `tries` tries.

    Transient faults are retried soon. Rejections wait for a fix, with growing delays of up to an hour.
    """
    if isinstance(fault, discord.RateLimited):
        return fault.retry_after
    growing = 2.0 ** min(tries, 9)
    return min(retry, growing) if is_transient(fault) else min(MAX_RETRY_DELAY, retry * growing)


async def send_via(interaction: discord.Interaction, send: Callable[[], Awaitable[Result]]) -> Result:
    """Send something by an interaction's connection. Raises ConnectionError if that has ended."""
    try:
        if not interaction.client.is_closed():
            return await send()
    except RuntimeError:  # aiohttp's error if the connection ends in the meantime
        if not interaction.client.is_closed():
            raise
    raise ConnectionError("the connection has ended")


async def retry_once(interaction: discord.Interaction, send: Callable[[], Awaitable[Result]]) -> Result | None:
    """Like `send_via`, but try again after a transient error. Return None if the first try had arrived after all.

    A rate limit is raised, since the caller may hold a lock and must wait without it.
    """
    try:
        return await send_via(interaction, send)
    except SEND_ERRORS as fault:
        if not is_transient(fault) or isinstance(fault, discord.RateLimited) or interaction.client.is_closed():
            raise
        log.info("retrying a response: %s", fault)
    await asyncio.sleep(RETRY_DELAY)
    try:
        return await send_via(interaction, send)
    except discord.HTTPException as fault:
        if fault.code != ACKNOWLEDGED:
            raise
        return None
