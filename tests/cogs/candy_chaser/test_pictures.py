"""Candy Chaser's pictures: every shape of view, with every kind of name."""

import re
from collections.abc import Callable, Iterator
from random import Random

import pytest

from bot.i18n.catalogue import using_language
from bot.i18n.fitting import format_number, format_signed
from bot.i18n.translator import Translator
from bot.pictures import Scene, Sprite
from bot.pictures.fonts import drawable
from bot.pictures.palette import PAPER
from bot.pictures.pieces import short_names
from cogs.candy_chaser import pictures, text as alt
from cogs.candy_chaser.text import by_rank
from cogs.candy_chaser.ui import GAME_UI, WORDS
from engine import GAMES
from engine.candy_chaser.rules import GOAL, Chaser
from engine.candy_chaser.view import ChaserView
from tests.engine.candy_chaser import laying
from tests.pictures import laid, light, looks, readable, sprites, words
from tests.screens import moments_of

GAME = GAMES["candy-chaser"]
NAMES = ["Ben", "Константин", "山田太郎", "Wwwwwwwwwwwwwwwwwwww"]


def translator(names: list[str] = NAMES) -> Translator:
    return GAME_UI.translator(names, escape=False)


def play(seats: int, seed: int) -> Iterator[Chaser]:
    """Yield a random game at each of its questions and at its end; players tattle often."""
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
    """Yield every picture of a table, checked for faults."""
    said = translator(NAMES[: g.players])
    cut = [drawable(name, "D")[0] for name in NAMES]
    yield laid(pictures.table, view_of(g), said, sizes=pictures.SIZES, cut=cut)
    for seat in range(g.players):
        yield laid(pictures.hand, view_of(g, seat), said, sizes=pictures.SIZES, cut=cut)


def at_the_end(seats: int, seed: int) -> Chaser:
    *_, g = play(seats, seed)
    return g


@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_have_no_faults(seats: int) -> None:
    seen = {scene.key for seed in range(2) for g in moments_of(play(seats, seed)) for scene in scenes(g)}
    assert len(seen) > 20


@pytest.mark.parametrize("seats", GAME.seats)
def test_pictures_are_small_enough(seats: int) -> None:
    for scene in scenes(at_the_end(seats, 1)):
        light(scene)


@pytest.mark.parametrize("seats", GAME.seats)
def test_alt_texts_fit(seats: int) -> None:
    for g in play(seats, 7):
        names = translator(NAMES[: g.players])
        assert 60 < len(alt.table_alt(view_of(g), names)) <= 1024
        for seat in range(seats):
            assert 30 < len(alt.hand_alt(view_of(g, seat), names)) <= 1024


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_legend_explains_the_frame_flag_and_lock(language: str) -> None:
    g = next(play(3, 2))
    with using_language(language):
        scene = laid(pictures.table, view_of(g), translator(NAMES[:3]), sizes=pictures.SIZES, cut=["山田太郎"])
        told = [GAME_UI.tr(f"picture.legend-{sign}") for sign in ("frame", "open", "closed")]
    assert [word for word in words(scene) if word in told] == told
    assert looks(scene).count("frame") == 2, "on the board, and in the legend"


@pytest.mark.parametrize(("language", "piece"), [("en", "cube"), ("de", "stein"), ("fr", "cube")])
def test_the_picture_is_explained_with_the_rulebooks_word_for_a_piece(language: str, piece: str) -> None:
    with using_language(language):
        texts = [GAME_UI.tr(f"look.{key}") for key in ("die", "candy", "moved", "frame", "open", "closed")]
        texts.append(GAME_UI.tr("picture.legend-frame"))
    assert all(piece in text.lower() for text in texts)


def test_the_board_shows_the_roll_and_the_last_move() -> None:
    games = play(3, 2)
    first = view_of(next(games))
    assert f"{NAMES[first.active]} rolled {first.die:+}".replace("-", "−") in words(
        pictures.table(first, translator(NAMES[:3]))
    )
    assert not {"arrow", "arrow_left"} & set(sprites(pictures.table(first, translator(NAMES[:3]))))
    for g in games:
        view = view_of(g)
        drawn = sprites(pictures.table(view, translator(NAMES[:3])))
        if view.tattling or view.over:
            break
        moved = view.cubes[view.moved] - view.moved_from
        assert ("arrow" in drawn) == (moved > 0) and ("arrow_left" in drawn) == (moved < 0)
        assert drawn.count("goal") == 1 + sum(view.goal_open.values()), "one of them in the legend"
        assert drawn.count("goal") + drawn.count("lock") == 7


