"""The extension of Candy Chaser."""

from bot.app import App
from cogs.candy_chaser.ui import FACE
from cogs.table.game_commands import GameCommands


def setup(app: App) -> None:
    GameCommands(app, FACE)
