"""Where the drawings are: every SVG of every ``art`` folder, by its file name."""

from functools import cache
from pathlib import Path

COGS = Path(__file__).parents[2]


@cache
def drawings() -> dict[str, Path]:
    """Every sprite and ground by its name."""
    return {file.stem: file for file in sorted(COGS.glob("*/art/*.svg"))}


def art(name: str, instead: str) -> str:
    """`name` if it has been drawn, else what stands for it: an operator's own cards have no drawing of ours."""
    return name if name in drawings() else instead
