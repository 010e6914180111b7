"""`hob new-game` writes a game that plays, `hob check` finds what is wrong with one, and the example has no faults."""

import importlib
import random
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.pictures.drawings import FOLDERS
from cogs.check_game import findings
from cogs.games import extensions
from engine import GAMES
from hob.testing import contract, ui
from hob.testing.play import Evening, evening, play_on
from hob.testing.reading import words_of

EXAMPLE = Path(__file__).parents[1] / "examples" / "liars-dice"
OURS = ("liars_dice", "high_card")
MAX_LINES = 120  # of the example's Python, its test included


pytestmark = pytest.mark.usefixtures("logging_as_before")


@pytest.fixture(autouse=True)
def forget(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let each test import the games again."""
    known, path = {*GAMES}, [*sys.path]
    monkeypatch.setenv(FOLDERS, "")
    yield
    sys.path[:] = path
    for slug in {*GAMES} - known:
        del GAMES[slug]
    for name in [name for name in sys.modules if name.startswith(OURS)]:
        del sys.modules[name]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return the folder of a project that `hob new-game` has written."""
    assert main(["new-game", "high-card", "--folder", str(tmp_path)]) == 0
    return tmp_path / "high-card"


# ---- the example
def test_hob_check_finds_nothing_wrong_with_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(EXAMPLE)]) == 0
    said = capsys.readouterr().out
    assert "ok    The rules keep the contract in 18 random games of 2 to 6 players.\n" in said
    assert {line[:6] for line in said.splitlines()} == {"ok    "}, said


def test_the_example_is_short() -> None:
    assert sum(len(file.read_text("utf-8").splitlines()) for file in EXAMPLE.rglob("*.py")) <= MAX_LINES


async def test_the_example_is_played_by_buttons_and_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLE))
    async with evening(games=("liars_dice",)) as hob:
        await hob.set_table("liar", "Ada", "Ben", "Cara", pictures=True)
        ada, ben, cara = hob["Ada"], hob["Ben"], hob["Cara"]
        await ada.clicks("Start")
        await hob.settle()
        assert "**Ada** bids higher or calls." in hob.table_text() and hob.table.attachments
        view = (await hob.session()).view(0)
        assert len(view.cups) == 5 and view.cups_count == [5, 5, 5] and "Your dice: " in words_of(ada.messages[-1])
        await ada.selects("Bid 3", on=hob.table)
        await ada.clicks("3 × five", on=ada.seen[-1])
        assert "• Ada bids 3 × five" in hob.table_text()
        assert "A bid must be higher than 3 × five." in await ben.types("liar bid", count="2", face="six")
        await ben.types("liar bid", count="14", face="six")
        await cara.clicks("Liar!", on=hob.table)
        assert "• Cara calls Ben a liar" in hob.table_text() and "Ben loses a die" in hob.table_text()
        await ends(hob, "wins Liar's Dice with ")
        assert re.search(r"with (1 die|[2-5] dice) left", hob.table_text())


def test_the_examples_scores_are_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLE))
    say = importlib.import_module("liars_dice.ui").GAME_UI.translator(["Ada"]).tr
    assert say("said.wins-with", p="s0", game="Liar's Dice", total=1) == "Ada wins Liar's Dice with 1 die left"
    assert say("daily.points", place=2, points=3) == "place 2 with 3 dice left"
    assert (say("hint.amount", n=1), say("hint.change", n=-2)) == ("1 die", "−2 dice")
    assert say("log.rolls", p="s0", dice=["die-2", "die-2", "die-5"]) == "Ada rolls 2 × two and five"


async def ends(hob: Evening, said: str) -> None:
    await hob.restart()
    await play_on(hob, random.Random(1))
    await hob.settle()
    assert said in hob.table_text() and hob.table.attachments


