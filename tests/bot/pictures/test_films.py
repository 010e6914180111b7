"""A film is one file with all frames, small enough for Discord, however long the game was."""

import io

import pytest
from PIL import Image

from bot.pictures import PictureFault, Scene
from bot.pictures.check import faults
from bot.pictures.films import MAX_BYTES, MAX_FRAMES, FilmEnd, Frame, frame_duration, sample_positions
from bot.pictures.worker import WIDTH, FilmEncoder
from cogs.game_uis import GAME_UIS
from cogs.replay.film import with_caption
from tests.screens import tables_of


def scenes(number: int) -> list[Scene]:
    ui = GAME_UIS["candy-chaser"]
    translator = ui.translator(["Ada", "Ben"], escape=False)
    games = list(tables_of(ui.game, 2, 1))[:number]
    return [ui.pictures.table(ui.game.view(g), translator) for g in games]


def film(reel: FilmEncoder, largest: int) -> Image.Image:
    made = reel.film(FilmEnd(largest))
    assert len(made) <= largest
    return Image.open(io.BytesIO(made))


def test_a_large_video_loses_quality_before_frames() -> None:
    reel = FilmEncoder()
    with pytest.raises(PictureFault):
        reel.film(FilmEnd(MAX_BYTES))
    for number, scene in enumerate(scenes(6)):
        said = "Ada moves Blue from 1 to 3, and a goal opens to all whose candy stands there or further on"
        stack = with_caption(scene, said, number % 2, number / 6)
        assert [fault for one in stack.scenes for fault in faults(one, ["Ada", "Ben"])] == []
        reel.add(Frame(stack, 700))
    reel.add(Frame(scenes(1)[0], 900))  # lower than the others, like a poster
    whole = film(reel, MAX_BYTES)
    assert whole.n_frames == 7 and whole.size[0] == WIDTH  # type: ignore[attr-defined]
    size = len(reel.film(FilmEnd(MAX_BYTES)))
    assert film(reel, size * 2 // 3).n_frames == 7  # type: ignore[attr-defined]
    assert film(reel, size // 4).n_frames < 7  # type: ignore[attr-defined]
    with pytest.raises(PictureFault):
        reel.film(FilmEnd(100))


def test_the_number_of_video_frames_is_limited() -> None:
    assert sample_positions([0, 3, 4]) == [0, 3, 4]
    few = sample_positions(list(range(900)))
    assert len(few) == MAX_FRAMES and few[0] == 0 and few[-1] == 899 and few == sorted(set(few))
    assert frame_duration(1) > frame_duration(MAX_FRAMES) and frame_duration(MAX_FRAMES) * MAX_FRAMES < 150_000
