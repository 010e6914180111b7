"""The games on offer: Hob's own by their slugs, others by an entry point of `hob.games` or by a dotted name."""

import importlib
import logging
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.metadata import entry_points
from importlib.util import find_spec

from bot.app import App
from bot.settings import InvalidSetting
from cogs.table.game_commands import GameCommands
from engine import GAMES

log = logging.getLogger("hob.games")
BUILT_IN = tuple(GAMES)  # before any other game is registered
FEATURES = ("table", "hob", "nights", "daily", "stats", "replay", "coach", "server", "privacy")


def extensions(names: Sequence[str] = BUILT_IN) -> dict[str, Callable[[App], None]]:
    """Return what loads each feature and each of these games, by module.

    Each game is imported once, so that its rules are registered from the start.  One that cannot be imported is left
    out and logged.  Raises InvalidSetting if no game is left.
    """
    found = list(_find_extensions(names))
    if not found:
        raise InvalidSetting("The setting HOB_GAMES is wrong: none of its games can be loaded.")
    return {module: partial(load, module) for module in (*(f"cogs.{feature}.cog" for feature in FEATURES), *found)}


def _find_extensions(names: Sequence[str]) -> Iterator[str]:
    for name in dict.fromkeys(names):
        try:
            module = _module(name)
            importlib.import_module(module)
        except Exception as fault:
            log.error("the game %s is left out: %s: %s", name, type(fault).__name__, fault)
        else:
            yield module


def _module(name: str) -> str:
    """Return the module of a game: as named, or `cog` or `ui` in a package.  Raises LookupError and ImportError."""
    if name in BUILT_IN:
        place = f"cogs.{name.replace('-', '_')}"
    else:
        place = next((point.module for point in entry_points(group="hob.games", name=name)), name)
    spec = find_spec(place)
    if spec is None:
        raise LookupError(f"there is no such game, only {', '.join(BUILT_IN)} and what other packages bring")
    if spec.submodule_search_locations is None:
        return place
    return f"{place}.cog" if find_spec(f"{place}.cog") is not None else f"{place}.ui"


def load(extension: str, app: App) -> None:
    """Load a module: run its `setup(app)`, or offer the game of its `GAME_UI`. Raises LookupError if it has neither."""
    module = importlib.import_module(extension)
    if hasattr(module, "setup"):
        module.setup(app)
    elif hasattr(module, "GAME_UI"):
        GameCommands(app, module.GAME_UI)
    else:
        raise LookupError("the module has neither GAME_UI nor setup(app)")
