"""The only door to table nights: each change is made upon what is stored, and committed before anybody is told."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass

from pydantic import ValidationError

from bot.errors import Refusal
from bot.settings import Limits
from bot.tables.service import kept, new_id
from cogs.nights.model import Night
from db import NightRow, StaleRevision, Store

log = logging.getLogger("hob.nights")
TRIES = 20  # to be the first to change a night, when many press at once


@dataclass(frozen=True)
class Held:
    """A night as it is stored: its number, its server and its channel."""

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
    """Nothing is held in memory.  Raises Refusal("not-kept") while the database is away."""

    def __init__(self, store: Store, limits: Limits, clock: Callable[[], float]) -> None:
        self.store, self.limits, self.clock = store, limits, clock
        self._setting = asyncio.Lock()  # so that quick presses cannot all pass by the counts
        self.changed: Callable[[str], None] = lambda id: None  # whoever attends to nights is told by this

    async def find(self, id: str) -> Held | None:
        with kept():
            row = await self.store.nights.get(id)
            held = _held(row) if row is not None else None
            if row is not None and held is None:
                log.error("night %s cannot be read, and is left as it is", id)
                await self.store.nights.rest(id)
        return held

    async def open(self, id: str) -> Held:
        """Raises Refusal("night-over")."""
        held = await self.find(id)
        if held is None:
            raise Refusal("night-over")
        return held

    async def of_server(self, guild: int) -> list[Held]:
        with kept():
            return [held for row in await self.store.nights.of_server(guild) if (held := _held(row))]

    async def at_channel(self, channel: int) -> list[Held]:
        with kept():
            return [held for row in await self.store.nights.at_channel(channel) if (held := _held(row))]

    async def due(self, now: float, limit: int, mine: Collection[int], shards: int) -> list[str]:
        return await self.store.nights.due(now, limit, mine, shards)

    async def create(self, guild: int, channel: int, night: Night) -> Held:
        """Raises Refusal where there are too many already, or this one is."""
        async with self._setting:
            there = await self.of_server(guild)
            if any((h.channel, h.night.host, h.night.at) == (channel, night.host, night.at) for h in there):
                raise Refusal("night-twice")
            if (most := self.limits.nights_of_person) and sum(h.night.host == night.host for h in there) >= most:
                raise Refusal("too-many-nights-yours", most=most)
            if (most := self.limits.nights_of_server) and len(there) >= most:
                raise Refusal("too-many-nights", most=most)
            with kept():
                while await self.store.nights.get(id := new_id()) is not None:
                    pass
            row = NightRow(id, guild, channel, 0, night.model_dump(mode="json"), self.clock())
            with kept():
                await self.store.nights.create(row)
        self.changed(id)
        return await self.open(id)

    async def change(self, id: str, rule: Callable[[Night], Night], due: float | None = None) -> Held:
        """Commit what the rule makes of the night.  Without a time it is due at once.  Raises Refusal."""
        for _ in range(TRIES):
            with kept():
                row = await self.store.nights.get(id)
            held = _held(row) if row is not None else None
            if row is None or held is None:
                raise Refusal("night-over")
            night = rule(held.night)
            at = self.clock() if due is None else due
            if night == held.night and held.due == at:
                return held
            with kept():
                try:
                    await self.store.nights.save(
                        NightRow(id, row.guild_id, row.channel_id, row.revision, night.model_dump(mode="json"), at)
                    )
                except StaleRevision:
                    continue
            if due is None:
                self.changed(id)
            return Held(id, held.guild, held.channel, night, at, row.revision + 1)
        raise Refusal("not-kept")

    async def answered(self, held: Held, key: str) -> None:
        """A press's own answer has shown this of the night; what was changed meanwhile is shown anew."""
        await self.change(held.id, lambda night: night.model_copy(update={"key": key if night == held.night else ""}))

    async def wait(self, held: Held, due: float) -> None:
        """All is done until then; unless somebody has changed it meanwhile, who has made it due."""
        if held.due == due:
            return
        night = held.night.model_dump(mode="json")
        with kept(), contextlib.suppress(StaleRevision):
            await self.store.nights.save(NightRow(held.id, held.guild, held.channel, held.revision, night, due))

    async def drop(self, id: str) -> None:
        with kept():
            await self.store.nights.drop(id)


def _held(row: NightRow) -> Held | None:
    """None where it cannot be read: it is as if there were none."""
    try:
        night = Night.model_validate(row.night)
    except ValidationError:
        return None
    return Held(row.id, row.guild_id, row.channel_id, night, row.due_at, row.revision)
