"""Game nights: scheduled evenings, each a row until the evening is over."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sqlalchemy import Row, Select, bindparam, delete, insert, select, update

from db.codecs import DamagedJSON, decode, encode, validate_row
from db.maintenance import belongs_to_shards
from db.rows import DamagedRow, NightRow, StaleRevision
from db.schema import nights
from db.unit_of_work import Database

_DUE = (
    select(nights.c.id)
    .where(nights.c.due_at <= bindparam("now"), belongs_to_shards(nights.c.guild_id))
    .order_by(nights.c.due_at, nights.c.id)
    .limit(bindparam("limit"))
)


class Nights:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, id: str) -> NightRow | None:
        """Return the night, or None.  Raises DamagedRow; the lists below leave damaged rows out."""
        rows = await self._database.read(select(nights).where(nights.c.id == id))
        return _to_night(rows[0]) if rows else None

    async def of_server(self, guild: int) -> list[NightRow]:
        return await self._read_rows(select(nights).where(nights.c.guild_id == guild))

    async def at_channel(self, channel: int) -> list[NightRow]:
        return await self._read_rows(select(nights).where(nights.c.channel_id == channel))

    async def mentioning(self, person: int) -> list[NightRow]:
        """Return the nights that may mention this person."""
        return await self._read_rows(select(nights).where(nights.c.night.contains(str(person))))

    async def due(self, now: float, limit: int = 100, mine: Collection[int] = (0,), shards: int = 1) -> list[str]:
        """Return the ids of nights due by `now` on these shards, the longest overdue first."""
        return await self._database.read_ids(_DUE, mine, shards, now=now, limit=limit)

    async def create(self, row: NightRow) -> None:
        await self._database.execute(insert(nights).values(_values(row)))

    async def save(self, row: NightRow) -> NightRow:
        """Write the night's next revision, based on `row.revision`.  Raises StaleRevision."""
        values = _values(row) | {"revision": row.revision + 1}
        put = update(nights).where(nights.c.id == row.id, nights.c.revision == row.revision).values(values)
        if await self._database.execute(put) != 1:
            raise StaleRevision(row.id)
        return replace(row, revision=row.revision + 1)

    async def delete(self, id: str) -> None:
        await self._database.execute(delete(nights).where(nights.c.id == id))

    async def _read_rows(self, query: Select[Any]) -> list[NightRow]:
        """Return the nights, the earliest due first."""
        readable = []
        for row in await self._database.read(query.order_by(nights.c.due_at, nights.c.id)):
            with suppress(DamagedRow):
                readable.append(_to_night(row))
        return readable


def _to_night(row: Row[Any]) -> NightRow:
    """Decode a row.  Raises DamagedRow."""
    try:
        return NightRow(**{**row._mapping, "night": decode(row.night)})
    except DamagedJSON:
        raise DamagedRow(row.id, "night", "game night") from None


def _values(row: NightRow) -> dict[str, Any]:
    return validate_row(nights, vars(row) | {"night": encode(row.night)})
