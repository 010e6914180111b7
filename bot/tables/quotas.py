"""Limits: how many tables a person, a server and all of Hob may have, and how fast they may open or share them."""

from collections import defaultdict, deque
from collections.abc import Callable

from bot.errors import UserError, storage_errors
from bot.settings import Limits
from bot.tables.screen_state import is_parked
from bot.timing import end_of
from db import Store

SHARE_GAP = 10.0  # seconds before a person can share again


class Quotas:
    def __init__(self, store: Store, limits: Limits, clock: Callable[[], float], elapsed: Callable[[], float]) -> None:
        self.store, self.limits, self.clock, self.elapsed = store, limits, clock, elapsed
        self._new: defaultdict[tuple[str, int], deque[float]] = defaultdict(deque)

    async def admit(self, person: int, server: int | None, at_once: int = 0, leaving: bool = False) -> None:
        """Admit a new table, or raise UserError.

        `at_once` is the server's own limit (0 means none). `leaving` means that the person leaves one table for it. The
        rate is checked before any await, so that concurrent requests can't all pass the counts.
        """
        limits = self.limits
        self._check_rate("person", person, limits.new_by_person, "too-quick")
        if server is not None:
            self._check_rate("server", server, limits.new_in_server, "too-quick-here")
        with storage_errors():
            # Across all processes: a server belongs to one of them, a person to any.
            now, most, span = self.clock(), limits.new_by_person, limits.span
            new = await self.store.new_of_person(person, now - span) if most else []
            new = [row for row in new if row.table.get("host") == person and now < end_of(row.created_at, span, now)]
            if most and len(new) >= most:
                raise UserError("too-quick", wait=span - (now - new[most - 1].created_at))
            await self._check_count(limits.tables_of_person, "too-many-yours", leaving, person=person)
            if server is not None:
                await self.require_room(server, at_once)
            else:
                await self._check_count(limits.tables, "too-many", leaving)

    async def require_room(self, server: int, at_once: int) -> None:
        """Check that a server may have one more table, or raise UserError. `at_once` is as in `admit`.

        Tables in deleted channels don't count towards `at_once`: no one can end them there.
        """
        with storage_errors():
            if at_once and sum(not is_parked(row) for row in await self.store.of_server(server)) >= at_once:
                raise UserError("too-many-set", most=at_once)
            await self._check_count(self.limits.tables_of_server, "too-many-here", guild=server)
            await self._check_count(self.limits.tables, "too-many")

    async def _check_count(self, most: int, refusal: str, leaving: bool = False, **of: int) -> None:
        if most and await self.store.open_tables(**of) - leaving >= most:
            raise UserError(refusal, most=most)

    def _check_rate(self, of: str, id: int, most: int, refusal: str) -> None:
        now = self.elapsed()
        if len(self._new) > 1000:  # forget expired keys
            old = [key for key, times in self._new.items() if not times or now - times[-1] > self.limits.span]
            for key in old:
                del self._new[key]
        times = self._new[of, id]
        while times and now - times[0] > self.limits.span:
            times.popleft()
        if most and len(times) >= most:
            raise UserError(refusal, wait=self.limits.span - (now - times[0]))
        times.append(now)


class ShareLimit:
    """Lets each person share once in `SHARE_GAP` seconds; `refusal` is the key of the error otherwise."""

    def __init__(self, elapsed: Callable[[], float], refusal: str) -> None:
        self.elapsed, self.refusal = elapsed, refusal
        self._last: dict[int, float] = {}  # by person

    def admit(self, person: int) -> None:
        """Count a share. Raises UserError."""
        now = self.elapsed()
        self._last = {one: at for one, at in self._last.items() if now - at < SHARE_GAP}
        if person in self._last:
            raise UserError(self.refusal)
        self._last[person] = now
