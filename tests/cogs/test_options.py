"""Options of every game in the lobby: readable, settable, within five rows of a message."""

from typing import Any

import pytest

from bot.tables.info import TableInfo
from cogs.faces import FACES
from cogs.ui.face import Face
from cogs.ui.options import options_of, options_text, set_option, slug
from tests.play import evening
from tests.reading import controls_of, menu_with, words_of

GAMES = pytest.mark.parametrize("face", FACES.values(), ids=lambda face: face.group)


@GAMES
def test_every_option_has_words_and_every_value_can_be_set(face: Face) -> None:
    for option in options_of(face, info := TableInfo(host=1)):
        assert option.title[0].isupper() and len(option.help) > 10, option.name
        assert option.values and all(words and "_" not in words for _, words in option.values)
        for value, words in option.values:
            assert set_option(face, info, option.name, slug(value))
            assert next(o for o in options_of(face, info) if o.name == option.name).now == value
            assert f"{option.title}: {words}" in options_text(face, info)
        assert not set_option(face, info, option.name, "nonsense")
    assert not set_option(face, info, "nonsense", "true")


def test_options_that_do_not_go_together_are_refused() -> None:
    class Twins:
        decks = None

    face: Any = type("Odd", (), {"game": Twins, "CHOICES": {}})
    from pydantic import BaseModel, model_validator

    class Options(BaseModel):
        a: bool = False
        b: bool = False

        @model_validator(mode="after")
        def one(self) -> "Options":
            if self.a and self.b:
                raise ValueError("not both")
            return self

    Twins.Options = Options  # type: ignore[attr-defined]
    info = TableInfo(host=1)
    assert set_option(face, info, "a", "true") and not set_option(face, info, "b", "true")
    assert info.options == {"a": True}


@GAMES
async def test_the_host_sets_each_option_by_its_control(face: Face) -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types(f"{face.group} new", computers=1)
        await ada.clicks("Options")
        for option in options_of(face, TableInfo(host=1)):
            assert f"**{option.title}**: {option.now_words}" in words_of(ada.seen[-1])
            if len(option.values) == 2:
                await ada.clicks(f"{option.title}: {option.now_words}", on=ada.seen[-1])
                other = next(words for value, words in option.values if value != option.now)
                assert f"{option.title}: {other}" in hob.table_text()
            elif len(option.values) > 2:
                last = option.values[-1][1]
                await ada.selects(f"{option.title}: {last}", on=ada.seen[-1])
                assert f"{option.title}: {last}" in hob.table_text()
        message = ada.seen[-1]
        assert len(message.components) <= 5
        assert all(len(row["components"]) <= 4 for row in message.components)
        assert menu_with(message, "Remove B Ember") is not None
        assert any(control.label == "Done" for control in controls_of(message))
        live = await hob.live()
        least = live.game.seats[0]
        for name in ("Ben", "Cara", "Dora")[: max(least - 2, 0)]:
            await hob.person(name).types(f"{face.group} join")
        await ada.clicks("Start")
        assert (await hob.live()).playing


async def test_a_button_that_is_pressed_twice_at_once_turns_an_option_over_once() -> None:
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
async def test_play_again_keeps_the_options(face: Face) -> None:
    async with evening() as hob:
        await hob.set_table(face.group, *("Ada", "Ben", "Cara")[: max(face.game.seats[0], 2)])
        await hob["Ada"].clicks("Options")
        await hob["Ada"].clicks("Pace: live")
        await hob["Ada"].types(f"{face.group} start")
        await hob["Ada"].types(f"{face.group} end")
        await hob["Ada"].clicks("End it")
        await hob["Ada"].clicks("Play again")
        assert "Pace: over days" in hob.table_text() and "Pictures: off" in hob.table_text()
