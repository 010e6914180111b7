"""A game's history: any moment of it, from the deal or a stored snapshot and the answers since, and its scores."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.errors import storage_errors
from bot.tables import lobby_options
from bot.tables.session import ScorePoint, TableSession
from db import AnswerRow, Store, effective_line
from engine import undo
from engine.game import Game
from engine.machine import Table

log = logging.getLogger("hob.sessions")
TAKE_BACK = "take-back"  # the step of an entry that undoes an answer
RESEED = "anew"  # its option, if future chance is drawn with a new seed
YIELD_EVERY = 25  # answers replayed before yielding to the event loop


def apply_entry(game: Game[Any], g: Any, entry: AnswerRow) -> Any:
    """Apply an entry of the history and return the table: the same object, or a new one for an undo.

    `g` is the table before the answer; for an undo, before the answer that it undoes.
    """
    if entry.back_to is None:
        game.answer(g, entry.seat, entry.option)
        return g
    salt = f"back-{entry.revision}" if entry.option == RESEED else ""  # changes chance; no player can choose it
    return undo.restore(game, g, entry.question, salt)


@dataclass(frozen=True)
class HistorySnapshot:
    """A session's effective history, and one of its states, from which later ones are replayed."""

    game: Game[Any]
    line: Sequence[AnswerRow]  # the answers that count, and the undos among them
    start: bytes  # the snapshot
    entries_before: int  # number of entries of `line` before `start`

    def state_before(self, entry: AnswerRow) -> Any:
        """Return the table before `entry`, an entry of `line` after `start`."""
        g = self.game.load(self.start)
        for other in self.line[self.entries_before :]:
            if other is entry:
                break
            g = apply_entry(self.game, g, other)
        return g

    def reproduces(self, now: Any) -> bool:
        """Return True if replaying the entries under today's rules leads to the state `now`."""
        g = self.game.load(self.start)
        for entry in self.line[self.entries_before :]:
            g = apply_entry(self.game, g, entry)
        return self.game.dump(g) == self.game.dump(now)


async def load_entries(store: Store, session_id: str) -> list[AnswerRow]:
    """Return a session's history. Raises DatabaseUnavailable."""
    with storage_errors():
        return await store.answers(session_id)


async def load_snapshot(
    store: Store, session: TableSession, entries: Sequence[AnswerRow], until: int
) -> HistorySnapshot:
    """Return the effective entries and the newest snapshot on their line up to revision `until`, or else the deal.

    Raises DatabaseUnavailable, and EngineError if a state can't be loaded or dealt any more.
    """
    game, g, counting = session.game, session.g, effective_line(entries)
    assert g is not None
    with storage_errors():
        while (snapshot := await store.snapshot(session.id, until)) is not None:
            revision, state = snapshot
            begun = effective_line(entries, revision)
            if counting[: len(begun)] == begun:
                return HistorySnapshot(game, counting, state, len(begun))
            until = revision - 1
    options = lobby_options.rules_options(game, session.info.options)
    dealt = game.deal(g.players, g.seed, **options)
    return HistorySnapshot(game, counting, game.dump(dealt), 0)


# ---- scores
async def score_timeline(
    game: Game[Any], end: Table, options: Mapping[str, Any], answers: Sequence[AnswerRow]
) -> list[ScorePoint]:
    """Return the points from the deal to the end; empty if the rules have changed since the game was played."""
    try:
        g = game.deal(end.players, end.seed, **options)
        points = [ScorePoint(0, len(g.log), totals(game, g))]
        for number, answer in enumerate(answers):
            since = len(g.log)
            g = apply_entry(game, g, answer)
            now = totals(game, g)
            if now != points[-1].totals:
                points.append(ScorePoint(since, len(g.log), now))
            if number % YIELD_EVERY == 0:
                await asyncio.sleep(0)
    except Exception as fault:  # the final screen of an older table works without a timeline
        log.info("%s: no score timeline, its replay failed (%s: %s)", game.slug, type(fault).__name__, fault)
        return []
    return points if (len(g.log), totals(game, g)) == (len(end.log), totals(game, end)) else []


def totals(game: Game[Any], g: Table) -> tuple[int, ...]:
    return tuple(standing.total for standing in game.standing(g))
