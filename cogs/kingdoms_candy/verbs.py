"""The slash commands of Kingdom's Candy: Monsters."""

from bot.screens.slash_verbs import Param, SlashVerb

VERBS = (
    SlashVerb("collect", ("collect",), (), ("action",)),
    SlashVerb(
        "buy",
        ("buy/{card}", "buy/{card}/{place*}"),
        (Param("card"), Param("place", optional=True)),
        ("action",),
    ),
    SlashVerb(
        "use",
        ("use/{ability}", "use/{ability}/{target}"),
        (Param("ability"), Param("target", optional=True)),
    ),
    SlashVerb("convert", ("convert/{candies}",), (Param("candies"),)),
    SlashVerb("remove", ("remove/{cubes}",), (Param("cubes"),)),
    SlashVerb("feed", ("{plan*}",), (Param("plan"),), ("feed",)),
    SlashVerb(
        "pick",
        ("{choice*}",),
        (Param("choice"),),
        ("pickpocket", "shortage", "use-now", "first-player-card"),
    ),
    SlashVerb("sweep", ("sweep/{away}",), (Param("away"),)),
    SlashVerb("done", ("done",), (), ("finish",)),
    SlashVerb("pass", ("pass",), (), ("action",)),
)
