"""The same thing has the same name in every game: who has read Candy Chaser finds any line of any other."""

import ast
import re
from pathlib import Path

import pytest

from engine import GAMES

ROOT = Path(__file__).parents[2]
FOLDERS = [slug.replace("-", "_") for slug in GAMES]
# Module -> the public names that it holds in every game; `*` is the game's own beginning of a class's name.
PLAN = {
    "__init__": set(),
    "cog": {"setup"},
    "face": {"FACE"},
    "verbs": {"VERBS"},
    "labels": {"*Labels"},
    "words": {"WORDS"},
    "pages": {"GUIDE", "PAGES", "RULINGS"},
    "in_words": {"*InWords", "*Ending"},
    "picture": {"SIZES", "table"},
    "picture_parts": set(),
    "picture_hand": {"hand"},
    "poster": {"SIZES", "*Poster"},
    "cover": {"COVER"},
    "alt": {"table_alt"},
    "examples": {"EXAMPLES"},
}
NOT_EVERYWHERE = {"picture_parts", "picture_hand"}  # where one file would be too long


def public(file: Path) -> set[str]:
    """The names that a module defines, private ones left out."""
    found: set[str] = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return {name for name in found if not name.startswith("_")}


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_game_has_the_files_of_the_plan(folder: str) -> None:
    room = ROOT / "cogs" / folder
    modules = {file.stem for file in room.glob("*.py")}
    assert modules <= PLAN.keys() and PLAN.keys() - NOT_EVERYWHERE <= modules
    assert {entry.name for entry in room.iterdir() if entry.is_dir()} - {"__pycache__", "locale"} == {"art"}


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("module", PLAN)
def test_a_module_holds_the_names_of_the_plan(folder: str, module: str) -> None:
    file = ROOT / "cogs" / folder / f"{module}.py"
    if module in NOT_EVERYWHERE and not file.exists():
        return
    names = public(file)
    for wanted in PLAN[module]:
        assert any(re.fullmatch(wanted.replace("*", "[A-Z][a-z]+"), name) for name in names), f"{file} has no {wanted}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_others_know_a_game_only_by_its_face(folder: str) -> None:
    for file in [*(ROOT / "cogs").rglob("*.py"), *(ROOT / "bot").rglob("*.py")]:
        if file.is_relative_to(ROOT / "cogs" / folder):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"cogs.{folder}"):
                assert node.module == f"cogs.{folder}.face" and [alias.name for alias in node.names] == ["FACE"]


TAKES_APART = re.compile(r"""\.r?split\(["'][/+]|\.rpartition\(["'][/+]|["']/["']\.join""")
OWN_VERB = re.compile(r"""\.partition\(["'][/+]""")  # a control's, before all that goes with it


def test_paths_are_built_and_taken_apart_in_the_engine() -> None:
    """Options, and what else a control carries: by `engine/actions.py`, and of one game by its `options.py`."""
    for file in (ROOT / "cogs").rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        assert not TAKES_APART.search(source), f"{file} takes a path apart"
        assert file.parent.name not in FOLDERS or not OWN_VERB.search(source), f"{file} takes a path apart"


@pytest.mark.parametrize(
    "source", ["a.split('/')", 'a.rsplit("/", 1)', "a.rpartition('/')", '"/".join(a)', "'/'.join(a)"]
)
def test_a_path_that_is_taken_apart_elsewhere_is_found(source: str) -> None:
    assert TAKES_APART.search(source)
