"""The coach: hints, lessons, and a review of a game that is over."""

from bot.app import App
from cogs.coach.coach import Coach
from cogs.coach.learn import Lessons
from cogs.coach.review import GameReview


def setup(app: App) -> None:
    for feature in (Coach, Lessons, GameReview):
        feature(app)
