"""An answer that the network or Discord swallowed is given once more, within the three seconds of a press."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import aiohttp
import discord

log = logging.getLogger("hob.retry")
Result = TypeVar("Result")

RETRY_DELAY = 0.4  # seconds
MAX_RETRY_DELAY = 3600.0  # seconds between two tries of what Discord refuses
ACKNOWLEDGED = 40060
FILTERS = {200000: "automod", 240000: "links", 20009: "explicit"}  # of messages, by code
NETWORK = (aiohttp.ClientError, OSError)  # TimeoutError is an OSError


class OpeningsPaused(Exception):
    """No channel of direct messages is opened for a while: Discord has refused one as opened too fast."""


SEND_ERRORS = (
    discord.HTTPException,
    discord.RateLimited,
    OpeningsPaused,
    *NETWORK,
)  # refused, not sent, or lost on the way


def is_transient(fault: Exception) -> bool:
    """Whether the same request may well succeed a moment later."""
    if isinstance(fault, discord.HTTPException):
        return fault.status >= 500 or fault.status == 429
    return isinstance(fault, (discord.RateLimited, *NETWORK))


def filtered_by(fault: BaseException | None) -> str:
    """Return which of `FILTERS` has refused a message; empty if none."""
    return FILTERS.get(fault.code, "") if isinstance(fault, discord.HTTPException) else ""


def retry_delay(fault: Exception, tries: int, retry: float) -> float:
    """Seconds until it is tried again, after so many `tries`: short where it is over in a moment, as a rule; what is
    refused waits for somebody to mend it, ever longer."""
    if isinstance(fault, discord.RateLimited):
        return fault.retry_after
    growing = 2.0 ** min(tries, 9)
    return min(retry, growing) if is_transient(fault) else min(MAX_RETRY_DELAY, retry * growing)


def require_connection(interaction: discord.Interaction) -> None:
    """Raises ConnectionError if its connection has ended: nothing can be sent by it any more."""
    if interaction.client.is_closed():
        raise ConnectionError("its connection has ended")


async def send_via(interaction: discord.Interaction, send: Callable[[], Awaitable[Result]]) -> Result:
    """Send something by the connection of an interaction.  Raises ConnectionError if that has ended."""
    require_connection(interaction)
    try:
        return await send()
    except RuntimeError:  # in aiohttp's words
        require_connection(interaction)
        raise


async def retry_once(send: Callable[[], Awaitable[Result]]) -> Result | None:
    """Call `send`, and once more if it failed for a passing reason.  None: the first one had arrived after all.

    A rate limit is the caller's to wait for, who may hold a lock now.
    """
    try:
        return await send()
    except SEND_ERRORS as fault:
        if not is_transient(fault) or isinstance(fault, discord.RateLimited):
            raise
        log.info("an answer is given once more: %s", fault)
    await asyncio.sleep(RETRY_DELAY)
    try:
        return await send()
    except discord.HTTPException as fault:
        if fault.code != ACKNOWLEDGED:
            raise
        return None
