"""The options of every game in the lobby can be read and set, within five rows of a message."""

import pytest

from bot.screens.game_ui import GameUI
from bot.screens.lobby import setting_choices, settings_text
from bot.tables import lobby_options
from bot.tables.model import TableInfo
from cogs.game_uis import GAME_UIS
from hob.testing.play import evening
from hob.testing.reading import controls_of, menu_with, words_of

GAMES = pytest.mark.parametrize("ui", GAME_UIS.values(), ids=lambda ui: ui.group)


@GAMES
def test_every_option_and_value_has_a_text(ui: GameUI) -> None:
    for one in setting_choices(ui, info := TableInfo(host=1)):
        assert one.title[0].isupper() and len(one.help) > 10, one.setting.name
        assert one.words and all(words and "_" not in words for words in one.words.values())
        for value, words in one.words.items():
            info.options = lobby_options.choose_setting(
                ui.game, info.options, one.setting.name, lobby_options.value_slug(value)
            )
            assert f"{one.title}: {words}" in settings_text(ui, info)


@GAMES
async def test_the_host_sets_each_option_by_its_control(ui: GameUI) -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types(f"{ui.group} new", computers=1)
        await ada.clicks("Options")
        for one in setting_choices(ui, TableInfo(host=1)):
            assert f"**{one.title}**: {one.current_words}" in words_of(ada.seen[-1])
            if len(one.words) in (2, 3):
                await ada.clicks(f"{one.title}: {one.current_words}", on=ada.seen[-1])
                assert f"**{one.title}**: {one.words[one.next_value]}" in words_of(ada.seen[-1])
                assert f"{one.title}: {one.words[one.next_value]}" in hob.table_text()
            elif len(one.words) > 3:
                last = list(one.words.values())[-1]
                await ada.selects(f"{one.title}: {last}", on=ada.seen[-1])
                assert f"{one.title}: {last}" in hob.table_text()
        message = ada.seen[-1]
        assert len(message.components) <= 5
        assert all(len(row["components"]) <= 4 for row in message.components)
        assert menu_with(message, "Remove B Ember") is not None
        assert any(control.label == "Done" for control in controls_of(message))
        session = await hob.session()
        least = session.game.seats[0]
        for name in ("Ben", "Cara", "Dora")[: max(least - 2, 0)]:
            await hob.person(name).types(f"{ui.group} join")
        await ada.clicks("Start")
        assert (await hob.session()).playing


async def test_a_double_press_toggles_an_option_once() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types("ghosts new")
        await ada.clicks("Options")
        button = next(c for c in controls_of(ada.seen[-1]) if c.label == "Pictures: on")
        for _ in range(2):
            ada.begins(button.custom_id, ada.seen[-1])
        await hob.passes(5)
        assert "Pictures: off" in hob.table_text()


@GAMES
async def test_play_again_keeps_the_options(ui: GameUI) -> None:
    async with evening() as hob:
        await hob.set_table(ui.group, *("Ada", "Ben", "Cara")[: max(ui.game.seats[0], 2)])
        await hob["Ada"].clicks("Options")
        await hob["Ada"].clicks("Pace: live")
        await hob["Ada"].types(f"{ui.group} start")
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        await hob["Ada"].clicks("Play again")
        assert "Pace: slow, over days" in hob.table_text() and "Pictures: off" in hob.table_text()
