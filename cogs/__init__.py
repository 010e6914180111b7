"""The features and games that people see in Discord. Each feature's texts become common ones."""

from importlib.resources import files

from bot.i18n.catalogue import COMMON

FEATURES = ("table", "hob", "nights", "daily", "stats", "replay", "coach", "server", "privacy")

for feature in FEATURES:
    COMMON.add(feature, files(__name__) / feature / "text")
