"""The slash commands of Candy Chaser."""

from bot.screens.slash_verbs import Param, SlashVerb

VERBS = (
    SlashVerb("move", ("{candy}",), (Param("candy"),), ("move",)),
    SlashVerb("tattle", ("{player}/{candy}",), (Param("player"), Param("candy")), ("tattle", "tattle-again")),
    SlashVerb("pass", ("pass",), (), ("tattle", "tattle-again")),
)
