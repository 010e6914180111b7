"""`/hob learn`: a lesson in direct messages, or for a game without one, a practice table against easy computers."""

from contextlib import suppress
from typing import Any

from bot.app import App
from bot.errors import UserError
from bot.features import Feature
from bot.i18n.catalogue import set_language
from bot.i18n.translator import tr
from bot.interactions.context import InteractionContext
from bot.screens.custom_id import ASIDE, NOWHERE, Control
from bot.screens.game_ui import GameUI
from bot.screens.message import Button, Message
from bot.screens.table_screen import link
from bot.tables.session import TableSession
from cogs.table.lobby import Lobby
from cogs.table.solo import SoloTable
from engine import actions
from engine.ai import Level


def opponents(ui: GameUI[Any]) -> int:
    """Return the number of computers in the game's lesson; without one, as few as possible."""
    return ui.lesson.computers if ui.lesson is not None else ui.game.seats[0] - 1


class Lessons(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.solo = SoloTable(app)
        app.interactions.handle("learn", self.press, table="none")
        self.command("learn", self.learn, game=self.complete_game)

    async def learn(self, ctx: InteractionContext, game: str) -> None:
        await self.begin(ctx, self.app.games.named(game))

    async def press(self, ctx: InteractionContext) -> None:
        control, values = ctx.control, ctx.values
        verb, group = actions.parent(control.path), actions.last_part(control.path)
        ui = self.app.games.of_group(values[0] if values else group)
        if verb != "anyway":
            with suppress(UserError):  # no table, or one that is no longer stored
                set_language((await self.sessions.open(control.session_id)).info.language)
        if verb in ("", "anyway"):
            await self.begin(ctx, ui, control.session_id if verb else NOWHERE)
        elif verb == "then":
            await self.open_table(ctx, ui, await self.sessions.open(control.session_id))
        elif verb == "here":
            await Lobby.of(self.app).new(ctx, ui.game.slug, opponents(ui))
        else:
            raise UserError("forged")

    async def begin(self, ctx: InteractionContext, ui: GameUI[Any], ending: str = NOWHERE) -> None:
        """Begin the lesson, always from the same deal; it may end the older lesson `ending`."""
        confirmation = Control(ending, "learn", f"anyway/{ui.group}", place=ASIDE)
        computers: list[Level] = ["easy"] * opponents(ui)
        if ui.lesson is None:
            await self.solo.open(ctx, ui.game.slug, computers, "learn", confirmation=confirmation)
            return
        await self.solo.open(
            ctx,
            ui.game.slug,
            computers,
            "learn",
            ui.lesson.deal,
            script=ui.lesson.answers(),
            options={"taking_back": "never", "hints": False},
            confirmation=confirmation,
        )

    async def open_table(self, ctx: InteractionContext, ui: GameUI[Any], session: TableSession) -> None:
        """*Open a table* after a lesson: in the channel where it began, for others, or here against computers."""
        here = self.screens.of(session).button("against-computers", "learn", f"here/{ui.group}", "success", ASIDE)
        rows, key = [here], "said.then-anywhere"
        if session.info.wanted_in is not None:
            guild, channel = session.info.wanted_in
            table = await self.sessions.at_channel(channel)
            waits = table is not None and table.status == "lobby" and table.game.slug == ui.game.slug
            key = "said.then-waits" if waits else "said.then-there"
            posted = table.screen.table if table is not None and waits else None
            there = link(guild, channel, posted.id if posted is not None else None)
            rows.append(Button(tr("button.go-there"), there, "link"))
        where = f"<#{session.info.wanted_in[1]}>" if session.info.wanted_in is not None else ""
        sentence = self.screens.text(session, key, channel=where)
        await ctx.send_ephemeral(Message(content=sentence, rows=(tuple(rows),)))
