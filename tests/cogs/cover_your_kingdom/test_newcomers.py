"""Help for players who haven't read the rulebook: what a card does, what beats it, why something isn't possible."""

import pytest

from bot.screens.custom_id import PANEL
from bot.screens.layout import Layout
from bot.screens.message import Menu
from bot.screens.panel import notes_on, panel_message
from bot.screens.table import table_message
from cogs.game_uis import GAME_UIS
from engine import GAMES
from hob.testing.play import playing
from hob.testing.reading import words_of
from tests.cogs.cover_your_kingdom.evenings import court, inn, last, reads_last
from tests.cogs.tables import note_bullets
from tests.engine.cover_your_kingdom.table import Kingdoms, Tabletop, arrange
from tests.screens import SCREENS, BareLookup, faults_of_rows, reached, table_of

GAME = GAMES["cover-your-kingdom"]
FACE = GAME_UIS["cover-your-kingdom"]
NAMES = ["Ada", "Ben", "Cara", "Dan", "Eve", "Finn", "Gus", "Hana"]
BEN: Kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon"], "lowland": ["klaken klaken"]}}


def panel(t: Tabletop, seat: int) -> str:
    message = panel_message(SCREENS.posted(table_of(GAME, t.g, NAMES[: t.g.players]), seat), False)
    return f"{message.content}\n{message.text}"


def now_page(t: Tabletop, seat: int) -> str:
    return BareLookup().rules_message(FACE, table_of(GAME, t.g, NAMES[: t.g.players]), seat, "now").text


def menu(t: Tabletop, seat: int, placeholder: str) -> Menu:
    rows = panel_message(SCREENS.posted(table_of(GAME, t.g, NAMES[: t.g.players]), seat), True).rows
    return next(row for row in rows if isinstance(row, Menu) and row.placeholder == placeholder)


def test_end_turn_is_listed_separately_from_the_discards() -> None:
    t = arrange(3, {0: "bragon klaken yedi"}, BEN).does(0, "discard/klaken")
    before = now_page(t, 0).partition("• **End turn**")[0]
    assert "**Discard…**\n" in before and before.endswith("\n\n"), before


async def test_the_coach_explains_the_inn_once_it_has_something_to_recruit() -> None:
    at_inn = note_bullets("cover-your-kingdom", "inn")
    async with court(inn(), coach="on") as hob:
        ada = hob["Ada"]
        await ada.clicks("My hand", on=hob.table)
        assert at_inn in words_of(ada.seen[-1])
        await ada.types("cover discard", card="yedi")
        assert at_inn not in reads_last(ada)


@pytest.mark.parametrize(
    ("hand", "kingdoms", "notes"),
    [("yedi yedi", {}, ["action"]), ("yedi bragon", {}, ["round"]), ("yedi bragon", BEN, ["recruit"])],
)
def test_the_coach_names_the_goal_until_the_first_clan(hand: str, kingdoms: Kingdoms, notes: list[str]) -> None:
    t = arrange(3, {0: hand}, kingdoms)
    assert (
        notes_on(SCREENS.posted(table_of(GAME, t.g, NAMES[:3]), t.view(0).questions[0].seat), t.view(0).questions[0])
        == notes
    )


def test_the_second_step_of_a_select_begins_with_a_capital() -> None:
    t = arrange(3, {0: "minnowtaur yedi"}, BEN)
    layout = SCREENS.of(table_of(GAME, t.g, NAMES[:3]), 0).layout(0, PANEL)
    select, _ = layout.rows_after("hire/minnowtaur")
    assert isinstance(select, Menu) and [choice.label for choice in select.choices][:2] == [
        "Guard your Highland",
        "Guard your Lowland",
    ]


def test_a_choice_in_parts_outside_a_turn_has_the_usual_buttons() -> None:
    """A new power may ask such a question; the entries of a turn would call each option *Powers…*."""
    view = arrange(3, {0: "yedi"}, BEN).view(0)
    question = view.questions[0].model_copy(update={"say": "top", "options": ["yedi/highland", "yedi/lowland"]})
    layout = Layout(FACE.labels(view, FACE.translator(NAMES[:3], view)), "ABC234", 0, question)
    buttons, back = layout.rows_after("yedi")
    assert isinstance(buttons, tuple) and len(buttons) == 2 and isinstance(back, tuple)


