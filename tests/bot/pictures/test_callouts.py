"""*Explain the table*: numbers on the table's picture, and what they mean."""

import pytest

from bot.i18n.catalogue import using_language
from bot.pictures import Scene, Shape, Sprite, Text
from bot.pictures.callouts import MAX_CALLOUTS, Callout, annotate
from bot.pictures.check import faults, find_small_text
from bot.pictures.palette import CHASER
from cogs.game_uis import GAME_UIS
from tests.pictures import looks, words
from tests.screens import moments_of, tables_of


def numbers(scene: Scene) -> list[str]:
    return [leaf.words for _, _, leaf in scene.leaves() if isinstance(leaf, Text) and leaf.style == "onbadge"]


def test_things_outside_the_picture_have_no_number() -> None:
    scene = Scene.of(500, CHASER, Sprite(300, 200, 60, "lock"), Shape(500, 200, 90, 90, "frame"))
    callouts = (Callout("sprite:goal", "open"), Callout("shape:frame", "frame"), Callout("sprite:lo.*", "closed"))
    numbered, keys = annotate(scene, callouts)
    assert keys == ["frame", "closed"] and numbers(numbered) == ["1", "2"]
    assert looks(numbered).count("explained") == 2 and looks(scene).count("explained") == 0


def test_a_callout_can_point_at_the_nth_thing() -> None:
    scene = Scene.of(500, CHASER, Sprite(300, 200, 60, "lock"), Sprite(800, 200, 60, "lock"))
    for nth, left in ((0, 295), (1, 795), (-1, 795)):
        numbered, _ = annotate(scene, [Callout("sprite:lock", "closed", nth)])
        assert left in [x + leaf.x for x, _, leaf in numbered.leaves() if isinstance(leaf, Shape)]
    assert annotate(scene, [Callout("sprite:lock", "closed", 2)]) == (scene, [])


def test_numbers_do_not_overlap_words_or_each_other() -> None:
    around = [Text(250, 180 + 40 * n, "words all around it", "soft", 80) for n in range(3)]
    scene = Scene.of(500, CHASER, Sprite(340, 200, 60, "lock"), Sprite(400, 200, 60, "goal"), *around)
    numbered, _ = annotate(scene, [Callout("sprite:lock", "closed"), Callout("sprite:goal", "open")])
    assert faults(numbered, ["words"]) == faults(scene, ["words"])


@pytest.mark.parametrize("slug", GAME_UIS)
def test_every_game_explains_its_table(slug: str) -> None:
    ui = GAME_UIS[slug]
    told, explained = 0, set[tuple[str, str]]()
    for g in moments_of(tables_of(ui.game, 4, 20)):
        if not g.asks:
            continue
        view = ui.game.view(g, None)
        for language in ("en", "de"):
            with using_language(language):
                translator = ui.translator(["Ada", "Ben", "Cara", "Dan"], view, escape=False)
                numbered, keys = annotate(ui.pictures.table(view, translator), ui.pictures.callouts)
            assert keys and numbers(numbered)[-len(keys) :] == [str(n) for n in range(1, len(keys) + 1)]
            assert len(keys) <= MAX_CALLOUTS and not find_small_text(Scene.of(300, CHASER, numbered.pieces[-1]))
            told = max(told, len(keys))
            explained |= {(language, key) for key in keys}
        lines = [ui.tr(f"look.{key}") for key in keys]
        assert all(10 < len(line) < 120 for line in lines) and len({*lines}) == len(lines)
        assert "1" in words(numbered)
    assert 6 <= told <= 8
    assert explained == {(language, callout.key) for language in ("en", "de") for callout in ui.pictures.callouts}


@pytest.mark.parametrize("slug", GAME_UIS)
def test_a_new_game_already_has_things_to_explain(slug: str) -> None:
    ui = GAME_UIS[slug]
    view = ui.game.view(ui.game.deal(4, "new"), None)
    _, keys = annotate(
        ui.pictures.table(view, ui.translator(["Ada", "Ben", "Cara", "Dan"], view)), ui.pictures.callouts
    )
    assert 6 <= len(keys) <= 8
