"""Every game in the browser: two people, one with *My hand* and one on a phone by direct message, and computers."""

from __future__ import annotations

import os
import re

import pytest
from playwright.async_api import expect

from cogs.game_uis import GAME_UIS
from playground.browser import PHONE, Sitter, play, random_choice, set_table
from tests.browser.conftest import Seat

pytestmark = pytest.mark.asyncio(loop_scope="session")
PRESSES = int(os.environ.get("TEST_PRESSES", "6"))  # of each game; 1000 plays whole games, which takes minutes


async def sit_at(seat: Seat, slug: str) -> tuple[Sitter, Sitter]:
    """Seat Ada on a desktop, Ben on a phone, and as many computers as the game needs."""
    ada, ben = await seat("Ada"), await seat("Ben", viewport=PHONE)
    ui = GAME_UIS[slug]
    ben.by_message = ui.has_hand
    await set_table([ada, ben], ui.group, computers=max(0, ui.game.seats[0] - 2))
    await ada.press("Start")
    return ada, ben


@pytest.mark.parametrize("slug", sorted(GAME_UIS.keys() - {"candy-chaser"}))  # test_chaser.py has whole games of it
async def test_players_press_through_the_opening_and_see_the_game_end(seat: Seat, slug: str) -> None:
    ada, ben = await sit_at(seat, slug)
    over = await play([ada, ben], random_choice(5), PRESSES) < PRESSES
    if not over:
        await ada.press("More", ada.table)
        await ada.press("End the game")
        await ada.press("End it")
    for person in (ada, ben):
        await expect(person.button("Play again")).to_be_visible()
        await expect(person.table.locator(".title")).to_have_text(
            re.compile("win|tie" if over else "Ada ended the game")
        )


async def test_every_rulebook_opens_in_the_lobby(seat: Seat) -> None:
    """Tests without a browser check that Discord accepts every page."""
    ada = await seat("Ada", viewport=PHONE)
    for ui in GAME_UIS.values():
        await ada.type(f"/{ui.group} new")
        await ada.press("How to play")
        for page in (ui.pages[0], ui.pages[-1]):
            await ada.pick(ada.whisper.locator(".select"), lambda titles, title=page.title: titles.index(title))
            await expect(ada.whisper.locator(".title")).to_have_text(f"{ui.game.title} · {page.title}")
            assert await ada.whisper.locator(".description").inner_text()
        await ada.tidy()
        await ada.press("Cancel table")
        await expect(ada.table).to_contain_text("Ada cancelled this table.")


async def test_choosing_ghosts_continues_after_a_restart_with_three_chosen(seat: Seat) -> None:
    names = ("Ada", "Ben", "Cara", "Dan", "Eve", "Finn")
    ada = await seat("Ada")
    for name in names[4:]:
        await ada.add(name)
    people = [ada, *[await seat(name) for name in names[1:]]]
    await set_table(people, "ghosts")
    await ada.press("Start")
    await choose_ghosts(people[:3], "925")
    marks = "Everyone is choosing a ghost: ✓ Ada · ✓ Ben · ✓ Cara · … Dan · … Eve · … Finn"
    await expect(ada.table).to_contain_text(marks)
    await ada.restart("Kill (SIGKILL)")
    await expect(ada.table).to_contain_text(marks)
    await choose_ghosts(people[3:], "378")
    await expect(ada.table).to_contain_text(re.compile(r"Ghosts revealed: .*Ada 9.*"))
    await expect(ada.table).to_contain_text("haunts a kid with the")


async def choose_ghosts(people: list[Sitter], ghosts: str) -> None:
    for person, ghost in zip(people, ghosts, strict=True):
        await person.press("My hand", person.table)
        await person.press(ghost, person.whisper)
        await person.tidy()
