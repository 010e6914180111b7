"""All of Cover Your Kingdom's screens, over the states of random games."""

from itertools import product

import pytest

from bot.i18n.catalogue import using_language
from bot.screens.custom_id import PANEL, Control
from bot.screens.game_over import score_message, score_sheets
from bot.screens.message import Menu
from bot.screens.panel import panel_message
from bot.screens.table import table_message
from bot.tables.session import TableSession
from cogs.game_uis import GAME_UIS
from engine import GAMES
from engine.cover_your_kingdom.powers import DissedHard, log_use
from tests.cogs.cover_your_kingdom.evenings import ARTHUR, CALVIN, NAMES
from tests.engine.cover_your_kingdom.table import Tabletop, arrange
from tests.screens import LONG, SCREENS, BareMore, faults, reached, table_of, tables_of

GAME = GAMES["cover-your-kingdom"]
FACE = GAME_UIS["cover-your-kingdom"]


STANDING = ("Hint", "Rules", "Table")  # buttons of every panel


def panel(t: Tabletop, seat: int) -> list[object]:
    """Return the rows of a seat's panel, without the buttons of every panel."""
    return panel_of(table_of(GAME, t.g, NAMES[: t.g.players]), seat)


def panel_of(session: TableSession, seat: int) -> list[object]:
    rows = [
        row if isinstance(row, Menu) else tuple(button for button in row if button.label not in STANDING)
        for row in panel_message(SCREENS.posted(session, seat), True).rows
    ]
    return [row for row in rows if row]


def said_in(row: object) -> list[str]:
    if isinstance(row, Menu):
        return [choice.label for choice in row.choices]
    assert isinstance(row, tuple)
    return [button.label for button in row]


def told(t: Tabletop, seat: int | None = None) -> list[str]:
    """Return the sentences of the log that a seat or the channel may read."""
    session = table_of(GAME, t.g, NAMES[: t.g.players])
    return [SCREENS.of(session).sentence(told.event, told.names) for told in session.log_entries(seat)]


# ---- the turn
def test_the_sample_turn_shows_exactly_its_actions() -> None:
    """The rulebook's sample turn of Calvin, with Ada against Ben."""
    rows = panel(arrange(5, CALVIN, ARTHUR), 0)
    assert [row.placeholder for row in rows if isinstance(row, Menu)] == [
        "Settle or add…",
        "Recruit…",
        "Hire…",
        "Discard…",
    ]
    settle, recruit, hire, discard = map(said_in, rows)
    assert settle == [
        "Spydra + Bragon · +55",
        "Spydra + Klaken · +55",
        "Spydra + Hentaur · +50",
        "2 Hentaurs · +20",
        "Klaken to Klakens (30) · +15",
    ]
    assert recruit == [
        "Spydra: Ben's Hentaurs (20)",
        "Spydra: Ben's Sighclops (15)",
        "Hentaur: Ben's Hentaurs (20)",
    ]
    assert hire == ["Wiizzaard: Ben's bottom Highland Clan to the top"]
    assert discard == ["Bragon (15)", "Klaken (15)", "Hentaur (10)"]


def test_descriptions_say_where_a_clan_goes_and_what_a_win_brings() -> None:
    settle, recruit, hire, discard = panel(arrange(5, CALVIN, ARTHUR), 0)
    assert all(isinstance(menu, Menu) for menu in (settle, recruit, hire, discard))
    described = [[choice.description for choice in menu.choices] for menu in (settle, recruit, hire, discard)]
    assert described == [
        [
            "Highland, still empty",
            "Lowland, covers Klakens (30)",
            "Choose the Land",
            "Choose the Land",
            "Becomes 3 cards, 45 magic",
        ],
        ["At stake: 60 magic", "At stake: 55 magic", "At stake: 30 magic"],
        ["gem 15"],
        ["", "", "You have 2"],
    ]


