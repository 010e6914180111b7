"""Ghosts Love Candy, as people see it."""

from bot.pictures import palette
from bot.screens.game_ui import GamePictures, GameUI
from cogs.ghosts_love_candy import alt, cover, picture, picture_hand, poster
from cogs.ghosts_love_candy.examples import EXAMPLES
from cogs.ghosts_love_candy.labels import GhostsLabels
from cogs.ghosts_love_candy.pages import about_card, more_pages
from cogs.ghosts_love_candy.text import GhostsGameOverText, GhostsTextRenderer
from cogs.ghosts_love_candy.verbs import SLASH_COMMANDS
from cogs.ghosts_love_candy.words import WORDS
from engine import GAMES
from engine.ghosts_love_candy.view import StreetView

GAME_UI: GameUI[StreetView] = GameUI(
    game=GAMES["ghosts-love-candy"],
    group="ghosts",
    colour=palette.GHOSTS.colour,
    catalogue=WORDS,
    labels=GhostsLabels,
    text_renderer=GhostsTextRenderer,
    game_over_text=GhostsGameOverText,
    poster=poster.GhostsPoster,
    cover=cover.COVER,
    pictures=GamePictures(
        sizes=picture.SIZES | poster.SIZES,
        table=picture.table,
        table_alt=alt.table_alt,
        hand=picture_hand.hand,
        hand_alt=alt.hand_alt,
        card=picture.card,
    ),
    slash_commands=SLASH_COMMANDS,
    examples=EXAMPLES,
    about_card=about_card,
    more_pages=more_pages,
    immediate_events=("loves",),
    ambiguous_options=True,
    minor_events=("round", "reshuffled", "does-not-use", "can-do-nothing"),
)
