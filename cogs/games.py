"""The games on offer: Hob's own by their slugs, others by an entry point of `hob.games` or by a dotted name.

A game's module has `setup(app)`, or a `GAME_UI`, or just the rules as `GAME`.
"""

import importlib
import logging
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from bot.app import App
from bot.pictures.drawings import add_folder
from bot.screens.game_ui import GameUI
from bot.settings import NO_GAME, InvalidSetting
from cogs import FEATURES
from cogs.table.game_commands import GameCommands
from engine import GAMES, register
from engine.game import CONTRACT

log = logging.getLogger("hob.games")
BUILT_IN = tuple(GAMES)  # before any other game is registered


def extensions(names: Sequence[str] = BUILT_IN) -> dict[str, Callable[[App], None]]:
    """Return the functions that load each feature and each of these games, by module.

    Each game is imported once, so that its rules are registered from the start. One that cannot be imported is left
    out and logged. Raises InvalidSetting if no game is left.
    """
    games = list(_find_extensions(names))
    if not games:
        raise InvalidSetting(NO_GAME)
    return {module: partial(load, module) for module in (*(f"cogs.{feature}.cog" for feature in FEATURES), *games)}


def _find_extensions(names: Sequence[str]) -> Iterator[str]:
    for name in dict.fromkeys(names):
        try:
            yield import_game(name)
        except Exception as fault:
            is_bug = type(fault) is not LookupError  # that one's sentence says all
            log.error("game %s not loaded: %s: %s", name, type(fault).__name__, fault, exc_info=is_bug)


def import_game(name: str) -> str:
    """Import a game, register its rules, and return its module. Raises LookupError, or the module's own error."""
    module = module_of(name)
    prepare(importlib.import_module(module))
    return module


def game_faults(names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each game that can't be loaded, and one if none is left."""
    loaded = False
    for name in dict.fromkeys(names):
        try:
            import_game(name)
            loaded = True
        except Exception as fault:
            yield f"HOB_GAMES names {name}, which can't be loaded ({type(fault).__name__}: {fault})."
    if not loaded:
        yield NO_GAME


def module_of(name: str) -> str:
    """Return a game's module: as named, or `cog`, `ui` or `rules` in a package. Raises LookupError and ImportError."""
    if name in BUILT_IN:
        place = f"cogs.{name.replace('-', '_')}"
    else:
        place = next((point.module for point in entry_points(group="hob.games", name=name)), name)
    spec = find_spec(place)
    if spec is None:
        raise LookupError(f"no such game; choose from {', '.join(BUILT_IN)} and the games of other packages")
    if spec.submodule_search_locations is None:
        return place
    inside = (f"{place}.{module}" for module in ("cog", "ui", "rules"))
    return next((module for module in inside if find_spec(module) is not None), place)


def module_in(folder: Path) -> str:
    """Make the project in a folder importable, and return the module that it names as a game. Raises LookupError."""
    file = folder / "pyproject.toml"
    project = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    points = project.get("project", {}).get("entry-points", {}).get("hob.games", {})
    if not points:
        raise LookupError(
            f'{file} names no game; it needs [project.entry-points."hob.games"], as `hob new-game` writes'
        )
    sys.path.insert(0, str(folder.absolute()))
    return str(next(iter(points.values())))


def prepare(module: ModuleType) -> None:
    """Find a module's drawings, and register its rules unless the module does so itself.

    Raises ValueError if their slug is taken, and LookupError if they are written for another version of the contract.
    """
    ui = ui_of(module)
    if ui is not None and ui.game.contract != CONTRACT:
        raise LookupError(
            f"it is written for version {ui.game.contract} of the contract between games and Hob, and this Hob has "
            f"version {CONTRACT}; install a version of the game that fits"
        )
    if module.__file__ is not None:
        add_folder(Path(module.__file__).parent / "art")
    if ui is not None:
        register(ui.game)


def ui_of(module: ModuleType) -> GameUI[Any] | None:
    """Return a module's `GAME_UI`, or a default one for its `GAME`; None if it has neither."""
    if hasattr(module, "GAME_UI"):
        ui: GameUI[Any] = module.GAME_UI
        return ui
    return GameUI(game=module.GAME) if hasattr(module, "GAME") else None


def load(extension: str, app: App) -> None:
    """Load a module: run its `setup(app)`, or offer its game. Raises LookupError if it has none."""
    module = importlib.import_module(extension)
    ui = ui_of(module)
    if hasattr(module, "setup"):
        module.setup(app)
    elif ui is not None:
        GameCommands(app, ui)
    else:
        raise LookupError("the module has none of setup(app), GAME_UI and GAME")
