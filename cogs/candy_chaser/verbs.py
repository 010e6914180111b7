"""The slash commands of Candy Chaser."""

from bot.screens.slash_verbs import Param, SlashCommand

SLASH_COMMANDS = (
    SlashCommand("move", ("{candy}",), (Param("candy"),), ("move",)),
    SlashCommand("tattle", ("{player}/{candy}",), (Param("player"), Param("candy")), ("tattle", "tattle-again")),
    SlashCommand("pass", ("pass",), (), ("tattle", "tattle-again")),
)
