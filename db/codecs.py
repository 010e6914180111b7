"""Turn rows into query parameters, and reject values that a database would refuse.

The check runs in the caller's task, so one session's bad value never reaches a transaction shared with others.
"""

import json
import math
import re
from typing import Any

from sqlalchemy import BigInteger, Double, LargeBinary, Table, Text

from db.rows import ACTIVE, STATUSES
from db.schema import metadata

Parameters = dict[str, Any]
TYPES: dict[type, Any] = {BigInteger: int, Double: (int, float), LargeBinary: bytes, Text: str}
COLUMNS = {table: {c.name: (type(c.type), c.nullable) for c in table.columns} for table in metadata.tables.values()}
SURROGATE = re.compile("[\ud800-\udfff]")  # halves of a character, which no database takes as text


def validate_row(table: Table, values: Parameters) -> Parameters:
    """Return `values` unchanged; raise ValueError if one doesn't fit its column in every supported database."""
    columns = COLUMNS[table]
    for name, value in values.items():
        kind, nullable = columns[name]
        fault = ""
        if value is None:
            fault = "" if nullable else "must not be empty"
        elif not isinstance(value, TYPES[kind]):
            fault = f"{type(value).__name__} is not its type"
        elif kind is BigInteger and not -(2**63) <= value < 2**63:
            fault = "does not fit 64 bits"
        elif kind is Double and not math.isfinite(value):
            fault = "is no finite number"
        elif kind is Text and ("\0" in value or (not value.isascii() and SURROGATE.search(value))):
            fault = "holds a sign that is no text"
        if fault:
            raise ValueError(f"{table.name}.{name}: {fault}")
    return values


def encode(value: dict[str, Any]) -> str:
    """Return ASCII JSON, so that characters which a database refuses in text, such as NUL, are stored as escapes."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


class DamagedJSON(ValueError):
    """Raised when a column doesn't hold a JSON object."""


def decode(text: Any) -> dict[str, Any]:
    """Return what `encode` encoded.  Raises DamagedJSON for anything but a JSON object."""
    try:
        value = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        raise DamagedJSON from None
    if not isinstance(value, dict):
        raise DamagedJSON
    return value


def is_active(status: str) -> bool:
    """Return whether a session with this status occupies its channel.  Raises ValueError for unknown ones."""
    if status not in STATUSES:
        raise ValueError(f"unknown status {status!r}; choose from {', '.join(STATUSES)}")
    return status in ACTIVE
