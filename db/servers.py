"""Data about servers apart from their settings: the newest changes of these, and blocked people."""

from sqlalchemy import Connection, bindparam, delete, exists, insert, select

from db.decoding import to_settings
from db.rows import SettingChange
from db.schema import barred, setting_changes
from db.unit_of_work import Database

_IS_BARRED = select(
    exists().where(barred.c.guild_id == bindparam("guild"), barred.c.person == bindparam("person")).label("is_barred")
)


class Servers:
    def __init__(self, database: Database) -> None:
        self._database = database

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
        """Return the people blocked from a server's tables."""
        query = select(barred.c.person).where(barred.c.guild_id == guild).order_by(barred.c.person)
        return [row.person for row in await self._database.read(query)]

    async def is_barred(self, guild: int, person: int) -> bool:
        [row] = await self._database.read(_IS_BARRED, {"guild": guild, "person": person})
        return bool(row.is_barred)

    async def barred_in(self, person: int) -> list[int]:
        """Return the servers that block this person from tables."""
        query = select(barred.c.guild_id).where(barred.c.person == person).order_by(barred.c.guild_id)
        return [row.guild_id for row in await self._database.read(query)]

    async def toggle_barred(self, guild: int, person: int) -> bool:
        """Block a person from a server's tables, or unblock them; return whether they're blocked now."""

        def work(connection: Connection) -> bool:
            them = (barred.c.guild_id == guild, barred.c.person == person)
            if connection.execute(delete(barred).where(*them)).rowcount:
                return False
            connection.execute(insert(barred).values(guild_id=guild, person=person))
            return True

        return await self._database.run_transaction(work)
