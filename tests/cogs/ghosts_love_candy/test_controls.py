"""The buttons and selects of Ghosts Love Candy: labels, positions, and the text below them."""

import pytest

from bot.i18n.catalogue import using_language
from bot.screens.custom_id import ASIDE
from bot.screens.message import Menu
from bot.screens.panel import panel_message
from bot.screens.table import table_message
from cogs.game_uis import GAME_UIS
from cogs.ghosts_love_candy import labels
from cogs.ghosts_love_candy.text import WORDS
from engine import GAMES
from engine.ghosts_love_candy.cards import DECKS
from tests.cogs.ghosts_love_candy.evenings import NAMES, texts
from tests.engine.ghosts_love_candy.street import Play
from tests.screens import SCREENS, BareLookup, faults, reached, table_of

GAME = GAMES["ghosts-love-candy"]
FACE = GAME_UIS["ghosts-love-candy"]
HALF = 20  # characters of a button's label, so that a phone has room for two


def rows_of(street: Play) -> list[object]:
    """Return the table's rows, except the last one, which every table has."""
    session = table_of(GAME, street.g, NAMES[: street.g.players])
    return list(table_message(SCREENS.posted(session), []).rows[:-1])


@pytest.mark.parametrize(
    ("seats", "shape"),
    [(3, ["12345", "6789"]), (4, ["12345", "6789"]), (5, ["1235", "789"]), (6, ["1235", "789"])],
)
def test_the_keypad_has_fixed_places(seats: int, shape: list[str]) -> None:
    g = GAME.deal(seats, "keypad")
    g.hands[0].remove(8)
    g = GAME.load(GAME.dump(g))
    GAME.answer(g, 0, "7")
    panel = panel_message(SCREENS.posted(table_of(GAME, g, NAMES[:seats]), 0), True)
    rows = [row for row in panel.rows[:-1] if not isinstance(row, Menu)]  # the select for standing orders
    assert ["".join(button.label[0] for button in row) for row in rows] == shape
    buttons = [button for row in rows for button in row]
    assert [button.label for button in buttons if button.style == "success"] == ["7 ✓"]
    assert [button.label for button in buttons if button.disabled] == ["8"]
    assert table_message(SCREENS.posted(table_of(GAME, g, NAMES[:seats])), []).rows[:-1] == ()


def test_haunt_buttons_follow_the_order_of_the_row() -> None:
    rows = rows_of(Play("Chef{A9}[2 gummies]", "Three-Ball Juggler[2 gummies]", "Skeleton"))
    assert [len(texts(row)) for row in rows] == [2, 2, 2]
    assert texts(rows[0]) + texts(rows[1])[:1] == ["Chef · 9/15", "Juggler · 0/12", "Skeleton · 0/15"]
    rows = rows_of(Play("Chef", players=5))
    assert [len(texts(row)) for row in rows] == [4, 4]


@pytest.mark.parametrize("language", ["en", "de"])
def test_two_haunt_buttons_fit_next_to_each_other_on_a_phone(language: str) -> None:
    """Their candy is in the picture; with candy in the labels, each button would take up a row."""
    for kid in DECKS["hob"].values():
        street = Play(f"{kid.name}{{B8}}[4 gummies]", "Chef" if kid.name != "Chef" else "Skeleton")
        with using_language(language):
            first = texts(rows_of(street)[0])[0]
        assert first == f"{kid.nick or kid.name} · 8/{kid.courage}" and len(first) <= HALF


def test_kids_with_the_same_short_name_are_shown_with_full_names(monkeypatch: pytest.MonkeyPatch) -> None:
    chef = DECKS["hob"]["chef"].model_copy(update={"nick": "Juggler"})
    monkeypatch.setitem(DECKS["hob"], "chef", chef)
    assert texts(rows_of(Play("Chef", "Three-Ball Juggler"))[0])[:2] == ["Chef · 0/15", "Three-Ball Juggler · 0/12"]


