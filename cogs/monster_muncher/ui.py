"""Monster Muncher, as people see it."""

from bot.pictures import palette
from bot.screens.game_ui import GamePictures, GameUI
from cogs.monster_muncher import alt, cover, picture, picture_hand, poster
from cogs.monster_muncher.examples import EXAMPLES
from cogs.monster_muncher.labels import MuncherLabels
from cogs.monster_muncher.pages import about_card, more_pages
from cogs.monster_muncher.text import MuncherGameOverText, MuncherTextRenderer
from cogs.monster_muncher.verbs import SLASH_COMMANDS
from cogs.monster_muncher.words import WORDS
from engine import GAMES
from engine.monster_muncher.view import MuncherView

GAME_UI: GameUI[MuncherView] = GameUI(
    game=GAMES["monster-muncher"],
    group="muncher",
    colour=palette.MUNCHER.colour,
    catalogue=WORDS,
    labels=MuncherLabels,
    text_renderer=MuncherTextRenderer,
    game_over_text=MuncherGameOverText,
    poster=poster.MuncherPoster,
    cover=cover.COVER,
    pictures=GamePictures(
        sizes=picture.SIZES | poster.SIZES,
        table=picture.table,
        table_alt=alt.table_alt,
        hand=picture_hand.hand,
        hand_alt=alt.hand_alt,
        hand_rest=picture_hand.rest,
        card=picture.card,
    ),
    slash_commands=SLASH_COMMANDS,
    examples=EXAMPLES,
    about_card=about_card,
    more_pages=more_pages,
    log_only_events=("draws",),
    minor_events=("discards", "does-not-use", "nothing-to-do", "draws-by", "graveyard-becomes-deck"),
)
