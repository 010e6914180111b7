"""The film of a game that is over: one file of all its moments, made while whoever wants it reads how far it is."""

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import replace

from bot.delivery.message import Message
from bot.delivery.whisper import Whisper
from bot.sessions.live import Live
from bot.tables.refusals import Refusal
from cogs.answers import Answers
from cogs.reply import Reply, tell
from cogs.ui.pictures import PictureFault, Scene, Shape, at
from cogs.ui.pictures.boxes import paragraph, piece, row
from cogs.ui.pictures.films import Films, Frame
from cogs.ui.pictures.looks import PAPER
from cogs.ui.pictures.pieces import mark
from cogs.ui.pictures.scene import Stack

log = logging.getLogger("hob.films")
OFTEN = 5  # times it is told how far the film is
STRIP = 140  # height of what is said below a table


class Filming:
    def __init__(self, answers: Answers) -> None:
        self.answers, self.films = answers, Films()

    async def take(self, reply: Reply, live: Live, frames: AsyncIterator[Frame], number: int) -> None:
        """The answer says at once that the film is being made, then how far it is, and becomes the film.

        Nothing waits for it: it is made beside everything else, and lost when Hob stops.  Raises Refusal.
        """
        key = f"{live.id} {live.info.names()}"
        found = self.films.found(key)
        if found is None and self.films.busy:
            raise Refusal("film-busy")
        if found is not None:
            await reply.whisper(self.shown(live, found))
            return
        self.films.busy = True
        try:
            whisper = await reply.whisper(self.making(live, 0, number))
        except BaseException:
            self.films.busy = False
            raise
        task = asyncio.create_task(self._make(live, whisper, key, frames, number), name=f"hob-film-{live.id}")
        self.answers.under_way.add(task)
        task.add_done_callback(self._made)

    def _made(self, task: "asyncio.Task[None]") -> None:
        self.films.busy = False
        self.answers.under_way.discard(task)

    async def _make(
        self, live: Live, whisper: Whisper | None, key: str, frames: AsyncIterator[Frame], number: int
    ) -> None:
        async def told(done: int) -> None:
            if done % max(1, number // OFTEN) == 0:
                await tell(whisper, self.making(live, done, number))

        try:
            shown = self.shown(live, await self.films.make(key, frames, told))
        except (PictureFault, Refusal) as fault:
            log.warning("there is no film of %s: %s", live.id, fault)
            shown = Message(content=self.answers.say(live, "film.failed"))
        await tell(whisper, shown)

    def making(self, live: Live, done: int, number: int) -> Message:
        return Message(content=self.answers.say(live, "film.making", n=100 * done // max(1, number)))

    def shown(self, live: Live, film: bytes) -> Message:
        name = f"{live.game.slug}-{live.id}.webp"
        return Message(content=self.answers.say(live, "film.made", game=live.game.title), file=(name, film))


def captioned(table: Scene, words: str, seat: int | None, part: float) -> Stack:
    """A table, and below it what was done, by whom, and how much of the game is over."""
    said = paragraph(words, "story", (42, 38, 34, 30), 2)
    line = said if seat is None else row(piece(mark(seat), 56), said, gap=20)
    paper = Shape(0, 0, 1200, STRIP, "mark", PAPER), Shape(0, 0, 1200, 5, "mark")
    below = at(0, 0, paper, line.lay(40, 10, 1120, STRIP - 34))
    bar = at(0, 0, Shape(0, STRIP - 14, 1200, 14, "past"), Shape(0, STRIP - 14, max(14, round(1200 * part)), 14, "on"))
    return Stack((table, replace(table, height=STRIP, pieces=(below, bar), still=())))
