"""What a table may choose in its lobby, as data.

A new option for every game, or for some, is one entry in `TABLE_SETTINGS`; a new option of one game's rules is a field
of its
`Options`.  Their words stand in cogs, by the option's name.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from pydantic import ValidationError

from bot.errors import UserError
from engine.game import Game

AnyGame = Game[Any]


@dataclass(frozen=True)
class LobbySetting:
    """One choice among `values`."""

    name: str
    values: tuple[Any, ...]
    default: Any
    kept_for_rematch: bool = True  # in a rematch
    applies_to: Callable[[AnyGame], bool] = lambda game: True  # whose tables have it


TABLE_SETTINGS = (
    LobbySetting("pictures", (True, False), True),  # the table as a picture, or in words only
    LobbySetting("taking_back", ("consent", "free", "never"), "consent"),  # freely and by consent, only freely
    LobbySetting(
        "pace", ("live", "days"), "live"
    ),  # how long it waits before anybody may nudge, or vote for a computer
    LobbySetting("hints", (True, False), True),  # whether players may ask what a computer would do
)


def lobby_settings(game: AnyGame) -> list[LobbySetting]:
    """All that a table of this game may choose: those of the rules in their own order, then those of every game."""
    own = [
        LobbySetting(name, _values(game, name, field.annotation), field.default)
        for name, field in game.Options.model_fields.items()
    ]
    return [*own, *(option for option in TABLE_SETTINGS if option.applies_to(game))]


def _values(game: AnyGame, name: str, kind: Any) -> tuple[Any, ...]:
    """The values of a field of a game's `Options`."""
    if name == "deck":
        return tuple(game.decks or ())
    if kind is bool:
        return (False, True)
    return get_args(kind) if get_origin(kind) is Literal else ()


def lobby_setting(game: AnyGame, name: str) -> LobbySetting:
    """Raises Refusal."""
    found = next((option for option in lobby_settings(game) if option.name == name), None)
    if found is None:
        raise UserError("bad-option")
    return found


def setting_value(option: LobbySetting, chosen: Mapping[str, Any]) -> Any:
    """What is set; its default where nobody has chosen, or where the value is there no more, as an operator's deck."""
    value = chosen.get(option.name)
    return value if value in option.values else option.default


def table_setting(name: str, chosen: Mapping[str, Any]) -> Any:
    """What is set of an option in `TABLE_SETTINGS`."""
    return setting_value(next(option for option in TABLE_SETTINGS if option.name == name), chosen)


def value_slug(value: Any) -> str:
    """A value, as a control carries it."""
    return str(value).lower()


def choose_setting(game: AnyGame, chosen: Mapping[str, Any], name: str, picked: str) -> dict[str, Any]:
    """All that is set, with the value that was picked by its slug.  Raises Refusal."""
    value = next((value for value in lobby_setting(game, name).values if value_slug(value) == picked), None)
    if value is None:
        raise UserError("bad-option")
    changed = {**chosen, name: value}
    try:
        rules_options(game, changed)
    except ValidationError:
        raise UserError("bad-option") from None
    return changed


def rules_options(game: AnyGame, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """What the rules deal by: what is set of the game's own.  Raises pydantic's ValidationError."""
    own = [option for option in lobby_settings(game) if option.name in game.Options.model_fields]
    mine = {option.name: setting_value(option, chosen) for option in own if option.name in chosen}
    game.Options(**mine)
    return mine


def effective_settings(game: AnyGame, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The value of every option, as the rules take them: one that is set may turn on another."""
    rules = game.Options(**rules_options(game, chosen)).model_dump()
    return {option.name: rules.get(option.name, setting_value(option, chosen)) for option in lobby_settings(game)}


def rematch_settings(game: AnyGame, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """What a rematch begins with."""
    return {
        option.name: chosen[option.name]
        for option in lobby_settings(game)
        if option.kept_for_rematch and option.name in chosen
    }


def deck_name(game: AnyGame, chosen: Mapping[str, Any]) -> str:
    """The deck of a table; Hob's own where there is no choice, or where the operator has taken the deck away."""
    return setting_value(lobby_setting(game, "deck"), chosen) if "deck" in game.Options.model_fields else "hob"
