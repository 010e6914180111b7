"""`/hob me`: what a person has set for all tables, each with its button."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import discord

from bot.app import App
from bot.errors import Refusal
from bot.features import Feature, offered
from bot.i18n.common import COMMON
from bot.i18n.translator import Voice
from bot.interactions.context import InteractionContext
from bot.interactions.dispatch import NOWHERE
from bot.people import Wishes
from bot.screens.custom_id import ASIDE, Control
from bot.screens.layout import in_rows
from bot.screens.message import Button, Message
from cogs.privacy.cog import Privacy

SAY = Voice(COMMON).say
SWITCH = ("on", "off")
VALUES = {  # of each setting, in the order in which its button goes through them
    "cards": ("message", "channel"),
    "pictures": SWITCH,
    "rings": SWITCH,
    "shown": SWITCH,
    "coach": ("first", *SWITCH),
}
ON_A_PHONE = 2  # such buttons in a row
DATA = ("export", "forget")


class Me(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.people = app.people
        app.interactions.handle("me", self.press, at_table=False)
        values: dict[str, Any] = {name: offered(*those) for name, those in VALUES.items()}
        self.command(self.me, **values, data=offered(*DATA))

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
            await self.run(interaction, Privacy.of(self.app).do, data)
            return
        given = {"cards": cards, "pictures": pictures, "rings": rings, "shown": shown, "coach": coach}
        await self.run(interaction, self.typed, given)

    async def typed(self, ctx: InteractionContext, given: Mapping[str, str | None]) -> None:
        await ctx.whisper(await self.screen(ctx, await self.set(ctx.person, given)))

    async def press(self, ctx: InteractionContext) -> None:
        """A button says what is set; it carries what it sets."""
        control = ctx.pressed_control
        name, _, value = control.path.partition("/")
        if value not in VALUES.get(name, ()):
            raise Refusal("forged")
        await ctx.edit(await self.screen(ctx, await self.set(ctx.person, {name: value})))

    async def set(self, person: int, given: Mapping[str, str | None]) -> Wishes:
        changes = dict(wished(name, value) for name, value in given.items() if value is not None)
        if not changes:
            return await self.people.wishes(person)
        wishes = await self.people.wish(person, **changes)
        for row in await self.sessions.of(person):
            self.app.wake(row.id)  # their cards may have to go another way now
        return wishes

    async def screen(self, ctx: InteractionContext, wishes: Wishes) -> Message:
        """What is set, as it is in this server."""
        settings = await self.app.servers.of(ctx.interaction.guild_id)
        now = {
            "cards": wishes.cards_at(settings.cards),
            "pictures": switched(wishes.pictures),
            "rings": switched(wishes.rings),
            "shown": switched(not wishes.hidden),
            "coach": wishes.coach or self.people.coaching,
        }
        said = {name: SAY(f"me.{name}-{value}") for name, value in now.items()}
        buttons = []
        for name, value in now.items():
            following = dict(pairwise((*VALUES[name], VALUES[name][0])))[value]
            buttons.append(button(SAY(f"me.button-{name}-{value}"), "me", f"{name}/{following}"))
        data = tuple(button(SAY(f"me.data-{what}"), "data", what) for what in DATA)
        return Message(content=SAY("said.me", **said), rows=(*in_rows(buttons, ON_A_PHONE), data))


def wished(name: str, value: str) -> tuple[str, object]:
    """A setting as it is kept."""
    if name == "shown":
        return "hidden", value == "off"
    return name, value == "on" if VALUES[name] == SWITCH else value


def switched(on: bool) -> str:
    return "on" if on else "off"


def button(label: str, kind: str, path: str) -> Button:
    return Button(label, str(Control(NOWHERE, kind, path, place=ASIDE)))