def test_a_covered_clan_is_named_by_gem_and_an_open_one_by_species() -> None:
    for covered, wanted in (("gems", "gem 15"), ("open", "Bragons (30)")):
        menu = panel(arrange(5, CALVIN, ARTHUR, covered=covered), 0)[2]
        assert isinstance(menu, Menu) and menu.choices[0].description == wanted


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_lines_of_a_select_stay_short(language: str, seats: int) -> None:
    """Each line has at most nine words, and both lines of an entry together have at most eleven."""
    names = ["Ada", "Ben", "Cara", "Dora", "Emil", "Finn", "Gwen", "Hana"][:seats]
    with using_language(language):
        for g in tables_of(GAME, seats, seats, powers="two", constellations=True, covered="open"):
            session = table_of(GAME, g, names, language=language)
            for seat in [seat for seat, ask in g.asks.items() if ask.say == "action"]:
                layout = SCREENS.of(session, seat).layout(seat, PANEL)
                menus = [row for row in panel_of(session, seat) if isinstance(row, Menu)]
                while menus:
                    menu = menus.pop()
                    for choice in menu.choices:
                        label, text = count_words(choice.label), count_words(choice.description)
                        assert max(label, text) <= 9 and label + text <= 11, choice
                        if Control.parse(menu.id).kind == "narrow" and not layout.is_whole(choice.value):
                            menus += [row for row in layout.rows_after(choice.value) if isinstance(row, Menu)]


def count_words(text: str) -> int:
    return sum(any(letter.isalnum() for letter in word) for word in text.split())


def test_end_turn_appears_below_the_selects_after_the_first_action() -> None:
    t = arrange(5, CALVIN, ARTHUR)
    assert all(isinstance(row, Menu) for row in panel(t, 0))
    t.does(0, "add/klaken/c1")
    rows = panel(t, 0)
    assert len(panel_message(SCREENS.posted(table_of(GAME, t.g, NAMES[:5]), 0), True).rows) <= 5
    assert said_in(rows[-1]) == ["End turn"]


def test_a_turn_with_every_select_fits_in_five_rows() -> None:
    t = arrange(5, CALVIN, ARTHUR).does(0, "discard/bragon")
    rows = panel_message(
        SCREENS.posted(table_of(GAME, t.g, NAMES[:5], last={0: (1, "discard/bragon")}, slip=0), 0), True
    ).rows
    assert len(rows) == 5 and said_in(rows[-1]) == ["Undo", *STANDING, "End turn"]


def test_with_two_rulers_the_inn_comes_first_in_the_recruit_select() -> None:
    t = arrange(
        2,
        {0: "bragon terrier klaken"},
        {0: {"lowland": ["klaken klaken"]}, 1: {"highland": ["bragon bragon"], "lowland": ["klaken klaken"]}},
        inn=["bragon", "bragon", "spydra", "yedi"],
    )
    menu = next(row for row in panel(t, 0) if isinstance(row, Menu) and row.placeholder == "Recruit…")
    labels = said_in(menu)
    assert labels == [
        "Terrier at the inn…",
        "Bragon at the inn…",
        "Klaken → Spydra (inn)",
        "Terrier…",
        "Bragon: Ben's Bragons (30)",
        "Klaken: Ben's Klakens (30)",
    ]
    assert reached(table_of(GAME, t.g, NAMES[:2]), 0) >= set(t.options(0))


def test_two_clans_of_a_kind_are_told_apart_by_their_lands() -> None:
    either = {"highland": ["pigxie pigxie"], "lowland": ["pigxie pigxie"]}
    t = arrange(3, {0: "pigxie yedi"}, {0: {"highland": ["yedi yedi"]}, 1: either})
    recruit = next(row for row in panel(t, 0) if isinstance(row, Menu) and row.placeholder == "Recruit…")
    assert said_in(recruit) == [
        "Pigxie: Ben's Highland Pigxies (10)",
        "Pigxie: Ben's Lowland Pigxies (10)",
    ]


def test_free_powers_are_listed_in_the_first_select() -> None:
    t = arrange(
        3,
        {0: "yedi yedi", 1: "bragon"},
        {0: {"highland": ["bragon bragon", "yedi yedi"]}},
        powers={0: "wiizzz"},
    )
    assert said_in(panel(t, 0)[0])[0] == "Free: swap Highland Clans"
    t = arrange(3, {0: "yedi yedi"}, powers={0: "match-maker"})
    assert said_in(panel(t, 0)[0]) == ["Free: 2 Yedis · +10"]