def test_the_table_shows_no_secret() -> None:
    for g in play(4, 3):
        if not view_of(g).over:
            text = alt.table_alt(view_of(g), translator())
            assert "smuggle" not in text
            drawn = [name for name in sprites(pictures.table(view_of(g), translator())) if name.startswith("chaser_")]
            assert drawn.count(drawn[0]) <= 2 and len(drawn) in (
                5,
                10,
            )  # the cubes, perhaps the order of ties, and no Objective


def test_a_seats_own_view_of_the_board_marks_its_candy() -> None:
    for g in play(3, 5):
        for seat in range(3):
            view = view_of(g, seat)
            is_marked = not view.tattling and not view.over
            assert words(pictures.table(view, translator())).count("yours") == is_marked
            assert (
                f"You smuggle {WORDS[f'thing.{view.objectives[seat]}']}" in alt.table_alt(view, translator())
            ) == is_marked


def test_headings_use_a_short_name_or_the_seat_letter() -> None:
    assert short_names(NAMES) == ["Ben", "Константин", "C", "Wwwwwwwwwwwww…"]


def tattling(seats: int, wanted: Callable[[ChaserView], bool]) -> Chaser:
    for seed in range(40):
        for g in play(seats, seed):
            if view_of(g).tattling and not view_of(g).over and wanted(view_of(g)):
                return g
    pytest.fail("no such game")


def test_the_tattling_picture_shows_who_is_out_passed_or_next() -> None:
    view = view_of(tattling(4, lambda view: len(view.out) == 1 and len(view.to_tattle) == 2))
    shown = words(pictures.table(view, translator()))
    assert [shown.count(state) for state in ("now", "next", "passed", "out")] == [1, 1, 1, 1]
    assert f"{short_names(NAMES)[view.active]} may tattle" in shown
    assert "Out: " in alt.table_alt(view, translator()) and "The goal is" not in alt.table_alt(view, translator())


def test_the_evidence_shows_how_far_each_seat_moved_each_candy() -> None:
    view = view_of(tattling(3, lambda view: any(n >= 3 for by in view.pushes for n in by.values())))
    scene = pictures.table(view, translator(NAMES[:3]))
    pushes = [n for by in view.pushes for n in by.values()]
    moved = sorted(format_signed(n) for n in pushes if n)
    assert sorted(word for word in words(scene) if re.fullmatch(r"[+−]\d", word)) == sorted(
        moved + [format_number(place) for place in view.cubes.values() if place < 0]
    )
    assert words(scene).count("·") == 3 * 5 - len(pushes)


def test_the_hand_marks_the_candies_that_beat_your_own() -> None:
    g = tattling(4, lambda view: True)
    for seat in range(4):
        view = view_of(g, seat)
        shown = words(pictures.hand(view, translator()))
        mine = view.objectives[seat]
        assert mine is not None
        assert shown.count("yours") == 1 and shown.count("beats you") == by_rank(view).index(mine)
        assert ("You may tattle" in shown) == (seat == view.active) and "You" in shown
        assert f"You smuggle {WORDS['thing.' + mine]}" in shown
    assert "yours" not in words(pictures.table(view_of(g), translator()))


def test_a_caught_rivals_candy_no_longer_beats_yours() -> None:
    g = laying.tattling("blue red green", mover=2)
    assert words(pictures.hand(view_of(g, 0), translator(NAMES[:3]))).count("beats you") == 1
    laying.answers(g, "s1/red")
    assert "beats you" not in words(pictures.hand(view_of(g, 0), translator(NAMES[:3])))


