"""The extension of Candy Chaser."""

from bot.app import App
from cogs.candy_chaser.ui import GAME_UI
from cogs.table.game_commands import GameCommands


def setup(app: App) -> None:
    GameCommands(app, GAME_UI)
