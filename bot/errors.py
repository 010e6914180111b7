"""Errors with a message for the user, and turning an unavailable database into one."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bot.process.logs import REPEAT_AFTER
from db import StoreUnavailable, Trouble

log = logging.getLogger("hob.sessions")
UNAVAILABLE = Trouble(REPEAT_AFTER)


class UserError(Exception):
    """An action was rejected, and nothing has changed. `key` names the message for the user."""

    def __init__(self, key: str, **fields: Any) -> None:
        super().__init__(key)
        self.key, self.fields = key, fields


class DatabaseUnavailable(UserError):
    """The database can't be read or written; the action can be retried later."""


class ConcurrentUpdate(UserError):
    """Another change came first, maybe in another process; the action can be retried."""


class SessionUnavailable(UserError):
    """The table can't be opened: it doesn't exist, its game isn't offered, or it's quarantined."""


class SessionQuarantined(SessionUnavailable):
    """The table can't be read or shown, so it was taken out of its channel."""


class ChannelOccupied(UserError):
    """The channel has another table."""


class Stale(UserError):
    """The question isn't open any more."""


class Repeated(Stale):
    """The same answer was given before."""


@contextmanager
def storage_errors() -> Iterator[None]:
    """Turn an unavailable database into DatabaseUnavailable."""
    try:
        yield
    except StoreUnavailable as fault:
        log.log(UNAVAILABLE.level(fault, logging.ERROR), "database unavailable: %s", fault)
        raise DatabaseUnavailable("not-kept") from fault
