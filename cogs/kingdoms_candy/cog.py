"""The extension of Kingdom's Candy: Monsters."""

from bot.app import App
from cogs.kingdoms_candy.ui import GAME_UI
from cogs.table.game_commands import GameCommands


def setup(app: App) -> None:
    GameCommands(app, GAME_UI)
