"""The test kit for games: `contract` for rules, `ui` for all that people see, and `check_transcript` for games as text.
`Match` plays computers against each other; `PLAYERS` lists their names.

def test_rules() -> None:
    assert contract(GAME) == []

def test_transcript_is_unchanged() -> None:  # compared with a file that you read and commit
    check_transcript(GAME, Path(__file__).parent / "a-game.txt")

async def test_an_evening() -> None:  # with the real bot, from `hob.testing.play`; needs the extra `kit`
    async with evening(games=("my_game",)) as hob:
        await hob.set_table("my-game", "Ada", "Ben")
        await hob["Ada"].clicks("Start")
"""

import inspect
from pathlib import Path
from typing import Any

from bot.pictures.drawings import add_folder
from bot.screens.game_ui import GameUI
from cogs.arena import PLAYERS, Match
from cogs.check_game import GameCheck
from engine import GAMES as REGISTRY, register
from engine.check import RulesCheck
from engine.game import Game
from hob.testing.transcripts import check_transcript

__all__ = ["PLAYERS", "Match", "check_transcript", "contract", "ui"]
GAMES = 3  # with each number of seats


def contract(game: Game[Any]) -> list[str]:
    """Play random games, and return a sentence for each fault of the rules."""
    check = RulesCheck(game)
    for seats in game.seats:
        for number in range(GAMES):
            if not check.is_broken:
                list(check.play(seats, f"contract {number}"))
    return check.faults()


def ui(game_ui: GameUI[Any]) -> list[str]:
    """Return the faults that `hob check` finds in rules, texts, screens, pictures, commands and computers."""
    if game_ui.game.slug not in REGISTRY:
        register(game_ui.game)
    add_folder(Path(inspect.getfile(type(game_ui.game))).parent / "art")
    check = GameCheck(game_ui)
    check.play()
    return [sentence for level, sentence in check.findings() if level == "bad"]
