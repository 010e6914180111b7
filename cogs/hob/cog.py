"""`/hob help`, `/hob tables`, and `/hob me`: a person's settings for all tables, each with its button."""

from collections.abc import Mapping
from contextlib import suppress
from itertools import pairwise
from typing import Any

from pydantic import ValidationError

from bot.app import App
from bot.errors import UserError
from bot.features import MAX_CHOICES, Feature, choices_of
from bot.i18n.catalogue import COMMON
from bot.i18n.fitting import cut, in_pages
from bot.i18n.translator import Translator, tr
from bot.interactions.context import InteractionContext
from bot.people.service import PersonSettings
from bot.process.version import version
from bot.screens.custom_id import Control
from bot.screens.layout import in_rows
from bot.screens.message import Button, Choice, Menu, Message, Row
from bot.screens.table_screen import link, place
from bot.tables.model import Cards, TableInfo
from bot.tables.ratings import PROVISIONAL
from bot.tables.screen_state import ShownState
from bot.timing import discord_timestamp
from cogs.privacy.cog import PersonalDataControls
from cogs.table.lobby import Lobby
from db import SessionRow

HELP_BUTTONS = {"daily": ("daily", "all"), "night": ("night", "new"), "stats": ("stats", "")}  # kind and path of each
MAX_TABLES = 20  # maximum that `/hob tables` lists
SWITCH = ("on", "off")
SETTING_VALUES = {  # in the order in which its button cycles through them
    "cards": ("message", "channel"),
    "pictures": SWITCH,
    "rings": SWITCH,
    "shown": SWITCH,
    "coach": ("first", *SWITCH),
}
BUTTONS_PER_ROW = 2  # on a phone
DATA_ACTIONS = ("export", "forget")