# ---- a new game
def test_a_new_game_has_its_name_everywhere_and_no_faults(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = [file.read_text("utf-8") for file in project.rglob("*") if file.is_file()]
    assert len(texts) == 8 and not any(old in text for text in texts for old in ("my-game", "my_game", "My Game"))
    assert 'high-card = "high_card"' in (project / "pyproject.toml").read_text("utf-8")
    assert main(["check", str(project)]) == 0
    assert "bad" not in capsys.readouterr().out


async def test_a_new_game_is_played_to_its_end(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(project))
    async with evening(games=("high_card",)) as hob:
        await hob.set_table("high-card", "Ada", "Ben", pictures=True)
        await hob["Ada"].clicks("Start")
        await hob.settle()
        assert "Everyone chooses a card: … Ada · … Ben" in hob.table_text()
        await ends(hob, "wins High Card with 3 points")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("High Card", "can't name a game. Use small letters, digits and hyphens"),
        ("1-2-3", "can't name a game"),
        ("x" * 33, "at most 32"),
        ("candy-chaser", "'candy-chaser' is taken. Choose another name."),
        ("class", "'class' is taken"),
        ("engine", "'engine' is taken"),
        ("json", "'json' is taken"),
        ("here", "is already there. Choose another name, or another place with --folder."),
    ],
)
def test_unusable_names_are_refused(name: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "here").mkdir()
    assert main(["new-game", name, "--folder", str(tmp_path)]) == 1
    assert told in capsys.readouterr().out and [path.name for path in tmp_path.iterdir()] == ["here"]


# ---- mistakes
RULES, TEXT, UI = "high_card/rules.py", "high_card/text/en.toml", "high_card/ui.py"
ACTS = "    cards = yield {"
METHOD = "    def standing("
VIEW = "    def view_fields(self, g, seat):\n        return {{**super().view_fields(g, seat), {}}}\n\n" + METHOD


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        (
            RULES,
            ACTS,
            f"    g.points[0] += 1\n{ACTS}",
            "bad The step play writes, rolls, draws or logs above its yield",
        ),
        (RULES, METHOD, VIEW.format('"hands": list(g.hands[0])'), "bad The view of the channel shows"),
        (
            RULES,
            "for card in dict.fromkeys(g.hands[me])",
            "for card in []",
            "bad With 2 players the rules are wrong: play",
        ),
        (
            RULES,
            METHOD,
            VIEW.format('"point": []'),
            "bad With 2 players the rules raise ValidationError",
        ),
        (
            RULES,
            METHOD,
            f"    def redeal_hidden(self, g, seat):\n        pass\n\n{METHOD}",
            "bad redeal_hidden never changes the secret",
        ),
        (
            RULES,
            "rng.draw(g, g.deck)\n",
            'g.deck.pop(__import__("random").randrange(len(g.deck)))\n',
            "bad After the same answers",
        ),
        (
            RULES,
            "g.push_steps(draw, play)",
            'g.push_steps("drow", play)',
            "bad With 2 players the rules are wrong: After",
        ),
        (RULES, '"draws", to=me, ', '"draws", ', "bad The event draws tells everybody what only its seat knows"),
        (RULES, "[str(card) for", '[f"C{card}" for', "bad The action 'C1' of play is no path"),
        (
            RULES,
            "points: list[int] = shown()",
            "points: list[int]",
            "bad {} can't be loaded: TypeError: high_card.rules.MyTable: the field 'points' has no default",
        ),
        (
            RULES,
            "points: list[int] = shown()",
            "points: int = 0",
            "bad {} can't be loaded: TypeError: high_card.rules.MyTable: the field 'points' doesn't say who may see it",
        ),
        (
            RULES,
            "@dataclass\n",
            "",
            "bad {} can't be loaded: TypeError: high_card.rules.MyTable needs @dataclass above it",
        ),
        (
            RULES,
            "    contract = 1",
            '    actions = ("play/{card}",)\n    contract = 1',
            "bad The action '1' of play has none of the forms in `actions`",
        ),
        pytest.param(
            RULES,
            "if max(g.points) < g.goal:",
            "if True:",
            "bad A game of 2 players did not end in 1000 answers.",
            marks=pytest.mark.slow,
        ),
        (RULES, "g.points[winner] += 1", "g.points[winner] += 1\n        g.deck.pop()", "bad component_counts was"),
        (
            TEXT,
            'scores = "{p} scores and has {n}"\n',
            "",
            "bad text/en.toml lacks log.scores: people read its key in words",
        ),
        (TEXT, '"{p} scores and has {n}"', '"{p} scores {m}"', "bad log: a sentence shows a field without a value"),
        (
            TEXT,
            "[field]",
            '[label]\ncall = "Call"\n\n[field]',
            "warn text/en.toml has label.call, which no random game",
        ),
        (TEXT, "[game]\n", "[game\n", "bad text/en.toml lacks all.play"),
        (
            UI,
            "look=WOOD",
            "look=WOOD._replace(ground='grass')",
            "bad table: drawing it raises PictureFault: there is no",
        ),
        (UI, "look=WOOD", "look=WOD", "bad {} can't be loaded: NameError: name 'WOD' is not defined"),
    ],
)
def test_hob_check_explains_a_mistake(project: Path, file: str, old: str, new: str, told: str) -> None:
    text = (project / file).read_text("utf-8")
    assert old in text, "the template has changed"
    (project / file).write_text(text.replace(old, new), encoding="utf-8")
    said = [f"{level} {sentence}" for level, sentence in findings(str(project))]
    assert any(line.startswith(told.format(project)) for line in said), "\n".join(said)


