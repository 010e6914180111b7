"""The extension of Monster Muncher."""

from bot.app import App
from cogs.monster_muncher.ui import GAME_UI
from cogs.table.game_commands import GameCommands


def setup(app: App) -> None:
    GameCommands(app, GAME_UI)
