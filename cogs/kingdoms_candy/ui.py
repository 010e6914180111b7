"""Kingdom's Candy: Monsters, as people see it."""

from bot.pictures import palette
from bot.screens.game_ui import GamePictures, GameUI
from cogs.kingdoms_candy import alt, cover, picture, poster
from cogs.kingdoms_candy.examples import EXAMPLES
from cogs.kingdoms_candy.labels import KingdomLabels
from cogs.kingdoms_candy.pages import about_card, more_pages
from cogs.kingdoms_candy.text import KingdomGameOverText, KingdomTextRenderer
from cogs.kingdoms_candy.verbs import SLASH_COMMANDS
from cogs.kingdoms_candy.words import WORDS
from engine import GAMES
from engine.kingdoms_candy.view import KingdomView

GAME_UI: GameUI[KingdomView] = GameUI(
    game=GAMES["kingdoms-candy"],
    group="kingdom",
    colour=palette.KINGDOM.colour,
    catalogue=WORDS,
    labels=KingdomLabels,
    text_renderer=KingdomTextRenderer,
    game_over_text=KingdomGameOverText,
    poster=poster.KingdomPoster,
    cover=cover.COVER,
    pictures=GamePictures(
        sizes=picture.SIZES | poster.SIZES,
        table=picture.table,
        table_alt=alt.table_alt,
        hand=picture.hand,
        hand_alt=alt.hand_alt,
        hand_rest=picture.rest,
        card=picture.card,
    ),
    slash_commands=SLASH_COMMANDS,
    examples=EXAMPLES,
    about_card=about_card,
    more_pages=more_pages,
    has_hand=False,
    minor_events=("gains", "passes", "first-player", "discards-card"),
)
