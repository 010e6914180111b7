"""The extension of Cover Your Kingdom."""

from bot.app import App
from cogs.cover_your_kingdom.ui import GAME_UI
from cogs.table.game_commands import GameCommands


def setup(app: App) -> None:
    GameCommands(app, GAME_UI)
