"""Errors of requests to Discord: the codes that Hob handles, which are transient, and the delays between tries.

Codes: https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
"""

import logging
from contextvars import ContextVar

import aiohttp
import discord

from bot.errors import UserError
from bot.i18n.catalogue import COMMON
from db import Trouble

UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MESSAGE, UNKNOWN_USER = 10003, 10004, 10008, 10013
UNKNOWN_WEBHOOK = 10015  # the interaction's token has expired
UNKNOWN_INTERACTION = 10062  # it got no response within three seconds
ANNOUNCED = 20022  # an announcement message that was edited too often
TOO_FAST = 40003  # direct message channels are opened too fast
ACKNOWLEDGED = 40060  # the interaction already has a response
NO_ACCESS = 50001
FOREIGN = 50005  # another author's message can't be edited
DM_REFUSED = 50007  # the person doesn't accept direct messages
NO_PERMISSION = 50013
INVALID_TOKEN = 50027  # of an interaction
INVALID_RECIPIENT = 50033  # of a direct message
INVALID_FORM = 50035  # the message breaks Discord's rules for its parts
ARCHIVED, LOCKED = 50083, 160005  # threads
NO_SHARED_SERVER = 50278  # with the recipient of a direct message
HAS_THREAD = 160004  # the message already has a thread
EVENT_OVER = 180000  # a scheduled event that was ended can't be changed
FILTERS = {200000: "automod", 240000: "links", 20009: "explicit"}  # of messages

GONE_CODES = {UNKNOWN_CHANNEL, UNKNOWN_GUILD}
CHANNEL_LOST_CODES = {UNKNOWN_CHANNEL, NO_ACCESS}  # of direct messages: maybe another bot account opened the channel
# Codes of direct messages that can't be sent; a retry is pointless.
DM_CLOSED_CODES = {DM_REFUSED, NO_SHARED_SERVER, NO_ACCESS, UNKNOWN_USER, INVALID_RECIPIENT, *FILTERS}
NO_RIGHTS = {NO_ACCESS, NO_PERMISSION, LOCKED, *DM_CLOSED_CODES}
REPOST_CODES = {ARCHIVED, ANNOUNCED, FOREIGN}  # the message can't be edited
UNEDITABLE_CODES = {ARCHIVED, LOCKED, ANNOUNCED}  # the same of a pressed message: the result appears in a new one
LATE_CODES = {UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, ACKNOWLEDGED, INVALID_TOKEN}  # of a response; the change stays

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


def code_of(fault: BaseException | None) -> int:
    """Return Discord's error code; 0 for any other error."""
    return fault.code if isinstance(fault, discord.HTTPException) else 0


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

    Transient faults are retried within `retry` seconds, unless Discord demands more. Rejections need a fix, so their
    delay doubles from `retry` seconds up to an hour.
    """
    if isinstance(fault, discord.RateLimited):
        return fault.retry_after
    growing = 2.0 ** min(tries, 9)
    if is_transient(fault):
        return max(min(retry, growing), demanded_pause(fault))
    return min(MAX_RETRY_DELAY, retry * growing)
