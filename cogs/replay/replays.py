"""The replay of a finished game: every entry of its history, played again from the deal."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bot.errors import UserError
from bot.lru_cache import LRUCache
from bot.tables import history, lobby_options
from bot.tables.history import YIELD_EVERY, apply_entry, totals
from bot.tables.service import Sessions
from bot.tables.session import TableSession
from bot.timing import discord_timestamp
from db import AnswerRow, effective_answers
from engine.game import Game
from engine.machine import Event, Table, clone

MIN_SNAPSHOT_GAP, MAX_SNAPSHOTS = 16, 64  # entries between two stored tables; stored tables per game, roughly
CACHE_SIZE = 12


class ReplayStep(NamedTuple):
    """An entry of the history, the number of events in the log before it, and its own events.

    `is_offer` says whether it took an offer instead of answering a question.
    """

    entry: AnswerRow
    since: int
    events: tuple[Event, ...]
    is_offer: bool

    @property
    def is_public(self) -> bool:
        """Return True if the step has a public event."""
        return any(event.to is None for event in self.events)


class Replay:
    """A replay. Position 0 is the deal, position n the table after n entries; undos are entries, too."""

    def __init__(self, game: Game[Any], entries: Sequence[AnswerRow]) -> None:
        self.game, self.entries = game, entries
        self.is_faithful = False  # True if today's rules lead to the same end, and so to the same positions
        self.steps: list[ReplayStep] = []
        self._snapshots: dict[int, Table] = {}
        self._places = {entry.revision: place for place, entry in enumerate(entries)}

    @classmethod
    async def of(
        cls, game: Game[Any], end: Table, table_options: Mapping[str, Any], entries: Sequence[AnswerRow]
    ) -> "Replay":
        new = cls(game, entries)
        try:
            g = await new._play(game.deal(end.players, end.seed, **table_options))
            new.is_faithful = (public_events(g), totals(game, g)) == (public_events(end), totals(game, end))
        except Exception:  # today's rules may fail on an older game in any way; its log can still be read
            new.is_faithful = False
        if not new.is_faithful:
            new.steps, new._snapshots = [], {}
        return new

    async def _play(self, g: Any) -> Any:
        returned = {self._places[entry.back_to] for entry in self.entries if entry.back_to is not None}
        every = max(MIN_SNAPSHOT_GAP, len(self.entries) // MAX_SNAPSHOTS)
        self._snapshots[0] = clone(g)
        for place, entry in enumerate(self.entries):
            since, back = len(g.log), entry.back_to is not None
            is_offer = not back and entry.option in self.game.offers(g, entry.seat)
            g = self._next(g, place)
            since = len(g.log) if back else since
            self.steps.append(ReplayStep(entry, since, tuple(g.log[since:]), is_offer))
            if (place + 1) % every == 0 or place + 1 in returned or back:
                self._snapshots[place + 1] = clone(g)
            if place % YIELD_EVERY == 0:
                await asyncio.sleep(0)
        return g

    def _next(self, g: Any, place: int) -> Any:
        entry = self.entries[place]
        before = g if entry.back_to is None else self._snapshots[self._places[entry.back_to]]
        return apply_entry(self.game, before, entry)

    def at(self, position: int) -> Any:
        """Return a copy of the table at a position. Only a faithful replay has one."""
        nearest = max(place for place in self._snapshots if place <= position)
        g = clone(self._snapshots[nearest])
        for place in range(nearest, position):
            g = self._next(g, place)
        return g

    def undone_step(self, step: ReplayStep) -> ReplayStep:
        """Return the step that an undo takes back."""
        assert step.entry.back_to is not None
        return self.steps[self._places[step.entry.back_to]]

    def effective_answers(self) -> list[tuple[int, AnswerRow]]:
        """Return the answers that count, each with the number of entries before it."""
        return [(self._places[entry.revision], entry) for entry in effective_answers(self.entries)]

    def turns(self) -> list[int]:
        """Return the position after the first entry of each turn (a run of entries by one seat)."""
        seats = [entry.seat for entry in self.entries]
        return [place + 1 for place, seat in enumerate(seats) if place == 0 or seat != seats[place - 1]]


def public_events(g: Table) -> list[Event]:
    """Return the public events only: today's rules may tell a seat more than it learned then."""
    return [event for event in g.log if event.to is None]


class Replays:
    """The replays being watched; a few of them are cached."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions = sessions
        self._cache: LRUCache[Replay] = LRUCache(CACHE_SIZE)
        self._building = asyncio.Lock()  # one at a time; a second press on the same game waits for the first

    async def of(self, session: TableSession) -> Replay:
        """Return a finished game's replay.

        Raises DatabaseUnavailable, and UserError("daily-kept") while others play the same deal.
        """
        if session.status != "over" or session.g is None:
            raise UserError("watch-later")
        if self.sessions.clock() < session.info.hidden_until:
            raise UserError("daily-kept", at=discord_timestamp(session.info.hidden_until))
        async with self._building:
            replay = self._cache.get(session.id)
            if replay is None:
                entries = await history.load_entries(self.sessions.store, session.id)
                rules = lobby_options.rules_options(session.game, session.info.options)
                replay = self._cache.put(session.id, await Replay.of(session.game, session.g, rules, entries))
        return replay
