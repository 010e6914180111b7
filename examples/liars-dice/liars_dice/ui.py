"""What people see of Liar's Dice, where it differs from Hob's defaults."""

from bot.pictures.palette import WOOD
from bot.screens.game_ui import GameUI, Param, SlashCommand
from liars_dice.rules import LiarsDice

BID = SlashCommand("bid", ("bid/{count}/{face}",), (Param("count"), Param("face")), ("bid",))
CALL = SlashCommand("call", ("call",))
GAME_UI = GameUI(game=LiarsDice(), group="liar", look=WOOD, slash_commands=(BID, CALL), has_points=False)