def test_dissedhard_adds_a_press_to_ending_the_turn() -> None:
    t = arrange(3, {0: "bragon bragon klaken spydra yedi"}, powers={0: "dissedhard"}).does(0, "discard/yedi")
    session = table_of(GAME, t.g, NAMES[:3])
    assert said_in(panel(t, 0)[-1]) == ["End turn…"]
    found = reached(session, 0)
    assert {"done", "done/bragon", "done/bragon+bragon", "done/bragon+klaken"} <= found
    assert found >= set(t.options(0))


def test_an_overlong_first_select_starts_with_the_kind_of_action() -> None:
    """Match Maker, with both Wilds."""
    hand = {0: "yedi klaken klaken pigxie hentaur bragon vulcent leprecon uniquehorn terrier spydra"}
    hand[0] += " sighclops peglegasus yedi bragon vulcent pigxie hentaur"
    t = arrange(3, hand, {0: {"lowland": ["klaken klaken"]}}, powers={0: "match-maker"})
    assert said_in(panel(t, 0)[0]) == ["Powers…", "Add…"]
    assert reached(table_of(GAME, t.g, NAMES[:3]), 0) >= set(t.options(0))


def test_an_overlong_recruit_select_starts_with_the_inn_cards() -> None:
    clans = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["yedi yedi"], "lowland": ["vulcent vulcent"]}}
    t = arrange(
        2, {0: "yedi vulcent bragon klaken terrier spydra"}, clans, inn=["bragon", "bragon", "spydra", "terrier"]
    )
    menu = next(row for row in panel(t, 0) if isinstance(row, Menu) and row.placeholder == "Recruit…")
    assert [(choice.label, choice.description) for choice in menu.choices][:2] == [
        ("Spydra at the inn…", "Up to 130 magic"),
        ("Terrier at the inn…", "Up to 110 magic"),
    ]
    assert [choice.value for choice in menu.choices][-2:] == ["recruit/yedi/c2", "recruit/vulcent/c3"]
    assert reached(table_of(GAME, t.g, NAMES[:2]), 0) >= set(t.options(0))


def test_the_inn_entries_count_pigxies_as_mighty_swine_does() -> None:
    t = arrange(2, {0: "pigxie pigxie klaken"}, {}, inn=["pigxie", "pigxie", "terrier"], powers={0: "mighty-swine"})
    inn = [(choice.label, choice.description) for choice in panel(t, 0)[1].choices]
    assert inn[0] == ("Pigxie at the inn…", "Up to 65 magic")


def test_an_overlong_recruit_select_starts_with_the_card_played() -> None:
    tops = ["peglegasus peglegasus", "uniquehorn uniquehorn"]
    kingdoms = {seat: {"highland": tops[:1], "lowland": tops[1:]} for seat in (1, 2, 3, 4)}
    kingdoms[0] = {"highland": ["yedi yedi"]}
    hand = {0: "peglegasus hentaur uniquehorn terrier spydra"}
    t = arrange(5, hand, kingdoms, powers={0: "equinity"})
    menu = panel(t, 0)[1]
    assert len(t.options(0, "recruit")) > 25 and said_in(menu)[0] == "Spydra…"
    assert reached(table_of(GAME, t.g, NAMES[:5]), 0) >= set(t.options(0))


def test_dissedhard_offers_no_discard_if_only_wilds_are_left() -> None:
    t = arrange(3, {0: "klaken yedi spydra"}, powers={0: "dissedhard"}, deck="")
    t.does(0, "discard/klaken", "discard/yedi")
    assert t.asked() == {0: "finish"} and [said_in(row) for row in panel(t, 0)] == [["End turn"]]


