"""The coach: hints, lessons, and a review of a game that is over."""

from bot.app import App
from cogs.coach.coach import Coach
from cogs.coach.learn import Learn
from cogs.coach.review import LookBack


def setup(app: App) -> None:
    for feature in (Coach, Learn, LookBack):
        feature(app)
