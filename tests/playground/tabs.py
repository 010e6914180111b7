"""Tabs of the page in a browser."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image
from playwright.async_api import Browser, Locator, Page, expect

from playground.discord.messages import Files
from playground.server import Page as Server
from tests.playground.sample_bot import picture


async def tab(browser: Browser, server: Server, who: str = "ada", **options: Any) -> Page:
    """Open a tab for one person. Script errors are collected in its `problems`, which tests check."""
    page = await browser.new_page(**options)
    page.set_default_timeout(30000)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda line: problems.append(line.text) if line.type == "error" else None)
    page.problems = problems  # type: ignore[attr-defined]
    await page.goto(f"{server.address}&as={who}")
    await expect(page.get_by_text("Hob is online")).to_be_attached()
    return page


async def lay_out_board(page: Page) -> None:
    await page.locator("#text").press_sequentially("/play ")
    await page.keyboard.type("purp")
    await expect(page.locator(".listbox:visible [role=option]")).to_have_text(["Purple"])
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page.locator(".embed img")).to_be_visible()


async def box(node: Locator) -> Any:
    found = await node.bounding_box()
    assert found
    return found


def rich(jump: str) -> tuple[dict[str, Any], Files]:
    """Return a message with everything that Hob shows, and its files."""
    film = io.BytesIO()
    frames = [Image.new("RGB", (300, 200), colour) for colour in ("purple", "gold", "teal")]
    frames[0].save(film, "WEBP", save_all=True, append_images=frames[1:], duration=300, loop=0)
    fields = [{"name": "Players", "value": "▶ A Ada\n… B Ben", "inline": True}]
    embeds = [
        {
            "title": "The table", "color": 0x8854D0, "image": {"url": "attachment://table.png"}, "fields": fields,
            "description": "It goes on <t:1893528000:f>.", "footer": {"text": "Shuffle sealed"},
        },
        {"title": "Your cards", "color": 0xD0A054, "image": {"url": "attachment://hand.png"}},
    ]  # fmt: skip
    files: Files = {
        "0": ("table.png", picture("gold").getvalue(), "image/png"),
        "1": ("hand.png", picture("teal").getvalue(), "image/png"),
        "2": ("film.webp", film.getvalue(), "image/webp"),
        "3": ("record.json", b'{"seed": "x"}', "application/json"),
    }
    button = {"type": 2, "style": 5, "label": "To the table", "url": jump}
    body = {
        "embeds": embeds, "components": [{"type": 1, "components": [button]}],
        "attachments": [{"id": "2", "filename": "film.webp", "description": "The whole game"}],
    }  # fmt: skip
    return body, files