# ---- answers
def larissa() -> Tabletop:
    """Return the rulebook's example: Ada recruits Ben's Bragons, and Ben answers with a Spydra."""
    t = arrange(
        4,
        {0: "bragon bragon terrier", 1: "spydra yedi"},
        {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon"], "lowland": ["klaken klaken"]}},
    )
    return t.does(0, "recruit/bragon/c2").does(1, "spydra")


def test_a_challenge_is_answered_by_buttons_with_let_it_go_last() -> None:
    t = larissa()
    rows = panel(t, 0)
    assert [said_in(row) for row in rows] == [["Bragon + Terrier", "Let it go"]]
    (answers,) = rows
    assert isinstance(answers, tuple) and {one.style for one in answers} == {"secondary"}, "a colour would be advice"
    session = table_of(GAME, t.g, NAMES[:4])
    asked = panel_message(SCREENS.posted(session, 0), True).content
    assert "Ben plays a Spydra for the Bragons in Ben's Highland. At stake: 4 cards, 85 magic." in asked
    assert SCREENS.of(session).status_line() == "**Ada** may counter Ben's Spydra."


def test_the_log_tells_the_whole_challenge() -> None:
    t = larissa().does(0, "bragon+terrier").does(1, "let-go")
    assert told(t) == [
        "Ada tries to recruit Ben's Bragons with a Bragon",
        "Ben counters with a Spydra",
        "Ada counters with a Bragon and a Terrier",
        "Ben lets it go: Ada wins the Bragons (6 cards) for their Highland",
    ]


def test_only_two_rulers_learn_what_the_hypnogriff_takes() -> None:
    t = arrange(3, {0: "hypnogriff yedi yedi", 1: "bragon klaken spydra"}).does(0, "hire/hypnogriff/s1")
    session = table_of(GAME, t.g, NAMES[:3])
    (menu,) = panel(t, 0)
    assert isinstance(menu, Menu) and (menu.least, menu.most) == (3, 3) and menu.placeholder == "Give 3 cards back…"
    assert "Second Yedi" in said_in(menu)
    assert reached(session, 0) == set(t.options(0))
    assert "Ada takes a Bragon, a Klaken and a Spydra from Ben" in told(t, 0) and told(t, 0) == told(t, 1)
    assert told(t, 2) == told(t) == ["Ada hires a Hypnogriff, takes 3 cards from Ben and gives 3 back"]


def test_each_ruler_has_a_row_for_the_mobgoblins_at_the_inn() -> None:
    t = arrange(
        2,
        {0: "bragon yedi", 1: "yedi yedi"},
        {
            0: {"highland": ["sighclops sighclops"], "lowland": ["vulcent vulcent"]},
            1: {"highland": ["pigxie pigxie"], "lowland": ["pigxie pigxie pigxie"]},
        },
        inn=["bragon mobgoblins yedi", "vulcent"],
    )
    t.does(0, "inn/bragon/bragon").does(1, "let-go")
    assert t.asked() == {0: "inn-mobgoblins", 1: "inn-mobgoblins"}
    session = table_of(GAME, t.g, NAMES[:2])
    rows = table_message(SCREENS.posted(session), []).rows
    assert [said_in(row) for row in rows[:-1]] == [
        ["A: Ben's Highland Pigxies (10)", "A: Ben's Lowland Pigxies (15)"],
        ["B: Ada's Bragons (30)", "B: Ada's VulcEnts (10)"],
    ]
    assert (
        SCREENS.of(session).status_line().replace("\N{NO-BREAK SPACE}", " ")
        == "Mobgoblins are at the inn. Each Ruler takes one of their rival's top Clans: … Ada · … Ben"
    )


def test_cards_that_a_wiizzaard_brings_up_are_named() -> None:
    t = arrange(5, CALVIN, ARTHUR).does(0, "hire/wiizzaard/c2/top")
    assert told(t) == ["Ada's Wiizzaard moves the bottom Clan of Ben's Highland to the top: Bragons"]


def test_only_the_power_that_swaps_clans_says_so() -> None:
    t = arrange(3, {0: "yedi"})
    for power in ("wiizzz", DissedHard.card):
        log_use(t.g, 0, power, land="highland")
    assert told(t)[-2:] == [
        "Ada uses Wiizzz Kid: the top two Clans of the Highland swap places",
        "Ada uses DissedHard",
    ]


# ---- the table
def test_the_table_as_text_is_complete_and_hides_covered_clans() -> None:
    words = BareMore().in_words(table_of(GAME, arrange(5, CALVIN, ARTHUR).g, NAMES[:5]))
    assert "• Highland, Sighclops on top, 3 cards, 15 magic, gem underneath: 15" in words
    assert "• Lowland, Hentaurs on top, 2 cards, 20 magic" in words and "**Ben**, 6 cards in hand" in words
    assert "Bragon" not in words


def test_seats_show_no_running_total() -> None:
    session = table_of(GAME, arrange(5, CALVIN, ARTHUR).g, NAMES[:5])
    players = table_message(SCREENS.posted(session), []).instead[0].value
    assert "B Ben, 6 cards, 3 Clans" in players and "magic" not in players


def test_the_table_as_text_names_creatures_shuffled_into_an_inn_pile() -> None:
    t = arrange(2, {0: "yedi"}, inn=["bragon elves", "yedi", "klaken", "yedi"])
    t.g.inn[0].buried, t.g.inn[1].face = ["elves"], ""
    words = BareMore().in_words(table_of(GAME, t.g, NAMES[:2]))
    assert (
        ": Bragon (1 below, including Elves) · none face up (0 face down) · Klaken (0 below) · Yedi (0 below)" in words
    )


# ---- the end
def test_the_sheet_of_a_shared_round_says_so_in_its_title() -> None:
    both = {0: {"lowland": ["klaken klaken"]}, 1: {"lowland": ["klaken klaken klaken"]}}
    t = arrange(3, {0: "klaken", 1: "", 2: ""}, both, deck="", contest="two").does(0, "add/klaken/c1")
    (sheet,) = score_sheets(SCREENS.posted(table_of(GAME, t.g, NAMES[:3])))
    assert sheet.title == "Ada and Ben share round 1: 45 magic each"


def test_scores_list_each_clan_but_only_sums_for_seven_rulers() -> None:
    clans = [
        {"clan": "c1", "species": "bragon", "n": 3, "each": 15, "magic": 45, "wilds": ["spydra"], "wild_magic": 40},
        {"clan": "c2", "species": "pigxie", "n": 4, "each": 15, "magic": 60, "wilds": [], "wild_magic": 0},
    ]
    clans = [{**clan, "swine": clan["species"] == "pigxie"} for clan in clans]
    line = (
        next(iter(GAME.result(ended(3)).scores))
        .lines[0]
        .model_copy(update={"fields": {"land": "highland", "clans": clans}, "points": 145})
    )
    few, many = (FACE.game_over_text(GAME.view(ended(n), None), FACE.translator(NAMES[:n])) for n in (3, 7))
    assert few.line(line) == "Highland 145: 3 Bragons (45) + Spydra (40), Pigxies (Mighty Swine) 4 × 15 = 60"
    assert many.line(line) == "Highland 145: 2 Clans"


def ended(seats: int, seed: int = 5, **options: object) -> object:
    *_, g = tables_of(GAME, seats, seed, **options)
    return g


@pytest.mark.parametrize(("seats", "contest"), [*product((2, 3, 6, 8), ("one",)), (3, "first-to-2"), (4, "three")])
def test_the_end_names_the_winner_and_breaks_down_every_kingdom(seats: int, contest: str) -> None:
    g = ended(seats, contest=contest, powers="one", constellations=True, light_speed=True)
    session = table_of(GAME, g, LONG[:seats])
    message = score_message(SCREENS.of(session))
    assert faults(message) == []
    assert len(message.fields) == seats
    unit = {"one": "magic", "three": "magic over 3 rounds", "first-to-2": "rounds won"}[contest]
    assert message.title.endswith(unit) or "share the win" in message.title
    result = GAME.result(g)
    for field, score in zip(message.fields, result.scores, strict=True):
        assert field.name.startswith(f"{score.place}. ") and field.name.endswith(f" {score.total}")
        assert "…" not in field.value


def test_the_log_contains_every_kingdoms_total() -> None:
    g = ended(8)
    session = table_of(GAME, g, NAMES)
    lines = [SCREENS.of(session).sentence(told.event, told.names) for told in session.log_entries()]
    for seat, total in enumerate(g.rounds[0].totals):
        assert any(line.startswith(f"{NAMES[seat]} has {total} magic with ") for line in lines)


def test_only_the_owner_sees_their_covered_clans() -> None:
    mine = {
        "highland": ["spydra bragon", "bragon bragon", "yedi yedi"],
        "lowland": ["klaken klaken", "vulcent vulcent"],
    }
    kingdoms = {0: mine, 1: {"lowland": ["klaken klaken"]}}
    session = table_of(GAME, arrange(3, {0: "yedi", 1: "yedi"}, kingdoms).g, NAMES[:3])
    assert (
        "-# Covered, top to bottom: Highland: Bragons 30, Bragons 55 · Lowland: Klakens "
        in panel_message(SCREENS.posted(session, 0), True).text
    )
    assert "Covered, top" not in panel_message(SCREENS.posted(session, 1), True).text and "Bragons 55" not in str(
        table_message(SCREENS.posted(session), [])
    )


def test_labels_and_challenges_name_the_constellations_at_stake() -> None:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon"], "lowland": ["vulcent vulcent"]}}
    t = arrange(3, {0: "vulcent vulcent bragon", 1: "bragon"}, kingdoms, constellations=True)
    settle, recruit = panel(t, 0)[:2]
    assert isinstance(settle, Menu) and isinstance(recruit, Menu)
    assert settle.choices[0].description == "Lowland, still empty · ★ VulcEnt"
    assert recruit.choices[0].description.endswith(" · ★ Bragon")
    t.g.lit[1] = ["bragon"]
    t.does(0, "recruit/bragon/c2")
    assert "light the Bragon" not in panel_message(SCREENS.posted(table_of(GAME, t.g, NAMES[:3]), 1), True).content
    t = arrange(3, {0: "bragon bragon", 1: "bragon yedi"}, kingdoms, constellations=True)
    t.does(0, "recruit/bragon/c2").does(1, "bragon")
    asked = panel_message(SCREENS.posted(table_of(GAME, t.g, NAMES[:3]), 0), True).content
    assert "If you win, you'll light the Bragon constellation." in asked


def test_a_challenge_shows_all_cards_played_and_what_would_counter() -> None:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon"], "lowland": ["vulcent vulcent"]}}
    t = arrange(3, {0: "bragon spydra", 1: "bragon bragon terrier", 2: "yedi"}, kingdoms)
    t.does(0, "recruit/bragon/c2").does(1, "terrier").does(0, "spydra")
    session = table_of(GAME, t.g, NAMES[:3])
    said = panel_message(SCREENS.posted(session, 1), True).content
    assert "Ada plays a Spydra for your Bragons in the Highland. At stake: 5 cards, 105 magic." in said
    assert "The card played counts as two cards: counter with a Spydra, or with two Bragons" in said
    assert "Played so far: Ada Bragon; Ben Terrier; Ada Spydra." in said
    story = "\n".join(FACE.text_renderer(GAME.view(t.g), FACE.translator(NAMES[:3], GAME.view(t.g))).table())
    assert "against Ben for the Bragons, 5 cards at stake. Played so far: Ada Bragon; Ben Terrier; Ada Spydra" in story
    view = GAME.view(t.g)
    assert view.war is not None and [play.seat for play in view.war.plays] == [0, 1, 0]


def test_a_challenge_at_the_inn_shows_all_cards_played() -> None:
    t = arrange(2, {0: "bragon yedi", 1: "terrier yedi"}, {}, inn=["bragon", "vulcent", "vulcent", "vulcent"])
    t.does(0, "inn/bragon/bragon").does(1, "terrier")
    view = GAME.view(t.g)
    assert view.war is not None and [play.cards for play in view.war.plays] == [["bragon"], ["terrier"]]
    story = "\n".join(FACE.text_renderer(view, FACE.translator(NAMES[:2], view)).table())
    assert "from the inn, 3 cards at stake. Played so far: Ada Bragon; Ben Terrier" in story


def test_a_free_action_without_a_label_of_its_own_shows_power_and_target() -> None:
    view = GAME.view(arrange(3, {0: "yedi"}, powers={0: "equinity"}).g, 0)
    labels = FACE.labels(view, FACE.translator(NAMES[:3], view))
    for label in (labels.label(None, "power/equinity/s1/highland"), labels.line("power/equinity/s1/highland", 0)):
        assert label.label == "Free: Equinity, Ben, Highland"
    assert labels.label(None, "power/equinity").label == "Free: Equinity"