def test_an_unfinished_translation_and_a_package_that_is_not_there(project: Path) -> None:
    shutil.copy(project / TEXT, project / "high_card" / "text" / "de.toml")
    text = (project / TEXT).read_text("utf-8").replace('draws = "{p} draws {card}"\n', "")
    (project / "high_card" / "text" / "de.toml").write_text(text, encoding="utf-8")
    assert ("warn", "text/de.toml lacks 1 of 18 texts: log.draws.") in [*findings(str(project))]
    [(level, sentence)] = findings("no_such_package")
    assert level == "bad" and sentence.startswith("no_such_package can't be loaded: LookupError: no such game")


def test_computers_compete(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(project), "--computers", "2"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"The easy computer wins \d+% \(95 %: .*\) of 2 games against the random one; 95 % of", said)
    assert "The hard computer wins" in said and "against the simple one" not in said


# ---- the kit
def test_the_kit_finds_the_faults_that_hob_check_finds(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(project))
    game_ui = importlib.import_module("high_card.ui").GAME_UI
    assert contract(game_ui.game) == [] and ui(game_ui) == []
    monkeypatch.setattr(game_ui.game, "redeal_hidden", lambda g, seat: None)
    (fault,) = contract(game_ui.game)
    assert fault.startswith("redeal_hidden never changes the secret field 'hands'") and ui(game_ui) == [fault]


def test_a_game_for_another_version_of_the_contract_is_left_out(
    project: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.syspath_prepend(str(project))
    rules = project / RULES
    rules.write_text(rules.read_text("utf-8").replace("contract = 1", "contract = 2"), encoding="utf-8")
    assert "high_card.ui" not in extensions(["candy-chaser", "high_card"])
    assert "game high_card not loaded: LookupError: it is written for version 2 of the contract" in caplog.text


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return actions[:1] if g.hands[1 - seat][0] > 5 else actions", "sensible_actions depends on what the seat"),
        ("return ['none-of-these']", "sensible_actions must return at least one of the actions it gets"),
        ("return []", "sensible_actions must return at least one of the actions it gets"),
    ],
)
def test_wrong_sensible_actions_are_reported(project: Path, body: str, told: str) -> None:
    text = (project / RULES).read_text("utf-8")
    hook = f"    def sensible_actions(self, g, seat, actions):\n        {body}\n\n    def standing("
    (project / RULES).write_text(text.replace("    def standing(", hook), encoding="utf-8")
    said = [sentence for level, sentence in findings(str(project)) if level == "bad"]
    assert any(sentence.startswith(told) for sentence in said), said
