"""A first game with the coach: in one's own messages, against easy computers."""

from bot.delivery.control import Control
from bot.sessions.live import Live
from cogs.answers import Answers
from cogs.coach.lessons import LESSONS, Lesson
from cogs.own import Own
from cogs.reply import Reply
from cogs.ui.face import Face


def lesson_of(face: Face) -> Lesson:
    """A game without one of its own is dealt as it comes, to as few as can play it."""
    return LESSONS.get(face.game.slug, Lesson(face.game.seats[0] - 1))


class Learn:
    def __init__(self, answers: Answers) -> None:
        self.answers, self.own = answers, Own(answers)

    async def press(self, reply: Reply, live: Live | None, control: Control, values: list[str]) -> None:
        await self.begin(reply, self.answers.of_group(values[0] if values else control.path))

    async def begin(self, reply: Reply, face: Face) -> None:
        """Again and again, from the same deal."""
        lesson = lesson_of(face)
        await self.own.open(reply, face.game.slug, ["easy"] * lesson.computers, "learn", lesson.seed)