class Help(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        app.interactions.handle("help", {"open": self.open_lobby}, table="none")
        self.command("help", self.help)
        self.command("tables", self.tables)

    async def help(self, ctx: InteractionContext) -> None:
        """Show what Hob offers: a line for each loaded command that has one in `[help]`, and controls to start."""
        features = [name for name in dict.fromkeys([*HELP_BUTTONS, *COMMON.names("help")]) if self.has_command(name)]
        play = tr("help.play" if await self.cards_of(ctx) == "message" else "help.play-in-channel")
        lines = [tr("help.title"), play, *(tr(f"help.{name}") for name in features)]
        lines.append(tr("help.foot", version=version().number))
        uis = list(self.app.games.values())[:MAX_CHOICES]
        games = tuple(Choice(ui.game.title, ui.group, cut(ui.blurb, 100)) for ui in uis)
        rows: list[Row] = [Menu(tr("button.open-a-table-of"), Control.aside("help", "open"), games)]
        if self.has_command("learn"):
            taught = tuple(Choice(ui.game.title, ui.group) for ui in uis)
            rows.append(Menu(tr("button.learn-a-game"), Control.aside("learn"), taught))
        buttons = tuple(
            Button(tr(f"help.button-{name}"), Control.aside(kind, path))
            for name, (kind, path) in HELP_BUTTONS.items()
            if name in features
        )
        await ctx.send_ephemeral(Message(content="\n".join(lines), rows=(*rows, *([buttons] if buttons else []))))

    async def cards_of(self, ctx: InteractionContext) -> Cards:
        """Return where the person's cards appear here, or Hob's default while the database is away."""
        with suppress(UserError):
            server = await self.app.servers.of(ctx.interaction.guild_id)
            return (await self.app.people.settings(ctx.person)).cards_at(server.cards)
        return "message"

    def has_command(self, name: str) -> bool:
        """Return True if the feature of `/hob <name>` is loaded."""
        return self.app.groups["hob"].get_command(name) is not None

    async def open_lobby(self, ctx: InteractionContext) -> None:
        await Lobby.of(self.app).new(ctx, self.app.games.of_group(ctx.picked).game.slug)

    async def tables(self, ctx: InteractionContext) -> None:
        rows = [row for row in await self.sessions.of_person(ctx.person) if row.game in self.app.games]
        dated_lines = []
        for row in rows:
            with suppress(ValidationError):  # opening the table reports the fault
                dated_lines.append(self.table_line(row, ctx.person))
        dated_lines.sort(key=lambda dated: dated[0])
        lines = [line for _, line in dated_lines]
        listed = in_pages(lines, MAX_TABLES)[0]
        more = [tr("said.more-tables", n=len(lines) - len(listed))] if len(lines) > len(listed) else []
        sentence = tr("said.tables", rows="\n".join([*listed, *more]))
        await ctx.send_ephemeral(Message(text=sentence) if lines else Message(content=tr("said.no-tables")))

    def table_line(self, row: SessionRow, person: int) -> tuple[tuple[int, float], str]:
        """Return a table's line for this person and its sort key: their turn first, then the longest wait."""
        info, table = TableInfo.model_validate(row.table), ShownState.model_validate(row.screen).table
        mine = info.seat_of(person)
        waiting = {seat: prompt.since for seat, prompt in info.prompts.items()} if row.status == "playing" else {}
        since = waiting[mine] if mine in waiting else min(waiting.values(), default=row.touched_at)
        key = "yours" if mine in waiting else "waits" if waiting else "idle"
        fields = {
            "game": self.app.games[row.game].game.title,
            "place": place(row.guild_id, row.channel_id),
            "link": link(row.guild_id, row.channel_id, table.id if table else None),
            "p": [f"s{seat}" for seat in waiting],
            "since": discord_timestamp(since),
        }
        return (("yours", "waits", "idle").index(key), since), Translator(COMMON, info.names()).tr(
            f"said.table-{key}", **fields
        )


class PersonalSettings(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.people = app.people
        app.interactions.handle("me", self.press, table="none")
        values: dict[str, Any] = {name: choices_of(*those) for name, those in SETTING_VALUES.items()}
        self.command("me", self.me, **values, data=choices_of(*DATA_ACTIONS))

    async def me(
        self,
        ctx: InteractionContext,
        cards: str | None = None,
        pictures: str | None = None,
        rings: str | None = None,
        shown: str | None = None,
        coach: str | None = None,
        data: str | None = None,
    ) -> None:
        if data is not None:
            controls = PersonalDataControls.of(self.app)
            await (controls.export if data == "export" else controls.confirm_erase)(ctx)
            return
        changes = {"cards": cards, "pictures": pictures, "rings": rings, "shown": shown, "coach": coach}
        await ctx.send_ephemeral(await self.screen(ctx, await self.set(ctx.person, changes)))

    async def press(self, ctx: InteractionContext) -> None:
        """Apply a pressed setting: a button shows the current value and sets the next one."""
        control = ctx.control
        name, _, value = control.path.partition("/")
        if value not in SETTING_VALUES.get(name, ()):
            raise UserError("forged")
        await ctx.edit(await self.screen(ctx, await self.set(ctx.person, {name: value})))

    async def set(self, person: int, values: Mapping[str, str | None]) -> PersonSettings:
        changes = dict(parse_setting(name, value) for name, value in values.items() if value is not None)
        if not changes:
            self.people.forget(person)  # `hob forget` may have erased the cached settings
            return await self.people.settings(person)
        settings = await self.people.change_settings(person, **changes)
        for row in await self.sessions.of_person(person):
            self.app.scheduler.wake(row.id)  # their cards may now need another way
        return settings

    async def screen(self, ctx: InteractionContext, settings: PersonSettings) -> Message:
        """Return a person's settings, as they apply in this server."""
        server = await self.app.servers.of(ctx.interaction.guild_id)
        chosen = {"cards": settings.cards_at(server.cards), "coach": settings.coach or self.people.coaching}
        now = {name: chosen.get(name) or ("on" if getattr(settings, name) else "off") for name in SETTING_VALUES}
        values = {name: tr(f"me.{name}-{value}") for name, value in now.items()}
        buttons = []
        for name, value in now.items():
            following = dict(pairwise((*SETTING_VALUES[name], SETTING_VALUES[name][0])))[value]
            buttons.append(Button(tr(f"me.button-{name}-{value}"), Control.aside("me", f"{name}/{following}")))
        data = tuple(Button(tr(f"me.data-{what}"), Control.aside("data", what)) for what in DATA_ACTIONS)
        return Message(content=tr("said.me", **values, n=PROVISIONAL), rows=(*in_rows(buttons, BUTTONS_PER_ROW), data))


def parse_setting(name: str, value: str) -> tuple[str, object]:
    """Return a setting's name and value as they are stored."""
    if name == "shown":
        return "hidden", value == "off"
    return name, value == "on" if SETTING_VALUES[name] == SWITCH else value


def setup(app: App) -> None:
    Help(app)
    PersonalSettings(app)
