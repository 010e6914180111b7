"""Where the drawings are: every SVG of every ``art`` folder, ours and those of other packages, by its file name."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]


def own() -> list[Path]:
    """Return our own drawings: those that all games share, and each game's."""
    return [file for place in ("bot/pictures", "cogs/*") for file in sorted(ROOT.glob(f"{place}/art/*.svg"))]


@cache
def drawings() -> dict[str, Path]:
    """Every sprite and ground by its name; another package cannot replace one of ours."""
    elsewhere = [file for folder in _elsewhere() for file in sorted(folder.glob("*.svg"))]
    return {file.stem: file for file in [*elsewhere, *own()]}


def _elsewhere() -> Iterator[Path]:
    """The ``art`` folders of the packages that bring games, as their entry points name them."""
    for point in entry_points(group="hob.games"):
        try:
            spec = find_spec(point.module)
        except (ImportError, ValueError):
            continue  # `cogs.games` says what cannot be loaded
        if spec is not None and spec.origin is not None:
            yield Path(spec.origin).parent / "art"


@cache
def shape_of(name: str) -> tuple[float, float]:
    """Width and height of a drawing, in its own units."""
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawings()[name].read_text(encoding="utf-8"))
    return (float(found[1]), float(found[2])) if found else (1, 1)


def tall(name: str, size: int) -> int:
    """How high a drawing is at this width; most are squares."""
    wide, high = shape_of(name)
    return round(size * high / wide)


def art(name: str, instead: str) -> str:
    """`name` if it has been drawn, else what stands for it: an operator's own cards have no drawing of ours."""
    return name if name in drawings() else instead
