"""Cover Your Kingdom, as people see it."""

from bot.pictures import palette
from bot.screens.game_ui import GamePictures, GameUI
from cogs.cover_your_kingdom import alt, cover, picture, picture_hand, poster
from cogs.cover_your_kingdom.examples import EXAMPLES
from cogs.cover_your_kingdom.labels import CoverLabels
from cogs.cover_your_kingdom.pages import about_card, page_fields
from cogs.cover_your_kingdom.text import CoverGameOverText, CoverTextRenderer
from cogs.cover_your_kingdom.verbs import SLASH_COMMANDS
from cogs.cover_your_kingdom.words import WORDS
from engine import GAMES
from engine.cover_your_kingdom.view import CoverView

GAME_UI: GameUI[CoverView] = GameUI(
    game=GAMES["cover-your-kingdom"],
    group="cover",
    colour=palette.COVER.colour,
    catalogue=WORDS,
    labels=CoverLabels,
    text_renderer=CoverTextRenderer,
    game_over_text=CoverGameOverText,
    poster=poster.CoverPoster,
    cover=cover.COVER,
    pictures=GamePictures(
        sizes=picture.SIZES | poster.SIZES,
        table=picture.table,
        table_alt=alt.table_alt,
        hand=picture_hand.hand,
        hand_alt=alt.hand_alt,
        hand_rest=picture_hand.rest,
        card=picture.card,
        close_up=picture.close_up,
        close_up_alt=alt.close_up_alt,
    ),
    slash_commands=SLASH_COMMANDS,
    examples=EXAMPLES,
    about_card=about_card,
    page_fields=page_fields,
    log_only_events=("lights", "counts-clan"),
    minor_events=(
        "discards",
        "leaves-on-top",
        "inn-shuffles-back",
        "inn-turns-up",
        "minnowtaur-leaves",
        "minnowtaur-leaves-own",
    ),
)
