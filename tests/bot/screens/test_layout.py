"""Layout: any flat list of options fits into messages, and every option can be reached."""

from pathlib import Path

import pytest

from bot.i18n.catalogue import COMMON, Catalogue
from bot.i18n.translator import Translator
from bot.screens.custom_id import PANEL, Control, InvalidCustomId
from bot.screens.layout import PHONE, Label, Labels, Layout, lines_of
from bot.screens.message import Button, Menu, Row
from bot.screens.table import table_message
from bot.screens.text_renderer import GameOverText, TextRenderer
from cogs.game_uis import GAME_UIS
from cogs.table.slash_actions import match_pattern
from engine.game import Question, Score, View
from tests.screens import SCREENS, table_of

WORDS = Catalogue("tiny", Path(__file__).parents[1] / "i18n" / "tiny", COMMON)


def layout(options: list[str], offers: list[str] | None = None, lettered: bool = False) -> Layout:
    question = Question(number=7, seat=1, say="what", fields={}, secret=False, options=options)
    view = View(
        game="tiny",
        seat=1,
        players=2,
        waiting=[1],
        chosen=[],
        questions=[question],
        offers={1: offers} if offers else {},
        over=False,
    )
    return Layout(Labels(view, Translator(WORDS, ["Ada", "Ben"])), "ABCDEF", 1, question, PANEL, lettered)


def reachable(made: Layout, rows: tuple[Row, ...], seen: set[str] | None = None) -> set[str]:
    """Return the options reachable through parts and pages; check the limits of every message on the way."""
    found: set[str] = set()
    seen = set() if seen is None else seen
    assert len(rows) <= 5
    ids = [control.id for row in rows for control in (row if isinstance(row, tuple) else (row,))]
    assert len(ids) == len(set(ids)) and all(len(id) <= 100 for id in ids)
    for row in rows:
        if isinstance(row, Menu):
            assert 1 <= len(row.choices) <= 25
            values = [choice.value for choice in row.choices]
            assert len(values) == len(set(values))
            if Control.parse(row.id).kind == "answer":
                found |= set(values)
            else:
                for value in values:
                    if value not in seen:
                        seen.add(value)
                        found |= reachable(made, made.rows_after(value), seen)
        else:
            assert len(row) <= 4
            for button in row:
                control = Control.parse(button.id)
                if control.kind == "answer":
                    found.add(control.path)
    return found


def options_like(*groups: int) -> list[str]:
    """Return this many options below each first part."""
    return [f"g{g}/o{n}" for g, size in enumerate(groups) for n in range(size)]


@pytest.mark.parametrize(
    "options",
    [
        ["a"],
        [f"o{n}" for n in range(8)],
        [f"o{n}" for n in range(9)],
        [f"o{n}" for n in range(25)],
        [f"o{n}" for n in range(26)],
        [f"o{n}" for n in range(80)],
        options_like(3, 3, 2),
        options_like(9, 9),
        options_like(20, 20, 20, 20),
        options_like(30, 2, 2),
        options_like(*[5] * 10),
        options_like(*[3] * 30),
        ["pass", *options_like(9, 4)],
        [*[f"o{n}" for n in range(5)], *options_like(9)],
        [f"a{a}/b{b}/c{c}" for a in range(4) for b in range(6) for c in range(5)],
        [f"a/b{b}/c{c}" for b in range(30) for c in range(3)],
    ],
    ids=lambda options: f"{len(options)} from {options[0]}",
)
@pytest.mark.parametrize("most", [4, 3, 1])
def test_every_option_can_be_reached(options: list[str], most: int) -> None:
    made = layout(options)
    rows = made.rows(most)
    assert len(rows) <= most
    assert reachable(made, rows) == set(options)


def test_few_options_are_buttons_and_more_are_a_select_for_each_first_part() -> None:
    assert [len(row) for row in layout([f"o{n}" for n in range(7)]).rows() if isinstance(row, tuple)] == [4, 3]
    [first, second] = layout([f"buy/o{n}" for n in range(5)] + [f"use/o{n}" for n in range(5)]).rows()
    assert isinstance(first, Menu) and isinstance(second, Menu)
    assert (first.placeholder, second.placeholder) == ("Buy…", "Choose…")


