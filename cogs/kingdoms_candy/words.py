"""The sentences of the game: `text/en.toml`, and its translations beside it."""

from importlib.resources import files

from bot.i18n.card_texts import card_texts
from bot.i18n.catalogue import Catalogue
from bot.i18n.common import COMMON
from engine.kingdoms_candy.cards import DECKS

WORDS = Catalogue("kingdoms-candy", files(__package__) / "text", COMMON, {"card": card_texts(DECKS["hob"].values())})
