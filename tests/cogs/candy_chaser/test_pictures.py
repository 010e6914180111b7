"""Candy Chaser's pictures: every shape of view, with every kind of name."""

from collections.abc import Iterator
from random import Random

import pytest

from cogs.candy_chaser import alt, picture
from cogs.candy_chaser.face import FACE
from cogs.candy_chaser.words import THINGS
from cogs.ui.pictures import Scene
from cogs.ui.pictures.fonts import drawable
from cogs.ui.pictures.pieces import headed
from cogs.words.voice import Voice
from engine import GAMES
from engine.candy_chaser.state import GOAL, Chaser
from engine.candy_chaser.view import ChaserView
from tests.pictures import light, sound, sprites, words

GAME = GAMES["candy-chaser"]
NAMES = ["Ben", "Константин", "山田太郎", "Wwwwwwwwwwwwwwwwwwww"]


def voice(names: list[str] = NAMES) -> Voice:
    return FACE.voice(names, escape=False)


def play(seats: int, seed: int) -> Iterator[Chaser]:
    """A random game at each of its questions, and at its end; players tattle often."""
    g, chance = GAME.deal(seats, str(seed)), Random(seed)
    while g.asks:
        yield g
        (seat, ask), *_ = g.asks.items()
        options = ask.options[1:] if g.tattling and chance.random() < 0.7 else ask.options
        GAME.answer(g, seat, chance.choice(options))
    yield g


def view_of(g: Chaser, seat: int | None = None) -> ChaserView:
    view = GAME.view(g, seat)
    assert isinstance(view, ChaserView)
    return view


def scenes(g: Chaser) -> Iterator[Scene]:
    yield picture.table(view_of(g), voice(NAMES[: g.players]))
    for seat in range(g.players):
        yield picture.hand(view_of(g, seat), voice(NAMES[: g.players]))


def at_the_end(seats: int, seed: int) -> Chaser:
    *_, g = play(seats, seed)
    return g


@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_have_no_faults(seats: int) -> None:
    names = [drawable(name, "D")[0] for name in NAMES]
    seen: set[str] = set()
    for seed in range(4):
        for turn, g in enumerate(play(seats, seed)):
            if turn % 4 and not g.tattling:
                continue
            for scene in scenes(g):
                if scene.key not in seen:
                    seen.add(scene.key)
                    sound(scene, picture.SIZES, names)
    assert len(seen) > 20


@pytest.mark.parametrize("seats", GAME.seats)
def test_pictures_are_small_enough(seats: int) -> None:
    for scene in scenes(at_the_end(seats, 1)):
        light(scene)


@pytest.mark.parametrize("seats", GAME.seats)
def test_alt_texts_fit(seats: int) -> None:
    for g in play(seats, 7):
        names = voice(NAMES[: g.players])
        assert 60 < len(alt.table_alt(view_of(g), names)) <= 1024
        for seat in range(seats):
            assert 30 < len(alt.hand_alt(view_of(g, seat), names)) <= 1024


def test_the_board_shows_the_roll_and_the_last_move() -> None:
    games = play(3, 2)
    first = view_of(next(games))
    assert f"{NAMES[first.active]} rolled {first.die:+}".replace("-", "−") in words(
        picture.table(first, voice(NAMES[:3]))
    )
    assert not {"arrow", "arrow_left"} & set(sprites(picture.table(first, voice(NAMES[:3]))))
    for g in games:
        view = view_of(g)
        drawn = sprites(picture.table(view, voice(NAMES[:3])))
        moved = view.cubes[view.moved] - view.moved_from
        assert ("arrow" in drawn) == (moved > 0) and ("arrow_left" in drawn) == (moved < 0)
        assert drawn.count("goal") == sum(view.goal_open.values())
        assert drawn.count("goal") + drawn.count("lock") == 5


def test_the_table_shows_no_secret() -> None:
    for g in play(4, 3):
        if not view_of(g).over:
            text = alt.table_alt(view_of(g), voice())
            assert "smuggle" not in text
            drawn = [name for name in sprites(picture.table(view_of(g), voice())) if name.startswith("chaser_")]
            assert len(drawn) == 5  # the cubes, and nobody's Objective


def test_a_head_calls_players_by_a_short_name_or_by_their_letter() -> None:
    assert headed(NAMES) == ["Ben", "Константин", "C", "Wwwwwwwwwwwww…"]


def test_tattling_shows_who_is_out() -> None:
    found = False
    for seed in range(10):
        for g in play(4, seed):
            view = view_of(g)
            if view.out and not view.over:
                found = True
                drawn = words(picture.table(view, voice()))
                assert sum(text.startswith("Out: ") for text in drawn) == len(view.out)
                assert f"{headed(NAMES)[view.active]} may tattle" in drawn
                told = alt.table_alt(view, voice())
                assert "Out: " in told and "The goal is" not in told
    assert found


def test_the_end_reveals_every_objective() -> None:
    g = at_the_end(4, 5)
    view = view_of(g)
    scene = picture.table(view, voice())
    assert f"{NAMES[view.winners[0]]} wins" in words(scene)
    assert sprites(scene).count("crown") == 1
    assert sum(name.startswith("chaser_") for name in sprites(scene)) == 9
    told = alt.table_alt(view, voice())
    for name, candy in zip(NAMES, view.objectives, strict=True):
        assert candy and f"{name} smuggled {THINGS[candy]}" in told
    assert GOAL in view.cubes.values() and "in the goal" in told


def test_a_hand_shows_cards_slid_and_left() -> None:
    found = False
    for seed in range(10):
        g = at_the_end(3, seed)
        for seat in range(3):
            view = view_of(g, seat)
            mine = [slide for slide in view.slid if slide.accuser == seat]
            drawn = words(picture.hand(view, voice(NAMES[:3])))
            assert drawn.count("Tattletale") == len(view.tattles) == 5 - len(mine)
            assert drawn.count("right") + drawn.count("wrong") == len(mine)
            told = alt.hand_alt(view, voice(NAMES[:3]))
            assert told.startswith("You smuggle ") and "minus" not in told
            found = found or len(mine) > 1
    assert found


def test_minus_is_said() -> None:
    for g in play(2, 11):
        if any(place < 0 for place in g.cubes.values()):
            assert " on minus " in alt.table_alt(view_of(g), voice(NAMES[:2]))
            assert "−" not in alt.table_alt(view_of(g), voice(NAMES[:2]))
            return
    pytest.fail("no cube ever stood below 0")