def test_a_picked_part_leads_forward_and_back() -> None:
    made = layout([f"a{a}/b{b}" for a in range(10) for b in range(3)])
    [menu] = made.rows()
    assert isinstance(menu, Menu) and Control.parse(menu.id).kind == "narrow" and len(menu.choices) == 10
    [buttons, back] = made.rows_after("a3")
    assert [button.label for button in buttons if isinstance(button, Button)] == ["A3 b0", "A3 b1", "A3 b2"]
    assert isinstance(back, tuple) and back[0].label == "Back"
    assert made.rows_after("zz") == () and made.rows_after("zz/_2") == ()


def test_offers_are_laid_out() -> None:
    made = layout(["x", "y"], [f"f/{n}" for n in range(3)])
    [row] = made.offers([f"f/{n}" for n in range(3)])
    assert isinstance(row, tuple) and len(row) == 3
    many = [f"f/{n}" for n in range(30)]
    assert made.offers([]) == ()
    for offers in (many[:10], many):
        made = layout(["x", "y"], offers)
        [menu] = made.offers(offers)
        assert isinstance(menu, Menu) and menu.placeholder == "Free actions…"
        assert reachable(made, (menu,)) == set(offers)


def test_labels_have_seat_letters_if_several_players_are_asked() -> None:
    [row] = layout(["x", "y"], lettered=True).rows()
    assert [button.label for button in row if isinstance(button, Button)] == ["B: X", "B: Y"]


def test_defaults_of_labels_and_text_renderers() -> None:
    made = layout(["x/y"])
    view, translator = made.view, made.labels.translator
    labels, told, ending = made.labels, TextRenderer(view, translator), GameOverText(view, translator)
    assert labels.label(None, "x/s1") == Label("X Ben")
    assert (labels.rows(made), labels.rows_after(made, "x"), labels.confirm(None, "x")) == (None, None, None)
    assert list(labels.unavailable_candidates(view.questions[0])) == [] and labels.argument(None, "x", "y") is None
    assert (told.note(), told.seat_line(0), told.hand(), told.table()) == ("", "", "", [])
    assert (list(told.cards_on_table()), told.whereabouts("x"), TextRenderer.things(view)) == ([], [], {})
    assert [ending.score_heading(Score(seat=n, place=2 - n, total=t)) for n, t in ((0, -3), (1, None))] == [
        "2. Ada −3",
        "1. Ben",
    ]
    assert (ending.headline(), ending.secrets(0), ending.below_scores(), ending.sheets()) == (None, "", "", [])


