"""Tabs of the page in a browser."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Browser, Page, expect

from playground.server import Page as Server


async def tab(browser: Browser, server: Server, who: str = "ada", **options: Any) -> Page:
    """A tab of one person. Any error in its scripts fails the test when the tab is asked for `problems`."""
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
