"""Ghosts Love Candy, as people see it."""

from bot.pictures import palette
from bot.screens.game_ui import Face, Pictures
from cogs.ghosts_love_candy import alt, cover, picture, picture_hand, poster
from cogs.ghosts_love_candy.examples import EXAMPLES
from cogs.ghosts_love_candy.labels import GhostsLabels
from cogs.ghosts_love_candy.pages import about_card, more_pages
from cogs.ghosts_love_candy.text import GhostsEnding, GhostsInWords
from cogs.ghosts_love_candy.verbs import VERBS
from cogs.ghosts_love_candy.words import WORDS
from engine import GAMES
from engine.ghosts_love_candy.view import StreetView

FACE: Face[StreetView] = Face(
    game=GAMES["ghosts-love-candy"],
    group="ghosts",
    colour=palette.GHOSTS.colour,
    words=WORDS,
    labels=GhostsLabels,
    in_words=GhostsInWords,
    ending=GhostsEnding,
    poster=poster.GhostsPoster,
    cover=cover.COVER,
    pictures=Pictures(
        sizes=picture.SIZES | poster.SIZES,
        table=picture.table,
        table_alt=alt.table_alt,
        hand=picture_hand.hand,
        hand_alt=alt.hand_alt,
        card=picture.card,
    ),
    verbs=VERBS,
    examples=EXAMPLES,
    about_card=about_card,
    more_pages=more_pages,
    at_once=("loves",),
    ambiguous_options=True,
    minor=("round", "reshuffled", "does-not-use", "can-do-nothing"),
)
