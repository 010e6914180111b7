"""The sentences that all games share: `text/en.toml`, and its translations beside it."""

from importlib.resources import files

from bot.i18n.catalogue import Catalogue

COMMON = Catalogue("common", files(__package__) / "text")
