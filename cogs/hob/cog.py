"""`/hob help`, `/hob tables` and `/hob me`."""

from contextlib import suppress

import discord
from pydantic import ValidationError

from bot.app import App
from bot.errors import UserError
from bot.features import MAX_CHOICES, Feature
from bot.i18n.catalogue import COMMON
from bot.i18n.fitting import cut
from bot.i18n.translator import Translator, tr
from bot.interactions.context import InteractionContext
from bot.process.version import version
from bot.screens.base import link
from bot.screens.custom_id import Control
from bot.screens.message import Button, Choice, Menu, Message, Row
from bot.tables.model import TableInfo
from bot.tables.screen_state import Screen
from bot.times import discord_timestamp
from cogs.hob.me import PersonalSettings
from cogs.table.lobby import Lobby
from db import SessionRow

HELP_LINES = ("daily", "night", "stats", "replay")  # commands that `/hob help` explains, each in a line
BUTTONS = {"daily": ("daily", "all"), "night": ("night", "new"), "stats": ("stats", "")}  # kind and path of each
TABLES = 20  # maximum that `/hob tables` lists


class Help(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        app.interactions.handle("help", self.press, table="none")
        self.command("help", self.help)
        self.command("tables", self.tables)

    async def help(self, interaction: discord.Interaction) -> None:
        await self.run(interaction, self.show_help)

    async def show_help(self, ctx: InteractionContext) -> None:
        """Show what Hob offers: a line for each loaded feature, and controls to start."""
        features = [name for name in HELP_LINES if self.has_command(name)]
        lines = [tr("help.title"), tr("help.play"), *(tr(f"help.{name}") for name in features)]
        lines.append(tr("help.foot", version=version().number))
        uis = list(self.app.games.values())[:MAX_CHOICES]
        games = tuple(Choice(ui.game.title, ui.group, cut(ui.blurb, 100)) for ui in uis)
        rows: list[Row] = [Menu(tr("button.open-a-table-of"), str(Control.aside("help", "open")), games)]
        if self.has_command("learn"):
            taught = tuple(Choice(ui.game.title, ui.group) for ui in uis)
            rows.append(Menu(tr("button.learn-a-game"), str(Control.aside("learn")), taught))
        buttons = tuple(
            Button(tr(f"help.button-{name}"), str(Control.aside(kind, path)))
            for name, (kind, path) in BUTTONS.items()
            if name in features
        )
        await ctx.send_ephemeral(Message(content="\n".join(lines), rows=(*rows, *([buttons] if buttons else []))))

    def has_command(self, name: str) -> bool:
        """Return True if the feature of `/hob <name>` is loaded."""
        return self.app.groups["hob"].get_command(name) is not None

    async def press(self, ctx: InteractionContext) -> None:
        """Open a lobby of the chosen game."""
        if ctx.pressed_control.path != "open" or not ctx.values:
            raise UserError("forged")
        await Lobby.of(self.app).new(ctx, self.app.games.of_group(ctx.values[0]).game.slug)

    async def tables(self, interaction: discord.Interaction) -> None:
        await self.run(interaction, self.show_tables)

    async def show_tables(self, ctx: InteractionContext) -> None:
        rows = [row for row in await self.sessions.of_person(ctx.person) if row.game in self.app.games]
        dated_lines = []
        for row in rows:
            with suppress(ValidationError):  # opening the table reports the fault
                dated_lines.append(self.table_line(row, ctx.person))
        dated_lines.sort(key=lambda dated: dated[0])
        lines = [line for _, line in dated_lines]
        more = [tr("said.more-tables", n=len(lines) - TABLES)] if len(lines) > TABLES else []
        sentence = tr("said.tables", rows="\n".join([*lines[:TABLES], *more]))
        await ctx.send_ephemeral(Message(text=sentence) if lines else Message(content=tr("said.no-tables")))

    def table_line(self, row: SessionRow, person: int) -> tuple[tuple[int, float], str]:
        """Return a table's line for this person and its sort key: their turn first, then the longest wait."""
        info, table = TableInfo.model_validate(row.table), Screen.model_validate(row.screen).table
        mine = info.seat_of(person)
        waiting = {seat: need.since for seat, need in info.needs.items()} if row.status == "playing" else {}
        since = waiting[mine] if mine in waiting else min(waiting.values(), default=row.touched_at)
        key = "yours" if mine in waiting else "waits" if waiting else "idle"
        fields = {
            "game": self.app.games[row.game].game.title,
            "place": self.screens.place(row.guild_id, row.channel_id),
            "link": link(row.guild_id, row.channel_id, table.id if table else None),
            "p": [f"s{seat}" for seat in waiting],
            "since": discord_timestamp(since),
        }
        return (("yours", "waits", "idle").index(key), since), Translator(COMMON, info.names()).tr(
            f"said.table-{key}", **fields
        )


def setup(app: App) -> None:
    Help(app)
    PersonalSettings(app)