def test_a_label_says_the_whole_action_unless_a_game_text_is_better(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text(
        '[thing]\nfives = "Fives"\n[label]\ncall = "Liar!"\ntrade = "{1} for {2}"\n'
        'take.count = "1"\ntake.one = "{1} coin"\ntake.other = "{1} coins"',
        encoding="utf-8",
    )
    made = layout(["x/y"])
    translator = Translator(Catalogue("tiny", tmp_path, COMMON), ["Ada", "Ben"], {"fives": "Fives"})
    say = Labels(made.view, translator).label
    assert [say(None, path).label for path in ("bid/3/fives", "s1/red-fox", "fives", "give/fives+owls/s0")] == [
        "Bid 3 · Fives",
        "Ben red fox",
        "Fives",
        "Give Fives, owls · Ada",
    ]
    assert [say(None, path).label for path in ("call", "take/1", "take/3", "trade/fives/owls", "trade/fives")] == [
        "Liar!",
        "1 coin",
        "3 coins",
        "Fives for owls",
        "Trade Fives",
    ]
    long = say(None, f"exchange/{'very-' * 5}long/{'very-' * 5}short")
    assert len(long.label) <= 34 and long.text.startswith("Exchange very very") and len(long.text) > 34


@pytest.mark.parametrize(
    "control",
    [
        Control("ABC234", "answer", "s1/blue", 12, 3, 1),
        Control("ABC234", "hand"),
        Control("ABC234", "pick", "a+b/c-d", 999999, 7, 2),
        Control("ABC234", "confirm", "a" * 60, 999999, 7, 2, 9999),
        Control("ABC234", "answer", "convert/1", 3, 0, taken=4),
    ],
)
def test_a_custom_id_round_trips(control: Control) -> None:
    assert Control.parse(str(control)) == control and len(str(control)) <= 100


def test_a_control_drawn_before_offers_were_counted_still_reads() -> None:
    assert Control.parse("h:ABC234:12:3:answer:s1/blue#1") == Control("ABC234", "answer", "s1/blue", 12, 3, 1, 0)


def test_foreign_custom_ids_are_rejected() -> None:
    for text in ("", "x", "h:ABC234:1:0:answer:" + "a" * 61, "h:ABC234:1:0:answer:a\n", "h:ABC234:1:0:answer:Ä"):
        with pytest.raises(InvalidCustomId):
            Control.parse(text)


@pytest.mark.parametrize(
    ("pattern", "option", "filled"),
    [
        ("pass", "pass", {}),
        ("pass", "go", None),
        ("{a}", "x", {"a": "x"}),
        ("{a}", "x/y", None),
        ("{a}/{b}", "x/y", {"a": "x", "b": "y"}),
        ("{a}/{b}", "x", None),
        ("buy/{card}", "buy/uno", {"card": "uno"}),
        ("buy/{card}", "use/uno", None),
        ("buy/{card}", "buy", None),
        ("buy/{card}/{place*}", "buy/uno/tuck/dos", {"card": "uno", "place": "tuck/dos"}),
        ("buy/{card}/{place*}", "buy/uno", None),
    ],
)
def test_verb_patterns_match_actions(pattern: str, option: str, filled: dict[str, str] | None) -> None:
    assert match_pattern(pattern, option) == filled


def sizes(rows: tuple[Row, ...]) -> list[int]:
    return [len(row) for row in rows if not isinstance(row, Menu)]


def test_targets_fill_even_rows_and_declining_is_last() -> None:
    for number, alone, refused in (
        (2, [2], [3]),
        (3, [3], [4]),
        (4, [4], [4, 1]),
        (5, [3, 2], [3, 2, 1]),
        (6, [3, 3], [3, 3, 1]),
        (7, [4, 3], [4, 3, 1]),
    ):
        targets = [f"t{n}" for n in range(number)]
        assert sizes(layout(targets).rows()) == alone
        rows = layout(["pass", *targets]).rows()
        assert sizes(rows) == refused
        assert isinstance(rows[-1], tuple) and Control.parse(rows[-1][-1].id).path == "pass"
    *_, last = layout(["done", *(f"buy/{n}" for n in range(30))]).rows()
    assert isinstance(last, tuple) and [Control.parse(button.id).path for button in last] == ["done"]


def test_a_phone_wraps_each_row_by_itself() -> None:
    """Two of these labels fit in a line, and a question has four lines."""
    targets = [f"some-target-{n}" for n in range(8)]
    for options, row_sizes, lines in (
        (targets[:5], [3, 2], 3),
        (targets[:6], [4, 2], 3),
        (targets, [4, 4], 4),
        (["pass", *targets[:5]], [3, 2, 1], 4),
        (["pass", *targets[:7]], [1], 2),  # a select
    ):
        rows = layout(options).rows()
        assert (sizes(rows), lines_of(rows)) == (row_sizes, lines)
    [asked_too] = layout(targets[:5]).rows(1)
    assert isinstance(asked_too, Menu), "only two lines for each of several players"
    assert lines_of([tuple(Button("Blue → 3", str(n), emoji="🔵") for n in range(3))]) == 1
    assert lines_of([tuple(Button("Yellow → 3", str(n), emoji="🟡") for n in range(3))]) == 2


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("slug", GAME_UIS)
def test_rows_of_hobs_own_buttons_fit_in_a_phones_line(slug: str, language: str) -> None:
    """Widths are those measured in the playground at 400 px: a letter takes 7 px, a button 29 px more."""
    game = GAME_UIS[slug].game
    g, names = game.deal(game.seats[0], "rows"), ["Ada", "Ben", "Cara"][: game.seats[0]]
    playing = table_message(SCREENS.posted(table_of(game, g, names, language=language)), []).rows
    finished = table_message(
        SCREENS.posted(table_of(game, g, names, "over", language=language, ended="ended-by-vote")), []
    ).rows
    for row in (playing[-1], finished[0]):
        assert not isinstance(row, Menu)
        labels = [button.label for button in row]
        assert 7 * len("".join(labels)) + 29 * len(labels) + 8 * (len(labels) - 1) <= PHONE, labels
