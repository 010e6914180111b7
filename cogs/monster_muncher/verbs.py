"""The slash commands of Monster Muncher."""

from bot.screens.slash_verbs import Param, SlashCommand

SLASH_COMMANDS = (
    SlashCommand(
        "play",
        ("play/{card}/{on}", "play/{card}"),
        (Param("card"), Param("on", optional=True)),
        ("turn", "extra-play"),
    ),
    SlashCommand("discard", ("discard/{card}",), (Param("card"),), ("turn",)),
    SlashCommand("draw", ("draw", "pass"), (), ("turn",)),
    SlashCommand("use", ("use", "{target*}"), (Param("target", optional=True),), ("ability", "ability-next")),
    SlashCommand("skip", ("skip", "none"), (), ("ability", "extra-play")),
    SlashCommand("announce", ("announce/{card}",), (Param("card"),)),
    SlashCommand("destroy", ("{snack}",), (Param("snack"),), ("too-many-snacks",)),
)