def test_a_cube_moved_back_and_forth_differs_from_an_unmoved_one() -> None:
    g = laying.selling(3, die=2, me=0, blue=3, red=5)
    for die, me, candy in ((2, 0, "purple"), (-2, 0, "purple"), (3, 1, "red")):
        laying.rolled(g, die, me)
        laying.answers(g, candy)
    assert view_of(g).pushes[0] == {"purple": 0} and view_of(g).tattling
    shown = words(pictures.table(view_of(g), translator(NAMES[:3])))
    assert shown.count("·") == 3 * 5 - 2, "only Ada's and Ben's moves are listed"


def test_seat_badges_are_uncoloured_because_colours_mean_candies() -> None:
    for g in moments_of(play(4, 3)):
        for scene in (pictures.table(view_of(g), translator()), pictures.hand(view_of(g, 0), translator())):
            marks = [
                leaf for _, _, leaf in scene.leaves() if isinstance(leaf, Sprite) and leaf.name.startswith("seat_")
            ]
            assert marks and all(leaf.tint == PAPER for leaf in marks)


def test_the_end_reveals_every_objective_and_every_slid_card() -> None:
    g = at_the_end(4, 5)
    view = view_of(g)
    scene = pictures.table(view, translator())
    assert f"{NAMES[view.winners[0]]} wins" in words(scene)
    drawn = sprites(scene)
    assert drawn.count("crown") == 1 and len(view.slid) > 0
    assert drawn.count("yes") == sum(slide.right for slide in view.slid)
    assert drawn.count("no") == sum(not slide.right for slide in view.slid)
    assert sum(name.startswith("chaser_") for name in drawn) == len(view.slid) + 5
    assert view.out and "veil" not in looks(scene), "the reason is legible"
    verdicts = [word for word in words(scene) if word.startswith(("Right: ", "Wrong: "))]
    assert sorted(verdicts) == ["Wrong: B is out", "Wrong: C is out", "Wrong: D is out"]
    told = alt.table_alt(view, translator())
    for name, candy in zip(NAMES, view.objectives, strict=True):
        assert candy and f"{name} smuggled {WORDS['thing.' + candy]}" in told
    assert GOAL in view.cubes.values() and "in the goal" in told


def test_the_end_does_not_cut_short_names_of_those_who_tattled() -> None:
    view = view_of(at_the_end(4, 5))
    assert len(view.slid) == 3, "as many as a table can have"
    drawn = words(pictures.table(view, translator(["Ada", "Ember", "Soot", "Bella"])))
    assert not [word for word in drawn if "…" in word]


def test_the_end_lists_players_by_place_as_the_score_does() -> None:
    shared = 0
    for seed in range(8):
        g = at_the_end(4, seed)
        result, view = GAME.result(g), view_of(g)
        assert result
        candies = [WORDS[f"thing.{candy}"] for candy in view.objectives]
        drawn = [word for word in words(pictures.table(view, translator())) if word in candies][-4:]
        assert drawn == [candies[score.seat] for score in result.scores]
        shared += len({score.place for score in result.scores}) < 4
    assert shared


def test_a_hand_shows_slid_and_remaining_cards() -> None:
    found = False
    for seed in range(10):
        g = at_the_end(3, seed)
        for seat in range(3):
            view = view_of(g, seat)
            mine = [slide for slide in view.slid if slide.accuser == seat]
            drawn = sprites(pictures.hand(view, translator(NAMES[:3])))
            assert drawn.count("yes") + drawn.count("no") == len(mine) == 5 - len(view.tattles)
            told = alt.hand_alt(view, translator(NAMES[:3]))
            assert told.startswith("You smuggle ")
            found = found or len(mine) > 1
    assert found


def test_alt_texts_spell_out_the_minus_sign() -> None:
    for g in play(2, 11):
        if any(place < 0 for place in g.cubes.values()):
            assert " on minus " in alt.table_alt(view_of(g), translator(NAMES[:2]))
            assert "−" not in alt.table_alt(view_of(g), translator(NAMES[:2]))
            return
    pytest.fail("no cube ever stood below 0")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_pictures_can_be_read_on_a_phone(seats: int) -> None:
    said = translator(["Ada", "Benedikt", "Cara", "Dan"][:seats])
    for g in play(seats, 4):
        readable(pictures.table(view_of(g), said))
        for seat in range(seats) if g.asks else ():
            readable(pictures.hand(view_of(g, seat), said))
