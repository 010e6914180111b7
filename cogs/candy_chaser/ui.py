"""Candy Chaser's GameUI, slash commands, examples and cover."""

from bot.pictures import Sprite, Text, palette
from bot.pictures.covers import Cover
from bot.screens.game_ui import GamePictures, GameUI
from bot.screens.rule_examples import OVER, Example
from bot.screens.slash_verbs import Param, SlashCommand
from cogs.candy_chaser import picture, poster
from cogs.candy_chaser.labels import ChaserLabels
from cogs.candy_chaser.lesson import LESSON
from cogs.candy_chaser.text import WORDS, ChaserGameOverText, ChaserTextRenderer, hand_alt, table_alt
from engine import GAMES
from engine.candy_chaser.view import ChaserView

SLASH_COMMANDS = (
    SlashCommand("move", ("{candy}",), (Param("candy"),), ("move",)),
    SlashCommand("tattle", ("{player}/{candy}",), (Param("player"), Param("candy")), ("tattle", "tattle-again")),
    SlashCommand("pass", ("pass",), (), ("tattle", "tattle-again")),
)

EXAMPLES = {
    "goal": Example(hand=True),
    "set-up": Example(players=4),
    "marketing": Example(answers=4),
    "goal-space": Example(answers=21),
    "tattling": Example(question_kind="tattle"),
    "winner": Example(question_kind=OVER),
}

COVER = Cover(
    look=palette.CHASER,
    scene=(
        Sprite(562, 66, 188, "chaser_red"),
        Sprite(432, 126, 132, "chaser_blue"),
        Sprite(742, 110, 138, "chaser_yellow"),
        Sprite(570, 56, 172, "mask"),
        Sprite(570, 51, 172, "smirk"),
        Sprite(438, 119, 120, "mask"),
        Sprite(438, 115, 120, "smirk"),
        Sprite(748, 104, 126, "mask"),
        Sprite(748, 100, 126, "smirk"),
        Sprite(804, 172, 84, "tag", turn=-8),
        Text(854, 216, "5", "ontag", 60, "", 44),
    ),
    neutral=True,
)

GAME_UI: GameUI[ChaserView] = GameUI(
    game=GAMES["candy-chaser"],
    group="chaser",
    colour=palette.CHASER.colour,
    catalogue=WORDS,
    labels=ChaserLabels,
    text_renderer=ChaserTextRenderer,
    game_over_text=ChaserGameOverText,
    poster=poster.ChaserPoster,
    cover=COVER,
    pictures=GamePictures(
        sizes=picture.SIZES | poster.SIZES,
        table=picture.table,
        table_alt=table_alt,
        hand=picture.hand,
        hand_alt=hand_alt,
    ),
    slash_commands=SLASH_COMMANDS,
    lesson=LESSON,
    examples=EXAMPLES,
    has_points=False,
    minor_events=("does-not-tattle",),
    major_events=("goes-in", "tattles-right", "tattles-wrong"),
)
