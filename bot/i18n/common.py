"""The texts common to all games: `text/en.toml` and its translations."""

from importlib.resources import files

from bot.i18n.catalogue import Catalogue

COMMON = Catalogue("common", files(__package__) / "text")
