"""A small discord.py bot with one of everything, to test the loopback Discord and the page."""

from __future__ import annotations

import io
import os
import sys
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image, ImageDraw

COLOURS = ["red", "green", "blue", "yellow", "purple"]


def picture(colour: str = "purple") -> io.BytesIO:
    image = Image.new("RGB", (900, 600), "#241a2e")
    draw = ImageDraw.Draw(image)
    for n in range(9):
        x, y = 60 + n % 3 * 280, 40 + n // 3 * 180
        draw.rounded_rectangle((x, y, x + 220, y + 150), 18, fill="#3d2f4d", outline=colour, width=5)
    out = io.BytesIO()
    image.save(out, "PNG")
    out.seek(0)
    return out


class Form(ui.Modal, title="A form"):
    name: ui.Label[Any] = ui.Label(
        text="Name", description="Any name", component=ui.TextInput(custom_id="name", max_length=20)
    )
    pick: ui.Label[Any] = ui.Label(
        text="Colour",
        component=ui.Select(
            custom_id="pick", options=[discord.SelectOption(label=c.title(), value=c) for c in COLOURS]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        name, pick = self.name.component, self.pick.component
        await interaction.response.send_message(f"{name.value} likes {pick.values[0]}", ephemeral=True)


class Hand(ui.View):
    """The private panel of a player."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="Play it", custom_id="play-it", style=discord.ButtonStyle.success)
    async def play_it(self, interaction: discord.Interaction, _: Any) -> None:
        await interaction.response.edit_message(content="Played.", view=None)


class Board(ui.View):
    """The public controls."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.votes = 0
        self.add_item(ui.Button(label="Rules", url="https://example.org/rules", row=2))
        self.add_item(ui.Button(label="Off", custom_id="off", disabled=True, row=2))

    @ui.button(label="Vote", custom_id="vote", style=discord.ButtonStyle.primary, emoji="🍬", row=0)
    async def vote(self, interaction: discord.Interaction, _: Any) -> None:
        self.votes += 1
        await interaction.response.edit_message(content=f"{self.votes} voted, last {interaction.user.display_name}")

    @ui.button(label="My hand", custom_id="hand", style=discord.ButtonStyle.secondary, row=0)
    async def hand(self, interaction: discord.Interaction, _: Any) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        shown = discord.File(picture("gold"), "hand.png", description="Your nine cards")
        await interaction.followup.send("Your hand", ephemeral=True, file=shown, view=Hand())

    @ui.button(label="Form", custom_id="form", style=discord.ButtonStyle.success, row=0)
    async def form(self, interaction: discord.Interaction, _: Any) -> None:
        await interaction.response.send_modal(Form())

    @ui.button(label="Sleep", custom_id="sleep", style=discord.ButtonStyle.danger, row=0)
    async def sleep(self, interaction: discord.Interaction, _: Any) -> None:
        """Don't answer."""

    @ui.select(
        custom_id="colours", placeholder="Choose colours", min_values=1, max_values=3, row=1,
        options=[discord.SelectOption(label=c.title(), value=c, description=f"The {c} one") for c in COLOURS],
    )  # fmt: skip
    async def colours(self, interaction: discord.Interaction, select: Any) -> None:
        await interaction.response.send_message(", ".join(select.values), ephemeral=True)


class LittleBot(discord.Client):
    def __init__(self, **options: Any) -> None:
        super().__init__(
            intents=options.pop("intents", discord.Intents(guilds=True)),
            guild_ready_timeout=0.05, allowed_mentions=discord.AllowedMentions.none(), **options,
        )  # fmt: skip
        self.tree = app_commands.CommandTree(self)
        self.happened: list[Any] = []
        add_commands(self)

    async def setup_hook(self) -> None:
        self.add_view(Board())
        self.add_view(Hand())
        self.synced = await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Skip the five seconds that real clients wait here."""

    async def on_ready(self) -> None:
        self.happened.append("ready")

    async def on_resumed(self) -> None:
        self.happened.append("resumed")

    async def on_message(self, message: discord.Message) -> None:
        self.happened.append(("message", message.content, message.guild and message.guild.name))

    async def on_member_join(self, member: discord.Member) -> None:
        self.happened.append(("joined", member.display_name))

    async def on_guild_channel_delete(self, channel: Any) -> None:
        self.happened.append(("channel gone", channel.name))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.happened.append(("guild gone", guild.name))

    async def on_thread_create(self, thread: discord.Thread) -> None:
        self.happened.append(("thread", thread.name))

    async def on_thread_delete(self, thread: discord.Thread) -> None:
        self.happened.append(("thread gone", thread.name))


def add_commands(bot: LittleBot) -> None:
    tree = bot.tree

    @tree.command(description="Lay out a board")
    @app_commands.describe(colour="The colour of the cards", note="A line above the board")
    async def play(interaction: discord.Interaction, colour: str, note: str = "A **board** of nine cards") -> None:
        embed = discord.Embed(title="The board", description=note, colour=0x8854D0)
        embed.add_field(name="Players", value=f"▶ {interaction.user.mention}\n… nobody else")
        embed.add_field(name="Round", value="1 of 8")
        embed.set_image(url="attachment://board.png").set_footer(text="Shuffle sealed")
        file = discord.File(picture(colour), "board.png", description="Nine cards in three rows")
        await interaction.response.send_message(embed=embed, file=file, view=Board())

    @play.autocomplete("colour")
    async def colours(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=c.title(), value=c) for c in COLOURS if current.lower() in c]

    group = app_commands.Group(name="chaser", description="Chase candy")
    tree.add_command(group)

    @group.command(description="Move a candy")
    async def move(
        interaction: discord.Interaction, steps: app_commands.Range[int, 1, 3], whom: discord.Member
    ) -> None:
        await interaction.response.send_message(f"{whom.display_name} moves {steps}", ephemeral=True)

    @group.command(description="Write to me")
    async def letter(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        try:
            await interaction.user.send(f"A letter for {interaction.user.mention}", view=Board())
        except discord.Forbidden as error:
            await interaction.edit_original_response(content=f"Closed: {error.code}")
        else:
            await interaction.edit_original_response(content="Sent.")

    @tree.command(description="Call somebody")
    async def call(interaction: discord.Interaction, whom: discord.User) -> None:
        everybody = discord.AllowedMentions(users=True)
        channel = bot.get_partial_messageable(interaction.channel_id or 0)
        await channel.send(
            f"{whom.mention}, your turn: https://example.org/ <#{interaction.channel_id}>", allowed_mentions=everybody
        )
        await interaction.response.send_message("Called.", ephemeral=True)

    @tree.error
    async def failed(_: discord.Interaction, error: app_commands.AppCommandError) -> None:
        bot.happened.append(("error", getattr(getattr(error, "original", error), "code", error)))


def main() -> None:
    """Run the bot as its own program, with the address of its Discord in `HOB_DISCORD`, as for Hob."""
    import yarl

    base = os.environ["HOB_DISCORD"]
    discord.http.Route.BASE = f"{base}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(base.replace("http", "ws") + "/gateway")
    LittleBot().run(os.environ["HOB_TOKEN"], log_handler=None)


if __name__ == "__main__":
    sys.exit(main())
