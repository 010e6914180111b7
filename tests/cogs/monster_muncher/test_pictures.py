"""Monster Muncher's pictures: random games with every number of seats, the fullest rows, every card."""

from itertools import combinations

import pytest

from bot.i18n.catalogue import using_language
from bot.i18n.translator import Translator
from bot.pictures.check import faults, find_small_text
from bot.pictures.drawings import drawings
from bot.pictures.fonts import drawable
from bot.pictures.palette import TEXTS
from bot.pictures.scene import Lines, Shape, Sprite
from cogs.monster_muncher import pictures, text as alts
from cogs.monster_muncher.pictures import drawing
from cogs.monster_muncher.ui import GAME_UI
from engine import GAMES
from engine.monster_muncher.cards import DECKS
from engine.monster_muncher.view import MuncherView
from tests.engine.monster_muncher.laying import Laid
from tests.pictures import laid, light, looks, sound, sprites, words
from tests.screens import LONG, moments_of, tables_of

GAME = GAMES["monster-muncher"]
CARDS = DECKS["hob"]
NAMES = [drawable(name, "D")[0] for name in LONG]
FULL = {
    "ada": "dread-ned+7-5*[rock-rusk,trio-taffy,full-tray] sky-sentry switcheroo-sprout+2-3 baron-bamboozle-9 prankle",
    "ben": "lurch-lad+5-4[beauty-ribs] dj-heaven bone-idle-bill+2 claw-unit-seven pocket-gremble",
    "cara": "halo-harvester*[swap-soup,titan-tart] masked-marmot+1 nib-nudger+3 cloud-cruncher[sour-spit] shale-sal",
    "dan": "hook-hover overlord-orbit crypt-chomper-1[golden-gumbo,grave-gravy,magnet-mints] moldy-molly tinker-tern",
    "eve": "king-kerfuffle giggle-wisp duke-doppel boulder-bo+4-4[double-dumpling] quartz-quill",
    "finn": "vault-vulture ghoulash+1 shamble-sam grave-grub slate-sly[party-platter,shield-shake]",
}


def translator(names: list[str]) -> Translator:
    return GAME_UI.translator(names, escape=False)


def view_of(g: object, seat: int | None = None) -> MuncherView:
    view = GAME.view(g, seat)
    assert isinstance(view, MuncherView)
    return view


def full(seats: int, **more: object) -> Laid:
    rows = dict(list(FULL.items())[:seats])
    return Laid("rotlet onyx-ogle", grave="sir-sludge", **rows, **more)  # type: ignore[arg-type]


# ---- no faults
@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_have_no_faults(seats: int) -> None:
    seen: set[str] = set()
    for g in moments_of(tables_of(GAME, seats, 3)):
        seen.add(laid(pictures.table, view_of(g), translator(LONG), sizes=pictures.SIZES, cut=NAMES).key)
        for who in range(seats):
            scene = pictures.hand(view_of(g, who), translator(LONG))
            if scene.key not in seen:
                seen.add(scene.key)
                sound(scene, pictures.SIZES, NAMES)
    assert len(seen) > 8


@pytest.mark.parametrize("seats", GAME.seats)
def test_pictures_of_full_rows_are_sound_and_small_enough(seats: int) -> None:
    scene = laid(pictures.table, view_of(full(seats).g), translator(LONG), sizes=pictures.SIZES, cut=NAMES)
    light(scene, 140_000)


@pytest.mark.parametrize("held", [0, 1, 3, 4, 5, 6, 7, 9, 10, 11, 15, 21, 22, 60])
def test_pictures_of_hands_of_every_size_have_no_layout_faults(held: int) -> None:
    t = Laid("rotlet", hands={"ben": " ".join(card for card in reversed(CARDS) if card != "rotlet")})
    t.g.hands[1] = t.g.hands[1][:held]
    scene = laid(pictures.hand, view_of(t.g, 1), translator(["Ada", "Ben"]), sizes=pictures.SIZES)
    assert ("+46" in words(scene)) == (held == 60)


def test_every_card_has_its_own_drawing() -> None:
    scenes = {card.id: pictures.card(card, translator([])) for card in CARDS.values()}
    for scene in scenes.values():
        sound(scene, pictures.SIZES)
    drawn = {name: drawings()[drawing(CARDS[name])].read_text(encoding="utf-8") for name in CARDS}
    assert all(one != other for one, other in combinations(drawn.values(), 2)) and len(drawn) == 80
    assert not any("unknown" in name for scene in scenes.values() for name in sprites(scene))