def test_an_empty_spot_keeps_its_place() -> None:
    street = Play("Chef", "Skeleton", "Hose Hero")
    street.g.row[1].kid = ""
    street.g = GAME.load(GAME.dump(street.g))
    row = rows_of(street)[0]
    assert isinstance(row, tuple)
    assert [(button.label, button.disabled) for button in row][1] == ("Spot 2 is empty", True)
    assert faults(table_message(SCREENS.posted(table_of(GAME, street.g, NAMES[:3])), [])) == []


def haunted(kid: str, *row: str, **more: dict[str, str]) -> list[list[str]]:
    """Return the labels that the table offers for a kid's ability."""
    street = Play(kid, *row, **more)  # type: ignore[arg-type]
    street.haunt(kid)
    rows = rows_of(street)
    session = table_of(GAME, street.g, NAMES[:3])
    assert reached(session, 0, table_message(SCREENS.posted(session), []).rows) >= {*street.options}
    return [texts(row) for row in rows]


def test_optional_abilities_offer_dont_use_it_last() -> None:
    skip = "Don't use it"
    assert haunted("Greedy Squirrel", "Chef[gummies]") == [["Gummies from Chef", skip]]
    assert haunted("Tea-Leaf Seer") == [["Ben", "Cara", skip]]
    assert haunted("Hose Hero", "Chef{B2}") == [["Clear ghosts: Hose Hero 1/11", "Clear ghosts: Chef 2/15", skip]]
    assert haunted("Sticker Medic", "Chef", kids={"A": "Skeleton"}) == [["Discard Skeleton −2", skip]]
    assert haunted("Foil Astronaut", "Chef[gummies]", stash={"A": "2 licorice"}) == [["Pay Licorice", skip]]
    assert haunted("Juice Vampire", "Chef{B9}", stash={"B": "licorice"}) == [["Licorice from Ben", skip]]
    assert haunted("Three-Ball Juggler", stash={"A": "gummies", "B": "licorice"}) == [
        ["Gummies for Ben's Licorice", skip]
    ]


def test_mandatory_abilities_cannot_be_declined() -> None:
    assert haunted("Bathtub Pirate", stash={"B": "2 gummies", "C": "licorice"}) == [
        ["Ben (2 candies)", "Cara (1 candy)"]
    ]
    assert haunted("Skeleton", kids={"A": "Chef"}) == [["Chef −2 → Ben", "Chef −2 → Cara"]]


def test_long_labels_and_many_options_become_selects() -> None:
    trades = haunted("Chef", "Hose Hero[gummies, licorice]", stash={"A": "peppermint"})
    assert trades[0] == ["Peppermint for Gummies on Hose Hero", "Peppermint for Licorice on Hose Hero"]
    names = {**dict.fromkeys("AB", "candy-corn, gummies, chocolate")}
    assert haunted("Three-Ball Juggler", stash=names)[0][0] == "Candy Corn to Ben", "nine trades take two steps"
    pairs = haunted("Top-Hat Trickster", "Chef", "Skeleton")
    assert len(pairs) == 2 and pairs[0][:3] == ["Top-Hat Trickster 1/11", "Chef 0/15", "Skeleton 0/15"]


def test_option_descriptions_use_one_notation_for_ghosts_and_candy() -> None:
    street = Play("Broom Pilot", "Chef{B9 C1}[2 gummies, licorice]", "Skeleton{C8}", "Hose Hero[gummies]")
    street.haunt("Broom Pilot")
    session = table_of(GAME, street.g, NAMES[:3])
    menu = table_message(SCREENS.posted(session), []).rows[0]
    assert isinstance(menu, Menu) and menu.placeholder == "Move a ghost…"
    assert [(choice.label, choice.description) for choice in menu.choices] == [
        ("From Chef 10/15", "Chef 10/15: B9 C1 on top, 2 Gummies and Licorice"),
        ("From Skeleton 8/15", "Skeleton 8/15: C8, no candy"),
    ]
    layout = SCREENS.of(session, 0).layout(0, ASIDE)
    menus = [row for choice in menu.choices for row in layout.rows_after(choice.value) if isinstance(row, Menu)]
    described = {choice.label: choice.description for menu in menus for choice in menu.choices}
    assert described["Chef 10/15 → Skeleton 8/15"] == "Chef 10/15: B9 C1 on top, 3 candies; Skeleton 8/15: C8, no candy"
    assert (
        described["Skeleton 8/15 → Hose Hero 0/11"] == "Skeleton 8/15: C8, no candy; Hose Hero 0/11: no ghosts, 1 candy"
    )


