"""What people see of Liar's Dice, where it differs from Hob's defaults."""

from bot.pictures.palette import WOOD
from bot.screens.game_ui import GameUI
from liars_dice.rules import LiarsDice

GAME_UI = GameUI(game=LiarsDice(), group="liar", look=WOOD, immediate_events=("rolls",))
