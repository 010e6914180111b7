"""What people see of My Game. Everything left out has a default."""

from bot.pictures.palette import WOOD
from bot.screens.game_ui import GameUI
from my_game.rules import GAME

GAME_UI = GameUI(game=GAME, group="my-game", look=WOOD)  # the looks are FELT, WOOD and SLATE
