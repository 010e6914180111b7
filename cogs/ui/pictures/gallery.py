"""docs/art.md, the page of all drawings and colours: ``python -m cogs.ui.pictures.gallery``."""

import xml.etree.ElementTree as ET
from itertools import groupby
from pathlib import Path

from cogs.ui.pictures import looks
from cogs.ui.pictures.drawings import COGS

PAGE = COGS.parent / "docs" / "art.md"
ACROSS, SIZE = 6, 88  # drawings in a row, and how wide they are shown
HEAD = """# Drawings

Every picture of Hob is pasted together from these drawings. Each is an SVG of its own in a square of 256: open it,
change it, save it; nothing writes these files but you. Names are what the pictures call them by; in a game's folder
they end in the id of a card. What a drawing must keep to is tested: a title, the colours below, no line thinner than 4,
no text, no gradient, no filter, at most 9 kB. Scenery (grounds, bands, stages, covers) is as wide as its picture, and
may weigh 15 kB. How pictures are laid out: `cogs/ui/pictures/README.md`.

This page is made by `python -m cogs.ui.pictures.gallery`; make it anew when a drawing or a colour is added."""


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for folder, files in groupby(sorted(COGS.glob("*/art/*.svg")), lambda file: file.parent):
        parts.append(f"## {folder.parent.name}\n\n{_table(list(files))}")
    return "\n\n".join([*parts, _colours()]) + "\n"


def title(file: Path) -> str:
    """What a drawing shows, as it says itself."""
    found = ET.parse(file).getroot().find("{http://www.w3.org/2000/svg}title")
    return found.text or "" if found is not None else ""


def _table(files: list[Path]) -> str:
    rows = [files[i : i + ACROSS] for i in range(0, len(files), ACROSS)]
    lines = ["|" + " |" * ACROSS, "|" + "---|" * ACROSS]
    for row in rows:
        lines.append("|" + "|".join(f" {_shown(file)}<br>`{file.stem}` " for file in row) + "|")
    return "\n".join(lines)


def _shown(file: Path) -> str:
    return f'<img src="../{file.relative_to(COGS.parent).as_posix()}" width="{SIZE}" alt="{title(file)}">'


def _colours() -> str:
    rows = [("ink", looks.INK), ("paper", looks.PAPER), ("gold", looks.GOLD), ("safe", looks.SAFE)]
    rows += [("danger", looks.DANGER), ("seats", " ".join(looks.SEATS)), ("grounds", " ".join(looks.GROUNDS))]
    rows += [(name, " ".join(hue)) for name, hue in (looks.HUES | looks.DETAILS | looks.SCENERY).items()]
    lines = [f"| {name} | {' '.join(f'`{colour}`' for colour in colours.split())} |" for name, colours in rows]
    return "\n".join(["## Colours", "", "All of `cogs/ui/pictures/looks.py`.", "", "| | |", "|---|---|", *lines])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
