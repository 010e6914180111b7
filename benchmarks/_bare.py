"""A bare discord.py bot that only defers: the least that a press can cost."""

import os

import discord

from bot.supervisor import use_gateway


class Bare(discord.Client):
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()


if __name__ == "__main__":
    use_gateway(os.environ["HOB_DISCORD"])
    Bare(intents=discord.Intents(guilds=True)).run(os.environ["HOB_TOKEN"], log_handler=None)
