"""The slash commands of Ghosts Love Candy."""

from bot.screens.slash_verbs import Param, SlashCommand

SLASH_COMMANDS = (
    SlashCommand("choose", ("{ghost}",), (Param("ghost"),), ("choose",)),
    SlashCommand("haunt", ("{kid}",), (Param("kid"),), ("haunt",)),
    SlashCommand("use", ("{choice*}",), (Param("choice"),), ("ability",)),
    SlashCommand("give", ("{candy}",), (Param("candy"),), ("hand-over",)),
    SlashCommand("skip", ("skip",), (), ("ability",)),
)
