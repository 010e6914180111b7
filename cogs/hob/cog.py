"""The extension of `/hob`: help, a person's tables and settings, what is rare at a table; and every press."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery.message import Message
from bot.run.client import Hob
from bot.sessions.live import Live
from cogs.commands import Choices, Commands
from cogs.presentation import Presentation
from cogs.reply import Reply
from cogs.words.common import COMMON
from cogs.words.voice import Voice

TABLES = 30  # of a person that `/hob tables` lists
SAY = Voice(COMMON).say


def offered(*values: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=SAY(f"command.choice.{value}"), value=value) for value in values]


class HobCog(
    Commands,
    commands.GroupCog,
    name="hob",
    group_name="hob",
    group_description=SAY("command.hob"),
):
    def __init__(self, bot: Hob) -> None:
        super().__init__(Presentation.of(bot).router)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """All presses of all games; commands go through the tree."""
        if interaction.type is discord.InteractionType.component:
            await self.router.press(interaction)

    # ---- without a table
    @app_commands.command(description=SAY("command.help"))
    async def help(self, interaction: discord.Interaction) -> None:
        async def act(reply: Reply) -> None:
            faces = self.answers.faces.values()
            games = ", ".join(face.game.title for face in faces)
            lines = [SAY("said.help-game", group=face.group, game=face.game.title, blurb=face.blurb) for face in faces]
            await reply.whisper(Message(content=SAY("said.help", games=games, commands="\n".join(lines))))

        await self.run(interaction, act)

    @app_commands.command(description=SAY("command.tables"))
    async def tables(self, interaction: discord.Interaction) -> None:
        async def act(reply: Reply) -> None:
            faces = self.answers.faces
            rows = [row for row in await self.sessions.of(interaction.user.id) if row.game in faces]
            place = self.answers.screens.place
            lines = [
                SAY("said.table", game=faces[row.game].game.title, place=place(row.guild_id, row.channel_id))
                for row in rows
            ]
            more = [SAY("said.more-tables", n=len(lines) - TABLES)] if len(lines) > TABLES else []
            key = "said.tables" if lines else "said.no-tables"
            await reply.whisper(Message(content=SAY(key, rows="\n".join([*lines[:TABLES], *more]))))

        await self.run(interaction, act)

    @app_commands.command(description=SAY("command.me"))
    @app_commands.describe(
        cards=SAY("command.me.cards"), pictures=SAY("command.me.pictures"), rings=SAY("command.me.rings")
    )
    @app_commands.choices(
        cards=offered("message", "channel"), pictures=offered("on", "off"), rings=offered("on", "off")
    )
    async def me(
        self,
        interaction: discord.Interaction,
        cards: str | None = None,
        pictures: str | None = None,
        rings: str | None = None,
    ) -> None:
        async def act(reply: Reply) -> None:
            given = {"cards": cards, "pictures": pictures and pictures == "on", "rings": rings and rings == "on"}
            changes = {name: value for name, value in given.items() if value is not None}
            person, people = interaction.user.id, self.answers.people
            wishes = await people.wish(person, **changes) if changes else await people.wishes(person)
            for row in await self.sessions.of(person) if changes else ():
                self.answers.wake(row.id)  # their cards may have to go another way now
            said = SAY(
                "said.me",
                cards=SAY(f"me.cards-{wishes.cards}"),
                pictures=SAY("me.pictures-on" if wishes.pictures else "me.pictures-off"),
                rings=SAY("me.rings-on" if wishes.rings else "me.rings-off"),
            )
            await reply.whisper(Message(content=said))

        await self.run(interaction, act)

    # ---- at the table here, whatever is played
    @app_commands.command(description=SAY("command.log"))
    async def log(self, interaction: discord.Interaction) -> None:
        await self.at_table(interaction, self.router.lookup.log)

    @app_commands.command(description=SAY("command.leave"))
    async def leave(self, interaction: discord.Interaction) -> None:
        async def act(reply: Reply, live: Live) -> None:
            await (self.router.lobby.leave if live.status == "lobby" else self.router.more.ask_leave)(reply, live)

        await self.at_table(interaction, act)

    @app_commands.command(description=SAY("command.seat"))
    @app_commands.describe(to=SAY("command.seat.to"), player=SAY("command.seat.player"))
    @app_commands.choices(to=offered("computer", "me"))
    async def seat(self, interaction: discord.Interaction, to: str = "me", player: str | None = None) -> None:
        async def act(reply: Reply, live: Live) -> None:
            more = self.router.more
            if player is not None:
                await more.propose_computer(reply, live, self.seat_called(live, player))
            elif to == "computer":
                await more.computer_for_me(reply, live)
            else:
                await more.take_back(reply, live)

        await self.at_table(interaction, act)

    @seat.autocomplete("player")
    async def _sleepers(self, interaction: discord.Interaction, typed: str) -> Choices:
        def fits(live: Live, seat: int) -> bool:
            asked = seat in live.info.needs and not live.info.seats[seat].by_computer
            return asked and live.info.seats[seat].person != interaction.user.id

        return await self.seats(interaction, typed, fits)

    @app_commands.command(description=SAY("command.end"))
    async def end(self, interaction: discord.Interaction) -> None:
        async def act(reply: Reply, live: Live) -> None:
            await (self.router.lobby.cancel if live.status == "lobby" else self.router.more.end)(reply, live)

        await self.at_table(interaction, act)


async def setup(bot: Hob) -> None:
    await bot.add_cog(HobCog(bot))
