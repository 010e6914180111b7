"""Pictures are prepared when a table opens, and one that fails doesn't keep the text from players."""

import logging
from dataclasses import replace
from typing import Any

import pytest

from bot.pictures import Scene, Sprite
from bot.pictures.painter import Painter
from bot.pictures.palette import CHASER
from bot.screens.message import log_once
from cogs.game_uis import GAME_UIS
from hob.testing.play import evening, playing
from hob.testing.reading import controls_of, words_of


def broken(*_: Any) -> Any:
    raise KeyError("a layout that nobody has tried")


def undrawn(*_: Any) -> Scene:
    return Scene.of(400, CHASER, Sprite(0, 0, 90, "nobody_drew_this"))


@pytest.mark.parametrize("table", [broken, undrawn])
async def test_a_failed_picture_leaves_words_and_buttons(
    table: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ui = GAME_UIS["candy-chaser"]
    pictures = replace(ui.pictures, table=table, hand=table, table_alt=broken, hand_alt=broken)
    monkeypatch.setattr("cogs.candy_chaser.ui.GAME_UI", replace(ui, pictures=pictures))
    monkeypatch.setattr("bot.screens.message.logged_faults", set())
    caplog.set_level(logging.ERROR, "hob.pictures")
    async with playing("Ada", "Ben", pictures=True) as hob:
        first = await hob.asked()
        assert not hob.table.attachments and "**Board**" not in hob.table_text() and "Players: " in hob.table_text()
        before = (await hob.session()).revision
        await first.presses(next(c.custom_id for c in controls_of(hob.table) if c.answers), hob.table)
        assert (await hob.session()).revision == before + 1
        assert "You smuggle" in await first.clicks("My hand", on=hob.table)
        assert not first.seen[-1].attachments and "You smuggle" in words_of(first.messages[-1])
    texts = [record.getMessage() for record in caplog.records if record.name == "hob.pictures"]
    assert texts and len(texts) == len(set(texts)) and all("picture omitted" in text for text in texts)


async def test_pictures_requested_after_shutdown_are_not_faults(caplog: pytest.LogCaptureFixture) -> None:
    async with playing("Ada") as hob:
        hob.app.painter = Painter()
        await hob.app.painter.close()
        assert await hob.app.paint(undrawn()) is None
    assert "picture omitted" not in caplog.text


def test_a_picture_fault_is_logged_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr("bot.screens.message.logged_faults", set())
    for fault in (ValueError("one"), ValueError("one"), ValueError("two")):
        log_once(fault)
    assert [record.exc_info[1].args for record in caplog.records if record.exc_info] == [("one",), ("two",)]


async def test_sprites_are_prepared_when_a_table_with_pictures_opens() -> None:
    async with evening() as hob:
        opened: list[str] = []
        hob.app.scheduler.warm = opened.append
        ada = hob.person("Ada")
        await ada.types("ghosts new")
        assert set(opened) == {"ghosts-love-candy"}
        await hob.change(pictures=False)
        await hob.settle()
        opened.clear()
        await ada.clicks("Join")
        await hob.settle()
        assert opened == []