# ---- contents of pictures
def test_a_monster_shows_its_current_hunger_and_its_changes() -> None:
    t = Laid("rotlet", ada="dread-ned+1-1*[rock-rusk,trio-taffy]", ben="sky-sentry+5-2")
    scene = pictures.table(view_of(t.g), translator(["Ada", "Ben"]))
    drawn = sprites(scene)
    assert {"mun_dread-ned", "snack_rock-rusk", "snack_trio-taffy", "shield", "mun_sky-sentry"} <= set(drawn)
    assert {"4", "+3", "7", "/20", "as printed"} <= set(words(scene))
    assert looks(scene).count("safe") == 1 and looks(scene).count("stretch") == 2
    assert looks(scene).count("slot") == 8


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_hand_size_has_its_own_chip_apart_from_the_score(seats: int) -> None:
    scene = pictures.table(view_of(full(seats).g), translator(NAMES[:seats]))
    chips = [(x + leaf.x, leaf) for x, _, leaf in scene.leaves() if isinstance(leaf, Shape) and leaf.look == "chip"]
    hands = [x + leaf.x for x, _, leaf in scene.leaves() if isinstance(leaf, Sprite) and leaf.name == "hand"]
    assert words(scene).count("/20") == len(hands) == seats
    assert all(any(left <= x and x + 34 <= left + chip.w for left, chip in chips) for x in hands)


def test_a_change_of_hunger_is_drawn_next_to_its_card() -> None:
    t = Laid("nib-nudger", ada="dread-ned")
    before = pictures.table(view_of(t.g), translator(["Ada", "Ben"]))
    view = view_of(t.g)
    view.rows[0][0].given, view.rows[0][0].hunger = {"mould-muffin": 2, "grave-grub": -1}, view.rows[0][0].raw + 1
    after = pictures.table(view, translator(["Ada", "Ben"]))
    assert {"+2", "−1", str(view.rows[0][0].raw)} <= set(words(after)) and "+2" not in words(before)
    assert {"snack_mould-muffin", "mun_grave-grub"} <= set(sprites(after))


def test_large_changes_leave_room_for_the_printed_number() -> None:
    view = view_of(Laid("nib-nudger", ada="dread-ned").g)
    view.rows[0][0].given, view.rows[0][0].hunger = {"mould-muffin": 10, "grave-grub": 11}, 25
    scene = pictures.table(view, translator(["Ada", "Ben"]))
    assert words(scene)[4:9] == ["Dread Ned", "4", "+10", "+11", "25"]
    assert "snack_mould-muffin" not in sprites(scene)


def test_the_head_shows_the_deck_and_the_top_of_the_graveyard() -> None:
    scene = pictures.table(view_of(Laid("rotlet", grave="prankle dj-heaven").g), translator(["Ada", "Ben"]))
    assert "mun_dj-heaven" in sprites(scene) and "mun_prankle" not in sprites(scene)
    assert "2" in words(scene) and "Ada plays a card" in words(scene)


def test_selectable_cards_have_a_gold_outline_unless_all_are() -> None:
    t = Laid("moldy-molly", ben="dread-ned lurch-lad king-kerfuffle").play("moldy-molly")
    scene = pictures.table(view_of(t.g), translator(["Ada", "Ben"]))
    assert looks(scene).count("pick") == 2 and looks(scene).count("new") == 1 and "Ada uses an ability" in words(scene)
    t = Laid("rotlet", ben="dread-ned lurch-lad king-kerfuffle").play("rotlet")
    assert looks(pictures.table(view_of(t.g), translator(["Ada", "Ben"]))).count("pick") == 0


def test_cards_that_may_be_announced_have_a_gold_outline() -> None:
    status = {"bone-idle-bill": "armed"}
    t = Laid("rotlet", ben="bone-idle-bill sky-sentry", status=status).play("rotlet").choose("sky-sentry")
    assert looks(pictures.table(view_of(t.g), translator(["Ada", "Ben"]))).count("pick") == 1


def test_a_bell_marks_waiting_effects_and_a_crossed_bell_spent_ones() -> None:
    status = {"bone-idle-bill": "armed", "hocus-hob": "void", "beauty-ribs": "armed", "trio-taffy": "used"}
    t = Laid("rotlet", ada="bone-idle-bill hocus-hob", ben="sky-sentry[beauty-ribs] prankle[trio-taffy]", status=status)
    scene = pictures.table(view_of(t.g), translator(["Ada", "Ben"]))
    assert sprites(scene).count("bell") == sprites(scene).count("bell_off") == 2
    alt = alts.table_alt(view_of(t.g), translator(["Ada", "Ben"]))
    assert "Bone Idle Bill 3 (waiting); Hocus Hob 3 (void)" in alt
    assert "Sky Sentry 4, with Beauty Ribs (waiting); Prankle 3, with Trio Taffy (used up)" in alt


def test_the_winner_wears_the_crown_and_no_turn_is_marked() -> None:
    t = Laid("lurch-lad", ada="dread-ned+13").play("lurch-lad")
    scene = pictures.table(view_of(t.g), translator(["Ada", "Ben"]))
    assert sprites(scene).count("crown") == 1 and looks(scene).count("halo") == 0 and "Ada wins" in words(scene)


