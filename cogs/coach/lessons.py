"""The deals that games are learned from; found by `python -m benchmarks.lessons`."""

from collections.abc import Mapping
from typing import NamedTuple


class Lesson(NamedTuple):
    """Whoever learns sits at seat 0, against so many computers.

    Its `deal` has a number; 0: any.  Within the first `soon` answers of theirs they are asked each kind of question in
    `asked`, and each event in `told` happens, however they and the computers play, in most games from that deal.
    """

    computers: int
    deal: int = 0
    soon: int = 0
    asked: tuple[str, ...] = ()
    told: tuple[str, ...] = ()

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
