"""`python -m playground.screenshots [slug …]` takes the pictures in docs/screenshots/ from games in the playground.

`hooks` in place of a slug takes those of docs/your-own-game.md, whose numbers name fields of `GameUI`.

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
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image, ImageChops
from playwright.async_api import Locator

import bot.__main__
from bot.delivery.edits import MessageEditor, Painting
from bot.screens.game_ui import GameUI
from cogs.game_uis import GAME_UIS
from playground.browser import (
    CHANGED,
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

ROOT = Path(__file__).parent.parent
SCREENSHOTS = ROOT / "docs" / "screenshots"
MAX_BYTES = 150_000  # bytes per picture
MESSAGE_WIDTH = 620  # pixels: the width of a message on the desktop
VIEW_HEIGHT = 2400  # pixels: tall enough for the longest message
PRESSES = {"candy-chaser": 3}  # by people, until mid-game
DEFAULT_PRESSES = 12
WIDTHS = {"desktop": 460, "phone": 300}  # pixels, on the page
NUMBERED = ("hooks.png", "more-hooks.png")  # in docs/your-own-game.md
MAX_BYTES_NUMBERED = 350_000  # bytes
HOOKS = (  # in the order of their numbers
    "look", "colour", "group", "catalogue", "cover", "pictures", "text_renderer", "labels", "has_hand",
    "slash_commands", "ambiguous_options", "immediate_events", "has_points", "poster", "game_over_text",
    "examples", "more_pages", "page_fields", "about_card", "lesson",
    "log_only_events", "income_events", "minor_events", "major_events",
)  # fmt: skip
LEFT_OUT = "more: More → Log"  # below the news of Kingdom's Candy, if some of it has no room
SETS = "hooks4"  # in the game with this seed, somebody soon completes a set
KINDS = {"lobby": "Lobby", "table": "Table", "hand": "Hand", "end": "End"}

STILL = """() => {
    for (const time of document.querySelectorAll("#log time")) time.textContent = "20:15";
    document.activeElement?.blur();
    return Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode().catch(() => {}))]);
}"""

SHOWN = "() => document.querySelector('#log').innerHTML"

MARK = """(thing, [number, across, down]) => {
    const box = thing.getBoundingClientRect();
    const mark = document.createElement("div");
    mark.className = "numbered";
    mark.textContent = number;
    mark.style.cssText = `position: fixed; z-index: 9; width: 32px; height: 32px; box-sizing: border-box;
        left: ${box.left + box.width * across - 16}px; top: ${box.top + box.height * down - 16}px;
        border: 2px solid #fff; border-radius: 50%; background: #d6006c; color: #fff;
        font: 700 18px/28px sans-serif; text-align: center;`;
    document.body.append(mark);
}"""
UNMARK = "() => document.querySelectorAll('.numbered').forEach((mark) => mark.remove())"


class Mark(NamedTuple):
    """The number of a hook, and where its centre is: on a thing, in shares of its width and height."""

    hook: str
    on: Locator
    across: float = 1
    down: float = 0


async def shot(sitter: Sitter, message: Locator, marks: Sequence[Mark] = ()) -> bytes:
    """Return a screenshot of one message on a person's page. Take it again if the page changed in the meantime."""
    while True:
        await sitter.page.mouse.move(1, 1)
        await message.scroll_into_view_if_needed()
        await sitter.page.evaluate(STILL)
        await message.evaluate("(one, wide) => { one.style.maxWidth = `${wide}px`; }", MESSAGE_WIDTH)
        shown = await sitter.page.evaluate(SHOWN)
        for hook, on, across, down in marks:
            await on.evaluate(MARK, [HOOKS.index(hook) + 1, across, down])
        box = await message.bounding_box()
        assert box
        left, top = box["x"], box["y"] - 8
        clip: Any = {"x": left, "y": top, "width": box["width"], "height": box["height"] + 16}
        png = await sitter.page.screenshot(clip=clip, animations="disabled")
        await sitter.page.evaluate(UNMARK)
        if await sitter.page.evaluate(SHOWN) == shown:
            return png


async def shoot(sitter: Sitter, message: Locator, file: Path) -> None:
    """Write a screenshot of one message on a person's page."""
    small(Image.open(io.BytesIO(await shot(sitter, message))), file)