def test_a_kid_in_a_stash_is_offered_with_its_value_there() -> None:
    street = Play("Skeleton", kids={"A": "Chef, Gumball Machine, Tinsel Princess"})
    street.haunt("Skeleton")
    text = BareLookup().rules_message(FACE, table_of(GAME, street.g, NAMES[:3]), 0, "now").text
    assert "• **Chef −2 → Ben**: −2 in a stash; Ben: no candy" in text
    assert "• **Gumball Machine −3 → Ben**: −3 in a stash; " in text
    assert "• **Tinsel Princess +2 → Ben**: Worth +2 in a stash; " in text


def test_more_than_eight_options_are_picked_in_steps() -> None:
    every = "candy-corn, peppermint, lollipops, gummies, chocolate, licorice"
    rows = haunted("Chef", f"Hose Hero[{every}]", "Skeleton[gummies]", stash={"A": every})
    assert rows[0] == [f"Give {name}" for name in WORDS.names("thing").values()]
    rows = haunted("Broom Pilot", "Chef{A9}", "Hose Hero{B9}", "Skeleton{C9}", "Parcel Postie{C8}", "Tea-Leaf Seer{C7}")
    kids = ("Chef 9/15", "Hose Hero 9/11", "Skeleton 9/15", "Parcel Postie 8/12", "Tea-Leaf Seer 7/10")
    assert rows[0] == [f"From {kid}" for kid in kids]


def test_the_foil_astronaut_asks_which_kid_if_there_are_several() -> None:
    street = Play("Chef[gummies]", "Foil Astronaut", "Skeleton[2 gummies]", stash={"A": "licorice"})
    street.haunt("Foil Astronaut")
    street.use("licorice")
    session = table_of(GAME, street.g, NAMES[:3])
    assert [texts(row) for row in rows_of(street)] == [["Chef (1 candy)", "Skeleton (2 candies)"]]
    assert "Paid: Licorice. Which kid loses all its candy?" in panel_message(SCREENS.posted(session, 0), True).content


def test_an_ability_question_quotes_the_card() -> None:
    street = Play("Tea-Leaf Seer")
    street.haunt("Tea-Leaf Seer")
    session = table_of(GAME, street.g, NAMES[:3])
    assert (
        SCREENS.of(session).status_line()
        == "**Ada** uses Tea-Leaf Seer: *You may secretly look at one rival's Love card.*"
    )
    assert (
        "**Tea-Leaf Seer**: You may secretly look at one rival's Love card."
        in panel_message(SCREENS.posted(session, 0), True).content
    )


def test_labels_stay_short_and_distinct_with_the_longest_names() -> None:
    view = GAME.view(Play("Chef").g)
    spoken = labels.GhostsLabels(view, FACE.translator(NAMES[:3], view))
    long = {"source": "Three-Ball Juggler", "target": "Scruffy Scarecrow"}
    assert spoken.fit_names("label.move-ghost.source+target", 34, long).count("…") == 2
    twins = [f"{'W' * 20} ({letter})" for letter in "AB"]
    cut = [
        spoken.fit_names("label.take-candy.candy+source", 34, {"candy": "candy-corn", "source": twin}) for twin in twins
    ]
    assert len({*cut}) == 2 and all(len(text) <= 34 for text in cut)
