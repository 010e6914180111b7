"""The film of a finished game: one file of its public moments, or of a sample if there are many."""

from collections.abc import AsyncIterator
from dataclasses import replace

from bot.app import App
from bot.interactions.context import InteractionContext
from bot.interactions.progress import ProgressKind, ReportProgress
from bot.pictures import Scene, Shape, at
from bot.pictures.boxes import paragraph, piece, row
from bot.pictures.films import Films, Frame
from bot.pictures.palette import PAPER
from bot.pictures.pieces import mark
from bot.pictures.scene import Stack
from bot.screens.message import Message
from bot.tables.session import TableSession

FILM = ProgressKind("film-busy", "film.under-way", "film.interrupted", "film.failed", "button.film")
CAPTION = 140  # height of the caption below a table


class FilmExport:
    def __init__(self, app: App) -> None:
        self.app, self.screens, self.films = app, app.screens, Films(app.settings.painter_cache)

    async def take(
        self,
        ctx: InteractionContext,
        frames: AsyncIterator[Frame],
        number: int,
    ) -> None:
        """Send the film, or begin to make it, one at a time. Raises UserError."""
        session = ctx.session
        key = f"{session.id} {session.info.names()}"
        film = self.films.cached_film(key)
        if film is not None:
            await ctx.send_ephemeral(self.message(session, film))
            return

        async def make(report: ReportProgress) -> Message:
            return self.message(session, await self.films.make(key, frames, lambda done: report(done / number)))

        await self.app.progress.begin(ctx, FILM, make)

    def message(self, session: TableSession, film: bytes) -> Message:
        name = f"{session.game.slug}-{session.id}.webp"
        return Message(content=self.screens.text(session, "film.made", game=session.game.title), file=(name, film))


def with_caption(table: Scene, words: str, seat: int | None, part: float) -> Stack:
    """Return a table with a caption below: the move, its player, and the progress of the game."""
    caption = paragraph(words, "story", (42, 38, 34, 30), 2)
    line = caption if seat is None else row(piece(mark(seat), 56), caption, gap=20)
    paper = Shape(0, 0, 1200, CAPTION, "mark", PAPER), Shape(0, 0, 1200, 5, "mark")
    below = at(0, 0, paper, line.lay(40, 10, 1120, CAPTION - 34))
    bar = at(
        0, 0, Shape(0, CAPTION - 14, 1200, 14, "past"), Shape(0, CAPTION - 14, max(14, round(1200 * part)), 14, "on")
    )
    return Stack((table, replace(table, height=CAPTION, pieces=(below, bar), still=())))
