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


class ConcurrentUpdate(UserError):
    """Another change came first, maybe in another process; the action can be retried."""

    def __init__(self) -> None:
        super().__init__("stale")


@contextmanager
def storage_errors() -> Iterator[None]:
    """Turn an unavailable database into UserError("not-kept")."""
    try:
        yield
    except StoreUnavailable as fault:
        log.log(UNAVAILABLE.level(fault, logging.ERROR), "database unavailable: %s", fault)
        raise UserError("not-kept") from fault
