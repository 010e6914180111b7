"""Hob without game nights: its folder deleted, and its name taken out of `FEATURES`."""

import random
import sys
from importlib import import_module
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import Any

import pytest

from cogs import FEATURES, games
from hob.testing.play import evening, play_on
from tests.bot.i18n.reading_code import unused_texts

NIGHTS = "cogs.nights"
ROOT = Path(games.__file__).parents[1]


class Deleted(MetaPathFinder):
    """Makes a package look deleted."""

    def find_spec(self, name: str, *_: Any) -> None:
        if name == NIGHTS or name.startswith(f"{NIGHTS}."):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


@pytest.fixture
def no_nights(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(NIGHTS)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Deleted(), *sys.meta_path])
    monkeypatch.setattr(games, "FEATURES", tuple(name for name in FEATURES if name != "nights"))


def test_nothing_else_imports_table_nights() -> None:
    folders = ("bot", "cogs", "hob", "playground", "tests")
    others = [file for folder in folders for file in (ROOT / folder).rglob("*.py") if "nights" not in file.parts]
    assert [file.name for file in others if NIGHTS in file.read_text(encoding="utf-8")] == []


def test_no_other_folder_has_texts_of_table_nights() -> None:
    assert unused_texts(without="nights") == []


@pytest.mark.usefixtures("no_nights")
async def test_hob_plays_without_table_nights() -> None:
    with pytest.raises(ModuleNotFoundError):
        import_module("cogs.nights.cog")
    async with evening(games=["candy-chaser"]) as hob:
        group: Any = next(command for command in hob.bot.tree.get_commands() if command.name == "hob")
        names = {command.name for command in group.commands}
        assert "night" not in names and {"help", "daily", "stats"} <= names
        await hob.set_table("chaser", "Ada", "Ben")
        await hob["Ada"].clicks("Start")
        await play_on(hob, random.Random(1))
        assert await hob["Ada"].types("hob help")
