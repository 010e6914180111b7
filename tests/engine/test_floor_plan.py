"""One floor plan for every game: who has read one finds any line of the others."""

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from engine import GAMES
from engine.machine import Rules

ENGINE = Path(__file__).parents[2] / "engine"
ROOMS = {"__init__", "state", "rules", "view", "score", "why", "options"}
MORE = {"abilities", "belief", "cards", "orders"}  # where there are any
CHAPTERS = {  # of the rulebooks that are too long for one file
    "candy_chaser": set(),
    "cover_your_kingdom": {"settle", "recruit", "hire", "add_discard", "inn", "hands", "powers", "stars"},
    "ghosts_love_candy": {"places"},
    "kingdoms_candy": {"events", "limits"},
    "monster_muncher": {"moves", "delayed"},
}
DOORS = {  # what every game's modules have to offer, by the names of its arguments
    "rules.set_up": ["g", "agreed"],
    "view.shows": ["g", "seat"],
    "view.redeal": ["g", "seat"],
    "score.lines": ["g", "seat"],
    "score.standing": ["g"],
    "why.reason": ["g", "seat", "option"],
}
every_folder = pytest.mark.parametrize("folder", CHAPTERS)


def test_every_game_has_its_folder() -> None:
    folders = {folder.parent.name for folder in ENGINE.glob("*/state.py")}
    assert folders == set(CHAPTERS) == {slug.replace("-", "_") for slug in GAMES}


@every_folder
def test_a_game_has_the_rooms_of_the_plan_and_no_others(folder: str) -> None:
    names = {file.stem for file in (ENGINE / folder).glob("*.py")}
    assert names >= ROOMS and names - ROOMS - MORE == CHAPTERS[folder]
    others = {file.name for file in (ENGINE / folder).iterdir() if file.suffix != ".py"}
    assert others <= {"cards.toml", "__pycache__"}


@every_folder
def test_the_same_thing_has_the_same_name_and_arguments(folder: str) -> None:
    for door, arguments in DOORS.items():
        room, name = door.split(".")
        function = getattr(import_module(f"engine.{folder}.{room}"), name)
        assert list(inspect.signature(function).parameters) == arguments, door
    if (ENGINE / folder / "belief.py").exists():
        weight = import_module(f"engine.{folder}.belief").weight
        assert list(inspect.signature(weight).parameters) == ["g", "seat"]
    if (ENGINE / folder / "orders.py").exists():
        assert GAMES[folder.replace("_", "-")].orders is import_module(f"engine.{folder}.orders").ORDERS
    state = import_module(f"engine.{folder}.state")
    assert isinstance(state.rules, Rules)
    assert GAMES[folder.replace("_", "-")].rules is state.rules


def takes_paths_apart(source: str) -> Iterator[str]:
    """Calls that split a string, and strings that are a path or put one together."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in ("split", "rsplit", "partition", "rpartition"):
            yield f"{node.lineno}: {node.attr}"
        text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
        if " " not in text and {*text} & {"/", "+"}:
            yield f"{node.lineno}: {text!r}"


@every_folder
def test_options_are_built_and_taken_apart_in_one_place(folder: str) -> None:
    """Card files have verbs of their own to compare; what people choose is read in `options.py` alone."""
    found = {
        file.name: list(takes_paths_apart(file.read_text(encoding="utf-8")))
        for file in sorted((ENGINE / folder).glob("*.py"))
        if file.name not in ("options.py", "cards.py")
    }
    assert {name: calls for name, calls in found.items() if calls} == {}


def test_a_path_that_is_taken_apart_elsewhere_is_found() -> None:
    source = 'a, b = option.split("/")\nc = f"{a}/{b}"\nd = "+".join([a, b])\ne = a.partition("-")'
    assert len(list(takes_paths_apart(source))) == 5
