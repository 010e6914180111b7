"""A table in memory: its row, the game's state, and data that only this process has."""

import asyncio
from collections.abc import Callable, Hashable
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, Self, TypeVar

from bot.errors import UserError
from bot.i18n.catalogue import current_language
from bot.tables.model import TableInfo
from bot.tables.screen_state import ShownState
from bot.tables.time_limit import render_guard
from db import ACTIVE, SessionRow
from engine import GAMES
from engine.ai import SearchResult
from engine.game import Game, View
from engine.machine import Event, Table

Result = TypeVar("Result")


class LogEntry(NamedTuple):
    """An event, the players' names at that time, and the number of game events before it."""

    event: Event
    names: list[str]
    number: int


class ScorePoint(NamedTuple):
    """The totals of all seats after an answer that logged the events `since` .. `events`."""

    since: int
    events: int
    totals: tuple[int, ...]


@dataclass
class PendingSearch:
    """A seat's search for one question; `started_at` is when the question was first seen, in monotonic seconds."""

    question: int
    started_at: float
    task: "asyncio.Task[SearchResult | None]"
    wakes_table: bool = False  # process the table as soon as there is a result

    @property
    def result(self) -> SearchResult | None:
        """Return the result; None if there is none yet or the search failed."""
        return self.task.result() if self.task.done() and not self.task.cancelled() else None


