"""Ghosts Love Candy's pictures: every shape of view, with every kind of name."""

from collections.abc import Iterator
from random import Random

import pytest

from bot.i18n.catalogue import using_language
from bot.i18n.fitting import format_number
from bot.i18n.translator import Translator
from bot.pictures import Scene
from bot.pictures.fonts import drawable
from bot.pictures.palette import GOLD
from bot.pictures.scene import Shape
from cogs.ghosts_love_candy import pictures, text as alt
from cogs.ghosts_love_candy.picture_parts import NEIGHBOUR
from cogs.ghosts_love_candy.text import kids_of
from cogs.ghosts_love_candy.ui import GAME_UI
from engine import GAMES
from engine.ghosts_love_candy.cards import DECKS
from engine.ghosts_love_candy.state import CANDIES, Street
from engine.ghosts_love_candy.view import StreetView
from tests.engine.ghosts_love_candy.street import Play
from tests.pictures import laid, light, looks, readable, sound, sprites, words
from tests.screens import moments_of

GAME = GAMES["ghosts-love-candy"]
KIDS = DECKS["hob"]
NAMES = ["Ben", "Константин", "山田太郎", "Wwwwwwwwwwwwwwwwwwww", "Old Tom", "Zoë"]
DRAWN = [drawable(name, "D")[0] for name in NAMES]


def translator(names: list[str]) -> Translator:
    return GAME_UI.translator(names, escape=False)


def play(seats: int, seed: int) -> Iterator[Street]:
    """Yield a random game at each of its questions and at its end."""
    g, chance = GAME.deal(seats, str(seed)), Random(seed)
    while g.asks:
        yield g
        seat = chance.choice(sorted(g.asks))
        GAME.answer(g, seat, chance.choice(g.asks[seat].options))
    yield g


def at_the_end(seats: int, seed: int) -> Street:
    *_, g = play(seats, seed)
    return g


def view_of(g: Street, seat: int | None = None) -> StreetView:
    view = GAME.view(g, seat)
    assert isinstance(view, StreetView)
    return view


def table(g: Street) -> Scene:
    return pictures.table(view_of(g), translator(NAMES[: g.players]))


def tinted(scene: Scene) -> list[int]:
    """Return how far down the cards of tinted neighbours begin."""
    return [
        y for _, y, leaf in scene.leaves() if isinstance(leaf, Shape) and (leaf.look, leaf.fill) == ("card", NEIGHBOUR)
    ]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_pictures_of_random_games_are_sound_and_legible_on_a_phone(seats: int, language: str) -> None:
    with using_language(language):
        for g in moments_of(play(seats, seats)):
            said = translator(NAMES[:seats])
            scenes = [laid(pictures.table, view_of(g), said, sizes=pictures.SIZES, cut=DRAWN)]
            for seat in range(min(seats, 2)):
                scenes.append(laid(pictures.hand, view_of(g, seat), said, sizes=pictures.SIZES, cut=DRAWN))
            for scene in scenes:
                readable(scene)
                cut = [said for said in words(scene) if "…" in said and not any(name[:2] in said for name in DRAWN)]
                assert cut == [], "only names are cut"


@pytest.mark.parametrize("language", ["en", "de"])
def test_table_and_hand_show_every_kids_rule_uncut(language: str) -> None:
    with using_language(language):
        for kid in KIDS.values():
            for players in (3, 6):
                g = Play(kid.name, players=players).g
                for scene in (table(g), pictures.hand(view_of(g, 0), translator(NAMES[:players]))):
                    card = kids_of(view_of(g))[kid.id]
                    ways = {card.text.removesuffix("."), card.short.removesuffix("."), card.brief}
                    assert ways & {*words(scene)}, f"{kid.name}: without a full stop, as on the other kids"
                    assert {card.name, card.nick} & {*words(scene)}


