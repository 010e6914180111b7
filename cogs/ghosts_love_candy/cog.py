"""The extension of Ghosts Love Candy."""

from bot.app import App
from cogs.ghosts_love_candy.ui import GAME_UI
from cogs.table.game_commands import GameCommands


def setup(app: App) -> None:
    GameCommands(app, GAME_UI)
