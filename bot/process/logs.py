"""Logging to standard error, for people or log collectors, without any tokens."""

import json
import logging
import re
import sys
import time
from collections.abc import Callable

SECRET = re.compile(
    r"[\w-]{20,}\.[\w-]{5,}\.[\w-]{20,}"  # a bot token
    r"|(?<=/)[A-Za-z0-9_-]{60,}"  # an interaction token
    r"|(?<=://)[^\s:/@]*:\S+(?=@)"  # user and password in a URL
    r"|(?<=password=)[^\s&'\"]+|(?<=passwd=)[^\s&'\"]+|(?<=pwd=)[^\s&'\"]+|(?<=token=)[^\s&'\"]+",  # in a URL's query
    re.IGNORECASE,
)


REPEAT_AFTER = 600.0  # seconds


class Repeats:
    """Limits a fault that many tables meet at once to one log line in ten minutes; the others are at level DEBUG."""

    def __init__(self, level: int = logging.WARNING, elapsed: Callable[[], float] = time.monotonic) -> None:
        self._level, self._elapsed = level, elapsed
        self._fault, self._logged_at = "", 0.0

    def level(self, fault: object) -> int:
        """Return the level at which to log a fault."""
        now = self._elapsed()
        if str(fault) == self._fault and now - self._logged_at < REPEAT_AFTER:
            return logging.DEBUG
        self._fault, self._logged_at = str(fault), now
        return self._level


def redact(text: str) -> str:
    """Replace bot tokens, interaction tokens and passwords in URLs."""
    return SECRET.sub("***", text)


class Text(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))


class Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "at": round(record.created, 3),
            "level": record.levelname,
            "logger": record.name,
            "message": redact(record.getMessage()),
        }
        if record.exc_info:
            entry["fault"] = redact(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False)


def set_up(level: str, form: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if form == "json" else Text())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("hob").setLevel(level)
    logging.getLogger("discord").setLevel(max(logging.getLevelName(level), logging.WARNING))
