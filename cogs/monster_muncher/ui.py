"""Monster Muncher, as people see it."""

from bot.pictures import palette
from bot.screens.game_ui import Face, Pictures
from cogs.monster_muncher import alt, cover, picture, picture_hand, poster
from cogs.monster_muncher.examples import EXAMPLES
from cogs.monster_muncher.labels import MuncherLabels
from cogs.monster_muncher.pages import about_card, more_pages
from cogs.monster_muncher.text import MuncherEnding, MuncherInWords
from cogs.monster_muncher.verbs import VERBS
from cogs.monster_muncher.words import WORDS
from engine import GAMES
from engine.monster_muncher.view import MuncherView

FACE: Face[MuncherView] = Face(
    game=GAMES["monster-muncher"],
    group="muncher",
    colour=palette.MUNCHER.colour,
    words=WORDS,
    labels=MuncherLabels,
    in_words=MuncherInWords,
    ending=MuncherEnding,
    poster=poster.MuncherPoster,
    cover=cover.COVER,
    pictures=Pictures(
        sizes=picture.SIZES | poster.SIZES,
        table=picture.table,
        table_alt=alt.table_alt,
        hand=picture_hand.hand,
        hand_alt=alt.hand_alt,
        hand_rest=picture_hand.rest,
        card=picture.card,
    ),
    verbs=VERBS,
    examples=EXAMPLES,
    about_card=about_card,
    more_pages=more_pages,
    log_only=("draws",),
    minor=("discards", "does-not-use", "nothing-to-do", "draws-by", "graveyard-becomes-deck"),
)
