"""A server that has chosen French: Candy Chaser is played in it, with nothing left in English."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.i18n.catalogue import COMMON, Catalogue, texts
from bot.screens.custom_id import Control
from cogs.game_uis import GAME_UIS
from hob.testing.play import evening, play_on
from hob.testing.reading import words_of
from tools.text import file_of

CHASER = GAME_UIS["candy-chaser"].catalogue
SAID = ("content", "title", "description", "label", "placeholder", "text", "name")


def only_english(catalogue: Catalogue) -> Iterator[str]:
    """Whole sentences that French says in another way."""
    french = catalogue.translated("fr")
    for key, template in catalogue.english.items():
        for english in texts(template):
            if "{" not in english and " " in english and english not in texts(french[key]):
                yield english


def said(sent: Any) -> Iterator[str]:
    if isinstance(sent, list):
        for part in sent:
            yield from said(part)
    elif isinstance(sent, dict):
        for key, value in sent.items():
            if isinstance(value, str) and key in SAID:
                yield value
            else:
                yield from said(value)


async def test_candy_chaser_is_played_in_french(caplog: pytest.LogCaptureFixture) -> None:
    async with evening(games=["candy-chaser"]) as hob:
        mia = hob.person("Mia", manage_guild=True)
        await mia.types("hob server")
        await mia.selects("Language: Français", on=mia.seen[-1])
        assert "Réglages de toutes les tables" in words_of(mia.seen[-1])
        hob.discord.forget_calls()
        await hob.set_table("chaser", "Ada", "Ben")
        ada, session = hob["Ada"], await hob.session()
        assert session.info.language == "fr" and "nouvelle table" in hob.table_text()
        await ada.types("chaser start")
        await hob.settle()
        assert "et déplace un cube." in hob.table_text()
        assert "Tu vends le **" in await ada.clicks("Ma main")
        assert "But du jeu" in await ada.types("chaser rules")
        for kind in ("log", "more"):
            await ada.presses(str(Control(session.id, kind)), hob.table)
        await play_on(hob, random.Random(2))
        await hob.settle()
        assert "gagne Candy Chaser" in hob.table_text()
        calls = [call for call in hob.calls("*") if not call.path.endswith("/commands")]
        sent = {text for call in calls for text in said(call.json)}
        english = {*only_english(COMMON), *only_english(CHASER)}
        assert [text for text in sorted(sent) if any(one in text for one in english)] == []
    assert [one.message for one in caplog.records if "text/fr.toml" in one.message] == []


async def test_a_game_without_french_falls_back_to_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    muncher = GAME_UIS["monster-muncher"].catalogue
    shutil.copy(file_of(muncher, "en"), tmp_path)
    monkeypatch.setattr(muncher, "folder", tmp_path)
    monkeypatch.setattr(muncher, "_known", {})
    async with evening(games=["monster-muncher"]) as hob:
        mia = hob.person("Mia", manage_guild=True)
        await mia.types("hob server")
        await mia.selects("Language: Français", on=mia.seen[-1])
        await hob.set_table("muncher", "Ada", "Ben")
        await hob["Ada"].types("muncher start")
        await hob.settle()
        assert "plays or discards" in hob.table_text()
        assert "Ma main" in words_of(hob.table)
