"""Candy Chaser, as people see it."""

from bot.pictures import palette
from bot.screens.game_ui import GamePictures, GameUI
from cogs.candy_chaser import alt, cover, picture, poster
from cogs.candy_chaser.examples import EXAMPLES
from cogs.candy_chaser.labels import ChaserLabels
from cogs.candy_chaser.text import ChaserGameOverText, ChaserTextRenderer
from cogs.candy_chaser.verbs import SLASH_COMMANDS
from cogs.candy_chaser.words import WORDS
from engine import GAMES
from engine.candy_chaser.view import ChaserView

GAME_UI: GameUI[ChaserView] = GameUI(
    game=GAMES["candy-chaser"],
    group="chaser",
    colour=palette.CHASER.colour,
    catalogue=WORDS,
    labels=ChaserLabels,
    text_renderer=ChaserTextRenderer,
    game_over_text=ChaserGameOverText,
    poster=poster.ChaserPoster,
    cover=cover.COVER,
    pictures=GamePictures(
        sizes=picture.SIZES | poster.SIZES,
        table=picture.table,
        table_alt=alt.table_alt,
        hand=picture.hand,
        hand_alt=alt.hand_alt,
    ),
    slash_commands=SLASH_COMMANDS,
    examples=EXAMPLES,
    has_points=False,
    minor_events=("does-not-tattle",),
)
