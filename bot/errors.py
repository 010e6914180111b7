"""Why something is not done at a table."""

from typing import Any


class UserError(Exception):
    """Something was not done, for a reason that has a sentence; nothing has changed."""

    def __init__(self, key: str, **fields: Any) -> None:
        super().__init__(key)
        self.key, self.fields = key, fields


class ConcurrentUpdate(UserError):
    """Somebody was quicker, perhaps at another process: what was asked for may be asked once more."""

    def __init__(self) -> None:
        super().__init__("stale")
