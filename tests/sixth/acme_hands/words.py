"""The texts of the game."""

from importlib.resources import files

from bot.i18n.catalogue import COMMON, Catalogue

WORDS = Catalogue("rock-paper-scissors", files(__package__) / "text", COMMON)