class TableSession:
    """A session in memory. Change it only under its lock and through `Sessions`."""

    def __init__(self, row: SessionRow, mark_warm: Callable[[str], None] = lambda session_id: None) -> None:
        """Load a stored row. `mark_warm` is called with its id after something was rendered, to keep that in memory."""
        self.mark_warm = mark_warm
        self.id, self.guild, self.channel = row.id, row.guild_id, row.channel_id
        self.game: Game[Any] = GAMES[row.game]
        self.status, self.revision = row.status, row.revision
        self.info = TableInfo.model_validate(row.table)
        self.screen = ShownState.model_validate(row.screen)
        self.state: bytes | None = row.state
        self.created_at, self.touched_at = row.created_at, row.touched_at
        self.due_at = row.due_at  # as stored
        self.g: Table | None = None
        self.lock = asyncio.Lock()  # held while the state changes, never while sending
        self.showing = asyncio.Lock()  # held while the table message is edited, never while waiting for a rate limit
        self.reposting = asyncio.Lock()  # held while the table is posted again; no press waits for it
        self.responding = set[object]()  # the tasks of presses that will show the table in their response
        self.failures = 0  # consecutive failures to update Discord
        self.retry_delay = 0.0  # seconds from the last of them to the retry
        self.logged_failures: set[str] = set()  # those of them that were logged
        self.delete_at = 0.0  # after a failure: when to delete obsolete messages again, in elapsed time
        self.restored_sheet = 0  # the score sheet whose embeds a moderator had removed
        self.filter_notice = self.screen.denied  # the filter that the host was last told about; a stored one counts
        self.pending_searches: dict[int, PendingSearch] = {}  # of computers, for the open question, by seat
        self.score_timeline: list[ScorePoint] = []  # of a finished game, if it can be replayed
        # Delay before a standing order answers, by seat: the question and the seconds.
        self.order_delays: dict[int, tuple[int, float]] = {}
        self._views: dict[int | None, View] = {}
        self._cache: dict[Hashable, Any] = {}  # derived from the above, until it changes

    def apply(self, info: TableInfo, g: Table | None) -> None:
        self.info, self.g = info, g
        self.pending_searches = {
            s: p for s, p in self.pending_searches.items() if g is not None and p.question == g.question
        }
        self.invalidate()

    def invalidate(self) -> None:
        """Drop everything derived from the table; it is recomputed on demand."""
        self._views = {}
        self._cache = {}

    def cached(self, key: Hashable, make: Callable[[], Result]) -> Result:
        """Return `make()`, computed once until the table changes and shared by all callers.

        `key` names the result and every input outside the table's information and state. The current language is added.
        """
        named = current_language(), key
        if named not in self._cache:
            value = make()
            self.mark_warm(self.id)
            self._cache[named] = value
        known: Result = self._cache[named]
        return known

    def at_moment(self, g: Table, after: int) -> Self:
        """Return a read-only copy of the table at another moment: the state `g`, and the names after `after` events."""
        twin, then = copy(self), self.info.name_history()
        twin.status, twin.g, twin.info = "playing" if g.asks else "over", g, self.info.copy_for_edit()
        twin.invalidate()
        names = then[sum(note.after <= after for note in self.info.notes)]
        for seat, name in zip(twin.info.seats, names, strict=True):
            seat.name = name
        twin.info.notes = []
        return twin

    def view(self, seat: int | None = None) -> View:
        """Return what a seat, or the channel (None), may know now. Raises RenderError."""
        assert self.g is not None
        if seat not in self._views:
            with render_guard():
                view = self.game.view(self.g, seat)
            self.mark_warm(self.id)
            self._views[seat] = view
        return self._views[seat]

    def scripted(self) -> tuple[int, str] | None:
        """Return the seat and option that come next in a lesson.

        Return None at other tables, after the last answer, and if an update of Hob made the script impossible: then
        the learner plays on freely.
        """
        if self.g is None or self.info.moves >= len(self.info.script):
            return None
        seat, option = self.info.script[self.info.moves]
        ask = self.g.asks.get(seat)
        possible = ask.options if ask is not None else []
        return (seat, option) if option in possible or option in self.game.offers(self.g, seat) else None

    def order_choice(self, seat: int) -> str | None:
        """Return the option that a seat's standing order picks; None if its person must answer. Raises RenderError."""
        sitter = self.info.seats[seat]
        if not self.playing or sitter.is_computer or sitter.order is None:
            return None
        with render_guard():
            return self.game.ordered(self.g, seat, sitter.order.key)

    def log_entries(self, seat: int | None = None) -> list[LogEntry]:
        """Return the log as a seat may read it, with the table's notes in their places."""
        return self.cached(("told", seat), partial(self._log_entries, seat))

    def _log_entries(self, seat: int | None) -> list[LogEntry]:
        assert self.g is not None
        log, then = self.g.log, self.info.name_history()
        entries: list[LogEntry] = []
        begun = 0
        for note, names, names_after in zip([*self.info.notes, None], then, [*then[1:], []], strict=True):
            end = len(log) if note is None else note.after
            those = enumerate(log[begun:end], begun)
            entries += [LogEntry(event, names, number) for number, event in those if event.to in (None, seat)]
            if note is not None and end <= len(log):
                entries.append(LogEntry(Event(note.key, note.fields), names_after, end))
            begun = max(begun, end)
        return entries

    def private_event_count(self, seat: int) -> int:
        """Return how many events were told to this seat alone."""
        assert self.g is not None
        log = self.g.log
        return self.cached(("alone", seat), lambda: sum(event.to == seat for event in log))

    @property
    def event_count(self) -> int:
        """Return the number of game events so far."""
        return 0 if self.g is None else len(self.g.log)

    @property
    def idle_since(self) -> float:
        """Return the time of the last move or press."""
        return max([self.info.moved_at or self.created_at, *self.screen.pressed.values()])

    @property
    def playing(self) -> bool:
        return self.status == "playing" and self.g is not None

    @property
    def active(self) -> bool:
        """Return True if it occupies its channel."""
        return self.status in ACTIVE

    def is_recorded_due(self, now: float | None) -> bool:
        """Return True if its stored row is due at `now`."""
        return now is not None and self.due_at is not None and self.due_at <= now

    def require_game(self) -> None:
        """Raise UserError unless the game can be played."""
        if self.status == "frozen":
            raise UserError("frozen")
        if not self.playing:
            raise UserError("over" if self.status == "over" else "not-started")

    def require_lobby(self, closing: bool = False) -> None:
        """Raise UserError unless this is an open lobby.

        A table that people don't arrange is dealt at once; if that failed, it can only be closed (`closing`).
        """
        if self.status != "lobby":
            raise UserError("already-started" if self.playing else "over")
        if not self.info.policy.arranged and not closing:
            raise UserError("daily-undealt")
