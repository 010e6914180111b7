"""Computer players: each chooses for one seat, and knows only what that seat knows.

All randomness comes from a seed, a large integer (`luck` in `choose`). On any machine, the same seed gives the same
choice at all tables that look the same to the seat.
"""

from collections.abc import Collection, Sequence
from typing import Any, get_args

from engine.ai import beginner
from engine.ai.evaluation import EventPattern, Level, MoveStats, SearchResult, legal_actions
from engine.ai.search import STRENGTHS, Search
from engine.game import Game, View

__all__ = [
    "LEVELS",
    "STRENGTHS",
    "EventPattern",
    "Level",
    "MoveStats",
    "SearchResult",
    "analyse",
    "choose",
    "random_action",
]

LEVELS: tuple[Level, ...] = get_args(Level)


def choose(game: Game[Any], g: Any, seat: int, level: Level, luck: int, share: float = 1.0) -> str:
    """Return what a player of this level chooses: an option of the asked `seat`, or an offer.

    A `seat` that isn't asked decides about an expiring offer.  If time is short, `share` reduces the budget.
    """
    analysis = analyse(game, g, seat, level, luck, share)
    return analysis.best if seat in g.asks else analysis.best_or_decline(game.declining_offer)


def analyse(
    game: Game[Any],
    g: Any,
    seat: int,
    level: Level,
    seed: int,
    share: float = 1.0,
    among: Collection[str] = (),
    watched: Sequence[EventPattern] = (),
) -> SearchResult:
    """Return every option with the results that this level expects of it, the best first.

    With `among`, a search compares only these options, so it learns more about each.  It counts `watched` events.
    The level "easy" doesn't search: it ignores `share`, `among` and `watched`.  Raises ValueError for an unknown level.
    """
    if level not in LEVELS:
        raise ValueError(f"There is no level {level!r} of computer players. Choose one of {', '.join(LEVELS)}.")
    options = legal_actions(game, g, seat)
    if len(options) == 1:
        return SearchResult(seat, level, [MoveStats(options[0])])
    if level == "easy":
        return SearchResult(seat, level, beginner.move_stats(game, g, seat, seed))
    return SearchResult(seat, level, Search(game, g, seat, seed, STRENGTHS[level].scaled(share), among, watched).run())


def random_action(view: View, seed: int) -> str:
    """Return an option of the seat's question, each equally likely; ignore offers."""
    question = view.question_of(view.seat)
    assert question and question.options
    return question.options[seed % len(question.options)]
