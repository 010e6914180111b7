"""Cover Your Kingdom's pictures: every number of Rulers, every option, every kind of name."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from bot.i18n.catalogue import using_language
from bot.i18n.translator import Translator
from bot.pictures import Scene
from bot.pictures.check import faults, find_overflows
from bot.pictures.fonts import drawable
from bot.pictures.palette import BARRED, GOLD, UNLIT
from bot.pictures.scene import Shape
from cogs.cover_your_kingdom import pictures, text as alts
from cogs.cover_your_kingdom.ui import GAME_UI
from engine import GAMES
from engine.cover_your_kingdom.state import Cover
from engine.cover_your_kingdom.view import CoverView
from tests.engine.cover_your_kingdom.table import Tabletop, arrange
from tests.pictures import legible, light, sound, sprites, words
from tests.screens import moments_of

GAME = GAMES["cover-your-kingdom"]
NAMES = ["Ada", "Константин", "山田太郎", "W" * 20, "Eve", "Finn the very great", "🦊", "Hana"]
DRAWN = [drawable(name, "D")[0] for name in NAMES]
OPTIONS = [
    {},
    {"powers": "two", "constellations": True, "light_speed": True, "contest": "two"},
    {"powers": "one", "covered": "open"},
    {"constellations": True, "contest": "first-to-2"},
]
STACKS = {
    0: {"highland": ["bragon bragon", "yedi yedi", "terrier spydra sighclops"], "lowland": ["klaken klaken"]},
    1: {"highland": ["peglegasus peglegasus"], "lowland": ["uniquehorn uniquehorn"]},
}


def play(seats: int, seed: int, **options: object) -> Iterator[Cover]:
    """Yield a random game at each of its questions and at its end; actions that make Clans grow are preferred."""
    g, luck = GAME.deal(seats, str(seed), **options), Random(seed)
    while g.asks:
        yield g
        seat = luck.choice(sorted(g.asks))
        options_now = g.asks[seat].options
        keen = [o for o in options_now if o.split("/")[0] not in ("discard", "done", "let-go", "pass")]
        GAME.answer(g, seat, luck.choice(keen or options_now))
    yield g


def translator(names: list[str]) -> Translator:
    return GAME_UI.translator(names, escape=False)


def view_of(g: Cover, seat: int | None = None) -> CoverView:
    view = GAME.view(g, seat)
    assert isinstance(view, CoverView)
    return view


def scenes(g: Cover) -> Iterator[Scene]:
    names = NAMES[: g.players]
    yield pictures.table(view_of(g), translator(names))
    for seat in {*g.asks, 0}:
        yield pictures.hand(view_of(g, seat), translator(names))
        yield pictures.close_up(view_of(g), translator(names), seat)


def shapes(scene: Scene, look: str, fill: str = "") -> int:
    found = [leaf for _, _, leaf in scene.leaves() if isinstance(leaf, Shape) and leaf.look == look]
    return sum(fill in ("", shape.fill) for shape in found)


def table(t: Tabletop) -> Scene:
    return pictures.table(view_of(t.g), translator(NAMES[: t.g.players]))


@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_have_no_faults(seats: int) -> None:
    seen: set[str] = set()
    for g in moments_of(play(seats, seats, **OPTIONS[seats % len(OPTIONS)])):
        for scene in scenes(g):
            if scene.key not in seen:
                seen.add(scene.key)
                sound(scene, pictures.SIZES, DRAWN)
                legible(scene, DRAWN)
        assert find_overflows(lambda g=g: [*scenes(g)]) == []
    assert len(seen) > 20


@pytest.mark.parametrize("seats", GAME.seats)
def test_german_pictures_are_legible_on_a_phone(seats: int) -> None:
    with using_language("de"):
        for g in moments_of(play(seats, seats + 3, **OPTIONS[(seats + 1) % len(OPTIONS)])):
            for scene in scenes(g):
                legible(scene, DRAWN)
            assert find_overflows(lambda g=g: [*scenes(g)]) == []


@pytest.mark.parametrize("seats", GAME.seats)
def test_pictures_are_small_enough(seats: int) -> None:
    *_, g = play(seats, 1, powers="two", constellations=True)
    for scene in scenes(g):
        light(scene, 125_000)


@pytest.mark.parametrize("seats", GAME.seats)
def test_alt_texts_fit(seats: int) -> None:
    for turn, g in enumerate(play(seats, 7, powers="one", constellations=True)):
        if turn % 11 and g.asks:
            continue
        names = NAMES[:seats]
        alt = alts.table_alt(view_of(g), translator(names))
        assert 60 < len(alt) <= 1024 and all(name in alt for name in names)
        for seat in range(seats):
            assert 14 < len(alts.hand_alt(view_of(g, seat), translator(names))) <= 1024
            assert 30 < len(alts.close_up_alt(view_of(g), translator(names), seat)) <= 1024


def test_an_overlong_alt_text_is_cut_and_points_to_table_as_text() -> None:
    cut = []
    for g in play(8, 3, constellations=True):
        alt = alts.table_alt(view_of(g), translator(NAMES))
        if alt.endswith("Full text: More → Table as text."):
            cut.append(alt)
    assert cut and any(" on top, " in alt for alt in cut)


# ---- contents of pictures
def test_a_covered_clan_shows_only_its_gem() -> None:
    t = arrange(3, {0: "yedi", 1: "yedi", 2: "yedi"}, STACKS)
    scene = table(t)
    assert "cyk_bragon" not in sprites(scene) and "cyk_yedi" not in sprites(scene)
    assert {"cyk_sighclops", "cyk_klaken", "cyk_peglegasus"} <= set(sprites(scene))
    alt = alts.table_alt(view_of(t.g), translator(NAMES[:3]))
    assert "Sighclops on top, 3 cards, 65 magic, with Terrier and Spydra, gems underneath: 5, 15" in alt
    assert "Bragon" not in alt and "Bragon" not in alts.close_up_alt(view_of(t.g), translator(NAMES[:3]), 0)


def test_open_clans_show_their_creature() -> None:
    scene = table(arrange(3, {0: "yedi"}, STACKS, covered="open"))
    assert {"cyk_bragon", "cyk_yedi"} <= set(sprites(scene))


def test_the_contested_clan_is_framed() -> None:
    """The prize is challenged by cards or by Elves."""
    hands = {0: "klaken elves", 1: "yedi"}
    for way in ("recruit/klaken", "hire/elves"):
        t = arrange(3, hands, {0: STACKS[1], 1: STACKS[0]})
        assert shapes(table(t), "prize") == 0
        t.does(0, f"{way}/{t.top(1, 'lowland')}")
        assert shapes(table(t), "prize") == 1 + (way != "hire/elves")  # in its Kingdom, and as the stake


def test_a_name_without_glyphs_becomes_the_seats_letter() -> None:
    t = arrange(3, {2: "yedi"}, STACKS, active=2)
    assert "C, action 1 of 2" in words(table(t))
    assert "C" in words(pictures.close_up(view_of(t.g), translator(NAMES[:3]), 2))


def test_a_close_up_has_room_for_long_powers_and_a_tall_stack() -> None:
    tall = {"lowland": ["klaken klaken", "uniquehorn uniquehorn", "leprecon leprecon"] * 4}
    t = arrange(3, {0: "yedi"}, {0: tall}, powers={0: "equinity wiizzz"}, constellations=True)
    for language in ("en", "de"):
        with using_language(language):
            legible(pictures.close_up(view_of(t.g), translator(NAMES[:3]), 0), DRAWN)
            assert find_overflows(lambda: [pictures.close_up(view_of(t.g), translator(NAMES[:3]), 0)]) == []


def test_a_face_down_inn_pile_keeps_its_card_back() -> None:
    t = arrange(2, {0: "klaken", 1: "yedi"}, inn=["klaken yedi bragon", "yedi", "yedi", "yedi"])
    before = sprites(table(t)).count("back_cover")
    t.does(0, "inn/klaken/klaken")
    assert sprites(table(t)).count("back_cover") == before


def test_wilds_in_a_clan_have_their_own_gems() -> None:
    assert sprites(table(arrange(3, {0: "yedi"}, STACKS))).count("gem_wild") == 2
    assert "gem_wild" in sprites(table(arrange(8, {0: "yedi"}, STACKS)))


@pytest.mark.parametrize("seats", (3, 4, 6, 8))
def test_minnowtaurs_are_drawn_next_to_their_lands(seats: int) -> None:
    t = arrange(seats, {0: "minnowtaur minnowtaur yedi"}, STACKS)
    t.does(0, "hire/minnowtaur/s0-highland", "hire/minnowtaur/s1-lowland")
    scene = table(t)
    assert sprites(scene).count("side_minnowtaur") == sprites(scene).count("lock") == 1
    assert sprites(scene).count("cyk_minnowtaur") == sprites(scene).count("shield") == 1
    assert shapes(scene, "safe") == shapes(scene, "field", BARRED) == 1
    alt = alts.table_alt(view_of(t.g), translator(NAMES[:seats]))
    assert "guarded by a Minnowtaur" in alt and f"barred by {NAMES[0]}'s Minnowtaur" in alt


@pytest.mark.parametrize("seats", (2, 3, 8))
def test_a_challenge_is_shown_in_the_middle_of_the_table(seats: int) -> None:
    t = arrange(
        seats,
        {0: "klaken spydra", 1: "klaken klaken"},
        {0: STACKS[1], 1: STACKS[0]}
        if seats > 2
        else {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon"], "lowland": ["klaken klaken"]}},
    )
    before, seat = sprites(table(t)).count("cyk_klaken"), sprites(table(t)).count("seat_a")
    t.does(0, f"recruit/klaken/{t.top(1, 'lowland')}").does(1, "klaken")
    scene = table(t)
    assert sprites(scene).count("cyk_klaken") == before + 3  # the prize and two cards
    assert sprites(scene).count("seat_a") == seat + 1  # next to the cards that the Ruler has played
    assert {"a Klaken or a Wild", "What beats it"} <= {*words(scene)} and shapes(scene, "answer") == 1
    assert {f"{NAMES[0]} tries to recruit {NAMES[1]}'s Klakens", "at stake", "60", "4 cards"} <= {*words(scene)}
    assert f"{NAMES[0]} may counter" in words(scene)
    assert "2 Klakens played" in alts.table_alt(view_of(t.g), translator(NAMES[:seats]))


def test_lit_stars_are_shown_on_the_table() -> None:
    t = arrange(3, {0: "yedi yedi bragon bragon"}, constellations=True)
    assert shapes(table(t), "cell", UNLIT) == 30 and shapes(table(t), "cell", GOLD) == 0
    t.does(0, "settle/yedi+yedi", "settle/bragon+bragon")
    assert shapes(table(t), "cell", UNLIT) == 28 and shapes(table(t), "cell", GOLD) == 2
    many = arrange(8, {0: "yedi"}, constellations=True, powers={0: "wiizzz"})
    assert sprites(table(many)).count("star_off") == 10 and shapes(table(many), "cell", UNLIT) == 70


@pytest.mark.parametrize(("seats", "pig", "horse"), [(2, "either", "maneland"), (3, "either", "highland")])
def test_the_hand_shows_where_creatures_live(seats: int, pig: str, horse: str) -> None:
    """With two Rulers all horses live in the Maneland."""
    t = arrange(seats, {0: "peglegasus pigxie klaken"})
    scene = pictures.hand(view_of(t.g, 0), translator(NAMES[:seats]))
    shown = [name for name in sprites(scene) if name.endswith(("land", "either"))]
    assert shown == [horse, pig, "lowland"]


@pytest.mark.parametrize(
    ("cards", "rows"),
    [
        ("bragon terrier spydra klaken yedi", [2, 3]),
        ("bragon bragon terrier spydra klaken yedi", [3, 3]),
        ("bragon bragon terrier spydra klaken klaken yedi", [2, 2, 3]),
    ],
)
def test_a_hand_is_laid_out_in_balanced_rows(cards: str, rows: list[int]) -> None:
    t = arrange(3, {0: cards})
    leaves = pictures.hand(view_of(t.g, 0), translator(NAMES[:3])).leaves()
    tops = [y for _, y, leaf in leaves if getattr(leaf, "look", "") == "card"]
    assert sorted(Counter(tops).values()) == rows


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_piles_between_the_kingdoms_are_named(seats: int) -> None:
    found = words(table(arrange(seats, {0: "yedi"})))
    assert {"Deck", "Discard", "Retired"} <= set(found) and ("The Drafty Inn" in found) == (seats == 2)


def test_the_hand_highlights_the_cards_that_counter() -> None:
    t = arrange(3, {0: "klaken", 1: "spydra terrier klaken yedi"}, {0: STACKS[1], 1: STACKS[0]})
    t.does(0, f"recruit/klaken/{t.top(1, 'lowland')}")
    scene = pictures.hand(view_of(t.g, 1), translator(NAMES[:3]))
    assert shapes(scene, "pick") == 3 and shapes(scene, "veil") == 1
    assert "You may counter" in words(scene)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_hand_shows_the_top_clans_while_one_chooses_among_them(seats: int) -> None:
    names = ["Ada", "Ben", "Cara"][:seats]
    inn = ["vulcent yedi"] if seats == 2 else []
    t = arrange(seats, {0: "klaken", 1: "klaken yedi"}, {0: STACKS[1], 1: STACKS[0]}, inn=inn)
    chooses, waits = (pictures.hand(view_of(t.g, seat), translator(names)) for seat in (0, 1))
    assert set(names) <= set(words(chooses)) and not set(names) & set(words(waits))
    for art, magic in (("sighclops", "65"), ("klaken", "30"), ("peglegasus", "20"), ("uniquehorn", "20")):
        assert f"cyk_{art}" in sprites(chooses) and magic in words(chooses)
    assert "cyk_bragon" not in sprites(chooses), "it is covered"
    assert ("cyk_vulcent" in sprites(chooses)) == (seats == 2), "two Rulers also recruit from the inn"
    said = alts.hand_alt(view_of(t.g, 0), translator(names))
    assert said.startswith("Your hand: Klaken, ") and "Ben, 2 cards: Highland, Sighclops on top, 3 cards, 65" in said
    t.does(0, f"recruit/klaken/{t.top(1, 'lowland')}")
    assert "Ada" not in words(pictures.hand(view_of(t.g, 1), translator(names))), "one counters with a card"
    first = pictures.hand(view_of(arrange(seats, {0: "klaken"}).g, 0), translator(names))
    assert ("Ada" in words(first)) == (seats == 2), "without an inn there is nothing to choose yet"


def test_no_picture_of_the_table_shows_a_hand() -> None:
    """Two states that differ only in hands and deck have the same picture."""
    for turn, g in enumerate(play(4, 5)):
        if turn % 9 == 0 and g.asks:
            other = GAME.resample(g, None, "another")
            assert (
                pictures.table(view_of(g), translator(NAMES[:4])).key
                == pictures.table(view_of(other), translator(NAMES[:4])).key
            )
            assert alts.table_alt(view_of(g), translator(NAMES[:4])) == alts.table_alt(
                view_of(other), translator(NAMES[:4])
            )


def test_the_end_crowns_the_winners_and_shows_all_totals() -> None:
    *_, g = play(5, 9)
    view = view_of(g)
    scene = pictures.table(view, translator(NAMES[:5]))
    assert sprites(scene).count("crown") == len(view.winners)
    assert all(str(total) in words(scene) for total in view.rounds[-1].totals)
    assert any(text.endswith("magic") for text in words(scene))


def test_a_contests_end_shows_its_sum_and_the_last_rounds_magic() -> None:
    *_, g = play(3, 4, contest="two")
    view = view_of(g)
    (winner,) = view.winners
    both, last = sum(sheet.totals[winner] for sheet in view.rounds), view.rounds[-1].totals[winner]
    assert f"{DRAWN[winner]} wins with {both} magic over 2 rounds" in words(pictures.table(view, translator(DRAWN[:3])))
    alt = alts.table_alt(view, translator(NAMES[:3]))
    assert f"wins with {both} magic over 2 rounds" in alt and f"{last} magic in the last round" in alt


@pytest.mark.parametrize("name", GAME.cards())
def test_each_card_has_a_valid_picture_with_its_name(name: str) -> None:
    scene = pictures.card(GAME.cards()[name], GAME_UI.translator())
    assert faults(scene) == [] and GAME.cards()[name].name in words(scene)
