"""How many tables a person, a server and all of Hob may have, and how quickly new ones may come."""

from collections import defaultdict, deque
from collections.abc import Callable

from bot.run.settings import Limits
from bot.sessions.sessions import kept
from bot.tables.refusals import Refusal
from db import Store


class Quotas:
    def __init__(self, store: Store, limits: Limits, clock: Callable[[], float]) -> None:
        self.store, self.limits, self.clock = store, limits, clock
        self._new: defaultdict[tuple[str, int], deque[float]] = defaultdict(deque)

    async def admit(self, person: int, server: int | None, at_once: int = 0, leaving: bool = False) -> None:
        """Somebody opens a table, in a server that wants so many `at_once`, or `leaving` another.  Raises Refusal.

        How quickly is looked at first and at once, so that many that come together cannot all pass by the counts.
        """
        limits = self.limits
        self._slowly("person", person, limits.new_by_person, "too-quick")
        if server is not None:
            self._slowly("server", server, limits.new_in_server, "too-quick-here")
        with kept():
            await self._room(limits.tables_of_person, "too-many-yours", leaving, person=person)
            if server is not None:
                await self.room(server, at_once)
            else:
                await self._room(limits.tables, "too-many", leaving)

    async def room(self, server: int, at_once: int = 0) -> None:
        """A table more, in a server that wants so many `at_once`, whoever opens it.  Raises Refusal."""
        with kept():
            await self._room(at_once, "too-many-set", guild=server)
            await self._room(self.limits.tables_of_server, "too-many-here", guild=server)
            await self._room(self.limits.tables, "too-many")

    async def _room(self, most: int, refusal: str, leaving: bool = False, **of: int) -> None:
        if most and await self.store.open_tables(**of) - leaving >= most:
            raise Refusal(refusal, most=most)

    def _slowly(self, of: str, id: int, most: int, refusal: str) -> None:
        now = self.clock()
        if len(self._new) > 1000:  # whoever opened one long ago
            old = [key for key, times in self._new.items() if not times or now - times[-1] > self.limits.span]
            for key in old:
                del self._new[key]
        times = self._new[of, id]
        while times and now - times[0] > self.limits.span:
            times.popleft()
        if most and len(times) >= most:
            raise Refusal(refusal, wait=self.limits.span - (now - times[0]))
        times.append(now)
