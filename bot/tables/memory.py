"""Which tables stay in memory, and which of them keep their rendered output."""

from collections import OrderedDict
from collections.abc import Callable
from weakref import WeakValueDictionary

from bot.tables.session import TableSession
from bot.timing import end_of

CACHE_SIZE = 200  # idle tables in memory, 15 to 150 kB each
ENDED_LIMIT = 24  # how many of them may be over or closed: these are the largest, and few people look at them
WARM_LIMIT = 50  # tables that keep their rendered output, about 100 kB each
KEEP_WARM_SECONDS = 5.0  # seconds after a change during which a table keeps it anyway, because it is about to be shown


class TablesInMemory(WeakValueDictionary[str, TableSession]):
    """All tables that this process still uses, by id, and those that it used last."""

    def __init__(self, clock: Callable[[], float], attends: Callable[[int | None], bool]) -> None:
        super().__init__()
        self.clock, self.attends = clock, attends
        self._recent: OrderedDict[str, TableSession] = OrderedDict()
        self._warm: OrderedDict[str, None] = OrderedDict()
        self._dropped: dict[str, TableSession] = {}  # until they are loaded again

    def mark_used(self, session: TableSession) -> None:
        """Keep a table in memory until many others have been used."""
        self._recent[session.id] = session
        self._recent.move_to_end(session.id)
        if not session.active:
            for ended in [id for id, one in self._recent.items() if not one.active][:-ENDED_LIMIT]:
                self._recent.pop(ended).invalidate()  # rendered screens refer to their table and would keep it
        while len(self._recent) > CACHE_SIZE:
            self._recent.popitem(last=False)[1].invalidate()

    def mark_warm(self, session_id: str) -> None:
        """Keep a table's rendered output until many others have been rendered."""
        self._warm[session_id] = None
        self._warm.move_to_end(session_id)
        while len(self._warm) > WARM_LIMIT:
            session = self.get(oldest := next(iter(self._warm)))
            if session is not None and (now := self.clock()) < end_of(session.touched_at, KEEP_WARM_SECONDS, now):
                break
            del self._warm[oldest]
            if session is not None:
                session.invalidate()

    def drop(self, session_id: str) -> None:
        """Drop a table that must be loaded again; `pop_dropped` then returns it."""
        if (session := self.pop(session_id, None)) is not None and self.attends(session.guild):
            self._dropped[session_id] = session
        self._recent.pop(session_id, None)

    def pop_dropped(self, session_id: str) -> TableSession | None:
        return self._dropped.pop(session_id, None)

    def forget(self, which: Callable[[TableSession], bool] = lambda session: True) -> None:
        """Drop these tables for good, since another process may have changed them."""
        for session in filter(which, [*self.values(), *self._dropped.values()]):
            self.drop(session.id)
            self._dropped.pop(session.id, None)
