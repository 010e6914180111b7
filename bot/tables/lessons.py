"""A lesson: a fixed deal and every seat's scripted answers, so that each position is known in advance."""

from typing import Literal, NamedTuple

from bot.tables.model import LETTERS

LEARNER = 0  # the learner's seat
LessonPicture = Literal["asked", "hand", "both"]


class Lesson(NamedTuple):
    """The lesson of a game.

    `script` lists answers in order, such as "A red": a seat's letter and an option. Seat A is the learner, computers
    play the others. The game's texts explain the position before the learner's first answer in `lesson.1`, before the
    second one in `lesson.2`, and the whole in `lesson.learned`. `deal` is the seed.

    `picture` says what the message shows. With `asked` it's the table, or the hand while a secret question is open;
    otherwise it's always the `hand`, or `both`.
    """

    deal: str
    computers: int
    script: tuple[str, ...]
    picture: LessonPicture = "asked"

    def answers(self) -> list[tuple[int, str]]:
        return [(LETTERS.index(letter), option) for letter, option in map(str.split, self.script)]

    def steps(self) -> int:
        """Return how often the learner answers."""
        return sum(seat == LEARNER for seat, _ in self.answers())
