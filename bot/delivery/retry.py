"""Errors of sending: which are transient, and the delays between tries."""

import logging
from contextvars import ContextVar

import aiohttp
import discord

from bot.delivery.codes import FILTERS, code_of
from bot.errors import UserError
from bot.i18n.catalogue import COMMON
from db import Trouble

MAX_RETRY_DELAY = 3600.0  # seconds between two tries of a rejected request
# Set in a task that sends nothing about a table: it can't overwrite newer content from another process.
SHOWS_NO_TABLE = ContextVar("shows_no_table", default=False)
NETWORK = (aiohttp.ClientError, OSError)  # TimeoutError is an OSError


class LeaseExpired(aiohttp.ClientError):
    """The lease has expired, so another process may have shown something newer."""


class OpeningsPaused(Exception):
    """No direct message channel is opened for a while, because Discord rate-limited the last one."""


# Refused, not sent, or lost on the way.
SEND_ERRORS = (discord.HTTPException, discord.RateLimited, OpeningsPaused, *NETWORK)


def is_transient(fault: Exception) -> bool:
    """Return True if the same request may succeed a moment later."""
    if isinstance(fault, discord.HTTPException):
        return fault.status >= 500 or fault.status == 429
    return isinstance(fault, (discord.RateLimited, *NETWORK))


def log_level(outages: Trouble, fault: Exception) -> int:
    """Return WARNING, or DEBUG for an outage that `outages` has logged, because many messages meet it at once."""
    return outages.level("outage") if is_transient(fault) else logging.WARNING


def filtered_by(fault: BaseException | None) -> str:
    """Return the filter in `FILTERS` that rejected a message; "" if none did."""
    return FILTERS.get(code_of(fault), "")


def filter_error(fault: Exception) -> UserError:
    """Return the error for a message that a filter has blocked."""
    return UserError("filtered", filter=COMMON.names("filter")[filtered_by(fault)])


def demanded_pause(fault: Exception) -> float:
    """Return the seconds that Cloudflare demands when it blocks Hob's address; 0 for any other error.

    discord.py waits for Discord's own rate limits, but not for this one.
    """
    if not isinstance(fault, discord.HTTPException) or fault.status != 429:
        return 0.0
    seconds = getattr(fault.response, "headers", {}).get("Retry-After", "")
    return min(MAX_RETRY_DELAY, float(seconds)) if seconds.isdecimal() else 0.0


def retry_delay(fault: Exception, tries: int, retry: float) -> float:
    """Return the seconds until the next try, after `tries` tries.

    Transient faults are retried soon. Rejections wait for a fix, with growing delays of up to an hour.
    """
    if isinstance(fault, discord.RateLimited):
        return fault.retry_after
    growing = 2.0 ** min(tries, 9)
    if is_transient(fault):
        return max(min(retry, growing), demanded_pause(fault))
    return min(MAX_RETRY_DELAY, retry * growing)
