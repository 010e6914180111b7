"""The slash commands of Cover Your Kingdom."""

from bot.screens.slash_verbs import Param, SlashVerb

ACTION = ("action",)
AT_THE_INN = ("inn-mobgoblins", "inn-elves", "inn-wiizzaard")
VERBS = (
    SlashVerb(
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
    SlashVerb("recruit", ("recruit/{card}/{clan}",), (Param("clan"), Param("card")), ACTION),
    SlashVerb("hire", ("hire/{creature}/{target*}",), (Param("creature"), Param("target")), ACTION),
    SlashVerb("add", ("add/{card}/{land*}",), (Param("card"), Param("land", optional=True)), ACTION),
    SlashVerb("discard", ("discard/{card}",), (Param("card"),), ACTION),
    SlashVerb("counter", ("{cards}",), (Param("cards"),), ("counter", "inn-challenge", "elves")),
    SlashVerb("give", ("{cards}",), (Param("cards"),), ("give",)),
    SlashVerb("land", ("{land}",), (Param("land"),), ("land",)),
    SlashVerb("inn", ("inn/{card}/{take}",), (Param("card"), Param("take")), ACTION),
    SlashVerb(
        "choose",
        ("power/{choice*}", "done/{choice}", "{choice}", "{choice}/top", "{choice}/bottom"),
        (Param("choice"),),
        ("action", "finish", "top", "free-settle", *AT_THE_INN),
    ),
    SlashVerb("done", ("done",), (), ("action", "finish", "free-settle", "free-swap")),
    SlashVerb("pass", ("pass",), (), ACTION),
)
