"""How a table stood after each answer that changed a score: played again from its seed, when it is over."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from db import AnswerRow
from engine import undo
from engine.game import Game
from engine.machine import Table

TAKE_BACK = "take-back"  # the step of an entry that takes an answer back
RESEED = "anew"  # its option, if chance that is to come is another from there on
YIELD_EVERY = 25  # answers played again before others have their turn


class ScorePoint(NamedTuple):
    """The totals of all seats after an answer, which told the events `since` .. `events` of the log."""

    since: int
    events: int
    totals: tuple[int, ...]


def apply_entry(game: Game[Any], g: Any, entry: AnswerRow) -> Any:
    """The table after an entry of the history: the same one, or, after a take-back, a new one.

    `g` is as it was before the answer: of a take-back, before the answer that it takes back.
    """
    if entry.back_to is None:
        game.answer(g, entry.seat, entry.option)
        return g
    return undo.restore(game, g, entry.question, undo_salt(entry.revision) if entry.option == RESEED else "")


def undo_salt(revision: int) -> str:
    """What makes the chance after a take-back another: when it was, which nobody chooses."""
    return f"back-{revision}"


async def score_timeline(
    game: Game[Any], end: Table, options: Mapping[str, Any], answers: Sequence[AnswerRow]
) -> list[ScorePoint]:
    """From the deal to the end; empty where today's rules lead elsewhere, as for a table of an older release."""
    try:
        g = game.deal(end.players, end.seed, **options)
        found = [ScorePoint(0, len(g.log), totals(game, g))]
        for number, answer in enumerate(answers):
            since = len(g.log)
            g = apply_entry(game, g, answer)
            now = totals(game, g)
            if now != found[-1].totals:
                found.append(ScorePoint(since, len(g.log), now))
            if number % YIELD_EVERY == 0:
                await asyncio.sleep(0)
    except Exception:  # whatever today's rules make of an older table, its end is shown
        return []
    return found if (len(g.log), totals(game, g)) == (len(end.log), totals(game, end)) else []


def totals(game: Game[Any], g: Table) -> tuple[int, ...]:
    return tuple(standing.total for standing in game.standing(g))
