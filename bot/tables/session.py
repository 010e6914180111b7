"""A table in memory: its row, the game's state, and what only this process knows of it."""

import asyncio
from collections.abc import Callable, Hashable
from copy import copy
from itertools import pairwise
from typing import Any, NamedTuple, Self, TypeVar

from bot.computers.ai_scheduler import PendingSearch
from bot.errors import UserError
from bot.i18n.language import current_language
from bot.tables.model import TableInfo
from bot.tables.score_timeline import ScorePoint
from bot.tables.screen_state import Screen
from bot.tables.time_limit import render_guard
from db import ACTIVE, SessionRow
from engine import GAMES
from engine.game import Game, View
from engine.machine import Event, Table

Result = TypeVar("Result")


class LogEntry(NamedTuple):
    """Something that happened, what the players were called then, and how many events of the game came before it."""

    event: Event
    names: list[str]
    number: int


class TableSession:
    """A session in memory.  Change it under its lock and by `Sessions` only."""

    def __init__(self, row: SessionRow, mark_warm: Callable[[str], None] = lambda session: None) -> None:
        """`mark_warm` is told when something is made to show it, and keeps it in memory."""
        self.mark_warm = mark_warm
        self.id, self.guild, self.channel = row.id, row.guild_id, row.channel_id
        self.game: Game[Any] = GAMES[row.game]
        self.status, self.revision = row.status, row.revision
        self.info = TableInfo.model_validate(row.table)
        self.screen = Screen.model_validate(row.screen)
        self.state: bytes | None = row.state
        self.created_at, self.touched_at = row.created_at, row.touched_at
        self.due_at = row.due_at  # as it is stored
        self.g: Table | None = None
        self.lock = asyncio.Lock()  # held while the state changes, never while something is sent
        self.showing = asyncio.Lock()  # held while the table message is edited, never while a rate limit is waited for
        self.reposting = asyncio.Lock()  # held while the table is posted again; no press waits for it
        self.responding = 0  # presses whose own answers will show the table
        self.failures = 0  # how often in a row Discord could not be told
        self.filter_notice = ""  # the filter of which the host was told last
        self.pending_searches: dict[int, PendingSearch] = {}  # computers over the open question, by seat
        self.score_timeline: list[ScorePoint] = []  # of a game that is over, as far as it can be played again
        self.order_delays: dict[
            int, tuple[int, float]
        ] = {}  # before standing orders answer, by seat: the question, and how long
        self._views: dict[int | None, View] = {}
        self._cache: dict[Hashable, Any] = {}  # of what is above, until it changes

    def apply(self, info: TableInfo, g: Table | None) -> None:
        self.info, self.g = info, g
        self.pending_searches = {
            s: p for s, p in self.pending_searches.items() if g is not None and p.question == g.question
        }
        self.invalidate()

    def invalidate(self) -> None:
        """What was made of the table is made again when somebody needs it."""
        self._views = {}
        self._cache = {}

    def cached(self, key: Hashable, make: Callable[[], Result]) -> Result:
        """What `make` makes of this table as it is now, made once until it changes and shared by all who need it.

        The key names it, and everything it is made of that does not stand in the table's information or state; the
        language that is spoken is taken along.
        """
        named = current_language(), key
        if named not in self._cache:
            made = make()
            self.mark_warm(self.id)
            self._cache[named] = made
        known: Result = self._cache[named]
        return known

    def at_moment(self, g: Table, after: int) -> Self:
        """The same table at another moment, to look at and never to change: so it stood, and so the players were called
        after so many events."""
        twin, then = copy(self), self.info.name_history()
        twin.status, twin.g, twin.info = "playing" if g.asks else "over", g, self.info.copy_for_edit()
        twin.invalidate()
        names = then[sum(note.after <= after for note in self.info.notes)]
        for seat, name in zip(twin.info.seats, names, strict=True):
            seat.name = name
        twin.info.notes = []
        return twin

    def view(self, seat: int | None = None) -> View:
        """What a seat, or the channel, may know now.  Raises Unfit."""
        assert self.g is not None
        if seat not in self._views:
            with render_guard():
                view = self.game.view(self.g, seat)
            self.mark_warm(self.id)
            self._views[seat] = view
        return self._views[seat]

    def order_choice(self, seat: int) -> str | None:
        """What a seat's standing order answers its question with; None where its person is asked.  Raises Unfit."""
        sitter = self.info.seats[seat]
        if not self.playing or sitter.is_computer or sitter.order is None:
            return None
        with render_guard():
            return self.game.ordered(self.g, seat, sitter.order.key)

    def log_entries(self, seat: int | None = None) -> list[LogEntry]:
        """The log as a seat may read it, with the notes of the table in their places."""
        return self.cached(("told", seat), lambda: self._log_entries(seat))

    def _log_entries(self, seat: int | None) -> list[LogEntry]:
        assert self.g is not None
        log, then = self.g.log, self.info.name_history()
        found: list[LogEntry] = []

        def events(begun: int, end: int, names: list[str]) -> None:
            those = enumerate(log[begun:end], begun)
            found.extend([LogEntry(event, names, number) for number, event in those if event.to in (None, seat)])

        begun = 0
        for note, (before, after) in zip(self.info.notes, pairwise(then), strict=True):
            events(begun, note.after, before)
            if note.after <= len(log):
                found.append(LogEntry(Event(note.key, note.fields), after, note.after))
            begun = max(begun, note.after)
        events(begun, len(log), then[-1])
        return found

    def private_event_count(self, seat: int) -> int:
        """How many events a seat alone has been told of."""
        assert self.g is not None
        log = self.g.log
        return self.cached(("alone", seat), lambda: sum(event.to == seat for event in log))

    @property
    def language(self) -> str:
        """The language of what everybody at the table reads."""
        return self.info.language

    def copy_info(self) -> TableInfo:
        """A copy of the table's information, to change and hand to `Sessions.change`."""
        return self.info.copy_for_edit()

    @property
    def event_count(self) -> int:
        """How many events of the game there have been."""
        return 0 if self.g is None else len(self.g.log)

    @property
    def playing(self) -> bool:
        return self.status == "playing" and self.g is not None

    @property
    def active(self) -> bool:
        """Whether it holds its channel."""
        return self.status in ACTIVE

    def is_recorded_due(self, now: float | None) -> bool:
        """Whether its row says by now that it is due."""
        return now is not None and self.due_at is not None and self.due_at <= now

    def require_game(self) -> None:
        """Raises Refusal where nothing can be played."""
        if self.status == "frozen":
            raise UserError("frozen")
        if not self.playing:
            raise UserError("over" if self.status == "over" else "not-started")

    def require_lobby(self, closing: bool = False) -> None:
        """A table that nobody arranges is dealt at once as it was set: one that was not can only be closed.

        Raises Refusal.
        """
        if self.status != "lobby":
            raise UserError("already-started" if self.playing else "over")
        if not self.info.policy.arranged and not closing:
            raise UserError("daily-undealt")
