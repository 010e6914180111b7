"""A bare discord.py bot that only defers interactions: the lower bound for the cost of a press."""

import os

import discord

from bot.supervisor import use_gateway


class Bare(discord.Client):
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()


if __name__ == "__main__":
    use_gateway(os.environ["HOB_DISCORD"])
    Bare(intents=discord.Intents(guilds=True)).run(os.environ["HOB_TOKEN"], log_handler=None)
