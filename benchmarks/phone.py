"""``python -m benchmarks.phone [slug …]``: presses, words and height of each decision on a phone 400 pixels wide.

One person plays in the playground's page against computers, in a real browser.  Each question's message, with its
picture, buttons and news, should be no higher than 800 pixels.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from contextlib import suppress
from statistics import median
from typing import Any, NamedTuple

from playwright.async_api import Locator, TimeoutError

from bot.screens.game_ui import GameUI
from cogs.game_uis import GAME_UIS
from playground.browser import (
    PHONE,
    PRESSES,
    QUICK,
    SOON,
    Sitter,
    chromium,
    find_asked_player,
    open_playground,
    random_choice,
    set_table,
    sit_down,
    take_turn,
)

SEATS = 4  # if the game has seats for them
SCREEN = 800  # pixels


class Decision(NamedTuple):
    presses: int
    words: int
    height: int


async def play(ui: GameUI[Any], decisions: int, seats: int) -> list[Decision]:
    """Let one person answer at random; return what each answer took. Ends early if the game does."""
    found, choose = list[Decision](), random_choice(ui.game.slug)
    async with open_playground(**QUICK | {"HOB_COMPUTERS": "easy"}) as address, chromium() as browser:
        ada = await sit_down(browser, address, "Ada", viewport=PHONE)
        await set_table([ada], ui.group, computers=seats - 1)
        await ada.press("Start")
        while len(found) < decisions and await find_asked_player([ada]) is not None:
            on_table = bool(await ada.controls(ada.table))
            words, height = await read(ada.table if on_table else await ada.panel())
            await ada.tidy()
            before = await presses_of(ada)
            if await take_turn(ada, ada, choose):
                found.append(Decision(await presses_of(ada) - before, words, height))
    return found


async def read(message: Locator) -> tuple[int, int]:
    """Return the words and the height of a message without the page's own lines, once its picture has come."""
    with suppress(TimeoutError):
        await message.locator(".embed img").first.wait_for(timeout=SOON)
    parts = message.locator(".content, .embed, .components")
    boxes = [box for part in await parts.all() if (box := await part.bounding_box())]
    height = max(box["y"] + box["height"] for box in boxes) - min(box["y"] for box in boxes)
    return sum(len(text.split()) for text in await parts.all_inner_texts()), round(height)


async def presses_of(sitter: Sitter) -> int:
    return int(await sitter.page.evaluate(PRESSES))


def row(slug: str, found: list[Decision]) -> str:
    if not found:
        return f"{slug:<19} no decisions: nothing was asked"
    presses, words, heights = zip(*found, strict=True)
    return (
        f"{slug:<19} {len(found):>3} decisions  {sum(presses) / len(presses):.1f} presses each"
        f"  words: median {median(words):.0f}, at most {max(words)}"
        f"  height: median {median(heights):.0f}, at most {max(heights)} px"
        f"  {sum(height > SCREEN for height in heights)} over {SCREEN}"
    )


async def main(slugs: list[str], decisions: int, seats: int) -> None:
    for slug in slugs or GAME_UIS:
        ui = GAME_UIS[slug]
        fitting = max(ui.game.seats[0], min(seats, ui.game.seats[-1]))
        print(row(slug, await play(ui, decisions, fitting)), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.phone", description=__doc__)
    parser.add_argument("slug", nargs="*", choices=[[], *GAME_UIS], help="the games (default: all)")
    parser.add_argument("--decisions", type=int, default=10, help="of each game")
    parser.add_argument("--seats", type=int, default=SEATS, help="players at the table, if the game allows it")
    chosen = parser.parse_args(sys.argv[1:])
    asyncio.run(main(chosen.slug, chosen.decisions, chosen.seats))