# ---- what beats a card
async def test_a_challenged_ruler_reads_which_cards_answer() -> None:
    t = arrange(3, {0: "bragon bragon terrier", 1: "spydra yedi", 2: "vulcent"}, BEN)
    async with court(t) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await ada.selects("Bragon: Ben's Bragons (30)", on=last(ada))
        assert "for your Bragons in the Highland. At stake: 3 cards, 45 magic. Counter with a" in reads_last(ben)
        await ben.clicks("Spydra", on=last(ben))
        wanted = (
            "The card played counts as two cards: counter with a Spydra, or with two Bragons (a Terrier may replace one"
        )
        assert wanted in reads_last(ada)


@pytest.mark.parametrize(("powers", "counts"), [({}, False), ({0: "subcerbient"}, True)])
def test_a_terrier_counts_as_two_only_with_its_power(powers: dict[int, str], counts: bool) -> None:
    t = arrange(4, {0: "terrier yedi", 1: "bragon"}, BEN, powers=powers).does(0, "recruit/terrier/c2")
    assert ("The card played counts as two cards: " in panel(t, 1)) == counts
    assert ("Counter with a Bragon or a Wild." in panel(t, 1)) != counts


@pytest.mark.parametrize(
    ("powers", "holds"),
    [
        ({}, "Defend with a Spydra, or with two cards, each a Bragon or a Terrier."),
        ({1: "subcerbient"}, "Defend with a Spydra, a Terrier or two Bragons."),
        ({0: "subcerbient"}, "Defend with two cards, each a Bragon or a Wild."),
    ],
)
def test_a_defending_ruler_reads_which_cards_hold_the_clan(powers: dict[int, str], holds: str) -> None:
    t = arrange(4, {0: "elves yedi", 1: "bragon"}, BEN, powers=powers).does(0, "hire/elves/c2")
    assert f"Ada's Elves want to lure your Bragons away: 2 cards, 30 magic. {holds}" in panel(t, 1)


# ---- the hand
def test_wilds_and_creatures_for_hire_say_what_they_do() -> None:
    said = panel(arrange(3, {0: "yedi spydra elves"}), 0)
    assert "Your hand: Yedi (5 magic, Highland) · Spydra (40 magic, wild) · Elves (for hire)." in said
    assert "-# Spydra · Wild, counts as two in a challenge\n-# Elves · A rival's top Clan leaves the game" in said
    said = panel(arrange(3, {0: "yedi bragon"}), 0)
    assert "-# Yedi" not in said and "-# Bragon" not in said


def test_with_two_rulers_the_hand_names_the_two_ruler_lands() -> None:
    """Horses then live in the Maneland, and a Pigxie in any of the three lands."""
    hand = {0: "peglegasus hentaur uniquehorn pigxie klaken"}
    said = panel(arrange(2, hand), 0)
    for creature in ("Peglegasus", "Hentaur", "UniqueHorn"):
        assert f"{creature} (10 magic, Maneland)" in said
    assert "Pigxie (5 magic, any Land)" in said and "Klaken (15 magic, Lowland)" in said
    assert "Peglegasus (10 magic, Highland) · Pigxie (5 magic, Either Land)" in panel(arrange(3, hand), 0)
    alt = FACE.pictures.hand_alt(arrange(2, hand).view(0), FACE.translator(NAMES[:2]))
    assert "Hentaur, 10 magic, Maneland" in alt and "Pigxie, 5 magic, any Land" in alt


def test_card_texts_name_the_land_for_two_rulers() -> None:
    said = {name: FACE.about_card(card, FACE.translator()) for name, card in GAME.cards().items()}
    assert "Highland. 11 copies in the deck.\nWith two Rulers, it lives in the Maneland." in said["peglegasus"]
    assert "With two Rulers, it can live in any of the three Lands." in said["pigxie"]
    assert "two Rulers" not in said["bragon"]


# ---- why not
def test_the_rules_say_why_a_clan_cannot_be_recruited() -> None:
    hand = {0: "bragon yedi"}
    assert "• **Recruit**: You need a Clan of your own first." in now_page(arrange(3, hand, {1: BEN[1]}), 0)
    only = {0: BEN[0], 1: {"highland": ["bragon bragon"]}}
    assert "The Bragons are safe: they're the only Clan in Ben's Kingdom." in now_page(arrange(3, hand, only), 0)
    far = {0: BEN[0], 3: BEN[1]}
    assert "Dan sits too far away" in now_page(arrange(6, hand, far), 0)
    assert "Not possible now" not in now_page(arrange(3, hand, BEN), 0)


