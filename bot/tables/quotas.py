"""How many tables a person, a server and all of Hob may have, and how quickly new ones may come."""

from collections import defaultdict, deque
from collections.abc import Callable

from bot.errors import UserError
from bot.settings import Limits
from bot.tables.service import storage_errors
from bot.times import end_of
from db import Store


class Quotas:
    def __init__(self, store: Store, limits: Limits, clock: Callable[[], float], elapsed: Callable[[], float]) -> None:
        self.store, self.limits, self.clock, self.elapsed = store, limits, clock, elapsed
        self._new: defaultdict[tuple[str, int], deque[float]] = defaultdict(deque)

    async def admit(self, person: int, server: int | None, at_once: int = 0, leaving: bool = False) -> None:
        """Let somebody open a table, or raise Refusal.

        A server may want no more than `at_once` of them (0: any number); `leaving` another table counts as one less.
        How quickly they follow each other is looked at first: before anything is awaited, so that of many that come
        together not all get past the counts.
        """
        limits = self.limits
        self._check_rate("person", person, limits.new_by_person, "too-quick")
        if server is not None:
            self._check_rate("server", server, limits.new_in_server, "too-quick-here")
        with storage_errors():
            await self._check_person_rate(person)
            await self._check_count(limits.tables_of_person, "too-many-yours", leaving, person=person)
            if server is not None:
                await self.require_room(server, at_once)
            else:
                await self._check_count(limits.tables, "too-many", leaving)

    async def require_room(self, server: int, at_once: int = 0) -> None:
        """Let a server have one more table, whoever opens it, or raise Refusal.  `at_once`: as in `admit`."""
        with storage_errors():
            await self._check_count(at_once, "too-many-set", guild=server)
            await self._check_count(self.limits.tables_of_server, "too-many-here", guild=server)
            await self._check_count(self.limits.tables, "too-many")

    async def _check_person_rate(self, person: int) -> None:
        """Of what they have opened by other Hobs, too: servers are of one Hob each, people of any."""
        now, most, span = self.clock(), self.limits.new_by_person, self.limits.span
        if not most:
            return
        new = [row for row in await self.store.new_of_person(person, now - span) if row.table.get("host") == person]
        new = [row for row in new if now < end_of(row.created_at, span, now)]
        if len(new) >= most:
            raise UserError("too-quick", wait=span - (now - new[most - 1].created_at))

    async def _check_count(self, most: int, refusal: str, leaving: bool = False, **of: int) -> None:
        if most and await self.store.open_tables(**of) - leaving >= most:
            raise UserError(refusal, most=most)

    def _check_rate(self, of: str, id: int, most: int, refusal: str) -> None:
        now = self.elapsed()
        if len(self._new) > 1000:  # whoever opened one long ago
            old = [key for key, times in self._new.items() if not times or now - times[-1] > self.limits.span]
            for key in old:
                del self._new[key]
        times = self._new[of, id]
        while times and now - times[0] > self.limits.span:
            times.popleft()
        if most and len(times) >= most:
            raise UserError(refusal, wait=self.limits.span - (now - times[0]))
        times.append(now)
