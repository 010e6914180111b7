"""Replay recorded games, so that a change of the rules shows up in the diff of a transcript."""

from pathlib import Path

import pytest

from engine import GAMES
from hob.testing.transcripts import check_transcript

FILES = sorted(Path(__file__).parent.glob("*/transcripts/game-*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_a_recorded_game_replays_unchanged(file: Path) -> None:
    game = next(game for game in GAMES.values() if type(game).__module__.split(".")[1] == file.parts[-3])
    check_transcript(game, file)


def test_every_game_has_a_transcript() -> None:
    assert {file.parts[-3] for file in FILES} == {type(game).__module__.split(".")[1] for game in GAMES.values()}
