"""Daily deals: one deal per game and day (UTC), the same for everyone on this Hob; each person has one attempt."""

import hmac
from collections.abc import Callable
from typing import NamedTuple

from bot.tables.service import storage_errors
from bot.tables.session import TableSession
from bot.times import DAY
from db import AttemptRow, FinishedAttempt, Store


class RankedAttempt(NamedTuple):
    """An attempt and its rank among all attempts at its deal; equal ones share a rank."""

    rank: int
    attempt: FinishedAttempt


class Dailies:
    """The deals, attempts and leaderboards.  Methods raise UserError("not-kept") while the database is away."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self.store, self.clock = store, clock

    def today(self) -> int:
        return int(self.clock() // DAY)

    async def seed(self, day: int, game: str) -> str:
        """Return the seed of that deal; it cannot be predicted without the secret in this Hob's store."""
        with storage_errors():
            secret = await self.store.dailies.secret()
        return hmac.digest(secret.encode(), f"daily {day} {game}".encode(), "sha256").hex()

    async def attempts(self, person: int, day: int) -> dict[str, str]:
        """Return the sessions of a person's attempts of that day, by game."""
        with storage_errors():
            return {row.game: row.session_id for row in await self.store.dailies.of_person(person, day)}

    async def claim_attempt(self, person: int, live: TableSession, guild: int | None, instead_of: str | None) -> bool:
        """Claim this table as the person's attempt at its day's deal; return False if they already had one."""
        row = AttemptRow(person, live.info.day, live.game.slug, live.id, guild)
        with storage_errors():
            return await self.store.dailies.claim(row, instead_of)

    async def leaderboard(self, day: int, game: str) -> list[RankedAttempt]:
        """Return all who finished that deal on its day, the best first: by points, then by place."""
        with storage_errors():
            played = await self.store.dailies.finished_attempts(day, game, float((day + 1) * DAY))
        marks = sorted(map(_sort_key, played))
        return sorted(
            (RankedAttempt(marks.index(_sort_key(one)) + 1, one) for one in played),
            key=lambda it: (it.rank, it.attempt.person),
        )


def _sort_key(one: FinishedAttempt) -> tuple[int, int]:
    return -(one.points or 0), one.place
