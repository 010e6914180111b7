"""The sentences of the game: `text/en.toml`, and its translations beside it."""

from importlib.resources import files

from bot.i18n.catalogue import Catalogue
from bot.i18n.common import COMMON

WORDS = Catalogue("candy-chaser", files(__package__) / "text", COMMON)
