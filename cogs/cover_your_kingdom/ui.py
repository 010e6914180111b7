"""Cover Your Kingdom's GameUI, slash commands, examples and cover."""

from bot.pictures import Sprite, palette
from bot.pictures.covers import Cover
from bot.pictures.palette import SEATS
from bot.screens.game_ui import GamePictures, GameUI
from bot.screens.rule_examples import OVER, Example
from bot.screens.slash_verbs import Param, SlashCommand
from cogs.cover_your_kingdom import picture, picture_hand, poster
from cogs.cover_your_kingdom.labels import CoverLabels
from cogs.cover_your_kingdom.lesson import LESSON
from cogs.cover_your_kingdom.pages import about_card, page_fields
from cogs.cover_your_kingdom.text import WORDS, CoverGameOverText, CoverTextRenderer, close_up_alt, hand_alt, table_alt
from engine import GAMES
from engine.cover_your_kingdom.view import CoverView

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

STARS = (("constellations", True), ("powers", "one"))
EXAMPLES = {
    "set-up": Example(),
    "creatures": Example(answers=9, question_kind="action", players=4, hand=True),
    "settle": Example(answers=20, question_kind="action", players=4),
    "challenge": Example(answers=15, question_kind="counter", players=4),
    "hire": Example(answers=40, question_kind="action", players=4),
    "end": Example(question_kind=OVER),
    "two-rulers": Example(answers=30, question_kind="action", players=2),
    "inn": Example(question_kind="inn-challenge", players=2),
    "constellations": Example(answers=60, question_kind="action", options=STARS),
    "covered": Example(answers=90, question_kind="action"),
}

COVER = Cover(
    look=palette.COVER,
    scene=(
        Sprite(546, 112, 108, "cyk_yedi"),
        Sprite(740, 112, 110, "cyk_hypnogriff"),
        Sprite(612, 44, 170, "cyk_bragon"),
        Sprite(0, 0, 900, "coverfront_cover"),
        Sprite(649, 198, 98, "banner", SEATS[4]),
        Sprite(672, 214, 52, "gem"),
    ),
)

GAME_UI: GameUI[CoverView] = GameUI(
    game=GAMES["cover-your-kingdom"],
    group="cover",
    colour=palette.COVER.colour,
    catalogue=WORDS,
    labels=CoverLabels,
    text_renderer=CoverTextRenderer,
    game_over_text=CoverGameOverText,
    poster=poster.CoverPoster,
    cover=COVER,
    pictures=GamePictures(
        sizes=picture.SIZES | poster.SIZES,
        table=picture.table,
        table_alt=table_alt,
        hand=picture_hand.hand,
        hand_alt=hand_alt,
        hand_rest=picture_hand.rest,
        card=picture.card,
        close_up=picture.close_up,
        close_up_alt=close_up_alt,
    ),
    slash_commands=SLASH_COMMANDS,
    lesson=LESSON,
    examples=EXAMPLES,
    about_card=about_card,
    page_fields=page_fields,
    log_only_events=("lights", "counts-clan"),
    major_events=("lets-go", "gives-up", "elves-lure", "swaps", "hypnogriff", "inn-takes", "wins-round"),
    minor_events=(
        "discards",
        "leaves-on-top",
        "inn-shuffles-back",
        "inn-turns-up",
        "minnowtaur-leaves",
        "minnowtaur-leaves-own",
    ),
)
