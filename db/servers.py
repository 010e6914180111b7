"""Data about servers: their settings, the newest changes of these, and blocked people."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, delete, exists, func, insert, select, update

from db.codecs import encode, validate_row
from db.decoding import to_settings
from db.rows import SettingChange
from db.schema import barred, servers, setting_changes
from db.unit_of_work import Database

KEEP_CHANGES = 20  # of each server's settings

_SETTINGS = select(servers.c.settings).where(servers.c.id == bindparam("id"))
_IS_BARRED = select(
    exists()
    .where(barred.c.guild_id == bindparam("guild"), barred.c.person.in_([bindparam("person"), bindparam("pseudonym")]))
    .label("is_barred")
)


class Servers:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def settings(self, id: int) -> dict[str, Any]:
        """Return a server's saved settings; {} if there are none or they are damaged."""
        rows = await self._database.read(_SETTINGS, {"id": id})
        return to_settings(rows[0].settings) if rows else {}

    async def save(self, id: int, settings: dict[str, Any], changes: Sequence[SettingChange] = ()) -> None:
        """Save a server's settings and record the changes; the oldest beyond `KEEP_CHANGES` go."""
        values = validate_row(servers, {"id": id, "settings": encode(settings)})
        rows = [
            {"guild_id": id, "person": one.person, "name": one.name, "at": one.at}
            | {"change": encode({"before": one.before, "after": one.after})}
            for one in changes
        ]
        for row in rows:
            validate_row(setting_changes, row)

        def work(connection: Connection) -> None:
            if not connection.execute(update(servers).where(servers.c.id == id).values(values)).rowcount:
                connection.execute(insert(servers).values(values))
            if rows:
                mine = setting_changes.c.guild_id == id
                last = connection.scalar(select(func.max(setting_changes.c.number)).where(mine)) or 0
                connection.execute(
                    insert(setting_changes), [row | {"number": last + n} for n, row in enumerate(rows, 1)]
                )
                oldest = last + len(rows) - KEEP_CHANGES
                connection.execute(delete(setting_changes).where(mine, setting_changes.c.number <= oldest))

        await self._database.run_transaction(work)

    async def changes(self, guild: int | None = None, person: int | None = None) -> list[SettingChange]:
        """Return the stored changes of a server's settings, or by a person, the newest first."""
        query = select(setting_changes).order_by(setting_changes.c.at.desc(), setting_changes.c.number.desc())
        if guild is not None:
            query = query.where(setting_changes.c.guild_id == guild)
        if person is not None:
            query = query.where(setting_changes.c.person == person)
        rows = [(row, to_settings(row.change)) for row in await self._database.read(query)]
        return [
            SettingChange(row.person, row.name, change["before"], change["after"], row.at)
            for row, change in rows
            if {*change} >= {"before", "after"}
        ]

    async def barred(self, guild: int) -> list[int]:
        """Return the people blocked from a server's tables; those who were erased as their (negative) pseudonyms."""
        query = select(barred.c.person).where(barred.c.guild_id == guild).order_by(barred.c.person)
        return [row.person for row in await self._database.read(query)]

    async def is_barred(self, guild: int, person: int) -> bool:
        values = {"guild": guild, "person": person, "pseudonym": await self._database.pseudonym(person)}
        [row] = await self._database.read(_IS_BARRED, values)
        return bool(row.is_barred)

    async def barred_in(self, person: int) -> list[int]:
        """Return the servers that block this person from tables."""
        them = barred.c.person.in_([person, await self._database.pseudonym(person)])
        query = select(barred.c.guild_id).where(them).order_by(barred.c.guild_id)
        return [row.guild_id for row in await self._database.read(query)]

    async def toggle_barred(self, guild: int, person: int) -> bool:
        """Block a person from a server's tables, or unblock them; return whether they're blocked now."""
        them = barred.c.person.in_([person, await self._database.pseudonym(person)])

        def work(connection: Connection) -> bool:
            if connection.execute(delete(barred).where(barred.c.guild_id == guild, them)).rowcount:
                return False
            connection.execute(insert(barred).values(guild_id=guild, person=person))
            return True

        return await self._database.run_transaction(work)
