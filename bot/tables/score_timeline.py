"""The totals after each answer that changed a score, replayed from the seed when a game is over."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from db import AnswerRow
from engine import undo
from engine.game import Game
from engine.machine import Table

log = logging.getLogger("hob.sessions")
TAKE_BACK = "take-back"  # the step of an entry that undoes an answer
RESEED = "anew"  # its option, if future chance is drawn with a new seed
YIELD_EVERY = 25  # answers replayed before yielding to the event loop


class ScorePoint(NamedTuple):
    """The totals of all seats after an answer that logged the events `since` .. `events`."""

    since: int
    events: int
    totals: tuple[int, ...]


def apply_entry(game: Game[Any], g: Any, entry: AnswerRow) -> Any:
    """Apply an entry of the history and return the table: the same object, or a new one after a take-back.

    `g` is the table before the answer; for a take-back, before the answer that it undoes.
    """
    if entry.back_to is None:
        game.answer(g, entry.seat, entry.option)
        return g
    return undo.restore(game, g, entry.question, undo_salt(entry.revision) if entry.option == RESEED else "")


def undo_salt(revision: int) -> str:
    """Return the salt that changes chance after a take-back. No player can choose it: it is the revision."""
    return f"back-{revision}"


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
