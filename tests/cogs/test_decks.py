"""Operator decks end to end: a file in the data folder is chosen in the lobby, played, looked up; or rejected."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot import __main__ as program
from bot.settings import Settings
from engine import GAMES
from engine.decks import slug
from hob.testing.play import Person, evening
from hob.testing.reading import words_of
from tests.bot.cli.commands import typed
from tests.screens import LONG, faults_of_tables, tables_of

HOUSE = Path(program.__file__).parent.parent / "engine"
GROUPS = {"ghosts-love-candy": "ghosts", "kingdoms-candy": "kingdom", "monster-muncher": "muncher"}
Lay = Callable[[str, str, str], None]


@pytest.fixture
def lay(tmp_path: Path) -> Iterator[Lay]:
    """Yield a function that writes deck files into the operator's folder; restore the decks afterwards."""
    before = {slug: dict(game.decks) for slug, game in GAMES.items() if game.decks is not None}

    def write(game: str, name: str, text: str) -> None:
        folder = tmp_path / "decks" / game
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")

    yield write
    for game, decks in before.items():
        known = GAMES[game].decks
        assert known is not None
        for name in [name for name in known if name not in decks]:
            del known[name]


def settings(data: Path) -> Settings:
    return Settings(data=data, _env_file=None)  # type: ignore[call-arg,arg-type]


def printed(game: str) -> str:
    """Return an operator's deck file with all of Hob's own cards under other names."""
    text = (HOUSE / game.replace("-", "_") / "cards.toml").read_text(encoding="utf-8")
    lines = []
    for line in text.splitlines():
        if line.startswith("source"):
            continue
        if line.startswith("name = "):
            name = line.removeprefix("name = ").strip('"')
            line = f'id = "{slug(name)}"\nname = "My {name[:36]}"'
        lines.append('title = "The shop\'s"' if line.startswith("title") else line)
    return "\n".join(line for line in lines if not line.startswith("id") or "\n" in line)


def button(person: Person, words: str) -> str:
    return next(label for label in person.labels() if words in label)


@pytest.mark.parametrize("game", GROUPS)
async def test_a_custom_deck_can_be_chosen_played_and_looked_up(game: str, lay: Lay, tmp_path: Path) -> None:
    lay(game, "shop", printed(game))
    program.load_operator_decks(settings(tmp_path))
    assert len(GAMES[game].cards("shop")) == len(GAMES[game].cards())
    async with evening() as hob:
        await hob.set_table(GROUPS[game], "Ada", "Ben", "Cara")
        ada = hob["Ada"]
        assert "stand-in" in hob.table_text()
        await ada.clicks("Options")
        await ada.clicks(button(ada, "Hob's own"))
        assert ": The shop's" in hob.table_text() and "stand-in" not in hob.table_text()
        await ada.clicks("Start")
        await hob.settle()
        session = await hob.session()
        assert session.info.options["deck"] == "shop" and session.view().deck == "shop"
        await ada.clicks("More")
        assert "My " in await ada.clicks("Table as text") + await ada.types(f"{GROUPS[game]} hand")
        found = await ada.completes(f"{GROUPS[game]} card", "name", "my ")
        assert found and all(label.startswith("My ") for label in found)
        said = await ada.types(f"{GROUPS[game]} card", name=found[0])
        assert found[0] in said and "custom deck “The shop's”" in said
        assert "There's no card" in await ada.types(f"{GROUPS[game]} card", name=found[0].removeprefix("My "))


