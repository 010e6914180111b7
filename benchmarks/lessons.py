"""``python -m benchmarks.lessons [game …]`` searches for deals to learn a game from.

Each lesson lists what should come up soon (`cogs/coach/lessons.py`).  A deal's score is the share of games in which all
of that comes up in time.  The learner plays like an easy computer player in half of them, at random in the others.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

from cogs.coach.lessons import LESSONS, Lesson
from engine import GAMES, Game
from engine.ai import choose, random_action

DEALS, GAMES_EACH = 400, 12
GOOD = 0.75  # share of the games from a deal


def missing(game: Game[Any], lesson: Lesson, luck: int) -> set[str]:
    """Play one game; return what didn't come up in time."""
    g, dice = game.deal(lesson.computers + 1, lesson.seed), Random(luck)
    wanted = {*lesson.question_kinds, *lesson.event_kinds}
    answers = 0
    while g.asks and wanted and answers < lesson.first_question_within:
        if 0 in g.asks:
            wanted.discard(g.asks[0].say)
        seat = dice.choice(sorted(g.asks))
        answers += seat == 0
        anything = seat == 0 and luck % 2
        bits = dice.getrandbits(64)
        told = len(g.log)
        game.answer(g, seat, random_action(game.view(g, 0), bits) if anything else choose(game, g, seat, "easy", bits))
        wanted -= {event.key for event in g.log[told:]}
    return wanted


def share(game: Game[Any], lesson: Lesson, games: int = GAMES_EACH) -> float:
    return sum(not missing(game, lesson, luck) for luck in range(games)) / games


def main(names: list[str]) -> None:
    for slug in names or LESSONS:
        game, lesson = GAMES[slug], LESSONS[slug]
        print(f"{slug}: deal {lesson.deal} {share(game, lesson):.0%}", flush=True)
        best = 0.0
        for number in range(1, DEALS):
            deal = lesson._replace(deal=number)
            if share(game, deal, 3) < max(best, 0.5):  # this discards most
                continue
            if (found := share(game, deal)) > best:
                best = found
                print(f"  deal {number} {found:.0%}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
