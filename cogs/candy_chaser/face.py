"""Candy Chaser, as people see it."""

from cogs.candy_chaser import alt, cover, picture, poster
from cogs.candy_chaser.examples import EXAMPLES
from cogs.candy_chaser.in_words import ChaserEnding, ChaserInWords
from cogs.candy_chaser.labels import ChaserLabels
from cogs.candy_chaser.verbs import VERBS
from cogs.candy_chaser.words import WORDS
from cogs.ui.face import Face, Pictures
from cogs.ui.pictures import looks
from engine import GAMES
from engine.candy_chaser.view import ChaserView

FACE: Face[ChaserView] = Face(
    game=GAMES["candy-chaser"],
    group="chaser",
    colour=looks.CHASER.colour,
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
