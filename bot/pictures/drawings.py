"""Finds the drawings: every SVG in an ``art`` folder, Hob's and those of other packages, by file name."""

import os
import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = "ART_FOLDERS"  # environment variable, which painting processes inherit: the folders of loaded games


def own() -> list[Path]:
    """Return Hob's own drawings: the shared ones, and each game's."""
    return [file for place in ("bot/pictures", "cogs/*") for file in sorted(ROOT.glob(f"{place}/art/*.svg"))]


def add_folder(folder: Path) -> None:
    """Find the drawings of another package's folder, too, in this process and in those that it starts from now on."""
    known = os.environ.get(FOLDERS, "").split(os.pathsep)
    if folder.is_dir() and str(folder) not in known and folder.parents[1] != ROOT / "cogs":
        os.environ[FOLDERS] = os.pathsep.join(filter(None, [*known, str(folder)]))
        drawings.cache_clear()
        shape_of.cache_clear()


@cache
def drawings() -> dict[str, Path]:
    """Return every sprite and ground by name. Other packages can't replace Hob's own."""
    elsewhere = [file for folder in _elsewhere() for file in sorted(folder.glob("*.svg"))]
    return {file.stem: file for file in [*elsewhere, *own()]}


def _elsewhere() -> Iterator[Path]:
    """Yield the ``art`` folders of other packages: of all with an entry point, and of all games that were loaded."""
    yield from map(Path, filter(None, os.environ.get(FOLDERS, "").split(os.pathsep)))
    for point in entry_points(group="hob.games"):
        try:
            spec = find_spec(point.module)
        except (ImportError, ValueError):
            continue  # `cogs.games` reports modules that can't be loaded
        if spec is not None and spec.origin is not None:
            yield Path(spec.origin).parent / "art"


@cache
def shape_of(name: str) -> tuple[float, float]:
    """Return a drawing's width and height in its own units."""
    match = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawings()[name].read_text(encoding="utf-8"))
    return (float(match[1]), float(match[2])) if match else (1, 1)


def tall(name: str, size: int) -> int:
    """Return a drawing's height at this width; most are squares."""
    wide, high = shape_of(name)
    return round(size * high / wide)


def art(name: str, instead: str) -> str:
    """Return `name` if it has a drawing, otherwise `instead`: an operator's own cards have none."""
    return name if name in drawings() else instead


def missing_drawing(name: str) -> str:
    """Return what is wrong with the name of a drawing, and what to do."""
    similar = ", ".join(get_close_matches(name, drawings(), 3)) or "none"
    others = sorted({str(file.parent) for file in drawings().values() if ROOT not in file.parents})
    looked = ", ".join(["Hob's own", *others])
    return f"there is no drawing {name}.svg in the art folders ({looked}); similar names: {similar}"
