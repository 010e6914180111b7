"""A sixth game in its own package is added only by `HOB_GAMES`, and keeps the contract."""

import importlib
import logging
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.computers.ai_scheduler import AIScheduler, SearchJob
from bot.pictures import Scene, Sprite
from bot.pictures.check import faults
from bot.pictures.drawings import FOLDERS, ROOT, drawings
from bot.pictures.painter import Painter
from bot.pictures.palette import FELT
from bot.pictures.render import sprite
from bot.screens.table_screen import Screens
from bot.settings import InvalidSetting
from cogs import FEATURES
from cogs.games import BUILT_IN, extensions
from engine import GAMES
from hob.testing.play import Evening, evening, play_on
from hob.testing.reading import words_of
from playground.discord.state import LONGEST
from tests import screens
from tests.engine.playing import ALL, Case, cases
from tests.screens import LONG, faults_of_tables, tables_of

PACKAGE = Path(__file__).parent / "sixth"
SLUG = "rock-paper-scissors"


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield an import folder with the package, as if it were installed."""
    shutil.copytree(PACKAGE, tmp_path / "site")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.setenv(FOLDERS, "")
    drawings.cache_clear()
    yield tmp_path / "site"
    monkeypatch.undo()
    drawings.cache_clear()
    GAMES.pop(SLUG, None)
    for name in [name for name in sys.modules if name.startswith("acme_")]:
        del sys.modules[name]


@pytest.fixture
def ui(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the game's user interface, registered for checks without a bot."""
    ui = importlib.import_module("acme_hands.ui").GAME_UI
    monkeypatch.setitem(ALL, SLUG, ui.game)
    monkeypatch.setattr(screens, "SCREENS", Screens({**screens.SCREENS.game_uis, SLUG: ui}))
    return ui


def test_the_sixth_game_keeps_the_contract(elsewhere: Path) -> None:
    """Run our conformance suite with the game's rules, as its author would; only the golden tables are missing."""
    ours = PACKAGE.parents[1]
    suite = [sys.executable, "-m", "pytest", "-p", "no:xdist", "tests/engine/test_conformance.py"]
    found = {"PYTHONPATH": f"{elsewhere}{os.pathsep}{ours}", "TEST_RULES": "acme_hands.rules"}
    done = subprocess.run(
        [*suite, "-k", f"{SLUG} and not stored_table"],
        cwd=ours,
        env=os.environ | found,
        capture_output=True,
        text=True,
    )
    passed = re.search(r"^(\d+) passed", done.stdout, re.M)
    assert done.returncode == 0 and passed and int(passed[1]) > 25, done.stdout


def test_the_sixth_games_screens_and_pictures_have_no_faults(ui: Any) -> None:
    for seats in ui.game.seats:
        for g in tables_of(ui.game, seats, 1):
            assert faults_of_tables(ui.game, g, LONG) == []
            scene = ui.pictures.table(ui.game.view(g), ui.translator(LONG[:seats]))
            assert faults(scene) == []


def test_its_drawings_are_found_by_entry_point_and_replace_none(elsewhere: Path) -> None:
    own = ROOT / "bot" / "pictures" / "art" / "crown.svg"
    shutil.copy(elsewhere / "acme_hands" / "art" / "hands_open.svg", elsewhere / "acme_hands" / "art" / "crown.svg")
    assert drawings()["hands_open"].parent == elsewhere / "acme_hands" / "art"
    assert sprite("hands_open", 40).getbbox() and drawings()["crown"] == own


async def test_its_drawings_are_found_by_dotted_name_also_when_painting(elsewhere: Path) -> None:
    shutil.rmtree(elsewhere / "acme_hands-1.0.dist-info")
    assert "hands_open" not in drawings()
    extensions(["acme_hands"])
    assert drawings()["hands_open"].parent == elsewhere / "acme_hands" / "art"
    painter = Painter()
    png = await painter.png(Scene.of(300, FELT, Sprite(40, 140, 100, "hands_open")))
    assert png.startswith(b"\x89PNG") and png != await painter.png(Scene.of(300, FELT, Sprite(40, 140, 100, "crown")))
    await painter.close()


def test_the_contract_covers_every_number_of_seats(ui: Any) -> None:
    assert [case.seats for case in cases(SLUG)] == [2, 3] and Case(SLUG, 2).game is ui.game


# ---- in Discord
def groups(hob: Evening) -> set[str]:
    return {command.name for command in hob.bot.tree.get_commands()}


@pytest.mark.parametrize("name", ["acme_hands", "acme_hands.ui", "hands"])
def test_it_is_found_by_its_package_its_module_and_its_entry_point(elsewhere: Path, name: str) -> None:
    features = [f"cogs.{feature}.cog" for feature in FEATURES]
    assert [*extensions(["candy-chaser", name])] == [*features, "cogs.candy_chaser.ui", "acme_hands.ui"]
    assert SLUG in GAMES


