"""Errors with a message for the user."""

from typing import Any


class UserError(Exception):
    """An action was rejected, and nothing has changed. `key` names the message for the user."""

    def __init__(self, key: str, **fields: Any) -> None:
        super().__init__(key)
        self.key, self.fields = key, fields


class ConcurrentUpdate(UserError):
    """Another change came first, maybe in another process; the action can be retried."""

    def __init__(self) -> None:
        super().__init__("stale")
