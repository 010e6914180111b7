"""The games on offer: Hob's own by their slugs, others by an entry point of `hob.games` or by a dotted name."""

import importlib
import logging
from collections.abc import Iterator, Sequence
from importlib.metadata import entry_points
from importlib.util import find_spec

from bot.settings import InvalidSetting
from engine import GAMES

log = logging.getLogger("hob.games")
BUILT_IN = tuple(GAMES)  # before any other game is registered
FEATURES = ("table", "hob", "nights", "daily", "stats", "replay", "coach", "server", "privacy")


def extensions(names: Sequence[str] = BUILT_IN) -> list[str]:
    """Return the modules of the features and of these games.

    Each game is imported once, so that its rules are registered from the start.  One that cannot be imported is left
    out and logged.  Raises InvalidSetting if no game is left.
    """
    found = list(_find_extensions(names))
    if not found:
        raise InvalidSetting("The setting HOB_GAMES is wrong: none of its games can be loaded.")
    return [*(f"cogs.{feature}.cog" for feature in FEATURES), *found]


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
    """Return the extension of a game: a module, or `cog` in a package.  Raises LookupError and ImportError."""
    if name in BUILT_IN:
        place = f"cogs.{name.replace('-', '_')}"
    else:
        place = next((point.module for point in entry_points(group="hob.games", name=name)), name)
    spec = find_spec(place)
    if spec is None:
        raise LookupError(f"there is no such game, only {', '.join(BUILT_IN)} and what other packages bring")
    return f"{place}.cog" if spec.submodule_search_locations is not None else place
