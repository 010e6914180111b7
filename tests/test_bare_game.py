"""A game of rules and nothing else is played in Discord with the defaults of `GameUI`."""

import logging
import random
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from bot.pictures import Sprite, Text
from bot.pictures.check import faults
from bot.pictures.drawings import ROOT
from bot.pictures.palette import SLATE, WOOD
from bot.screens.game_ui import GameUI, Param, SlashCommand, generic_pictures
from bot.screens.generic_picture import split_title
from bot.screens.table_screen import Screens
from bot.screens.view_fields import field_kinds
from engine import GAMES
from hob.testing.play import Evening, evening, play_on
from hob.testing.reading import controls_of, words_of
from tests import screens
from tests.bot.cli.commands import typed
from tests.engine import tiny
from tests.engine.playing import ALL
from tests.screens import LONG, faults_of_tables, tables_of

RULES = "from tests.engine.tiny import Tiny\nGAME = Tiny()\n"


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield an import folder with `bare_tiny`, a package that has only rules."""
    package = tmp_path / "site" / "bare_tiny"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "rules.py").write_text(RULES, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    yield package
    GAMES.pop("tiny", None)
    for name in [name for name in sys.modules if name.startswith("bare_tiny")]:
        del sys.modules[name]


@pytest.fixture
def ui(monkeypatch: pytest.MonkeyPatch) -> GameUI[Any]:
    """Return the game's user interface, registered for checks without a bot."""
    ui: GameUI[Any] = GameUI(game=tiny.Tiny(), look=WOOD)
    for games in (GAMES, ALL):
        monkeypatch.setitem(games, "tiny", ui.game)
    monkeypatch.setattr(screens, "SCREENS", Screens({**screens.SCREENS.game_uis, "tiny": ui}))
    return ui


async def test_a_package_with_rules_only_is_played_to_its_end(bare: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "hob"):
        async with evening(games=("bare_tiny",)) as hob:
            await plays_tiny(hob)
    missing = [record.message for record in caplog.records if record.name == "hob.text"]
    assert missing.count("text/en.toml of tiny: log.shows is missing, showing its key") == 1
    assert not [record.message for record in caplog.records if record.levelno >= logging.ERROR]


async def plays_tiny(hob: Evening) -> None:
    await hob.set_table("tiny", "Ada", "Ben", "Cara", pictures=True)
    ada, ben = hob["Ada"], hob["Ben"]
    assert "\nTiny: A game for 2 to 3 players." in await ada.types("hob help")
    assert "A game for 2 to 3 players." in await ada.types("tiny rules") and hob.table.attachments
    assert "**Sugar**: 4.\n**Short**: off.\n" in await ada.clicks("Options")
    await ada.clicks("Start", on=hob.table)
    await hob.settle()
    assert "Choose: … Ada · … Ben · … Cara" in hob.table_text() and hob.table.attachments
    hand = (await hob.session()).view(0).hand  # type: ignore[attr-defined]
    assert f"Hand: {', '.join(hand)}" in words_of(ada.messages[-1])
    assert {card.capitalize() for card in hand} < {control.label for control in controls_of(ada.messages[-1])}
    await ben.clicks("B: Convert", on=hob.table)
    assert "**Ben**: side" in hob.table_text()
    await ben.clicks("Right", on=hob.table)
    assert "• Ben converts right" in hob.table_text()
    await ada.clicks("More", on=hob.table)
    words = await ada.clicks("Table as text")
    assert "B Ben, still choosing, sizes 3, sugar 2, candy 1" in words and "Played: –" in words
    await hob.restart()
    await play_on(hob, random.Random(1))
    await hob.settle()
    assert (
        "Ada and Ben share the win\n" in hob.table_text()
        and "Tiny, final result." in hob.table_text()
        and hob.table.attachments
    )
    assert "1. Ben 3: Candy" in await ada.clicks("Score")


def test_every_screen_and_picture_is_sound_for_any_number_of_seats(ui: GameUI[Any]) -> None:
    for seats in ui.game.seats:
        names = LONG[:seats]
        for g in tables_of(ui.game, seats, 1):
            assert faults_of_tables(ui.game, g, names) == []
            assert faults(ui.pictures.table(ui.game.view(g), ui.translator(names, escape=False)), names) == []
            for seat in range(seats):
                view = ui.game.view(g, seat)
                assert ui.pictures.hand is not None and ui.pictures.hand_alt is not None
                assert faults(ui.pictures.hand(view, ui.translator(names, view, escape=False)), names) == []
                assert 0 < len(ui.pictures.hand_alt(view, ui.translator(names, view))) <= 1024


def test_secret_and_per_seat_fields_are_found_by_playing() -> None:
    kinds = field_kinds(tiny.Tiny())
    assert (kinds.secret, kinds.by_seat, kinds.has_hand) == ({"hand"}, {"sizes", "sugar", "candy"}, True)


