"""What a table may choose in its lobby, as data.

A new option for every game, or for some, is one entry in `TABLE`; a new option of one game's rules is a field of its
`Options`.  Their words stand in cogs, by the option's name.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from pydantic import ValidationError

from bot.errors import Refusal
from engine.game import Game

AnyGame = Game[Any]


@dataclass(frozen=True)
class Option:
    """One choice among `values`."""

    name: str
    values: tuple[Any, ...]
    default: Any
    kept: bool = True  # in a rematch
    of: Callable[[AnyGame], bool] = lambda game: True  # whose tables have it


TABLE = (
    Option("pictures", (True, False), True),  # the table as a picture, or in words only
    Option("taking_back", ("consent", "free", "never"), "consent"),  # freely and by consent, only freely
    Option("pace", ("live", "days"), "live"),  # how long it waits before anybody may nudge, or vote for a computer
    Option("hints", (True, False), True),  # whether players may ask what a computer would do
)


def options(game: AnyGame) -> list[Option]:
    """All that a table of this game may choose: those of the rules in their own order, then those of every game."""
    own = [
        Option(name, _values(game, name, field.annotation), field.default)
        for name, field in game.Options.model_fields.items()
    ]
    return [*own, *(option for option in TABLE if option.of(game))]


def _values(game: AnyGame, name: str, kind: Any) -> tuple[Any, ...]:
    """The values of a field of a game's `Options`."""
    if name == "deck":
        return tuple(game.decks or ())
    if kind is bool:
        return (False, True)
    return get_args(kind) if get_origin(kind) is Literal else ()


def option(game: AnyGame, name: str) -> Option:
    """Raises Refusal."""
    found = next((option for option in options(game) if option.name == name), None)
    if found is None:
        raise Refusal("bad-option")
    return found


def chosen(option: Option, among: Mapping[str, Any]) -> Any:
    """What is set; its default where nobody has chosen, or where the value is there no more, as an operator's deck."""
    value = among.get(option.name)
    return value if value in option.values else option.default


def table(name: str, among: Mapping[str, Any]) -> Any:
    """What is set of an option in `TABLE`."""
    return chosen(next(option for option in TABLE if option.name == name), among)


def slug(value: Any) -> str:
    """A value, as a control carries it."""
    return str(value).lower()


def choose(game: AnyGame, among: Mapping[str, Any], name: str, picked: str) -> dict[str, Any]:
    """All that is set, with the value that was picked by its slug.  Raises Refusal."""
    value = next((value for value in option(game, name).values if slug(value) == picked), None)
    if value is None:
        raise Refusal("bad-option")
    changed = {**among, name: value}
    try:
        dealt(game, changed)
    except ValidationError:
        raise Refusal("bad-option") from None
    return changed


def dealt(game: AnyGame, among: Mapping[str, Any]) -> dict[str, Any]:
    """What the rules deal by: what is set of the game's own.  Raises pydantic's ValidationError."""
    own = [option for option in options(game) if option.name in game.Options.model_fields]
    mine = {option.name: chosen(option, among) for option in own if option.name in among}
    game.Options(**mine)
    return mine


def agreed(game: AnyGame, among: Mapping[str, Any]) -> dict[str, Any]:
    """The value of every option, as the rules take them: one that is set may turn on another."""
    rules = game.Options(**dealt(game, among)).model_dump()
    return {option.name: rules.get(option.name, chosen(option, among)) for option in options(game)}


def kept(game: AnyGame, among: Mapping[str, Any]) -> dict[str, Any]:
    """What a rematch begins with."""
    return {option.name: among[option.name] for option in options(game) if option.kept and option.name in among}


def deck(game: AnyGame, among: Mapping[str, Any]) -> str:
    """The deck of a table; Hob's own where there is no choice, or where the operator has taken the deck away."""
    return chosen(option(game, "deck"), among) if "deck" in game.Options.model_fields else "hob"
