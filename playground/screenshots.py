"""`python -m playground.screenshots [slug …]` takes the pictures of docs/ from games played in the playground.

Hob's random numbers are seeded by the game's name, so the pictures change only when something that they show changes.
`--folder DIR` writes them elsewhere; `--against DIR` then lists the differences from an older set.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import random
import secrets
import sys
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops
from playwright.async_api import Locator

import bot.__main__
from bot.screens.game_ui import GameUI
from cogs.game_uis import GAME_UIS
from playground.browser import (
    DESKTOP,
    PHONE,
    QUICK,
    Sitter,
    chromium,
    find_asked_player,
    open_playground,
    play,
    random_choice,
    set_table,
    sit_down,
)

DOCS = Path(__file__).parent.parent / "docs"
MOST = 150_000  # bytes per picture
WIDE = 620  # pixels: the width of a message on the desktop
TALL = 2400  # pixels: tall enough for the longest message
PRESSES = {"candy-chaser": 5}  # by people, until mid-game
USUAL = 12
WIDTHS = {"desktop": 460, "phone": 300}  # pixels, on the page in docs
KINDS = {"lobby": "Lobby", "table": "Table", "hand": "Hand", "end": "End"}

STILL = """() => {
    for (const time of document.querySelectorAll("#log time")) time.textContent = "20:15";
    document.activeElement?.blur();
    return Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode().catch(() => {}))]);
}"""


async def shoot(sitter: Sitter, message: Locator, file: Path) -> None:
    """Take a screenshot of one message on a person's page."""
    await sitter.page.mouse.move(1, 1)
    await message.scroll_into_view_if_needed()
    await sitter.page.evaluate(STILL)
    await message.evaluate("(one, wide) => { one.style.maxWidth = `${wide}px`; }", WIDE)
    box = await message.bounding_box()
    assert box
    left, top = box["x"], box["y"] - 8
    clip: Any = {"x": left, "y": top, "width": box["width"], "height": box["height"] + 16}
    small(await sitter.page.screenshot(clip=clip, animations="disabled"), file)


