"""The slash commands of Ghosts Love Candy."""

from bot.screens.slash_verbs import Param, SlashVerb

VERBS = (
    SlashVerb("choose", ("{ghost}",), (Param("ghost"),), ("choose",)),
    SlashVerb("haunt", ("{kid}",), (Param("kid"),), ("haunt",)),
    SlashVerb("use", ("{choice*}",), (Param("choice"),), ("ability",)),
    SlashVerb("give", ("{candy}",), (Param("candy"),), ("hand-over",)),
    SlashVerb("skip", ("skip",), (), ("ability",)),
)
