"""Candy Chaser, as people see it."""

from bot.pictures import palette
from bot.screens.game_ui import Face, Pictures
from cogs.candy_chaser import alt, cover, picture, poster
from cogs.candy_chaser.examples import EXAMPLES
from cogs.candy_chaser.labels import ChaserLabels
from cogs.candy_chaser.text import ChaserEnding, ChaserInWords
from cogs.candy_chaser.verbs import VERBS
from cogs.candy_chaser.words import WORDS
from engine import GAMES
from engine.candy_chaser.view import ChaserView

FACE: Face[ChaserView] = Face(
    game=GAMES["candy-chaser"],
    group="chaser",
    colour=palette.CHASER.colour,
    words=WORDS,
    labels=ChaserLabels,
    in_words=ChaserInWords,
    ending=ChaserEnding,
    poster=poster.ChaserPoster,
    cover=cover.COVER,
    pictures=Pictures(
        sizes=picture.SIZES | poster.SIZES,
        table=picture.table,
        table_alt=alt.table_alt,
        hand=picture.hand,
        hand_alt=alt.hand_alt,
    ),
    verbs=VERBS,
    examples=EXAMPLES,
    points=False,
    minor=("does-not-tattle",),
)
