"""The slash commands of Monster Muncher."""

from bot.screens.slash_verbs import Param, SlashVerb

VERBS = (
    SlashVerb(
        "play",
        ("play/{card}/{on}", "play/{card}"),
        (Param("card"), Param("on", optional=True)),
        ("turn", "extra-play"),
    ),
    SlashVerb("discard", ("discard/{card}",), (Param("card"),), ("turn",)),
    SlashVerb("draw", ("draw", "pass"), (), ("turn",)),
    SlashVerb("use", ("use", "{target*}"), (Param("target", optional=True),), ("ability", "ability-next")),
    SlashVerb("skip", ("skip", "none"), (), ("ability", "extra-play")),
    SlashVerb("announce", ("announce/{card}",), (Param("card"),)),
    SlashVerb("destroy", ("{snack}",), (Param("snack"),), ("too-many-snacks",)),
)
