"""Write docs/art.md, the page of all drawings and colours: ``python -m tools.gallery``."""

import xml.etree.ElementTree as ET
from itertools import groupby
from pathlib import Path

from bot.pictures import palette
from bot.pictures.drawings import ROOT, own

PAGE = ROOT / "docs" / "art.md"
ACROSS, SIZE = 6, 88  # drawings in a row, and how wide they are shown
HEAD = """# Drawings

Every picture of Hob is pasted together from these drawings. Each is an SVG of its own in a square of 256: open it,
change it, save it; nothing writes these files but you. Names are what the pictures call them by; in a game's folder
they end in the id of a card. What a drawing must keep to is tested: a title, the colours below, no line thinner than 4,
no text, no gradient, no filter, at most 9 kB. Scenery (grounds, bands, stages, covers) is as wide as its picture, and
may weigh 15 kB. How pictures are laid out: `bot/pictures/README.md`.

This page is made by `python -m tools.gallery`; make it anew when a drawing or a colour is added."""


def page() -> str:
    """Return the whole page."""
    parts = [HEAD]
    for folder, files in groupby(own(), lambda file: file.parent):
        parts.append(f"## {folder.parent.name}\n\n{_table(list(files))}")
    return "\n\n".join([*parts, _colours()]) + "\n"


def title(file: Path) -> str:
    """Return the title that the drawing's file contains."""
    found = ET.parse(file).getroot().find("{http://www.w3.org/2000/svg}title")
    return found.text or "" if found is not None else ""


def _table(files: list[Path]) -> str:
    rows = [files[i : i + ACROSS] for i in range(0, len(files), ACROSS)]
    lines = ["|" + " |" * ACROSS, "|" + "---|" * ACROSS]
    for row in rows:
        lines.append("|" + "|".join(f" {_image_cell(file)}<br>`{file.stem}` " for file in row) + "|")
    return "\n".join(lines)


def _image_cell(file: Path) -> str:
    return f'<img src="../{file.relative_to(ROOT).as_posix()}" width="{SIZE}" alt="{title(file)}">'


def _colours() -> str:
    rows = [("ink", palette.INK), ("paper", palette.PAPER), ("gold", palette.GOLD), ("safe", palette.SAFE)]
    rows += [("danger", palette.DANGER), ("seats", " ".join(palette.SEATS)), ("grounds", " ".join(palette.GROUNDS))]
    rows += [(name, " ".join(hue)) for name, hue in (palette.HUES | palette.DETAILS | palette.SCENERY).items()]
    lines = [f"| {name} | {' '.join(f'`{colour}`' for colour in colours.split())} |" for name, colours in rows]
    return "\n".join(["## Colours", "", "All of `bot/pictures/palette.py`.", "", "| | |", "|---|---|", *lines])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
