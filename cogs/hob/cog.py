"""The extension of `/hob`: help, a person's tables and settings, what is rare at a table; and every press."""

from contextlib import suppress
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from pydantic import ValidationError

from bot.gateway.client import Hob
from bot.i18n.command_texts import described
from bot.i18n.common import COMMON
from bot.i18n.translator import Voice
from bot.interactions.reply import Reply
from bot.screens.base import link
from bot.screens.custom_id import ASIDE, Control
from bot.screens.message import Choice, Menu, Message
from bot.tables.model import TableInfo
from bot.tables.screen_state import Screen
from bot.tables.session import Live
from bot.times import stamp
from bot.version import version
from cogs.hob.me import DATA, VALUES
from cogs.presentation import Presentation
from cogs.table.commands import CHOICES, Choices, Commands, offered
from cogs.table.lookup import NOWHERE
from engine.ai import LEVELS

TABLES = 20  # of a person that `/hob tables` lists
SAY = Voice(COMMON).say


class HobCog(
    Commands,
    commands.GroupCog,
    name="hob",
    group_name="hob",
    group_description=described("command.hob"),
):
    def __init__(self, bot: Hob) -> None:
        super().__init__(Presentation.of(bot).router)
        self.bot = bot

    async def cog_unload(self) -> None:
        """The connection ends."""
        await self.router.waiting.stop(self.bot)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """All presses of all games; commands go through the tree."""
        if interaction.type is discord.InteractionType.component and await self.bot.answers(interaction):
            await self.router.press(interaction)

    # ---- without a table
    @app_commands.command(description=described("command.help"))
    async def help(self, interaction: discord.Interaction) -> None:
        async def act(reply: Reply) -> None:
            faces = self.answers.faces.values()
            games = ", ".join(face.game.title for face in faces)
            lines = [SAY("said.help-game", group=face.group, game=face.game.title, blurb=face.blurb) for face in faces]
            said = SAY("said.help", games=games, commands="\n".join(lines), version=version().number)
            taught = tuple(Choice(face.game.title, face.group) for face in faces)[:CHOICES]
            learn = Menu(SAY("button.learn-a-game"), str(Control(NOWHERE, "learn", place=ASIDE)), taught)
            await reply.whisper(Message(content=said, rows=(learn,)))

        await self.run(interaction, act)

    @app_commands.command(description=described("command.learn"))
    @app_commands.describe(game=described("command.learn.game"))
    async def learn(self, interaction: discord.Interaction, game: str) -> None:
        async def act(reply: Reply) -> None:
            await self.router.learn.begin(reply, self.router.statistics.face(game))

        await self.run(interaction, act)

    @app_commands.command(description=described("command.tables"))
    async def tables(self, interaction: discord.Interaction) -> None:
        async def act(reply: Reply) -> None:
            faces = self.answers.faces
            rows = [row for row in await self.sessions.of(interaction.user.id) if row.game in faces]
            found = []
            for row in rows:
                with suppress(ValidationError):  # who opens it is told
                    found.append(self.stands(row, interaction.user.id))
            found.sort(key=lambda told: told[0])
            lines = [line for _, line in found]
            more = [SAY("said.more-tables", n=len(lines) - TABLES)] if len(lines) > TABLES else []
            said = SAY("said.tables", rows="\n".join([*lines[:TABLES], *more]))
            await reply.whisper(Message(text=said) if lines else Message(content=SAY("said.no-tables")))

        await self.run(interaction, act)

    def stands(self, row: Any, person: int) -> tuple[tuple[int, float], str]:
        """Where a table stands in the list of somebody's, their turn first, the longest waiting first; and its line."""
        info, table = TableInfo.model_validate(row.table), Screen.model_validate(row.screen).table
        there = link(row.guild_id, row.channel_id, table.id if table else None)
        mine = info.seat_of(person)
        asked = {seat: need.since for seat, need in info.needs.items()} if row.status == "playing" else {}
        since = asked[mine] if mine in asked else min(asked.values(), default=row.touched_at)
        key = "yours" if mine in asked else "waits" if asked else "idle"
        fields = {
            "game": self.answers.faces[row.game].game.title,
            "place": self.answers.screens.place(row.guild_id, row.channel_id),
            "link": there,
            "p": [f"s{seat}" for seat in asked],
            "since": stamp(since),
        }
        return (("yours", "waits", "idle").index(key), since), Voice(COMMON, info.names()).say(
            f"said.table-{key}", **fields
        )

    @app_commands.command(description=described("command.me"))
    @app_commands.describe(
        cards=described("command.me.cards"),
        pictures=described("command.me.pictures"),
        rings=described("command.me.rings"),
        shown=described("command.me.shown"),
        coach=described("command.me.coach"),
        data=described("command.me.data"),
    )
    @app_commands.choices(
        **{name: offered(*values) for name, values in VALUES.items()},
        data=offered(*DATA),
    )
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
        async def act(reply: Reply) -> None:
            if data is not None:
                await self.router.my_data.typed(reply, data)
                return
            given = {"cards": cards, "pictures": pictures, "rings": rings, "shown": shown, "coach": coach}
            await self.router.me.typed(reply, given)

        await self.run(interaction, act)

    @app_commands.command(description=described("command.stats"))
    @app_commands.describe(person=described("command.stats.person"), game=described("command.stats.game"))
    async def stats(self, interaction: discord.Interaction, person: discord.User | None = None, game: str = "") -> None:
        async def act(reply: Reply) -> None:
            await self.router.statistics.stats(reply, person or interaction.user, interaction.guild_id, game)

        await self.run(interaction, act)

    @app_commands.command(description=described("command.board"))
    @app_commands.describe(game=described("command.board.game"))
    async def board(self, interaction: discord.Interaction, game: str) -> None:
        async def act(reply: Reply) -> None:
            await self.router.statistics.board(reply, interaction.guild_id, game)

        await self.run(interaction, act)

    @app_commands.command(description=described("command.server"))
    async def server(self, interaction: discord.Interaction) -> None:
        await self.run(interaction, self.router.servers.show)

    @app_commands.command(description=described("command.daily"))
    @app_commands.describe(game=described("command.daily.game"))
    async def daily(self, interaction: discord.Interaction, game: str = "") -> None:
        async def act(reply: Reply) -> None:
            await self.router.daily.typed(reply, game)

        await self.run(interaction, act)

    @app_commands.command(description=described("command.night"))
    @app_commands.describe(
        when=described("command.night.when"),
        game=described("command.night.game"),
        weekly=described("command.night.weekly"),
    )
    async def night(
        self, interaction: discord.Interaction, when: str = "", game: str = "", weekly: bool = False
    ) -> None:
        async def act(reply: Reply) -> None:
            await self.router.nights.typed(reply, when, game, weekly)

        await self.run(interaction, act)

    @learn.autocomplete("game")
    @daily.autocomplete("game")
    @night.autocomplete("game")
    @stats.autocomplete("game")
    @board.autocomplete("game")
    async def _games(self, interaction: discord.Interaction, typed: str) -> Choices:
        return self.fitting([(face.game.title, face.game.slug) for face in self.answers.faces.values()], typed)

    @app_commands.command(description=described("command.replay"))
    @app_commands.describe(table=described("command.replay.table"))
    async def replay(self, interaction: discord.Interaction, table: str = "") -> None:
        await self.answers.serve(
            interaction, lambda: self.router.watch.find(interaction, table), self.router.watch.open
        )

    @replay.autocomplete("table")
    async def _watchable(self, interaction: discord.Interaction, typed: str) -> Choices:
        return self.fitting(await self.router.watch.known(interaction), typed)

    # ---- at the table here, whatever is played
    @app_commands.command(description=described("command.computer"))
    @app_commands.describe(level=described("command.computer.level"))
    @app_commands.choices(level=offered(*LEVELS))
    async def computer(self, interaction: discord.Interaction, level: str = "") -> None:
        async def act(reply: Reply, live: Live) -> None:
            await self.router.lobby.computer(reply, live, level)

        await self.at_table(interaction, act)

    @app_commands.command(description=described("command.log"))
    async def log(self, interaction: discord.Interaction) -> None:
        await self.at_table(interaction, self.router.lookup.log)

    @app_commands.command(description=described("command.leave"))
    async def leave(self, interaction: discord.Interaction) -> None:
        async def act(reply: Reply, live: Live) -> None:
            await (self.router.lobby.leave if live.status == "lobby" else self.router.more.ask_leave)(reply, live)

        await self.at_table(interaction, act)

    @app_commands.command(name="take-back", description=described("command.take-back"))
    async def take_back(self, interaction: discord.Interaction) -> None:
        await self.at_table(interaction, self.router.take_back.take)

    @app_commands.command(description=described("command.seat"))
    @app_commands.describe(to=described("command.seat.to"), player=described("command.seat.player"))
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

    @app_commands.command(description=described("command.end"))
    async def end(self, interaction: discord.Interaction) -> None:
        async def act(reply: Reply, live: Live) -> None:
            await (self.router.lobby.cancel if live.status == "lobby" else self.router.more.end)(reply, live)

        await self.at_table(interaction, act)


async def setup(bot: Hob) -> None:
    await bot.add_cog(HobCog(bot))