async def test_the_sixth_game_is_played_by_buttons_and_commands(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOB_GAMES", "candy-chaser, hands")
    async with evening() as hob:
        await hob.set_table("hands", "Ada", "Ben", pictures=True)
        ada, ben = hob["Ada"], hob["Ben"]
        assert groups(hob) == {"hob", "chaser", "hands"}
        assert "\nRock Paper Scissors: Rock blunts scissors" in await ada.types("hob help")
        assert "Be the first to two points." in await ada.types("hands rules", page="goal")
        await ada.clicks("Start")
        await hob.settle()
        assert "Everyone shows a hand: … Ada · … Ben" in hob.table_text() and hob.table.attachments
        await ada.clicks("My hand", on=hob.table)
        await ada.clicks("Rock", on=ada.seen[-1])
        assert "✓ Ada · … Ben" in hob.table_text() and "Ada shows" not in hob.table_text()
        assert await ben.completes("hands show", "shape", "pa") == ["Paper"]
        assert "“lizard” isn't a hand" in await ben.types("hands show", shape="lizard")
        await ben.types("hands show", shape="scissors")
        text = hob.table_text()
        assert "• Ada shows Rock, Ben shows Scissors" in text and "• Ada scores and has 1" in text
        assert "A Ada, 1 point" not in text  # the picture shows it
        await ada.clicks("More", on=hob.table)
        assert "A Ada, still choosing, 1 point" in await ada.clicks("Table as text")
        await hob.restart()
        await play_on(hob, random.Random(1))
        assert "wins Rock Paper Scissors with 2" in hob.table_text() and "Table " in words_of(hob.table)


async def test_a_computer_plays_the_sixth_game(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOB_GAMES", "acme_hands")
    async with evening() as hob:
        await hob.set_table("hands", "Ada", computers=2)
        await hob["Ada"].clicks("Start")
        await hob.settle()
        await play_on(hob, random.Random(2))
        assert (await hob.session()).status == "over"


async def test_the_search_process_knows_the_sixth_game(ui: Any) -> None:
    g = ui.game.deal(2, "seed")
    thinker = AIScheduler(timeout=LONGEST)
    thought = await thinker.submit(
        SLUG, "easy", lambda: SearchJob(type(ui.game), ui.game.dump(g), 0, "easy", 7, {}), 60
    )
    await thinker.close()
    assert thought is not None and thought.best in g.asks[0].options


# ---- faults
BROKEN = {
    "acme_syntax": "def",
    "acme_import": "import acme_nothing",
    "acme_raises": "1 / 0",
    "acme_twice": "from engine import register\nfrom engine.candy_chaser import CandyChaser\n"
    "class Other(CandyChaser): pass\nregister(Other())",
}
LATE = {
    "acme_no_setup": "",
    "acme_set_up": "def setup(app):\n    raise RuntimeError('no cards')",
    "acme_taken": "from acme_hands.ui import GAME_UI\nfrom cogs.table.game_commands import GameCommands\n"
    "from dataclasses import replace\n"
    "def setup(app):\n    GameCommands(app, replace(GAME_UI, group='chaser'))",
    "acme_wordy": "from acme_hands.ui import GAME_UI\nfrom cogs.table.game_commands import GameCommands\n"
    "from bot.screens.game_ui import SlashCommand\nfrom dataclasses import replace\n"
    "def setup(app):\n    GameCommands(app, replace(GAME_UI, slash_commands=(SlashCommand('fold', ('fold',)),) * 26))",
}


async def test_a_faulty_game_is_logged_with_its_traceback_and_others_go_on(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name, source in (BROKEN | LATE).items():
        (elsewhere / f"{name}.py").write_text(source, encoding="utf-8")
    wanted = ["nonesuch", "acme_gone.game", *BROKEN, "candy-chaser", *LATE]
    monkeypatch.setenv("HOB_GAMES", ",".join(wanted))
    with caplog.at_level(logging.ERROR):
        async with evening() as hob:
            assert groups(hob) == {"hob", "chaser"}
            await hob.set_table("chaser", "Ada", "Ben")
            await hob["Ada"].types("chaser start")
            await hob.settle()
            assert "moves a cube" in hob.table_text()
    said = [record.message for record in caplog.records if "not loaded" in record.message]
    assert len(said) == len(wanted) - 1
    for name in wanted:
        assert name == "candy-chaser" or sum(f" {name} not loaded: " in line for line in said) == 1, name
    traced = {record.args[0] for record in caplog.records if record.exc_info and isinstance(record.args, tuple)}
    assert traced == {*wanted} - {"candy-chaser", "nonesuch", "acme_no_setup"}, "faults of code have a traceback"
    assert "game nonesuch not loaded: LookupError: no such game; choose from candy-chaser, " in caplog.text


def test_without_any_game_hob_does_not_start(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(InvalidSetting, match=r"^The setting HOB_GAMES is invalid: none of its games can be loaded\.$"):
        extensions(["chess"])
    assert [*extensions(BUILT_IN)] == [*extensions([*BUILT_IN, *BUILT_IN])]


async def test_tables_of_a_game_that_is_not_offered_wait_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening() as hob:
        await hob.set_table("ghosts", "Ada", "Ben", "Cara")
        await hob["Ada"].types("ghosts start")
        await hob.settle()
        session, ada, table = await hob.session(), hob["Ada"], hob.table
        before = await hob.store.get(session.id)
        hob.settings.games = ("candy-chaser",)
        await hob.restart()
        await hob.passes(7200)
        assert await ada.clicks("My hand", on=table) == (
            "This table's game isn't available right now. I'll keep the table as it is."
        )
        assert "isn't available right now" in await ada.types("chaser new")
        assert await ada.types("hob tables") == "You aren't at any table. `/hob help` explains how to open one."
        assert await hob.store.get(session.id) == before and words_of(hob.table) == words_of(table)
        hob.settings.games = BUILT_IN
        await hob.restart()
        await hob.settle()
        assert hob.table.id == table.id
        await ada.clicks("My hand", on=hob.table)
        await play_on(hob, random.Random(1), 4000)