def test_the_table_picture_shows_no_card_in_a_hand() -> None:
    for g in tables_of(GAME, 3, 4):
        shown = {*sprites(pictures.table(view_of(g), translator(LONG)))}
        assert not {drawing(CARDS[card]) for hand in g.hands for card in hand} & shown


@pytest.mark.parametrize(("others", "size"), [("", 36), ("rotlet nib-nudger sky-sentry", 33)])
def test_a_hand_shows_what_each_card_does_and_what_is_locked(others: str, size: int) -> None:
    t = Laid(f"dread-ned rock-rusk dj-heaven {others}")
    t.g.locked = {"dread-ned": 1}
    scene = pictures.hand(view_of(t.g, 0), translator(["Ada", "Ben"]))
    assert {"Dread Ned", "Tier 3", "Snack, tier 1", "Locked", CARDS["dj-heaven"].short} <= set(words(scene))
    assert looks(scene).count("veil") == 1
    rules = [leaf for _, _, leaf in scene.leaves() if isinstance(leaf, Lines) and leaf.style != "headingm"]
    assert {TEXTS[rule.style].size for rule in rules} == {size} and len(rules) == len(t.g.hands[0])


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("held", [6, 9])
def test_every_cards_rules_fit_in_a_hand_picture(held: int, language: str) -> None:
    for first in range(0, len(CARDS), held):
        t = Laid(" ".join([*CARDS][first : first + held]))
        with using_language(language):
            scene = pictures.hand(view_of(t.g, 0), translator(["Ada", "Ben"]))
        assert faults(scene) == [] and len([leaf for _, _, leaf in scene.leaves() if isinstance(leaf, Lines)])


def test_a_custom_card_without_a_drawing_gets_a_stand_in_picture() -> None:
    own = CARDS["rotlet"].model_copy(update={"id": "own-monster", "name": "My Own"})
    assert faults(pictures.card(own, translator([]))) == [] and "mun_unknown" in sprites(
        pictures.card(own, translator([]))
    )


# ---- in words
@pytest.mark.parametrize("seats", GAME.seats)
def test_alt_texts_fit_and_match_the_game_state(seats: int) -> None:
    for g in moments_of(tables_of(GAME, seats, 6)):
        alt = alts.table_alt(view_of(g), translator(LONG))
        assert (
            60 < len(alt) <= 1024 and "−" not in alt and alt.startswith(f"Deck {len(g.pile)}, graveyard {len(g.grave)}")
        )
        for seat in range(seats):
            assert f"{LONG[seat]}: {g.hunger(seat)} of 20 hunger, {len(g.hands[seat])} card" in alt
            hand = alts.hand_alt(view_of(g, seat), translator(LONG))
            assert len(hand) <= 1024 and all(CARDS[card].name in hand for card in g.hands[seat])


def test_a_long_alt_text_details_the_active_player_and_counts_the_rest() -> None:
    alt = alts.table_alt(
        view_of(full(6).g), translator([name * 4 for name in ("Adaaa", "Bennn", "Caraa", "Dannn", "Eveee", "Finnn")])
    )
    assert len(alt) <= 1024 and alt.endswith("Full text: More → Table as text.")
    assert "Dread Ned 6: 4 plus 7 minus 5, protected, with Rock Rusk, Trio Taffy and Full Tray" in alt
    assert "hunger, 4 cards in hand, 5 Monsters." in alt


def test_the_alt_text_of_a_large_hand_omits_the_rules() -> None:
    alt = alts.hand_alt(view_of(Laid(" ".join(list(CARDS)[:20])).g, 0), translator(["Ada", "Ben"]))
    assert alt.startswith("Your hand: Nib Nudger, Switcheroo Sprout,") and len(alt) <= 1024
    assert "Table as text" not in alt, "it shows no hands"
    assert (
        alts.hand_alt(view_of(Laid("rotlet", hands={"ben": ""}).g, 1), translator(["Ada", "Ben"]))
        == "Your hand is empty."
    )


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_header_has_room_for_a_name_of_five_letters(language: str) -> None:
    with using_language(language):
        for t in (
            Laid("moldy-molly", ben="dread-ned lurch-lad"),
            Laid("moldy-molly", ben="dread-ned").play("moldy-molly"),
        ):
            assert any(
                word.startswith("Ember ") for word in words(pictures.table(view_of(t.g), translator(["Ember", "Ben"])))
            )


def test_a_long_name_is_cut_only_in_the_header_which_stays_legible() -> None:
    t, names = Laid("rotlet"), ["Finn the very great", "Ben"]
    table = pictures.table(view_of(t.g), translator(names))
    assert "Finn th… plays a card" in words(table) and not find_small_text(table)
    assert ". Finn the very great plays a card. " in alts.table_alt(view_of(t.g), translator(names))
    wide = pictures.table(view_of(t.g), translator(["W" * 20, "Ben"]))
    assert "A plays a card" in words(wide) and not find_small_text(wide)
