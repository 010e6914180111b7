"""Kingdom's Candy's GameUI, slash commands, examples and cover."""

from bot.pictures import Sprite, palette
from bot.pictures.covers import Cover
from bot.screens.game_ui import GamePictures, GameUI
from bot.screens.rule_examples import OVER, Example
from bot.screens.slash_verbs import Param, SlashCommand
from cogs.kingdoms_candy import picture, picture_hand, poster
from cogs.kingdoms_candy.labels import KingdomLabels
from cogs.kingdoms_candy.lesson import LESSON
from cogs.kingdoms_candy.pages import about_card, more_pages
from cogs.kingdoms_candy.text import WORDS, KingdomGameOverText, KingdomTextRenderer, close_up_alt, hand_alt, table_alt
from engine import GAMES
from engine.kingdoms_candy.view import KingdomView

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

EXAMPLES = {
    "set-up": Example(players=4),
    "turn": Example(answers=10, question_kind="action"),
    "abilities": Example(answers=50, question_kind="action", hand=True),
    "sets": Example(answers=44, question_kind="action"),
    "events": Example(answers=30, question_kind="action"),
    "black-candy": Example(question_kind="feed"),
    "end": Example(question_kind=OVER),
}

COVER = Cover(
    look=palette.KINGDOM,
    scene=(
        Sprite(596, 96, 172, "mon_khulgrok"),
        Sprite(490, 138, 128, "mon_gnarlin"),
        Sprite(752, 142, 124, "mon_ploom"),
        Sprite(580, 226, 56, "candy_token"),
        Sprite(706, 224, 58, "sugar_cube"),
        Sprite(644, 244, 40, "kc_red"),
        Sprite(844, 238, 40, "kc_blue"),
        Sprite(676, 250, 36, "kc_green"),
    ),
)

GAME_UI: GameUI[KingdomView] = GameUI(
    game=GAMES["kingdoms-candy"],
    group="kingdom",
    colour=palette.KINGDOM.colour,
    catalogue=WORDS,
    labels=KingdomLabels,
    text_renderer=KingdomTextRenderer,
    game_over_text=KingdomGameOverText,
    poster=poster.KingdomPoster,
    cover=COVER,
    pictures=GamePictures(
        sizes=picture.SIZES | poster.SIZES,
        table=picture.table,
        table_alt=table_alt,
        hand=picture_hand.hand,
        hand_alt=hand_alt,
        hand_rest=picture_hand.rest,
        card=picture_hand.card,
        close_up=picture_hand.close_up,
        close_up_alt=close_up_alt,
    ),
    slash_commands=SLASH_COMMANDS,
    lesson=LESSON,
    examples=EXAMPLES,
    about_card=about_card,
    more_pages=more_pages,
    has_hand=False,
    minor_events=("gains", "passes", "first-player", "discards-card"),
    major_events=("takes", "uses-rob", "uses-halve", "feeds", "feeds-nothing", "discards-monster", "black-candy"),
    income_events=("gains", "gains-set-candy"),
)
