"""The deals for learning each game, found by `python -m benchmarks.lessons`."""

from collections.abc import Mapping
from typing import NamedTuple


class Lesson(NamedTuple):
    """The deal of a game for a learner, who has seat 0, against this many `computers`.

    `deal` is the number of the deal (0: any).  In most games from it, however people and computers play, the learner is
    asked each kind of question in `question_kinds` within their first `first_question_within` answers, and each event
    in `event_kinds` happens by then.
    """

    computers: int
    deal: int = 0
    first_question_within: int = 0
    question_kinds: tuple[str, ...] = ()
    event_kinds: tuple[str, ...] = ()

    @property
    def seed(self) -> str:
        return " ".join(("lesson", str(self.deal))) if self.deal else ""


LESSONS: Mapping[str, Lesson] = {
    "candy-chaser": Lesson(2, 30, 5, ("move", "tattle"), ("moves", "tattling-begins")),
    "ghosts-love-candy": Lesson(2, 3, 8, ("choose", "haunt", "ability"), ("is-scared",)),
    "kingdoms-candy": Lesson(1, 160, 11, ("action", "finish", "feed"), ("buys-cheaper",)),
    "monster-muncher": Lesson(1, 215, 5, ("turn", "ability"), ("gives", "plays-snack")),
    "cover-your-kingdom": Lesson(1, 7, 12, ("action", "counter"), ("settles", "lets-go")),
}