def test_the_rules_say_why_a_creature_cannot_be_hired_or_discarded() -> None:
    said = now_page(arrange(3, {0: "elves wiizzaard mobgoblins terrier spydra"}, {1: {"highland": ["yedi yedi"]}}), 0)
    for reason in (
        "The Yedis are safe: they're the only Clan in Ben's Kingdom.",
        "There's nothing to move in Ben's Highland: it has fewer than two Clans.",
        "You need a Clan of your own first.",
        "Wilds can't settle or be recruited on their own. A Clan needs a Clanning Creature.",
        "You can't discard a Creature for hire (Elves).",
    ):
        assert reason in said


def test_the_rules_say_which_land_a_minnowtaur_bars() -> None:
    t = arrange(3, {2: "minnowtaur yedi", 0: "bragon bragon pigxie pigxie"}, active=2)
    t.does(2, "hire/minnowtaur/s0-highland", "done")
    assert "A Minnowtaur bars your Highland." in now_page(t, 0)
    assert "settle/pigxie+pigxie/lowland" in t.options(0)


def test_the_rules_say_what_a_spydra_and_elves_demand() -> None:
    t = arrange(3, {0: "spydra yedi", 1: "bragon yedi"}, BEN).does(0, "recruit/spydra/c2")
    assert "Spydra counts as two cards. Counter with a Spydra, or with two cards" in now_page(t, 1)
    t = arrange(3, {0: "elves yedi", 1: "terrier yedi"}, BEN).does(0, "hire/elves/c2")
    assert "Defend against Elves with a Spydra, or with two cards, each a Bragon or a Terrier." in now_page(t, 1)
    t = arrange(4, {0: "elves yedi", 1: "spydra yedi"}, BEN, powers={0: "subcerbient"}).does(0, "hire/elves/c2")
    assert "Against SubCerbient a Spydra counts as one card. Defend with two cards, each a Bragon" in now_page(t, 1)


# ---- the selects
def next_menu(t: Tabletop, seat: int, path: str) -> Menu:
    """Return the select after this part was picked."""
    session = table_of(GAME, t.g, NAMES[: t.g.players])
    layout = SCREENS.of(session, seat).plain.layout(seat, PANEL)
    found, _ = layout.rows_after(path)
    assert isinstance(found, Menu)
    return found


def test_an_either_land_clan_says_where_it_moves_and_what_it_covers_there() -> None:
    either = {0: {"highland": ["hentaur hentaur"], "lowland": ["klaken klaken"]}}
    t = arrange(3, {0: "hentaur yedi"}, either)
    (card,) = menu(t, 0, "Settle or add…").choices
    assert (card.label, card.description, card.value) == ("Add a Hentaur · +10", "2 choices", "add/hentaur")
    where = next_menu(t, 0, "add/hentaur")
    assert where.placeholder == "Add a Hentaur · +10: choose…"
    assert [(choice.label, choice.description) for choice in where.choices] == [
        ("Hentaurs (20) stay", "Becomes 3 cards, 30 magic"),
        ("Hentaurs (20) to the Lowland", "Covers Klakens (30)"),
    ]
    pigs = {0: {"highland": ["pigxie pigxie"]}}
    moves = next_menu(arrange(2, {0: "pigxie yedi"}, pigs), 0, "add/pigxie").choices[-1]
    assert (moves.label, moves.description) == ("Pigxies (10) move", "Choose the Land")


def test_the_inn_lists_the_most_valuable_options_first() -> None:
    t = arrange(2, {0: "bragon yedi"}, inn=["bragon", "bragon", "spydra", "klaken"])
    cards = menu(t, 0, "Recruit…").choices
    assert [(choice.label, choice.description) for choice in cards] == [
        ("Bragon at the inn…", "Up to 85 magic"),
        ("Yedi → Spydra (inn)", "2 cards (45)"),
    ]
    assert [(choice.label, choice.description) for choice in next_menu(t, 0, "inn/bragon").choices] == [
        ("2 Bragons + Spydra", "4 cards (85)"),
        ("Bragon + Spydra", "3 cards (70)"),
        ("Spydra", "2 cards (55)"),
        ("2 Bragons", "3 cards (45)"),
        ("Bragon", "2 cards (30)"),
    ]


