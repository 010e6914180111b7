"""The slash commands of Cover Your Kingdom."""

from bot.screens.slash_verbs import Param, SlashCommand

ACTION = ("action",)
AT_THE_INN = ("inn-mobgoblins", "inn-elves", "inn-wiizzaard")
SLASH_COMMANDS = (
    SlashCommand(
        "settle",
        (
            "settle/{cards}",
            "settle/{cards}/{land}",
            "power/match-maker/{cards}",
            "power/match-maker/{cards}/{land}",
        ),
        (Param("cards"), Param("land", optional=True)),
        (*ACTION, "free-settle"),
    ),
    SlashCommand("recruit", ("recruit/{card}/{clan}",), (Param("clan"), Param("card")), ACTION),
    SlashCommand("hire", ("hire/{creature}/{target*}",), (Param("creature"), Param("target")), ACTION),
    SlashCommand("add", ("add/{card}/{land*}",), (Param("card"), Param("land", optional=True)), ACTION),
    SlashCommand("discard", ("discard/{card}",), (Param("card"),), ACTION),
    SlashCommand("counter", ("{cards}",), (Param("cards"),), ("counter", "inn-challenge", "elves")),
    SlashCommand("give", ("{cards}",), (Param("cards"),), ("give",)),
    SlashCommand("land", ("{land}",), (Param("land"),), ("land",)),
    SlashCommand("inn", ("inn/{card}/{take}",), (Param("card"), Param("take")), ACTION),
    SlashCommand(
        "choose",
        ("power/{choice*}", "done/{choice}", "{choice}", "{choice}/top", "{choice}/bottom"),
        (Param("choice"),),
        ("action", "finish", "top", "free-settle", *AT_THE_INN),
    ),
    SlashCommand("done", ("done",), (), ("action", "finish", "free-settle", "free-swap")),
    SlashCommand("pass", ("pass",), (), ACTION),
)
