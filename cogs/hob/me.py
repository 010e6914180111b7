"""`/hob me`: a person's settings for all tables, each with its button."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import discord

from bot.app import App
from bot.errors import UserError
from bot.features import Feature, choices_of
from bot.i18n.translator import tr
from bot.interactions.context import InteractionContext
from bot.people.service import PersonSettings
from bot.screens.custom_id import Control
from bot.screens.layout import in_rows
from bot.screens.message import Button, Message
from cogs.privacy.cog import PersonalDataControls

SWITCH = ("on", "off")
VALUES = {  # of each setting, in the order in which its button cycles through them
    "cards": ("message", "channel"),
    "pictures": SWITCH,
    "rings": SWITCH,
    "shown": SWITCH,
    "coach": ("first", *SWITCH),
}
ON_A_PHONE = 2  # such buttons per row
DATA = ("export", "forget")


class PersonalSettings(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.people = app.people
        app.interactions.handle("me", self.press, table="none")
        values: dict[str, Any] = {name: choices_of(*those) for name, those in VALUES.items()}
        self.command("me", self.me, **values, data=choices_of(*DATA))

    async def me(
        self,
        interaction: discord.Interaction,
        cards: str | None = None,
        pictures: str | None = None,
        rings: str | None = None,
        shown: str | None = None,
        coach: str | None = None,
        data: str | None = None,
    ) -> None:
        if data is not None:
            await self.run(interaction, PersonalDataControls.of(self.app).do, data)
            return
        changes = {"cards": cards, "pictures": pictures, "rings": rings, "shown": shown, "coach": coach}
        await self.run(interaction, self.handle_command, changes)

    async def handle_command(self, ctx: InteractionContext, values: Mapping[str, str | None]) -> None:
        await ctx.send_ephemeral(await self.screen(ctx, await self.set(ctx.person, values)))

    async def press(self, ctx: InteractionContext) -> None:
        """Apply a pressed setting: a button shows the current value and sets the next one."""
        control = ctx.pressed_control
        name, _, value = control.path.partition("/")
        if value not in VALUES.get(name, ()):
            raise UserError("forged")
        await ctx.edit(await self.screen(ctx, await self.set(ctx.person, {name: value})))

    async def set(self, person: int, values: Mapping[str, str | None]) -> PersonSettings:
        changes = dict(parse_setting(name, value) for name, value in values.items() if value is not None)
        if not changes:
            return await self.people.settings(person)
        wishes = await self.people.change_settings(person, **changes)
        for row in await self.sessions.of_person(person):
            self.app.scheduler.wake(row.id)  # their cards may now need another way
        return wishes

    async def screen(self, ctx: InteractionContext, settings: PersonSettings) -> Message:
        """Return a person's settings, as they apply in this server."""
        server = await self.app.servers.of(ctx.interaction.guild_id)
        now = {
            "cards": settings.cards_at(server.cards),
            "pictures": switch_word(settings.pictures),
            "rings": switch_word(settings.rings),
            "shown": switch_word(not settings.hidden),
            "coach": settings.coach or self.people.coaching,
        }
        values = {name: tr(f"me.{name}-{value}") for name, value in now.items()}
        buttons = []
        for name, value in now.items():
            following = dict(pairwise((*VALUES[name], VALUES[name][0])))[value]
            buttons.append(button(tr(f"me.button-{name}-{value}"), "me", f"{name}/{following}"))
        data = tuple(button(tr(f"me.data-{what}"), "data", what) for what in DATA)
        return Message(content=tr("said.me", **values), rows=(*in_rows(buttons, ON_A_PHONE), data))


def parse_setting(name: str, value: str) -> tuple[str, object]:
    """Return a setting's name and value as they are stored."""
    if name == "shown":
        return "hidden", value == "off"
    return name, value == "on" if VALUES[name] == SWITCH else value


def switch_word(on: bool) -> str:
    return "on" if on else "off"


def button(label: str, kind: str, path: str) -> Button:
    return Button(label, str(Control.aside(kind, path)))
