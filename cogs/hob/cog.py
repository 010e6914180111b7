"""`/hob help`, `/hob tables` and `/hob me`."""

from contextlib import suppress
from typing import Any

import discord
from pydantic import ValidationError

from bot.app import App
from bot.features import MAX_CHOICES, Feature
from bot.i18n.common import COMMON
from bot.i18n.translator import Translator
from bot.interactions.context import InteractionContext
from bot.interactions.dispatch import NOWHERE
from bot.screens.base import link
from bot.screens.custom_id import ASIDE, Control
from bot.screens.message import Choice, Menu, Message
from bot.tables.model import TableInfo
from bot.tables.screen_state import Screen
from bot.times import discord_timestamp
from bot.version import version
from cogs.hob.me import PersonalSettings

TABLES = 20  # maximum that `/hob tables` lists
SAY = Translator(COMMON).tr


class Help(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.command("help", self.help)
        self.command("tables", self.tables)

    async def help(self, interaction: discord.Interaction) -> None:
        await self.run(interaction, self.show_help)

    async def show_help(self, ctx: InteractionContext) -> None:
        faces = self.app.games.values()
        games = ", ".join(face.game.title for face in faces)
        lines = [SAY("said.help-game", group=face.group, game=face.game.title, blurb=face.blurb) for face in faces]
        said = SAY("said.help", games=games, commands="\n".join(lines), version=version().number)
        taught = tuple(Choice(face.game.title, face.group) for face in faces)[:MAX_CHOICES]
        learn = Menu(SAY("button.learn-a-game"), str(Control(NOWHERE, "learn", place=ASIDE)), taught)
        await ctx.send_ephemeral(Message(content=said, rows=(learn,)))

    async def tables(self, interaction: discord.Interaction) -> None:
        await self.run(interaction, self.show_tables)

    async def show_tables(self, ctx: InteractionContext) -> None:
        rows = [row for row in await self.sessions.of_person(ctx.person) if row.game in self.app.games]
        found = []
        for row in rows:
            with suppress(ValidationError):  # opening the table reports the fault
                found.append(self.table_line(row, ctx.person))
        found.sort(key=lambda told: told[0])
        lines = [line for _, line in found]
        more = [SAY("said.more-tables", n=len(lines) - TABLES)] if len(lines) > TABLES else []
        said = SAY("said.tables", rows="\n".join([*lines[:TABLES], *more]))
        await ctx.send_ephemeral(Message(text=said) if lines else Message(content=SAY("said.no-tables")))

    def table_line(self, row: Any, person: int) -> tuple[tuple[int, float], str]:
        """Return a table's line for this person, and its sort key: their turn first, then the longest wait."""
        info, table = TableInfo.model_validate(row.table), Screen.model_validate(row.screen).table
        there = link(row.guild_id, row.channel_id, table.id if table else None)
        mine = info.seat_of(person)
        asked = {seat: need.since for seat, need in info.needs.items()} if row.status == "playing" else {}
        since = asked[mine] if mine in asked else min(asked.values(), default=row.touched_at)
        key = "yours" if mine in asked else "waits" if asked else "idle"
        fields = {
            "game": self.app.games[row.game].game.title,
            "place": self.screens.place(row.guild_id, row.channel_id),
            "link": there,
            "p": [f"s{seat}" for seat in asked],
            "since": discord_timestamp(since),
        }
        return (("yours", "waits", "idle").index(key), since), Translator(COMMON, info.names()).tr(
            f"said.table-{key}", **fields
        )


def setup(app: App) -> None:
    Help(app)
    PersonalSettings(app)
