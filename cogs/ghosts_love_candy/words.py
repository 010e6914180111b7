"""The sentences of the game: `text/en.toml`, and its translations beside it."""

from importlib.resources import files

from bot.i18n.card_texts import card_texts
from bot.i18n.catalogue import Catalogue
from bot.i18n.common import COMMON
from engine.ghosts_love_candy.cards import DECKS, LOVE_CARDS

WORDS = Catalogue(
    "ghosts-love-candy",
    files(__package__) / "text",
    COMMON,
    {"card": card_texts(DECKS["hob"].values()) | card_texts(LOVE_CARDS.values(), "name")},
)