@pytest.mark.parametrize("seats", GAME.seats)
def test_pictures_are_small_enough(seats: int) -> None:
    *middle, end = play(seats, 1)
    for g in (middle[len(middle) * 3 // 4], end):
        light(table(g))


def test_every_card_has_a_picture_of_its_own() -> None:
    drawn = set()
    for card in GAME.cards().values():
        scene = pictures.card(card, translator([]))
        sound(scene, pictures.SIZES)
        readable(scene)
        assert "kid_unknown" not in sprites(scene)
        drawn.add(scene.key)
    assert len(drawn) == 24 + 6


def test_four_names_of_eight_letters_fit_uncut() -> None:
    sound(pictures.table(view_of(GAME.deal(4, "names")), translator(["Benjamin"] * 4)), pictures.SIZES)


def test_a_long_name_leaves_room_for_the_action() -> None:
    names, street = (
        ["Bartholomew Jenkins", "Ben", "Cara"],
        Play("Three-Ball Juggler", stash={"A": "gummies", "B": "gummies"}),
    )
    street.haunt("Three-Ball Juggler")
    head = words(pictures.table(view_of(street.g), translator(names)))[:2]
    assert head == ["Round 1 of 8", "Bartholomew J… uses Three-Ball Juggler"]
    assert "Bartholomew Jenkins 1" in alt.table_alt(view_of(street.g), translator(names))


def test_the_table_shows_number_and_owner_of_each_ghost_on_a_kid() -> None:
    g = Play("Chef{A9 B2}[2 gummies, licorice]", "Skeleton").g
    scene = pictures.table(view_of(g), translator(["Ada", "Ben", "Cara"]))
    assert "11/15" in words(scene) and "0/15" in words(scene)
    assert sprites(scene).count("candy_gummies") == 1 and "2" in words(scene)
    assert {"A9", "B2", "A", "B", "C"} <= set(words(scene))
    assert sprites(scene).count("ghost_tall") == 2 + 3  # on Chef, and one revealed by each player


@pytest.mark.parametrize("seats", [3, 6])
def test_many_ghosts_are_all_readable_and_more_than_fit_are_counted(seats: int) -> None:
    most = 4
    pile = ["A2", "A3", "B2", "A1", "B1", "C1", "C2", "C3"]
    for n in range(1, 9):
        g = Play(f"Glitter Fairy{{{' '.join(pile[:n])}}}", "Cheerleader", players=seats, turn="A9").g
        scene = laid(pictures.table, view_of(g), translator(NAMES[:seats]), sizes=pictures.SIZES, cut=DRAWN)
        assert sprites(scene).count("ghost_tall") - seats == (n if n <= most else most - 1)
        assert (f"+{n - most + 1}" in words(scene)) == (n > most)


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize("kid", ["Chef", "Cheerleader"])
def test_every_type_of_candy_on_a_kid_is_shown_with_its_count(seats: int, kid: str) -> None:
    every = ", ".join(f"2 {candy}" for candy in CANDIES)
    g = Play(f"{kid}[{every}]", players=seats).g
    scene = laid(pictures.table, view_of(g), translator(NAMES[:seats]), sizes=pictures.SIZES, cut=DRAWN)
    assert words(scene).count("2") >= 6 and kid in words(scene)
    assert all(f"candy_{candy}" in sprites(scene) for candy in CANDIES)


def test_kids_in_stashes_show_their_value() -> None:
    kids = {"A": "Soggy Zombie, Gumball Machine", "B": "Towel Superhero, Skeleton", "C": "Tinsel Princess"}
    for seats in (3, 6):
        shown = words(pictures.table(view_of(Play("Chef", players=seats, kids=kids).g), translator(NAMES[:seats])))
        assert {"−4", "−3", "0", "−1", "+2"} <= set(shown)


def test_a_protected_kid_wears_a_shield() -> None:
    plain = pictures.table(view_of(Play("Chef{A9}", "Skeleton").g), translator(NAMES[:3]))
    assert "shield" not in sprites(plain) and "safe" not in looks(plain)
    safe = pictures.table(view_of(Play("Chef{A9 B8}", "Cheerleader", "Skeleton").g), translator(NAMES[:3]))
    assert sprites(safe).count("shield") == looks(safe).count("safe") == 2


def test_an_abilitys_targets_are_outlined_unless_every_kid_is_one() -> None:
    street = Play("Greedy Squirrel", "Chef[gummies]", "Skeleton[gummies]")
    assert "pick" not in looks(pictures.table(view_of(street.g), translator(NAMES[:3])))
    street.haunt("Greedy Squirrel")
    scene = pictures.table(view_of(street.g), translator(NAMES[:3]))
    assert looks(scene).count("pick") == 1
    assert "Ben uses Greedy Squirrel" in words(scene)


def test_kids_are_numbered_along_the_path_with_neighbours_aligned() -> None:
    for players, kids in ((3, 6), (6, 8)):
        g = Play("Chef", players=players).g
        for scene in (table(g), pictures.hand(view_of(g, 0), translator(NAMES[:players]))):
            coins = [(x + leaf.x, y + leaf.y) for x, y, leaf in scene.leaves() if getattr(leaf, "look", "") == "coin"]
            assert len(coins) == kids and len({x for x, _ in coins}) == 1 and coins == sorted(coins)
            assert {str(number + 1) for number in range(kids)} <= {*words(scene)}
            assert tinted(scene) == []


@pytest.mark.parametrize("place", [0, 2, 5])
def test_neighbours_are_tinted_for_an_ability_on_an_adjacent_kid(place: int) -> None:
    row = [
        "Chef[gummies]",
        "Skeleton[gummies]",
        "Hose Hero",
        "Sticker Medic",
        "Tea-Leaf Seer[gummies]",
        "Parcel Postie",
    ]
    row[place] = "Greedy Squirrel"
    street = Play(*row)
    assert tinted(table(street.g)) == []
    street.haunt("Greedy Squirrel")
    beside = [here for here in (place - 1, place + 1) if 0 <= here < 6]
    for scene in (table(street.g), pictures.hand(view_of(street.g, 0), translator(NAMES[:3]))):
        gold = [leaf for _, _, leaf in scene.leaves() if isinstance(leaf, Shape) and leaf.fill == GOLD]
        assert len(tinted(scene)) == len(gold) == len(beside), "the neighbouring cards and the path to them are tinted"
    kids = " and ".join(row[here].partition("[")[0] for here in beside)
    for said in (
        alt.table_alt(view_of(street.g), translator(NAMES[:3])),
        alt.hand_alt(view_of(street.g, 0), translator(NAMES[:3])),
    ):
        assert f"Next to Greedy Squirrel: {kids}." in said.replace(", ", " and ")


def test_an_ability_that_reaches_every_kid_tints_none() -> None:
    street = Play("Chef", "Skeleton[gummies]", "Hose Hero", stash={"A": "licorice"})
    street.haunt("Chef")
    assert tinted(table(street.g)) == [] and "Next to" not in alt.table_alt(view_of(street.g), translator(NAMES[:3]))


def test_a_chosen_ghost_is_shown_face_down() -> None:
    g = GAME.deal(4, "backs")
    GAME.answer(g, 1, "7")
    scene = table(g)
    assert sprites(scene).count("back_ghosts") == 1 and "7" not in words(scene)
    assert looks(scene).count("ribbon") == 3  # the players who still have to choose a ghost
    assert f"Ghost chosen by: {NAMES[1]}." in alt.table_alt(view_of(g), translator(NAMES[:4]))
    other = GAME.deal(4, "backs")
    GAME.answer(other, 1, "2")
    assert table(g).key == table(other).key


def test_the_table_shows_no_love_card_before_the_end() -> None:
    for g in play(3, 3):
        drawn = " ".join(words(table(g)))
        assert ("×" in drawn) == (not g.asks)
        assert "love" not in sprites(table(g))


@pytest.mark.parametrize("seats", [4, 6])
def test_the_end_values_every_candy_by_the_love_card(seats: int) -> None:
    g = at_the_end(seats, 2)
    view = view_of(g)
    scene = table(g)
    for seat in range(seats):
        for candy, value in view.worth[seat].items():
            assert f"{view.stashes[seat].candy.get(candy, 0)}×{value}".replace("-", "−") in words(scene)
        assert format_number(view.totals[seat]) in words(scene)
    assert sprites(scene).count("crown") == len(view.winners)
    assert "Scores: " in alt.table_alt(view, translator(NAMES[:seats]))


def test_the_end_shows_values_that_a_kid_changed() -> None:
    street = Play("Fizzy Scientist", "Stern Dentist", stash={"A": "2 lollipops"}, loves={"A": "love-b"}, last=True)
    street.wait()
    assert "2×2" in words(pictures.table(view_of(street.g), translator(NAMES[:3])))
    street = Play("Stern Dentist", stash={"A": "2 lollipops"}, loves={"A": "love-b"}, last=True)
    street.wait()
    assert "2×−1" in words(pictures.table(view_of(street.g), translator(NAMES[:3])))


def test_a_tie_says_boo() -> None:
    for seed in range(400):
        view = view_of(at_the_end(6, seed))
        if len(view.winners) > 1:
            names = ["Ada", "Ben", "Cara", "Dan", "Eve", "Finn"]
            assert (
                words(pictures.table(view, translator(names)))[1]
                == f"{' and '.join(names[s] for s in view.winners)}: BOO!"
            )
            return
    pytest.fail("no game ended in a tie")


@pytest.mark.parametrize("seats", GAME.seats)
def test_alt_texts_fit(seats: int) -> None:
    long = ["W" * 20, "X" * 20, "Y" * 20, "Z" * 20, "V" * 20, "U" * 20][:seats]
    for g in moments_of(play(seats, 7)):
        said = alt.table_alt(view_of(g), translator(long))
        assert said.startswith(f"Round {g.round} of {g.rounds}. Starting at the Kid deck: 1 ")
        assert 200 < len(said) <= 1024 and "−" not in said
        assert "Stashes: " in said or said.endswith("Full text: More → Table as text.")
        for seat in range(seats):
            assert 30 < len(alt.hand_alt(view_of(g, seat), translator(long))) <= 1024


def test_the_alt_text_describes_a_kid_its_ghosts_and_its_candy() -> None:
    view = view_of(Play("Chef{A9 B2}[2 gummies, licorice]", "Skeleton").g)
    said = alt.table_alt(view, translator(["Ada", "Ben", "Cara"]))
    assert "1 Chef (May trade 1 candy with any kid), Courage 15, ghosts Ada 9, Ben 2 on top, 3 candies: " in said
    assert ", 3 candies: 2 Gummies, Licorice; 2 Skeleton (" in said


def test_the_panel_shows_the_players_own_values_and_the_ghosts_effect() -> None:
    street = Play("Chef{A9 B2}[2 gummies, licorice]", "Skeleton", turn="A5", loves={"A": "love-e"})
    shown = words(pictures.hand(view_of(street.g, 0), translator(["Ada", "Ben", "Cara"])))
    assert "Your 5" in shown and "Round 1 of 8 · haunt a kid" in shown
    assert {"+11", "2×5", "1", "16/15", "yours −2", "5/15", "10 to go"} <= set(shown)
    rival = words(pictures.hand(view_of(street.g, 1), translator(["Ada", "Ben", "Cara"])))
    assert "Your 5" not in rival and "2×5" not in rival


def test_the_panel_shows_protected_kids_and_the_current_score() -> None:
    street = Play("Chef{A9 B5}", "Cheerleader", turn="A3", stash={"A": "3 gummies"}, kids={"A": "Soggy Zombie"})
    view = view_of(street.g, 0)
    shown = words(pictures.hand(view, translator(["Ada", "Ben", "Cara"])))
    assert "safe" in shown and "17/15" in shown
    assert view.standings[0] == 3 * view.loves[0]["gummies"] - 4 and format_number(view.standings[0]) in shown


def test_a_hand_shows_ghosts_the_chosen_one_and_seen_love_cards() -> None:
    g = GAME.deal(5, "hand")
    GAME.answer(g, 0, "7")
    scene = pictures.hand(view_of(g, 0), translator(NAMES[:5]))
    assert "Your 7" in words(scene) and looks(scene).count("pick") == 1 and "veil" not in looks(scene)
    street = Play("Tea-Leaf Seer")
    street.haunt("Tea-Leaf Seer")
    before = sprites(pictures.hand(view_of(street.g, 0), translator(["Ada", "Ben", "Cara"])))
    street.use("s2")
    seen = pictures.hand(view_of(street.g, 0), translator(["Ada", "Ben", "Cara"]))
    assert len([name for name in sprites(seen) if name.startswith("candy_")]) == 6 + len(
        [name for name in before if name.startswith("candy_")]
    )
    assert "Cara's Love card: " in alt.hand_alt(view_of(street.g, 0), translator(["Ada", "Ben", "Cara"]))


def test_an_empty_spot_is_drawn_as_an_empty_slot() -> None:
    g = Play("Chef").g
    g.row[3].kid = ""
    scene = pictures.table(view_of(g), translator(NAMES[:3]))
    assert looks(scene).count("slot") == 1 and looks(scene).count("coin") == 6, "it keeps its number"
    assert "4 empty" in alt.table_alt(view_of(g), translator(NAMES[:3]))
