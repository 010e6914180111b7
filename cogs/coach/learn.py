"""A first game with the coach: in one's own messages, against easy computers."""

from collections.abc import Mapping
from typing import NamedTuple

from bot.delivery.control import ASIDE, Control
from bot.delivery.message import Button, Style
from bot.sessions.live import Live
from bot.tables.refusals import Refusal
from cogs.answers import Answers
from cogs.lookup import NOWHERE
from cogs.own import Own
from cogs.reply import Reply
from cogs.ui.face import Face


class Lesson(NamedTuple):
    """How many computers take part, and the seed that is dealt by."""

    computers: int
    deal: str


LESSONS: Mapping[str, Lesson] = {}


def lesson_of(face: Face) -> Lesson:
    """A game without one of its own is dealt as it comes, to as few as can play it."""
    return LESSONS.get(face.game.slug, Lesson(face.game.seats[0] - 1, ""))


def learn_button(face: Face, label: str, style: Style = "secondary") -> Button:
    return Button(label, str(Control(NOWHERE, "learn", face.group, place=ASIDE)), style)


class Learn:
    def __init__(self, answers: Answers) -> None:
        self.answers, self.own = answers, Own(answers)

    async def press(self, reply: Reply, live: Live | None, control: Control, values: list[str]) -> None:
        await self.begin(reply, values[0] if values else control.path)

    async def begin(self, reply: Reply, group: str) -> None:
        """Again and again, from the same deal."""
        face = next((face for face in self.answers.faces.values() if face.group == group), None)
        if face is None:
            raise Refusal("forged")
        lesson = lesson_of(face)
        await self.own.open(reply, face.game.slug, ["easy"] * lesson.computers, "learn", lesson.deal)
