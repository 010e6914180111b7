"""A film is one file of all its frames, small enough for Discord, however long the game was."""

import io

import pytest
from PIL import Image

from bot.pictures import PictureFault, Scene
from bot.pictures.check import faults
from bot.pictures.film_frames import WIDTH, Reel
from bot.pictures.films import LARGEST, MOST, End, Frame, lasting, thinned
from cogs.game_uis import FACES
from cogs.replay.film import captioned
from tests.screens import tables_of


def scenes(number: int) -> list[Scene]:
    face = FACES["candy-chaser"]
    voice = face.voice(["Ada", "Ben"], escape=False)
    games = list(tables_of(face.game, 2, 1))[:number]
    return [face.pictures.table(face.game.view(g), voice) for g in games]


def film(reel: Reel, largest: int) -> Image.Image:
    made = reel.film(End(largest))
    assert len(made) <= largest
    return Image.open(io.BytesIO(made))


def test_a_film_has_every_frame_and_loses_quality_then_frames_where_it_is_too_large() -> None:
    reel = Reel()
    with pytest.raises(PictureFault):
        reel.film(End(LARGEST))
    for number, scene in enumerate(scenes(6)):
        said = "Ada moves Blue from 1 to 3, and a goal opens to all whose candy stands there or further on"
        stack = captioned(scene, said, number % 2, number / 6)
        assert [fault for one in stack.scenes for fault in faults(one, ["Ada", "Ben"])] == []
        reel.add(Frame(stack, 700))
    reel.add(Frame(scenes(1)[0], 900))  # lower than the others, as a poster is
    whole = film(reel, LARGEST)
    assert whole.n_frames == 7 and whole.size[0] == WIDTH  # type: ignore[attr-defined]
    size = len(reel.film(End(LARGEST)))
    assert film(reel, size * 2 // 3).n_frames == 7  # type: ignore[attr-defined]
    assert film(reel, size // 4).n_frames < 7  # type: ignore[attr-defined]
    with pytest.raises(PictureFault):
        reel.film(End(100))


def test_a_long_game_has_no_more_frames_than_a_film_may_have() -> None:
    assert thinned([0, 3, 4]) == [0, 3, 4]
    few = thinned(list(range(900)))
    assert len(few) == MOST and few[0] == 0 and few[-1] == 899 and few == sorted(set(few))
    assert lasting(1) > lasting(MOST) and lasting(MOST) * MOST < 150_000