def small(picture: Image.Image, file: Path, most: int = MAX_BYTES) -> None:
    """Write the picture at the largest scale that fits into `most` bytes."""
    whole = picture.convert("RGB")
    for share in (1.0, 0.85, 0.7, 0.6, 0.5):
        out = io.BytesIO()
        picture = whole.resize((round(whole.width * share), round(whole.height * share)), Image.Resampling.LANCZOS)
        picture.quantize(255, kmeans=1, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
        if out.tell() <= most:
            break
    file.write_bytes(out.getvalue())


async def take(ui: GameUI[Any], folder: Path) -> None:
    """Take all pictures of one game: Ada on a desktop with the dark theme, Ben on a phone with the light one."""
    slug, least, most = ui.game.slug, ui.game.seats[0], ui.game.seats[-1]
    async with open_playground(bot=f"{__spec__.name} hob {slug}", **QUICK) as address, chromium() as browser:
        look: dict[str, Any] = {"bypass_csp": True, "device_scale_factor": 2}
        ada = await sit_down(
            browser, address, "Ada", 0, viewport={**DESKTOP, "height": VIEW_HEIGHT}, color_scheme="dark", **look
        )
        ben = await sit_down(browser, address, "Ben", 1, viewport={**PHONE, "height": VIEW_HEIGHT}, **look)
        both = [(ada, "desktop"), (ben, "phone")]

        async def of_both(kind: str) -> None:
            for sitter, where in both:
                place = sitter.whisper if kind == "hand" else sitter.table
                await shoot(sitter, place, folder / f"{slug}-{kind}-{where}.png")

        await set_table([ada, ben], ui.group, computers=max(least, min(4, most)) - 2)
        for sitter, _ in both:
            await sitter.table.locator(f'.embed img[alt*="({max(least, min(4, most))} so far"]').wait_for()  # the cover
        await of_both("lobby")
        await ada.press("Start")
        choose = random_choice(slug)
        await play([ada, ben], choose, PRESSES.get(slug, DEFAULT_PRESSES))
        await find_asked_player([ada, ben])
        await of_both("table")
        source = await ada.table.locator(".embed img").get_attribute("src")
        picture = await ada.page.request.get(f"{address.split('/?')[0]}{source}")
        (folder / f"{slug}-table.png").write_bytes(await picture.body())
        for sitter, _ in both:
            await sitter.press(ui.tr("button.hand"), sitter.table)
            await sitter.whisper.locator(".embed img").wait_for()  # it may arrive after the text
        await of_both("hand")
        for sitter, _ in both:
            await sitter.tidy()
        await play([ada, ben], choose)
        for sitter, _ in both:
            await sitter.table.locator('.embed img[alt*=", final result. "]').wait_for()  # the poster
        await of_both("end")


def side_by_side(columns: Sequence[Sequence[bytes]], file: Path) -> None:
    """Write screenshots in columns, on the colour of the page."""
    parts = [[Image.open(io.BytesIO(png)).convert("RGB") for png in column] for column in columns]
    widths = [max(part.width for part in column) for column in parts]
    whole = Image.new("RGB", (sum(widths), max(sum(part.height for part in column) for column in parts)))
    whole.paste(parts[0][0].crop((0, 0, 1, 1)).resize(whole.size))
    for number, column in enumerate(parts):
        top = 0
        for part in column:
            whole.paste(part, (sum(widths[:number]), top))
            top += part.height
    small(whole, file, MAX_BYTES_NUMBERED)


async def take_hooks(folder: Path) -> None:
    """Take the pictures of the example and of the five games whose numbers show what the hooks of `GameUI` change."""
    offered = {"HOB_GAMES": "liars_dice", "PYTHONPATH": str(ROOT / "examples" / "liars-dice")}
    size = {"width": 900, "height": VIEW_HEIGHT}
    look: dict[str, Any] = {"viewport": size, "bypass_csp": True, "device_scale_factor": 2, "color_scheme": "dark"}
    command = f"{__spec__.name} hob"
    async with chromium() as browser:
        async with open_playground(bot=f"{command} hooks", **QUICK, **offered) as address:
            columns = await example_shots(await sit_down(browser, address, "Ada", **look))
            side_by_side(columns, folder / NUMBERED[0])
        async with open_playground(bot=f"{command} {SETS}", **QUICK) as address:
            columns = await games_shots(await sit_down(browser, address, "Ada", **look))
            side_by_side(columns, folder / NUMBERED[1])


async def example_shots(ada: Sitter) -> list[list[bytes]]:
    """Play Liar's Dice, and return its screenshots in columns."""
    table, choose = ada.table, random_choice("hooks")
    picture = table.locator(".embed img")
    await set_table([ada], "liar", computers=2)
    await table.locator('.embed img[alt*="(3 so far"]').wait_for()
    lobby = await shot(
        ada,
        table,
        [
            Mark("group", table.locator(".mention").first, 1.3, 0.5),
            Mark("catalogue", table.locator(".description").first, 0.97, 0.5),
            Mark("colour", table.locator(".embed").first, 0, 0.3),
            Mark("look", picture, 0.5, 0.8),
            Mark("cover", picture, 0.95, 0.2),
        ],
    )
    await ada.press("Start")
    for _ in range(40):  # until a call is possible
        await find_asked_player([ada])
        if await ada.button("Liar!", table).count():
            break
        await play([ada], choose, 1)
    hand_button, call = ada.button("My hand", table), ada.button("Liar!", table)
    playing = await shot(
        ada,
        table,
        [
            Mark("look", picture, 0.5, 0.08),
            Mark("pictures", picture, 0.97, 0.35),
            Mark("text_renderer", table.locator(".description").last, 0.97, 0.5),
            Mark("labels", call, 1.3, 0.5),
            Mark("has_hand", hand_button),
        ],
    )
    composer = ada.page.locator("#composer")
    before = await ada.signature()
    await ada.page.locator("#text").press_sequentially("/liar bid ")
    await ada.page.locator("#o-count").fill("1")
    await ada.page.locator("#o-face").fill("one")
    command = await shot(ada, composer, [Mark("slash_commands", composer, 0.2, 0.8)])
    await ada.page.get_by_role("button", name="Send /liar bid", exact=True).click()
    await ada.page.wait_for_function(CHANGED, arg=before)
    await ada.whisper.locator(".embed img").wait_for()
    refused = await shot(
        ada,
        ada.whisper,
        [
            Mark("ambiguous_options", ada.whisper.get_by_text("A bid must be higher"), 1.1, 0.15),
            Mark("pictures", ada.whisper.locator(".embed img"), 0.97, 0.35),
        ],
    )
    await ada.tidy()
    await ada.press("Liar!", table)
    rolled = await shot(ada, ada.whisper, [Mark("immediate_events", ada.whisper, 0.85, 0.5)])
    await ada.tidy()
    await play([ada], choose)
    await table.locator('.embed img[alt*=", final result. "]').wait_for()
    end = await shot(
        ada,
        table,
        [
            Mark("has_points", table.locator(".title").first, 0.97, 0.5),
            Mark("poster", picture, 0.45, 0.5),
            Mark("game_over_text", ada.button("Score", table)),
        ],
    )
    return [[lobby, command, refused], [playing, rolled, end]]


async def games_shots(ada: Sitter) -> list[list[bytes]]:
    """Read rules, learn and play in games of Hob, and return the screenshots in columns."""
    menu, picture = ada.whisper.locator(".select"), ada.whisper.locator(".embed img")
    text = ada.whisper.locator(".description").first

    async def page(group: str, title: str, mark: Mark, *, has_picture: bool = True) -> bytes:
        await ada.type(f"/{group} rules")
        await ada.pick(menu, lambda titles: titles.index(title))
        if has_picture:
            await picture.wait_for()
        png = await shot(ada, ada.whisper, [mark])
        await ada.tidy()
        return png

    await set_table([ada], "kingdom", computers=3)
    await ada.press("Start")
    digests, news = [], ada.table.locator(".embed").last
    for hook, words in (("income_events", "; "), ("major_events", "feeds")):
        for _ in range(30):
            await play([ada], buyer_choice, 1)
            await find_asked_player([ada])
            shown = await news.inner_text()
            if words in shown and LEFT_OUT in shown:
                break
        rest = Mark("minor_events", news.get_by_text(LEFT_OUT), 0.4, 0.5)
        digests.append(await shot(ada, news, [await line_mark(hook, news, words), rest]))
    for label in ("More", "End the game", "End it"):
        await ada.press(label)
    await ada.tidy()
    await set_table([ada], "muncher", computers=1)
    await ada.press("Start")
    await play([ada], random_choice(SETS), 2)
    await find_asked_player([ada])
    await ada.press("Log")
    log = await shot(ada, ada.whisper, [await line_mark("log_only_events", ada.whisper, "draws a card")])
    await ada.tidy()
    rules = await page("chaser", "Tattling", Mark("examples", picture, 0.97, 0.15))
    cards = await page("muncher", "Hob's Mechas", Mark("more_pages", text, 0.97, 0.06), has_picture=False)
    creatures = await page("cover", "Creatures", Mark("page_fields", text, 0.97, 0.5))
    await ada.type("/muncher card", name="Sir Sludge")
    await picture.wait_for()
    card = await shot(ada, ada.whisper, [Mark("about_card", text, 0.97, 0.5)])
    await ada.tidy()
    await ada.type("/hob learn", game="Candy Chaser")
    await ada.tidy()
    await ada.go("Hob")
    await ada.table.locator(".embed img").wait_for()
    lesson = await shot(ada, ada.table, [Mark("lesson", ada.table.locator(".title").first, 0.5, 0.5)])
    return [[rules, creatures, card], [cards, lesson, log, *digests]]


async def line_mark(hook: str, message: Locator, words: str) -> Mark:
    """Return a mark beside the first line of a message with these words."""
    paragraph = message.get_by_text(words).last
    lines = (await paragraph.inner_text()).splitlines()
    number = next(n for n, line in enumerate(lines) if words in line)
    return Mark(hook, paragraph, 1.05, (number + 0.5) / len(lines))


def buyer_choice(labels: Sequence[str]) -> int:
    """Choose at random, but buy if possible."""
    buys = [number for number, label in enumerate(labels) if "Buy" in label or " for " in label]
    return random.Random(f"4 {list(labels)}").choice(buys or range(len(labels)))


def index(folder: Path) -> None:
    """Write README.md next to the pictures."""
    lines = [
        "# What Hob looks like",
        "",
        "From the playground (`make screenshots`).",
        "",
    ]
    for slug, ui in GAME_UIS.items():
        if not (folder / f"{slug}-table.png").exists():
            continue
        lines += [
            f"## {ui.game.title}",
            "",
            f"![The table of {ui.game.title}]({slug}-table.png)",
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
    lines = []
    for name in sorted({file.name for each in (folder, older) for file in each.glob("*.png")}):
        if not all((each / name).exists() for each in (folder, older)):
            lines.append(f"{name}: only in {folder if (folder / name).exists() else older}")
            continue
        with Image.open(folder / name) as one, Image.open(older / name) as other:
            if one.size != other.size:
                lines.append(f"{name}: {one.width} x {one.height}, was {other.width} x {other.height}")
                continue
            apart = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L")
        changed = one.width * one.height - apart.histogram()[0]
        if box := apart.getbbox():
            lines.append(f"{name}: {changed} pixels differ, within {box}")
    return lines


async def wait_painted(editor: MessageEditor, painting: Painting, seconds: float | None = 0) -> bool:
    """Wait until the painting ends, whatever it takes, so that no message shows an older picture."""
    await asyncio.wait([painting])
    return True


def hob(seed: str) -> int:
    """Run Hob with seeded random numbers, independent of the order of the computers' moves."""
    editor: Any = MessageEditor
    editor.wait_painted = wait_painted
    luck: Any = random.Random(seed)
    names: Any = random.Random(seed)
    instead: Any = secrets
    instead.choice = names.choice
    instead.randbits = lambda k: random.Random(seed).getrandbits(k)
    instead.token_hex = lambda nbytes=32: luck.randbytes(nbytes).hex()
    return bot.__main__.main(["run"])


async def main(slugs: list[str], folder: Path, older: Path | None) -> None:
    for slug in slugs:
        await (take_hooks(folder) if slug == "hooks" else take(GAME_UIS[slug], folder))
        print(f"{slug}: taken", flush=True)
    index(folder)
    if older:
        print(*(differences(folder, older) or ["no differences"]), sep="\n")


if __name__ == "__main__":
    if sys.argv[1:2] == ["hob"]:
        sys.exit(hob(sys.argv[2]))
    parser = argparse.ArgumentParser(prog="python -m playground.screenshots", description=__doc__)
    parser.add_argument("slug", nargs="*", choices=[[], "hooks", *GAME_UIS], help="the games (default: all)")
    parser.add_argument("--folder", type=Path, default=SCREENSHOTS, help="target folder (default: docs/screenshots)")
    parser.add_argument("--against", type=Path, metavar="DIR", help="an older set to compare with")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(options.slug or [*GAME_UIS, "hooks"], options.folder, options.against))
