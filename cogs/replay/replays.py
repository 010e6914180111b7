"""A game that is over, to be watched again: every entry of its history, dealt from its answers."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bot.errors import Refusal
from bot.tables import history, lobby_options
from bot.tables.score_timeline import BREATH, totals, went_on
from bot.tables.service import Sessions
from bot.tables.session import Live
from bot.times import stamp
from db import AnswerRow, live
from engine.game import Game
from engine.machine import Event, Table, clone

EVERY, MOST = 16, 64  # entries between two states that are kept; states of one game, about
GAMES_KEPT = 12


class Step(NamedTuple):
    """An entry of the history, after how many events of the log it came, and the events that it told."""

    entry: AnswerRow
    since: int
    events: tuple[Event, ...]

    @property
    def public(self) -> bool:
        """Whether everybody was told something."""
        return any(event.to is None for event in self.events)


class Replay:
    """Position 0 is the deal, position n the table after n entries: take-backs are entries like others."""

    def __init__(self, game: Game[Any], entries: Sequence[AnswerRow]) -> None:
        self.game, self.entries = game, entries
        self.true = False  # whether today's rules still lead to that end, and so to every position before
        self.steps: list[Step] = []
        self._kept: dict[int, Table] = {}
        self._places = {entry.revision: place for place, entry in enumerate(entries)}

    @classmethod
    async def of(cls, game: Game[Any], end: Table, among: Mapping[str, Any], entries: Sequence[AnswerRow]) -> "Replay":
        made = cls(game, entries)
        try:
            g = await made._play(game.deal(end.players, end.seed, **among))
            made.true = (public(g), totals(game, g)) == (public(end), totals(game, end))
        except Exception:  # whatever today's rules make of an older game, its log can be read
            made.true = False
        if not made.true:
            made.steps, made._kept = [], {}
        return made

    async def _play(self, g: Any) -> Any:
        returned = {self._places[entry.back_to] for entry in self.entries if entry.back_to is not None}
        every = max(EVERY, len(self.entries) // MOST)
        self._kept[0] = clone(g)
        for place, entry in enumerate(self.entries):
            since, back = len(g.log), entry.back_to is not None
            g = self._next(g, place)
            since = len(g.log) if back else since
            self.steps.append(Step(entry, since, tuple(g.log[since:])))
            if (place + 1) % every == 0 or place + 1 in returned or back:
                self._kept[place + 1] = clone(g)
            if place % BREATH == 0:
                await asyncio.sleep(0)
        return g

    def _next(self, g: Any, place: int) -> Any:
        entry = self.entries[place]
        return went_on(self.game, g if entry.back_to is None else self._kept[self._places[entry.back_to]], entry)

    def at(self, position: int) -> Any:
        """The table at a position, to look at; of a game that today's rules play otherwise there is none."""
        nearest = max(place for place in self._kept if place <= position)
        g = clone(self._kept[nearest])
        for place in range(nearest, position):
            g = self._next(g, place)
        return g

    def taken_back(self, step: Step) -> Step:
        """The step that a take-back takes back."""
        assert step.entry.back_to is not None
        return self.steps[self._places[step.entry.back_to]]

    def counting(self) -> list[tuple[int, AnswerRow]]:
        """The answers that count, each with how many entries had led to it."""
        return [(self._places[entry.revision], entry) for entry in live(self.entries)]

    def turns(self) -> list[int]:
        """The positions of those entries before which somebody else had answered."""
        seats = [entry.seat for entry in self.entries]
        return [place + 1 for place, seat in enumerate(seats) if place == 0 or seat != seats[place - 1]]


def public(g: Table) -> list[Event]:
    """What everybody was told: a seat may be told more by today's rules than it was then."""
    return [event for event in g.log if event.to is None]


class Replays:
    """Those that are being watched: a few of them stay in memory."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions = sessions
        self._kept: OrderedDict[str, Replay] = OrderedDict()
        self._turn = asyncio.Lock()  # so that who presses twice waits for the first

    async def of(self, live: Live) -> Replay:
        """Raises Refusal("not-kept") while the database is away, and "daily-kept" while others play the same deal."""
        assert live.g is not None
        if self.sessions.clock() < live.info.kept_until:
            raise Refusal("daily-kept", at=stamp(live.info.kept_until))
        async with self._turn:
            found = self._kept.get(live.id)
            if found is None:
                entries = await history.entries_of(self.sessions.store, live.id)
                among = lobby_options.dealt(live.game, live.info.options)
                found = self._kept[live.id] = await Replay.of(live.game, live.g, among, entries)
            self._kept.move_to_end(live.id)
            while len(self._kept) > GAMES_KEPT:
                self._kept.popitem(last=False)
        return found
