"""The slash commands of Kingdom's Candy: Monsters."""

from bot.screens.slash_verbs import Param, SlashCommand

SLASH_COMMANDS = (
    SlashCommand("collect", ("collect",), (), ("action",)),
    SlashCommand(
        "buy",
        ("buy/{card}", "buy/{card}/{place*}"),
        (Param("card"), Param("place", optional=True)),
        ("action",),
    ),
    SlashCommand(
        "use",
        ("use/{ability}", "use/{ability}/{target}"),
        (Param("ability"), Param("target", optional=True)),
    ),
    SlashCommand("convert", ("convert/{candies}",), (Param("candies"),)),
    SlashCommand("remove", ("remove/{cubes}",), (Param("cubes"),)),
    SlashCommand("feed", ("{plan*}",), (Param("plan"),), ("feed",)),
    SlashCommand(
        "pick",
        ("{choice*}",),
        (Param("choice"),),
        ("pickpocket", "shortage", "use-now", "first-player-card"),
    ),
    SlashCommand("sweep", ("sweep/{away}",), (Param("away"),)),
    SlashCommand("done", ("done",), (), ("finish",)),
    SlashCommand("pass", ("pass",), (), ("action",)),
)
