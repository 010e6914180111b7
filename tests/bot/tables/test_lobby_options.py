"""The options of a table are data, for every game or for some."""

from typing import Any, Literal

import pytest
from pydantic import Field, model_validator

from bot.tables import lobby_options
from bot.tables.lobby_options import LobbySetting, TableSettings
from bot.tables.model import TableInfo
from engine import GAMES
from engine.game import GameOptions
from tests.bot.tables.tables import refused

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)


@every_game
def test_a_table_has_the_options_of_its_rules_then_those_of_every_game(game: Any) -> None:
    found = lobby_options.lobby_settings(game)
    assert [one.name for one in found] == [*game.Options.model_fields, *TableSettings.model_fields]
    for one in found:
        assert len(one.values) >= 1 and one.default in one.values
        assert lobby_options.setting_value(one, {}) == one.default
        for value in one.values:
            among = lobby_options.choose_setting(game, {}, one.name, lobby_options.value_slug(value))
            assert lobby_options.setting_value(one, among) == value


@every_game
def test_the_rules_get_only_their_own_options(game: Any) -> None:
    among = {one.name: one.default for one in lobby_options.lobby_settings(game)} | {"unknown": 1}
    mine = lobby_options.rules_options(game, among)
    assert mine.keys() == game.Options.model_fields.keys()
    assert game.deal(game.seats[0], "seed", **mine).players == game.seats[0]


def test_invalid_values_are_refused_and_removed_ones_become_the_default() -> None:
    game = GAMES["ghosts-love-candy"]
    for name, picked in (("pace", "weeks"), ("deck", "shop"), ("nothing", "true")):
        with refused("bad-option"):
            lobby_options.choose_setting(game, {}, name, picked)
    assert lobby_options.deck_name(game, {"deck": "shop"}) == "hob"
    assert lobby_options.rules_options(game, {"deck": "shop"}) == {"deck": "hob"}
    assert lobby_options.deck_name(GAMES["candy-chaser"], {"deck": "shop"}) == "hob"


class Twins(GameOptions):
    left: bool = False
    right: bool = Field(False)
    length: Literal["short", "long"] = "long"

    @model_validator(mode="after")
    def _not_both(self) -> "Twins":
        if self.left and self.right:
            raise ValueError("not both")
        return self


@pytest.fixture
def odd(monkeypatch: pytest.MonkeyPatch) -> Any:
    game = GAMES["candy-chaser"]
    monkeypatch.setattr(type(game), "Options", Twins)
    return game


def test_conflicting_options_are_refused(odd: Any) -> None:
    among = lobby_options.choose_setting(odd, {}, "left", "true")
    with refused("bad-option"):
        lobby_options.choose_setting(odd, among, "right", "true")
    assert among == {"left": True} and lobby_options.choose_setting(odd, among, "length", "short")["length"] == "short"


def test_a_new_option_is_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    omens = LobbySetting("omens", ("off", "on", "bold"), "off")
    monkeypatch.setattr(lobby_options, "TABLE_SETTINGS", (*lobby_options.TABLE_SETTINGS, omens))
    ghosts = GAMES["ghosts-love-candy"]
    among = lobby_options.choose_setting(ghosts, {"pace": "days"}, "omens", "bold")
    assert lobby_options.setting_value(omens, among) == "bold" and lobby_options.setting_value(omens, {}) == "off"
    assert lobby_options.rematch_settings(ghosts, {**among, "removed": 1}) == {"pace": "days", "omens": "bold"}
    assert lobby_options.rules_options(ghosts, among) == {}
    with refused("bad-option"):
        lobby_options.choose_setting(ghosts, {}, "omens", "louder")


def test_a_table_of_an_older_hob_keeps_what_was_chosen() -> None:
    """The option was stored next to the options of the game."""
    old = {"host": 1, "options": {"deck": "shop"}, "pictures": False, "pace": "days"}
    info = TableInfo.model_validate(old)
    assert (info.settings.pictures, info.settings.pace, info.options["deck"]) == (False, "days", "shop")
    again = TableInfo.model_validate(info.model_dump(mode="json"))
    assert again == info and TableInfo(host=1).settings.pictures and TableInfo(host=1).settings.pace == "live"
