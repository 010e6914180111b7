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
from cogs.ui import common

TABLES = 30  # of a person that `/hob tables` lists
ON_OFF = [app_commands.Choice(name="on", value="on"), app_commands.Choice(name="off", value="off")]
CARDS = [
    app_commands.Choice(name="by direct message", value="message"),
    app_commands.Choice(name="in the channel, behind My hand", value="channel"),
]
PLAYERS = [app_commands.Choice(name="a computer", value="computer"), app_commands.Choice(name="me", value="me")]


class HobCog(
    Commands,
    commands.GroupCog,
    name="hob",
    group_name="hob",
    group_description="Help, your tables, your settings, and what is rare at a table",
):
    def __init__(self, bot: Hob) -> None:
        super().__init__(Presentation.of(bot).router)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """All presses of all games; commands go through the tree."""
        if interaction.type is discord.InteractionType.component:
            await self.router.press(interaction)

    # ---- without a table
    @app_commands.command(description="What Hob does, and how")
    async def help(self, interaction: discord.Interaction) -> None:
        async def act(reply: Reply) -> None:
            faces = self.answers.faces.values()
            games = ", ".join(face.game.title for face in faces)
            commands = "\n".join(f"• `/{face.group} new`: {face.game.title}. {face.blurb}" for face in faces)
            await reply.whisper(Message(content=common.HELP.format(games=games, commands=commands)))

        await self.run(interaction, act)

    @app_commands.command(description="Where you sit")
    async def tables(self, interaction: discord.Interaction) -> None:
        async def act(reply: Reply) -> None:
            faces = self.answers.faces
            rows = [row for row in await self.sessions.of(interaction.user.id) if row.game in faces]
            where = [common.place(row.guild_id, row.channel_id) for row in rows]
            lines = [f"• {faces[row.game].game.title} in {at}" for row, at in zip(rows, where, strict=True)]
            more = [self.answers.say(None, "more-tables", n=len(lines) - TABLES)] if len(lines) > TABLES else []
            key = "tables" if lines else "no-tables"
            await reply.whisper(Message(content=self.answers.say(None, key, rows="\n".join([*lines[:TABLES], *more]))))

        await self.run(interaction, act)

    @app_commands.command(description="Your settings, for all tables")
    @app_commands.describe(
        cards="Where your cards come", pictures="Pictures in your panels, or words only", rings="Whether you are rung"
    )
    @app_commands.choices(cards=CARDS, pictures=ON_OFF, rings=ON_OFF)
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
            shown = {"pictures": common.PICTURES[wishes.pictures], "rings": common.RINGS[wishes.rings]}
            said = self.answers.say(None, "me", cards=common.CARDS[wishes.cards], **shown)
            await reply.whisper(Message(content=said))

        await self.run(interaction, act)

    # ---- at the table here, whatever is played
    @app_commands.command(description="Show what happened so far at the table here")
    async def log(self, interaction: discord.Interaction) -> None:
        await self.at_table(interaction, self.router.lookup.log)

    @app_commands.command(description="Leave the table here; a computer plays on in your seat")
    async def leave(self, interaction: discord.Interaction) -> None:
        async def act(reply: Reply, live: Live) -> None:
            await (self.router.lobby.leave if live.status == "lobby" else self.router.more.ask_leave)(reply, live)

        await self.at_table(interaction, act)

    @app_commands.command(description="Let a computer play for you here, or take your seat back")
    @app_commands.describe(to="Who plays your seat", player="Another player, to vote on a computer for them")
    @app_commands.choices(to=PLAYERS)
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

    @app_commands.command(description="End the game here, or ask the table to")
    async def end(self, interaction: discord.Interaction) -> None:
        async def act(reply: Reply, live: Live) -> None:
            await (self.router.lobby.cancel if live.status == "lobby" else self.router.more.end)(reply, live)

        await self.at_table(interaction, act)


async def setup(bot: Hob) -> None:
    await bot.add_cog(HobCog(bot))
