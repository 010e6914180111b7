"""Write docs/art.md, the page of all drawings: ``python -m tools.gallery``."""

import xml.etree.ElementTree as ET
from itertools import groupby
from pathlib import Path

from bot.pictures.drawings import ROOT, own

PAGE = ROOT / "docs" / "art.md"
ACROSS, SIZE = 6, 88  # drawings in a row, and how wide they are shown
HEAD = """# Drawings

Hob composes every picture from these drawings, SVGs of 256 × 256. Pictures refer to a drawing by its file name; the
name of a card's drawing ends in the card's id. Tests check each drawing: a title, only colours of
`bot/pictures/palette.py`, no line thinner than 4, no text, gradient or filter, at most 9 kB. Scenery (grounds, bands,
stages, covers) is as wide as its picture and may take up to 15 kB. `bot/pictures/README.md` explains how pictures are
laid out.

`python -m tools.gallery` writes this page; run it after adding a drawing."""


def page() -> str:
    """Return the whole page."""
    parts = [HEAD]
    for folder, files in groupby(own(), lambda file: file.parent):
        parts.append(f"## {folder.parent.name}\n\n{_table(list(files))}")
    return "\n\n".join(parts) + "\n"


def title(file: Path) -> str:
    """Return the title that the drawing's file contains."""
    element = ET.parse(file).getroot().find("{http://www.w3.org/2000/svg}title")
    return element.text or "" if element is not None else ""


def _table(files: list[Path]) -> str:
    rows = [files[i : i + ACROSS] for i in range(0, len(files), ACROSS)]
    lines = ["|" + " |" * ACROSS, "|" + "---|" * ACROSS]
    for row in rows:
        lines.append("|" + "|".join(f"{_image_cell(file)}<br>`{file.stem}`" for file in row) + "|")
    return "\n".join(lines)


def _image_cell(file: Path) -> str:
    return f'<img src="../{file.relative_to(ROOT).as_posix()}" width="{SIZE}" alt="">'  # its name stands below it


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