def test_a_game_whose_rules_fail_at_random_is_still_described(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(tiny.Tiny):
        def view_fields(self, g: Any, seat: int | None) -> dict[str, Any]:
            raise RuntimeError("no cards")

    assert field_kinds(Broken()).has_hand and "tiny: a random game failed: RuntimeError: no cards" in caplog.text


def test_titles_are_split_into_lines_of_similar_length() -> None:
    assert split_title("Nim") == ("", "Nim") and split_title("Liar's Dice") == ("Liar's", "Dice")
    assert split_title("The Longest Game of All") == ("The Longest", "Game of All")


def test_a_docstring_and_one_text_replace_the_defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Told(tiny.Tiny):
        """Play the higher card.

        Three rounds; the highest card wins a candy.
        """

    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "en.toml").write_text('[field]\nsizes = "Cards left"\n', encoding="utf-8")
    monkeypatch.setattr(sys.modules[__name__], "__file__", str(tmp_path / "rules.py"))
    ui: GameUI[Any] = GameUI(game=Told(), group="told", look=SLATE)
    g = ui.game.deal(2, "seed")
    monkeypatch.setitem(GAMES, "tiny", ui.game)
    assert (ui.group, ui.colour, ui.blurb) == ("told", SLATE.colour, "Play the higher card.")
    assert ui.pages[0].text.endswith("\nThree rounds; the highest card wins a candy.")
    told = ui.text_renderer(ui.game.view(g), ui.translator(["Ada", "Ben"]))
    assert told.table()[1] == "Ada: cards left 3, sugar 4, candy 0"


async def test_its_tables_are_shown_and_ended_by_command(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with evening(games=("bare_tiny",)) as hob:
        await hob.set_table("tiny", "Ada", "Ben")
        await hob["Ada"].clicks("Start")
        await hob.settle()
        id = (await hob.session()).id
        for words, line in (("show", "readable  yes"), ("end", f"Ended table {id}.")):
            del GAMES["tiny"]  # the command runs in a process of its own
            code, said = await typed(hob, capsys, words, id)
            assert code == 0 and line in said
        await hob.passes(31)
        await hob.settle()
        assert "The bot's operator ended the game" in hob.table_text()


def test_only_a_game_with_secrets_sends_hands_by_message() -> None:
    assert GameUI(game=tiny.Tiny()).seats_have_hands and not GameUI(game=tiny.Tiny(), has_hand=False).seats_have_hands
    assert not GameUI(game=GAMES["kingdoms-candy"]).seats_have_hands


@pytest.mark.parametrize("line", ["", "x = 1"])
async def test_a_module_without_a_game_is_a_sentence_in_the_log(
    bare: Path, caplog: pytest.LogCaptureFixture, line: str
) -> None:
    (bare / "rules.py").write_text(line, encoding="utf-8")
    async with evening(games=("candy-chaser", "bare_tiny")) as hob:
        assert {*hob.app.games} == {"candy-chaser"}
    assert "bare_tiny.rules not loaded: LookupError: the module has none of setup(app), GAME_UI and GAME" in caplog.text


def test_the_forms_of_actions_become_commands() -> None:
    class Typed(tiny.Tiny):
        actions = ("bid/{count}/{face}", "swap/{card}", "swap/{card}/{seat}", "{card}", "pass", "play/{cards*}")

    bid, swap, skip, play = GameUI(game=Typed()).slash_commands
    assert bid == SlashCommand("bid", ("bid/{count}/{face}",), (Param("count"), Param("face")))
    assert swap.patterns == ("swap/{card}", "swap/{card}/{seat}")
    assert swap.params == (Param("card"), Param("seat", optional=True)) and skip == SlashCommand("pass", ("pass",))
    assert play.params == (Param("cards"),)
    assert GameUI(game=tiny.Tiny()).slash_commands == ()


def test_things_named_like_a_drawing_are_drawn(ui: GameUI[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    class Shown(tiny.TinyView):
        market: list[str] = ["club-k", "coin", "sword"]
        dice: list[list[str]]

    class Drawn(tiny.Tiny):
        ViewModel = Shown

        def view_fields(self, g: Any, seat: int | None) -> dict[str, Any]:
            hand = [] if seat is None else ["heart-a", "spade-10"]
            return {**super().view_fields(g, seat), "hand": hand, "dice": [["die-1", "die-6"]] * g.players}

    game = Drawn()
    monkeypatch.setitem(GAMES, "tiny", game)
    pictures = generic_pictures("Drawn", WOOD)
    table, hand = (
        draw(game.view(game.deal(2, "seed"), seat), ui.translator(["Ada", "Ben"], escape=False))
        for draw, seat in ((pictures.table, None), (pictures.hand, 0))
    )
    shown, held = ({leaf.name for _, _, leaf in scene.leaves() if isinstance(leaf, Sprite)} for scene in (table, hand))
    assert {"club-k", "coin", "die-1", "die-6"} <= shown and {"heart-a", "spade-10"} <= held
    assert "sword" in {leaf.words for _, _, leaf in table.leaves() if isinstance(leaf, Text)}
    assert faults(table, ["Ada", "Ben"]) == faults(hand, ["Ada"]) == []


def test_the_page_names_everything_that_a_game_can_change() -> None:
    page = (ROOT / "docs" / "your-own-game.md").read_text("utf-8")
    assert [one.name for one in fields(GameUI) if one.name != "game" and f"`{one.name}`" not in page] == []
