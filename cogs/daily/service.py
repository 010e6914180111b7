"""Daily deals: one deal for each game and day (UTC), the same for everybody on this Hob, who each have one try."""

import hmac
from collections.abc import Callable
from typing import NamedTuple

from bot.tables.service import kept
from bot.tables.session import Live
from bot.times import DAY
from db import Store, TriedRow, TryRow


class Ranked(NamedTuple):
    """Where a try stands among all of its deal; equal ones share a rank."""

    rank: int
    tried: TriedRow


class Dailies:
    """Raises Refusal("not-kept") while the database is away."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self.store, self.clock = store, clock

    def today(self) -> int:
        return int(self.clock() // DAY)

    async def seed(self, day: int, game: str) -> str:
        """What that deal is dealt by: nobody can tell it beforehand without the secret of this Hob's store."""
        with kept():
            secret = await self.store.dailies.secret()
        return hmac.digest(secret.encode(), f"daily {day} {game}".encode(), "sha256").hex()

    async def tries(self, person: int, day: int) -> dict[str, str]:
        """The sessions of somebody's tries of that day, by game."""
        with kept():
            return {row.game: row.session_id for row in await self.store.dailies.of(person, day)}

    async def claim(self, person: int, live: Live, guild: int | None, instead_of: str | None) -> bool:
        """This table is the person's try at the deal of its day; False if they have had it."""
        row = TryRow(person, live.info.day, live.game.slug, live.id, guild)
        with kept():
            return await self.store.dailies.claim(row, instead_of)

    async def board(self, day: int, game: str) -> list[Ranked]:
        """All who have played it to its end on its day, the best first: by points, then by place."""
        with kept():
            played = await self.store.dailies.played(day, game, float((day + 1) * DAY))
        marks = sorted(map(_mark, played))
        return sorted(
            (Ranked(marks.index(_mark(one)) + 1, one) for one in played), key=lambda it: (it.rank, it.tried.person)
        )


def _mark(one: TriedRow) -> tuple[int, int]:
    return -(one.points or 0), one.place
