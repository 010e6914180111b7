"""Logging to standard error, for people or log collectors, without any tokens."""

import json
import logging
import re
import sys

SECRET = re.compile(
    r"[\w-]{20,}\.[\w-]{5,}\.[\w-]{20,}"  # a bot token
    r"|(?<=/)[A-Za-z0-9_-]{60,}"  # an interaction token
    r"|(?<=://)[^\s:/@]*:\S+(?=@)"  # user and password in a URL
    r"|(?<=password=)[^\s&'\"]+|(?<=passwd=)[^\s&'\"]+|(?<=pwd=)[^\s&'\"]+|(?<=token=)[^\s&'\"]+",  # in a URL's query
    re.IGNORECASE,
)
REPEAT_AFTER = 600.0  # seconds until a fault that many tables meet at once is logged again


def redact(text: str) -> str:
    """Replace bot tokens, interaction tokens and passwords in URLs."""
    return SECRET.sub("***", text)


class Text(logging.Formatter):
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
    handler.setFormatter(Json() if form == "json" else Text("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("hob").setLevel(level)
    logging.getLogger("discord").setLevel(max(logging.getLevelName(level), logging.WARNING))
