"""From the database's rows to ours, whatever a damaged column may hold."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields
from typing import Any

from sqlalchemy import Row, null

from db.rows import DamagedRow, SessionRow
from db.schema import sessions
from db.values import DamagedJSON, decode

SESSION = [sessions.c[field.name] for field in fields(SessionRow)]
WITHOUT_STATE = [null().label("state") if column is sessions.c.state else column for column in SESSION]


def session_of(row: Row[Any]) -> SessionRow:
    """Raises DamagedRow."""
    values = dict(row._mapping)
    for name in ("table", "screen"):
        try:
            values[name] = decode(values[name])
        except DamagedJSON:
            raise DamagedRow(row.id, name) from None
    if not isinstance(values["state"], bytes | None):  # SQLite keeps whatever somebody put there
        raise DamagedRow(row.id, "state")
    return SessionRow(**values)


def readable(rows: Sequence[Row[Any]]) -> list[SessionRow]:
    """Those that can be read; of the others, `get` says what is wrong."""
    found = []
    for row in rows:
        with suppress(DamagedRow):
            found.append(session_of(row))
    return found


def settings_of(text: Any) -> dict[str, Any]:
    """Settings that cannot be read are none: nobody is locked out for them."""
    try:
        return decode(text)
    except DamagedJSON:
        return {}