def small(png: bytes, file: Path) -> None:
    """Write the picture at the largest scale that fits into `MOST` bytes."""
    whole = Image.open(io.BytesIO(png)).convert("RGB")
    for share in (1.0, 0.85, 0.7, 0.6, 0.5):
        out = io.BytesIO()
        picture = whole.resize((round(whole.width * share), round(whole.height * share)), Image.Resampling.LANCZOS)
        picture.quantize(255, kmeans=1, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
        if out.tell() <= MOST:
            break
    file.write_bytes(out.getvalue())


async def take(ui: GameUI[Any], folder: Path) -> None:
    """Take all pictures of one game: Ada on a desktop with the dark theme, Ben on a phone with the light one."""
    slug, least, most = ui.game.slug, ui.game.seats[0], ui.game.seats[-1]
    async with open_playground(bot=f"{__spec__.name} hob {slug}", **QUICK) as address, chromium() as browser:
        look: dict[str, Any] = {"bypass_csp": True, "device_scale_factor": 2}
        ada = await sit_down(
            browser, address, "Ada", 0, viewport={**DESKTOP, "height": TALL}, color_scheme="dark", **look
        )
        ben = await sit_down(browser, address, "Ben", 1, viewport={**PHONE, "height": TALL}, **look)
        both = [(ada, "desktop"), (ben, "phone")]

        async def of_both(kind: str) -> None:
            for sitter, where in both:
                place = sitter.whisper if kind == "hand" else sitter.table
                await shoot(sitter, place, folder / f"{slug}-{kind}-{where}.png")

        await set_table([ada, ben], ui.group, computers=max(least, min(4, most)) - 2)
        for sitter, _ in both:
            await sitter.table.locator(f'.embed img[alt*="({max(least, min(4, most))} of"]').wait_for()  # the cover
        await of_both("lobby")
        await ada.press("Start")
        choose = random_choice(slug)
        await play([ada, ben], choose, PRESSES.get(slug, USUAL))
        await find_asked_player([ada, ben])
        await of_both("table")
        source = await ada.table.locator(".embed img").get_attribute("src")
        picture = await ada.page.request.get(f"{address.split('/?')[0]}{source}")
        (folder / f"{slug}-table.png").write_bytes(await picture.body())
        for sitter, _ in both:
            await sitter.press(ui.hand_button, sitter.table)
            await sitter.whisper.locator(".embed img").wait_for()  # it may arrive after the text
        await of_both("hand")
        for sitter, _ in both:
            await sitter.tidy()
        await play([ada, ben], choose)
        for sitter, _ in both:
            await sitter.table.locator('.embed img[alt*=", final result. "]').wait_for()  # the poster
        await of_both("end")


def index(folder: Path) -> None:
    """Write README.md next to the pictures."""
    lines = [
        "# What Hob looks like",
        "",
        "The real bot in its playground (`make screenshots`): a desktop in the dark theme, a phone in the light one.",
        "",
    ]
    for slug, face in GAME_UIS.items():
        if not (folder / f"{slug}-table.png").exists():
            continue
        lines += [
            f"## {face.game.title}",
            "",
            f"![The table of {face.game.title}]({slug}-table.png)",
            "",
        ]
        lines += ["| | Desktop | Phone |", "|---|---|---|"]
        for kind, name in KINDS.items():
            shots = [
                f'<img src="{slug}-{kind}-{where}.png" width="{width}" alt="{name}, {where}">'
                for where, width in WIDTHS.items()
            ]
            lines.append(f"| {name} | {shots[0]} | {shots[1]} |")
        lines.append("")
    (folder / "README.md").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


def differences(folder: Path, older: Path) -> list[str]:
    """Return the names of pictures that differ from an older set, with the extent of the difference."""
    found = []
    for name in sorted({file.name for each in (folder, older) for file in each.glob("*.png")}):
        if not all((each / name).exists() for each in (folder, older)):
            found.append(f"{name}: only in {folder if (folder / name).exists() else older}")
            continue
        with Image.open(folder / name) as one, Image.open(older / name) as other:
            if one.size != other.size:
                found.append(f"{name}: {one.width} x {one.height}, was {other.width} x {other.height}")
                continue
            apart = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L")
        changed = one.width * one.height - apart.histogram()[0]
        if box := apart.getbbox():
            found.append(f"{name}: {changed} pixels differ, within {box}")
    return found


def hob(seed: str) -> int:
    """Run Hob with seeded random numbers, independent of the order of the computers' moves."""
    luck: Any = random.Random(seed)
    names: Any = random.Random(seed)
    instead: Any = secrets
    instead.choice = names.choice
    instead.randbits = lambda k: random.Random(seed).getrandbits(k)
    instead.token_hex = lambda nbytes=32: luck.randbytes(nbytes).hex()
    return bot.__main__.main(["run"])


async def main(slugs: list[str], folder: Path, older: Path | None) -> None:
    for slug in slugs:
        await take(GAME_UIS[slug], folder)
        print(f"{slug}: taken", flush=True)
    index(folder)
    if older:
        print(*(differences(folder, older) or ["no differences"]), sep="\n")


if __name__ == "__main__":
    if sys.argv[1:2] == ["hob"]:
        sys.exit(hob(sys.argv[2]))
    parser = argparse.ArgumentParser(prog="python -m playground.screenshots", description=__doc__)
    parser.add_argument("slug", nargs="*", choices=[[], *GAME_UIS], help="the games (default: all)")
    parser.add_argument("--folder", type=Path, default=DOCS, help="target folder (default: docs)")
    parser.add_argument("--against", type=Path, metavar="DIR", help="an older set to compare with")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(given.slug or list(GAME_UIS), given.folder, given.against))