async def test_hob_forget_leaves_a_game_with_a_custom_deck_playable(
    lay: Lay, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lay("monster-muncher", "shop", printed("monster-muncher"))
    monkeypatch.setattr(Settings, "decks", tmp_path / "decks")
    decks = GAMES["monster-muncher"].decks
    assert decks is not None
    async with evening() as hob:
        program.load_operator_decks(hob.settings)
        await hob.set_table("muncher", "Ada", "Ben")
        await hob["Ada"].clicks("Options")
        await hob["Ada"].clicks(button(hob["Ada"], "Hob's own"))
        await hob["Ada"].clicks("Start")
        await hob.settle()
        session = await hob.session()
        del decks["shop"]  # the command runs in a new process
        assert "also from 1 table." in (await typed(hob, capsys, "forget", str(hob["Ada"].id), "--yes"))[1]
        row = await hob.store.get(session.id)
        assert row is not None and row.status == "playing" and row.table["seats"][0]["vacant"]


@pytest.mark.parametrize("game", GROUPS)
def test_every_screen_of_a_game_with_a_custom_deck_is_valid(game: str, lay: Lay, tmp_path: Path) -> None:
    lay(game, "shop", printed(game))
    program.load_operator_decks(settings(tmp_path))
    tables = list(tables_of(GAMES[game], 3, 1, deck="shop"))
    for g in [*tables[::25], tables[-1]]:
        assert faults_of_tables(GAMES[game], g, LONG) == []


@pytest.mark.usefixtures("logging_as_before")
def test_malformed_decks_stop_startup_and_every_fault_is_listed(
    lay: Lay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lay(
        "ghosts-love-candy",
        "few",
        'game = "ghosts-love-candy"\n[[card]]\nname = "Al"\ntie = 1\ncourage = 0\nwhen = "x"',
    )
    lay("ghosts-love-candy", "Big Name", printed("ghosts-love-candy"))
    lay("ghosts-love-candy", "other", printed("kingdoms-candy"))
    lay("ghosts-love-candy", "torn", "game = ")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOB_DATA", str(tmp_path))
    monkeypatch.setenv("HOB_TOKEN", "never used")
    assert program.main(["run"]) == 78
    said = capsys.readouterr().err
    for fault in (
        "few.toml: Al: courage",
        "few.toml: Al: when",
        "Big Name.toml: the file's name must be",
        "torn.toml: ",
    ):
        assert fault in said
    assert "other.toml: game is 'kingdoms-candy', not \"ghosts-love-candy\"" in said
    assert list(GAMES["ghosts-love-candy"].decks or ()) == ["hob"] and not (tmp_path / "hob.sqlite3").exists()


async def test_a_table_with_a_missing_deck_is_suspended_until_it_returns(lay: Lay, tmp_path: Path) -> None:
    game = GAMES["ghosts-love-candy"]
    lay(game.slug, "shop", printed(game.slug))
    program.load_operator_decks(settings(tmp_path))
    async with evening() as hob:
        await hob.set_table("ghosts", "Ada", "Ben", "Cara")
        await hob["Ada"].clicks("Options")
        await hob["Ada"].clicks(button(hob["Ada"], "Hob's own"))
        await hob["Ada"].clicks("Start")
        await hob.settle()
        assert game.decks is not None
        deck = game.decks.pop("shop")
        await hob.restart()
        said = await hob["Ada"].types("ghosts hand")
        assert "because of an error (" in said and words_of(hob.table)
        game.decks["shop"] = deck
        await hob.restart()
        assert "Your ghosts:" in await hob["Ada"].types("ghosts hand")


async def test_a_lobby_with_a_missing_deck_falls_back_to_hobs_own_cards(lay: Lay, tmp_path: Path) -> None:
    game = GAMES["ghosts-love-candy"]
    lay(game.slug, "shop", printed(game.slug))
    program.load_operator_decks(settings(tmp_path))
    async with evening() as hob:
        await hob.set_table("ghosts", "Ada", "Ben")
        ada = hob["Ada"]
        await ada.clicks("Options")
        await ada.clicks(button(ada, "Hob's own"))
        assert "Kid deck: The shop's" in hob.table_text() and game.decks is not None
        del game.decks["shop"]
        await hob.restart()
        await hob.person("Cara").clicks("Join")
        assert "Kid deck" not in hob.table_text() and "our own stand-in cards" in hob.table_text()
        assert "stand-in" in await ada.types("ghosts card", name="Chef")
        assert await ada.completes("ghosts card", "name", "Chef") == ["Chef"]
        await ada.clicks("Options", on=hob.table)
        await ada.clicks("Pace: live")
        await ada.clicks("Start", on=hob.table)
        assert "round 1" in hob.table_text()