def test_both_rulers_get_a_select_when_a_wiizzaard_comes_to_the_inn() -> None:
    high = {"highland": ["yedi yedi", "bragon bragon", "yedi yedi"], "lowland": ["vulcent vulcent", "klaken klaken"]}
    low = {"highland": ["sighclops sighclops", "yedi yedi"], "lowland": ["leprecon leprecon", "klaken klaken"]}
    low["lowland"].append("leprecon leprecon")
    high["maneland"] = ["hentaur hentaur", "peglegasus peglegasus", "hentaur hentaur"]
    low["maneland"] = ["uniquehorn uniquehorn"] * 3
    t = arrange(2, {0: "bragon yedi", 1: "yedi yedi"}, {0: high, 1: low}, inn=["bragon wiizzaard yedi", "vulcent"])
    t.does(0, "inn/bragon/bragon").does(1, "let-go")
    assert t.asked() == {0: "inn-wiizzaard", 1: "inn-wiizzaard"}
    session = table_of(GAME, t.g, NAMES[:2])
    rows = table_message(SCREENS.posted(session), []).rows
    assert [row.placeholder for row in rows if isinstance(row, Menu)] == [
        "A: Move one of their Clans…",
        "B: Move one of their Clans…",
    ]
    assert faults_of_rows(rows) == [] and reached(session, 1) >= set(t.options(1))
    assert (
        SCREENS.of(session).status_line().replace("\N{NO-BREAK SPACE}", " ")
        == "A Wiizzaard is at the inn. Each Ruler moves one of their rival's Clans: … Ada · … Ben"
    )


# ---- the table
def test_single_stars_appear_only_in_the_log_and_clusters_at_the_table() -> None:
    t = arrange(3, {0: "pigxie pigxie hentaur hentaur"}, constellations=True)
    t.does(0, "settle/pigxie+pigxie/lowland", "settle/hentaur+hentaur/highland")
    session = table_of(GAME, t.g, NAMES[:3])
    table = table_message(SCREENS.posted(session), [])
    assert "lights the whole Either Land cluster" in table.below and "Pigxie constellation" not in table.below
    assert "Ada lights the Pigxie constellation" in BareLookup().lines(session, None)
    assert "A Ada, 6 cards, 2 Clans, 2 of 10 constellations" in table.instead[0].value


def test_the_text_without_pictures_gives_the_deck_size() -> None:
    shuffled = table_message(SCREENS.posted(table_of(GAME, arrange(3, {}).g, NAMES[:3])), [])
    assert shuffled.title == "Cover Your Kingdom" and "left in the deck" in shuffled.unpictured
    empty = arrange(3, {0: "yedi", 1: "yedi", 2: "yedi"}, deck="")
    assert "The deck is empty" in table_message(SCREENS.posted(table_of(GAME, empty.g, NAMES[:3])), []).unpictured


async def test_light_speed_turns_constellations_on_in_the_lobby() -> None:
    async with playing("Ada", "Ben", "Cara", command="cover") as hob:
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        await hob["Ada"].clicks("Play again", on=hob.table)
        await hob["Ada"].clicks("Options")
        await hob["Ada"].clicks("Light speed: off")
        assert "Constellations: on · Light speed: on" in hob.table_text()
        await hob["Ada"].clicks("Light speed: on")
        assert "Constellations" not in hob.table_text() and "Light speed" not in hob.table_text()


@pytest.mark.parametrize(
    ("contest", "ada", "ben"),
    [
        ("two", "0 Clans, 45 magic so far", "0 Clans, 20 magic so far"),
        ("first-to-2", "0 Clans, 1 round won", "0 Clans"),
    ],
)
def test_a_contest_shows_the_score_that_decides_it(contest: str, ada: str, ben: str) -> None:
    """Show magic if rounds are added up, otherwise rounds won. The round's score is in its sheet."""
    kingdoms: Kingdoms = {
        0: {"lowland": ["klaken klaken"]},
        1: {"highland": ["yedi yedi"], "lowland": ["vulcent vulcent"]},
    }
    t = arrange(3, {0: "klaken", 1: "", 2: ""}, kingdoms, deck="", contest=contest)
    t.does(0, f"add/klaken/{t.top(0, 'lowland')}")
    table = table_message(SCREENS.posted(table_of(GAME, t.g, NAMES[:3])), [])
    lines = table.instead[0].value.split("\n")
    assert lines[0].endswith(f"A Ada, 6 cards, {ada}") and lines[1].endswith(f"B Ben, 6 cards, {ben}")
    assert "Ada wins round 1 with 45 magic" in table.below and "counts" not in table.below
