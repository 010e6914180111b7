"""The service for game nights: each change is applied to the stored night, and committed before it is shown."""

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pydantic import ValidationError

from bot.errors import DatabaseUnavailable, UserError, storage_errors
from bot.settings import Limits
from bot.tables.service import new_id
from cogs.nights.model import Night, NightOver
from db import DamagedRow, NightRow, StaleRevision, Store

MAX_TRIES = 20  # attempts to change a night while many people sign up


class NightDamaged(UserError):
    """The night's row can't be read."""


@dataclass(frozen=True)
class StoredNight:
    """A night as it is stored, with its id, its server and its channel."""

    id: str
    guild: int
    channel: int
    night: Night
    due: float | None
    revision: int

    @property
    def language(self) -> str:
        return self.night.language


class Nights:
    """The stored nights; none are kept in memory. Methods raise DatabaseUnavailable."""

    def __init__(self, store: Store, limits: Limits, clock: Callable[[], float]) -> None:
        self.store, self.limits, self.clock = store, limits, clock
        self.wake: Callable[[str], None] = lambda id: None  # the scheduler's, for a night that is due at once
        self._creating = asyncio.Lock()  # so that concurrent presses cannot exceed the limits

    async def find(self, id: str) -> StoredNight | None:
        """Return a night; None if there is none. Raises NightDamaged."""
        try:
            with storage_errors():
                row = await self.store.nights.get(id)
            return None if row is None else _stored_night(row)
        except (DamagedRow, ValidationError) as fault:
            raise NightDamaged("night-damaged") from fault

    async def open(self, id: str) -> StoredNight:
        """Return a night. Raises NightOver if there is none."""
        stored = await self.find(id)
        if stored is None:
            raise NightOver("night-over")
        return stored

    async def of_server(self, guild: int) -> list[StoredNight]:
        with storage_errors():
            return _readable(await self.store.nights.of_server(guild))

    async def at_channel(self, channel: int) -> list[StoredNight]:
        with storage_errors():
            return _readable(await self.store.nights.at_channel(channel))

    async def create(self, guild: int, channel: int, night: Night) -> StoredNight:
        """Create a night. Raises UserError if there are too many, or if it already exists."""
        async with self._creating:
            planned = [one for one in await self.of_server(guild) if one.night.stage == "planned"]
            if any((one.channel, one.night.host, one.night.at) == (channel, night.host, night.at) for one in planned):
                raise UserError("night-twice")
            if (most := self.limits.nights_of_person) and sum(one.night.host == night.host for one in planned) >= most:
                raise UserError("too-many-nights-yours", most=most)
            if (most := self.limits.nights_of_server) and len(planned) >= most:
                raise UserError("too-many-nights", most=most)
            with storage_errors():
                while await self.store.nights.get(id := new_id()) is not None:
                    pass
            row = NightRow(id, guild, channel, 0, night.model_dump(mode="json"), self.clock())
            with storage_errors():
                await self.store.nights.create(row)
        self.wake(id)
        return await self.open(id)

    async def change(
        self, id: str, modify: Callable[[Night], Night], due: float | None = None, wake: bool = True
    ) -> StoredNight:
        """Commit the modified night. Raises UserError.

        Without `due`, it is due at once, and the scheduler handles it unless the caller shows it first (`wake=False`).
        """
        for _ in range(MAX_TRIES):
            stored = await self.open(id)
            night = modify(stored.night)
            at = self.clock() if due is None else due
            if night == stored.night and stored.due == at:
                return stored
            with storage_errors():
                try:
                    await self.store.nights.save(
                        NightRow(id, stored.guild, stored.channel, stored.revision, night.model_dump(mode="json"), at)
                    )
                except StaleRevision:
                    continue
            if due is None and wake:
                self.wake(id)
            return StoredNight(id, stored.guild, stored.channel, night, at, stored.revision + 1)
        raise DatabaseUnavailable("not-kept")

    async def mark_shown(self, stored: StoredNight, key: str) -> None:
        """Record that a response has shown this version of the night; a newer version still has to be shown."""
        await self.change(
            stored.id, lambda night: night.model_copy(update={"key": key if night == stored.night else ""})
        )

    async def wait_until(self, stored: StoredNight, due: float) -> None:
        """Set when the next step is due, unless the night has changed since: then it is already due."""
        if stored.due == due:
            return
        night = stored.night.model_dump(mode="json")
        with storage_errors(), contextlib.suppress(StaleRevision):
            await self.store.nights.save(NightRow(stored.id, stored.guild, stored.channel, stored.revision, night, due))

    async def drop(self, id: str) -> None:
        with storage_errors():
            await self.store.nights.delete(id)


def _stored_night(row: NightRow) -> StoredNight:
    """Decode a row. Raises ValidationError."""
    night = Night.model_validate(row.night)
    return StoredNight(row.id, row.guild_id, row.channel_id, night, row.due_at, row.revision)


def _readable(rows: Iterable[NightRow]) -> list[StoredNight]:
    nights = []
    for row in rows:
        with contextlib.suppress(ValidationError):
            nights.append(_stored_night(row))
    return nights
