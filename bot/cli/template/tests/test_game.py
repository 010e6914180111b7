from my_game.ui import GAME_UI

from hob.testing import ui


def test_hob_finds_nothing_wrong() -> None:
    assert ui(GAME_UI) == []
