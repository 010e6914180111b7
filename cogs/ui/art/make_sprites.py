"""Writes every SVG of every ``art`` folder: ``python -m cogs.ui.art.make_sprites``.

The SVG files are what the program loads; these modules are how they are drawn.
"""

import re
from pathlib import Path

from cogs.ui.art import creatures, grounds, kids, monsters, munchers, signs, snacks, sweets

COGS = Path(__file__).parents[2]
HEAVIEST = 7168  # most need less than 4 kB; a drawing that needs more is too busy for 40 pixels
FOLDERS: dict[str, dict[str, str]] = {
    "ui": signs.SHARED,
    "candy_chaser": sweets.CHASER | signs.CHASER,
    "ghosts_love_candy": kids.SPRITES | sweets.GHOSTS | signs.GHOSTS,
    "kingdoms_candy": monsters.SPRITES | sweets.KINGDOM | signs.KINGDOM,
    "monster_muncher": munchers.SPRITES | snacks.SPRITES | signs.MUNCHER,
    "cover_your_kingdom": creatures.SPRITES | signs.COVER,
}


def svg(name: str, body: str) -> str:
    """The file of a drawing; its inner ids are counted from 0, so that a change elsewhere does not change it."""
    ids: dict[str, int] = {}
    body = re.sub(r"\b(c?)s(\d+)\b(?=[\")])", lambda m: f"{m[1]}s{ids.setdefault(m[2], len(ids))}", body)
    tint = ' color="#FFFFFF"' if "currentColor" in body else ""
    ends = ' stroke-linejoin="round" stroke-linecap="round"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256"{ends}{tint}>{body}</svg>\n'


def files() -> dict[Path, str]:
    """Every file and what is to stand in it."""
    found = {COGS / "ui" / "art" / f"ground_{name}.svg": text for name, text in grounds.GROUNDS.items()}
    for folder, sprites in FOLDERS.items():
        found |= {COGS / folder / "art" / f"{name}.svg": svg(name, body) for name, body in sprites.items()}
    return found


def main() -> None:
    wanted = files()
    for old in COGS.glob("*/art/*.svg"):
        if old not in wanted:
            old.unlink()
    for file, text in wanted.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        if len(text) > HEAVIEST and not file.stem.startswith("ground"):
            print("too heavy:", file.stem, len(text))
    print(len(wanted), "drawings,", sum(map(len, wanted.values())) // 1024, "kB")


if __name__ == "__main__":
    main()
