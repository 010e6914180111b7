"""The extension that `HOB_GAMES` names."""

from acme_hands.face import FACE
from bot.app import App
from cogs.table.game_commands import GameCommands


def setup(app: App) -> None:
    GameCommands(app, FACE)
