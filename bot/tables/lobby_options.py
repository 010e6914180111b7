"""The settings that a table can choose in its lobby, as data.

To add a setting for all games, add a field to `TableSettings`. To add one of a single game's rules, add a field to its
`Options`. Their texts are in the catalogue, by the setting's name. Lessons and daily deals have no lobby:
`cogs/coach/learn.py` and `cogs/daily/cog.py` choose their settings.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, ValidationError

from bot.errors import UserError
from engine.game import Game

AnyGame = Game[Any]


@dataclass(frozen=True)
class LobbySetting:
    """One choice among `values`."""

    name: str
    values: tuple[Any, ...]
    default: Any


class TableSettings(BaseModel):
    """The settings of every game's tables, in the order of the lobby."""

    pictures: bool = True  # show the table as a picture, or as text only
    taking_back: Literal["consent", "free", "never"] = "consent"  # undo freely or by consent, only freely, or never
    pace: Literal["live", "days"] = "live"  # how long a table waits before reminders, votes and its end
    hints: bool = True  # whether players may ask for a computer's suggestion


def values_of(kind: Any) -> tuple[Any, ...]:
    """Return the possible values of a field with this annotation; () if it is neither bool nor Literal."""
    if kind is bool:
        return (False, True)
    return get_args(kind) if get_origin(kind) is Literal else ()


TABLE_SETTINGS = tuple(
    LobbySetting(name, values_of(field.annotation), field.default) for name, field in TableSettings.model_fields.items()
)


def lobby_settings(game: AnyGame) -> list[LobbySetting]:
    """Return all settings for a table of this game: those of its rules in their own order, then the common ones."""
    own = [
        LobbySetting(name, tuple(game.decks or ()) if name == "deck" else values_of(field.annotation), field.default)
        for name, field in game.Options.model_fields.items()
    ]
    return [*own, *TABLE_SETTINGS]


def lobby_setting(game: AnyGame, name: str) -> LobbySetting:
    """Return a setting by name. Raises UserError."""
    setting = next((setting for setting in lobby_settings(game) if setting.name == name), None)
    if setting is None:
        raise UserError("bad-option")
    return setting


def setting_value(setting: LobbySetting, chosen: Mapping[str, Any]) -> Any:
    """Return the chosen value, or the default if none is chosen or the value no longer exists (a removed deck)."""
    value = chosen.get(setting.name)
    return value if value in setting.values else setting.default


def value_slug(value: Any) -> str:
    """Return a value as a control's custom_id carries it."""
    return str(value).lower()


def choose_setting(game: AnyGame, chosen: Mapping[str, Any], name: str, picked: str) -> dict[str, Any]:
    """Return the settings with `name` set to the value that has the slug `picked`. Raises UserError."""
    value = next((value for value in lobby_setting(game, name).values if value_slug(value) == picked), None)
    if value is None:
        raise UserError("bad-option")
    changed = {**chosen, name: value}
    try:
        game.Options(**rules_options(game, changed))
    except ValidationError:
        raise UserError("bad-option") from None
    return changed


def rules_options(game: AnyGame, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the chosen settings of the game's own rules, to deal with. An upgrade may have forbidden them."""
    own = [setting for setting in lobby_settings(game) if setting.name in game.Options.model_fields]
    return {setting.name: setting_value(setting, chosen) for setting in own if setting.name in chosen}


def effective_settings(game: AnyGame, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return every setting's effective value, because one setting may turn on another."""
    rules = game.Options(**rules_options(game, chosen)).model_dump()
    return {setting.name: rules.get(setting.name, setting_value(setting, chosen)) for setting in lobby_settings(game)}


def rematch_settings(game: AnyGame, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings for a rematch: those that still exist."""
    return {setting.name: chosen[setting.name] for setting in lobby_settings(game) if setting.name in chosen}


def deck_name(game: AnyGame, chosen: Mapping[str, Any]) -> str:
    """Return the table's deck: Hob's own if the game has no choice or the operator has removed the chosen one."""
    return setting_value(lobby_setting(game, "deck"), chosen) if "deck" in game.Options.model_fields else "hob"
