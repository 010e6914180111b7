"""The page in a real browser."""

from __future__ import annotations

import math
import re
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from bot.supervisor import use_gateway
from playground.discord import Loopback, messages
from playground.discord.interactions import DEADLINE
from playground.server import Page as Server
from tests.playground.living import living
from tests.playground.opening import playground, told
from tests.playground.sample_bot import LittleBot
from tests.playground.tabs import box, lay_out_board, rich, tab

pytestmark = pytest.mark.asyncio(loop_scope="session")  # the browser's loop


@pytest_asyncio.fixture(loop_scope="session")
async def server(back_to_discord: None) -> AsyncIterator[Server]:
    one = Server(Loopback(deadline=math.inf))
    await one.start()
    use_gateway(one.discord.base)
    yield one
    await one.stop()
    assert one.discord.api.unknown == []


@pytest_asyncio.fixture(loop_scope="session")
async def bot(server: Server) -> AsyncIterator[LittleBot]:
    async with living(server.discord) as one:
        yield one


async def test_a_command_by_keyboard_alone(browser: Browser, server: Server, bot: LittleBot) -> None:
    page = await tab(browser, server)
    await page.locator("#text").focus()
    await page.keyboard.type("/ch")
    await expect(page.locator(".listbox [role=option] .path")).to_have_text(["/chaser movestepswhom", "/chaser letter"])
    await page.keyboard.press("Escape")
    await expect(page.locator(".listbox [role=option]")).to_have_count(0)
    await page.keyboard.type("aser move")
    await page.keyboard.press("Enter")
    await expect(page.locator("#o-steps")).to_be_focused()
    await page.keyboard.type("two")
    await page.keyboard.press("Enter")
    await expect(page.locator("#o-steps")).to_have_attribute("aria-invalid", "true")
    await page.keyboard.press("Control+A")
    await page.keyboard.type("2")
    await page.keyboard.press("Tab")
    await page.keyboard.type("be")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.locator(".only-you .content")).to_have_text("Ben moves 2")
    await page.get_by_role("button", name="Dismiss message").click()
    await expect(page.locator(".only-you")).to_have_count(0)
    assert page.problems == []  # type: ignore[attr-defined]


async def test_board_buttons_selects_and_modal(browser: Browser, server: Server, bot: LittleBot) -> None:
    page = await tab(browser, server)
    await lay_out_board(page)
    await expect(page.locator(".above").first).to_have_text("Ada used /play")
    assert await page.locator(".embed img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 900
    await expect(page.locator(".embed img")).to_have_attribute("alt", "Nine cards in three rows")
    await expect(page.get_by_role("button", name="Off")).to_be_disabled()
    await expect(page.get_by_role("link", name="Rules")).to_have_attribute("href", "https://example.org/rules")
    await page.get_by_role("button", name="Vote").click()
    await expect(page.locator(".content")).to_have_text("1 voted, last Ada (edited)")
    await page.locator(".select").click()
    for name in ("Red", "Blue"):
        await page.get_by_role("option", name=name).click()
    await page.get_by_role("button", name="Choose (2)").click()
    await expect(page.locator(".only-you .content")).to_have_text("red, blue")
    await page.get_by_role("button", name="Form").click()
    await page.get_by_label("Name").fill("Al")
    await page.locator("dialog .select").click()
    await page.get_by_role("option", name="Green").click()
    await page.get_by_role("button", name="Submit").click()
    await expect(page.locator(".only-you .content").last).to_have_text("Al likes green")
    await page.locator(".embed .shot").click()
    await expect(page.locator("#picture img")).to_be_visible()
    await page.get_by_role("button", name="Close the picture").click()
    assert page.problems == []  # type: ignore[attr-defined]


async def test_two_tabs_are_two_players(browser: Browser, server: Server, bot: LittleBot) -> None:
    ada, ben = await tab(browser, server), await tab(browser, server, "ben")
    await lay_out_board(ada)
    await ben.get_by_role("button", name="My hand").click()
    await expect(ben.locator(".only-you .content")).to_have_text("Your hand")
    await expect(ben.locator(".only-you img")).to_have_attribute("alt", "Your nine cards")
    await expect(ada.locator(".only-you")).to_have_count(0)
    await ben.locator("#text").fill("<script>alert(1)</script> **hi**")
    await ben.keyboard.press("Enter")
    await expect(ada.locator(".content").last).to_have_text("<script>alert(1)</script> hi")
    await expect(ada.locator(".content strong")).to_have_text("hi")
    await ada.get_by_role("radio", name="Ben").click()
    await expect(ada.locator("#title")).to_have_text("# games")
    await expect(ada.locator(".only-you .content")).to_have_text("Your hand")
    assert ada.problems == ben.problems == []  # type: ignore[attr-defined]


async def test_dms_mentions_and_unread_badges(browser: Browser, server: Server, bot: LittleBot) -> None:
    ada, ben = await tab(browser, server), await tab(browser, server, "ben", timezone_id="UTC")
    world = server.discord
    await ben.locator(".channel", has_text="general").click()
    await expect(ben.locator("#title")).to_have_text("# general")
    await world.answered(world.ada.slash(world.games, "call", whom=world.ben.id))
    await expect(ben.locator(".channel", has_text="games").locator(".badge")).to_have_text("1")
    await expect(ada.get_by_role("radio", name="Ben").locator(".badge")).to_have_text("1")
    await world.answered(world.ben.slash(world.games, "chaser letter"))
    await expect(ben.locator("#dm .badge")).to_have_text("1")
    await ben.locator("#dm .channel").click()
    await expect(ben.locator(".content")).to_have_text("A letter for @Ben")
    await expect(ben.locator("#dm .badge")).to_have_count(0)
    await ben.locator(".channel", has_text="games").click()
    await expect(ben.locator(".mentions-me")).to_have_count(1)
    await expect(ben.get_by_role("link", name="https://example.org/")).to_have_attribute("rel", "noreferrer noopener")
    jump = f"https://discord.com/channels/{world.guild}/{world.general}"
    world.ada.say(world.games, f"see {jump} and <#{world.general}> at <t:0:D>")
    await expect(ben.locator(".content time")).to_have_text("1 January 1970")
    await ben.locator(".content button.mention").last.click()
    await expect(ben.locator("#title")).to_have_text("# general")


async def test_pictures_animations_files_and_jump_links(browser: Browser, server: Server, bot: LittleBot) -> None:
    """Check embeds with pictures, an animated picture, a download, a timestamp, and a button linked to a message."""
    page, world = await tab(browser, server, timezone_id="UTC"), server.discord.world
    first = server.discord.ben.say(server.discord.games, "the beginning")
    jump = f"https://discord.com/channels/{server.discord.guild}/{server.discord.games}/{first['id']}"
    sent = messages.send(world, server.discord.games, *rich(jump))
    assert [a["filename"] for a in sent["attachments"]] == ["film.webp", "record.json"]
    embeds = page.locator(".embed")
    await expect(embeds).to_have_count(2)
    for number in range(2):
        words, image = embeds.nth(number).locator(".words"), embeds.nth(number).locator("img")
        await expect(image).to_be_visible()
        assert (await box(image))["y"] >= (await box(words))["y"] + (await box(words))["height"]
    await expect(page.locator(".embed time")).to_have_text("1 January 2030 at 20:00")
    await expect(page.locator(".files img")).to_have_attribute("alt", "The whole game")
    async with page.expect_download() as started:
        await page.get_by_role("link", name="Download record.json, 1 KiB").click()
    assert (await (await started.value).path()).read_bytes() == b'{"seed": "x"}'
    shown = await embeds.first.locator("img").element_handle()
    assert shown
    messages.edit(world, sent, {"content": "Round 2"}, {})
    await expect(page.locator(".content").last).to_contain_text("Round 2")
    assert await shown.evaluate("node => node.isConnected")
    await page.get_by_role("link", name="To the table").click()
    await expect(page.locator(".message.pointed")).to_contain_text("the beginning")
    assert page.problems == []  # type: ignore[attr-defined]


async def test_an_interaction_without_an_answer_shows_an_error(
    browser: Browser, server: Server, bot: LittleBot
) -> None:
    page = await tab(browser, server)
    await lay_out_board(page)
    sleep = page.get_by_role("button", name="Sleep")
    await sleep.click()
    await expect(sleep).to_have_attribute("aria-busy", "true")
    server.discord.interactions.deadline = DEADLINE
    server.discord.advance(DEADLINE)
    await expect(page.get_by_role("alert")).to_have_text("This application did not respond")
    await expect(sleep).not_to_have_attribute("aria-busy", "true")


async def test_faults_can_be_injected_from_the_panel(browser: Browser, server: Server, bot: LittleBot) -> None:
    page = await tab(browser, server)
    world = server.discord
    await lay_out_board(page)
    await page.get_by_role("button", name="Inject faults").click()
    panel = page.get_by_role("complementary", name="Inject faults")
    await panel.get_by_role("button", name="Delete the newest table message").click()
    await expect(page.locator(".embed")).to_have_count(0)
    await panel.get_by_role("button", name="Delete the newest table message").click()
    await expect(page.locator("#notice")).to_have_text("This channel has no table message")
    await panel.get_by_role("button", name="Close Ada's direct messages").click()
    await expect(panel.get_by_role("button", name="Close Ada's direct messages")).to_have_attribute(
        "aria-pressed", "true"
    )
    it = await world.answered(world.ada.slash(world.games, "chaser letter"))
    await world.until(lambda: world.reply(it)["content"] == "Closed: 50007")
    await panel.get_by_role("button", name="Deny Hob write access").click()
    await expect(page.get_by_label("Hob can't write here")).to_be_visible()
    await panel.get_by_role("button", name="fails (500)").click()
    await expect(panel.get_by_text("1 waiting")).to_be_visible()
    await panel.get_by_role("button", name="Answer all requests slowly").click()
    await expect(panel.get_by_role("button", name="Answer all requests slowly")).to_have_attribute(
        "aria-pressed", "true"
    )
    await panel.get_by_role("button", name="Answer all requests slowly").click()
    await expect(panel.get_by_role("button", name="Answer all requests slowly")).to_have_attribute(
        "aria-pressed", "false"
    )
    world.faults.clear()
    await panel.get_by_role("button", name="Deliver the next press twice").click()
    await world.until(lambda: world.interactions.repeat == 1)
    await panel.get_by_role("button", name="Cut the connection").click()
    await world.until(lambda: "resumed" in bot.happened)
    await panel.get_by_role("button", name="Restart").click()
    await expect(page.locator("#notice")).to_have_text("This playground doesn't run Hob")
    assert page.problems == []  # type: ignore[attr-defined]


async def test_threads_and_new_people(browser: Browser, server: Server, bot: LittleBot) -> None:
    page = await tab(browser, server)
    await page.get_by_role("button", name="New thread").click()
    await page.get_by_label("Name").fill("Table two")
    await page.get_by_role("button", name="Create").click()
    await expect(page.locator("#title")).to_have_text("# Table two")
    await page.get_by_role("button", name="Add").click()
    await page.get_by_label("Name").fill("Eve")
    await page.get_by_role("button", name="Create").click()
    await page.get_by_role("radio", name="Eve").click()
    await expect(page.get_by_role("radio", name="Eve")).to_have_attribute("aria-checked", "true")
    await lay_out_board(page)
    await page.get_by_role("button", name="Inject faults").click()
    await page.get_by_role("button", name="Delete this thread").click()
    await expect(page.locator("#title")).to_have_text("# games")


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_the_page_fits_on_a_phone(browser: Browser, server: Server, bot: LittleBot, scheme: Any) -> None:
    page = await tab(browser, server, viewport={"width": 400, "height": 800}, color_scheme=scheme)
    assert await page.evaluate("document.documentElement.dataset.theme") == scheme
    await lay_out_board(page)
    assert await page.evaluate("document.documentElement.scrollWidth") == 400
    for control in await page.locator(".button, .select, .icon:visible").all():
        box = await control.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= 400
    await expect(page.locator("#side")).not_to_be_visible()
    await page.get_by_role("button", name="Menu: people and channels").click()
    await page.locator(".channel", has_text="general").click()
    await expect(page.locator("#side")).not_to_be_visible()
    await page.get_by_role("button", name="Change between dark and light").click()
    assert await page.evaluate("document.documentElement.dataset.theme") != scheme


async def test_the_fault_panel_on_a_phone_can_be_closed_in_four_ways(
    browser: Browser, server: Server, bot: LittleBot
) -> None:
    page = await tab(browser, server, viewport={"width": 400, "height": 800})
    opener, panel = page.locator("#open-trouble"), page.locator("#trouble")
    ways = (
        opener.click,
        page.get_by_role("button", name="Close this panel").click,
        lambda: page.keyboard.press("Escape"),
        lambda: page.locator("#text").click(position={"x": 20, "y": 15}),
    )
    for close in ways:
        await opener.click()
        await expect(panel).to_be_visible()
        await panel.get_by_role("button", name="Answer all requests slowly").click()
        await expect(panel).to_be_visible()
        await close()
        await expect(panel).not_to_be_visible()
        await expect(opener).to_have_attribute("aria-expanded", "false")
    await expect(page.locator("#text")).to_be_focused()


NOTE = """() => {
    const hob = document.querySelector("#hob"), noted = window.noted = [];
    new MutationObserver(() => noted.push(hob.textContent)).observe(hob, { childList: true, subtree: true });
}"""  # record every text of Hob's state, however briefly it is shown


@pytest.mark.slow
async def test_buttons_still_work_after_hob_is_killed(browser: Browser) -> None:
    """Start a game with the real bot and kill Hob; the old buttons still work."""
    async with playground(bot="bot run") as (_, address):
        page = await browser.new_page()
        page.set_default_timeout(30000)
        await page.goto(address)
        await page.get_by_text("Hob is online").wait_for()
        await page.locator("#text").press_sequentially("/chaser new ")
        await page.get_by_role("button", name="Send /chaser new").click()
        await page.locator(".select").click()
        await page.get_by_role("option", name="Normal").click()
        await page.get_by_role("button", name="Start").click()
        await page.get_by_role("button", name="My hand").wait_for()
        await page.get_by_role("button", name="Inject faults").click()
        await page.evaluate(NOTE)
        await page.get_by_role("button", name="Kill (SIGKILL)").click()
        await page.wait_for_function("() => window.noted.some((said) => said.includes('crashed; restarting'))")
        await page.get_by_text("Hob is online").wait_for()
        await page.get_by_role("button", name="My hand").first.click()
        await page.get_by_text("Only you can see this").wait_for()
        await page.locator('.only-you .embed img[alt^="You smuggle"]').wait_for()


async def test_every_control_has_a_name(browser: Browser, server: Server, bot: LittleBot) -> None:
    page = await tab(browser, server)
    await lay_out_board(page)
    await page.get_by_role("button", name="Inject faults").click()
    nameless = await page.evaluate(
        """() => [...document.querySelectorAll("button, a, input, textarea, select, [role=listbox]")]
            .filter((node) => node.checkVisibility())
            .filter((node) => !(node.getAttribute("aria-label") || node.textContent.trim()
                || (node.labels && node.labels.length)))
            .map((node) => node.outerHTML)"""
    )
    assert nameless == []
    await expect(page.get_by_role("log")).to_have_attribute("aria-live", "polite")


async def test_access_requires_the_token_and_the_local_origin(server: Server) -> None:
    base = server.discord.base
    async with aiohttp.ClientSession() as http:

        async def status(path: str, **headers: str) -> int:
            async with http.get(base + path, headers=headers) as answer:
                return answer.status

        assert await status("/") == 403
        assert await status("/?token=wrong") == 403
        assert await status(f"/?token={server.token}") == 200
        assert await status(f"/?token={server.token}", Host="evil.example") == 403
        assert await status("/page/socket?token=wrong") == 403
        assert await status(f"/page/socket?token={server.token}", Origin="http://evil.example") == 403
        assert await status("/page/main.js") == 200
        assert await status("/page/..%2Fserver.py") == 404
        assert await status("/cdn/attachments/1/2/x.png") == 404
        async with http.get(server.address) as answer:
            assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
        async with http.ws_connect(f"{base}/page/socket?token={server.token}") as socket:
            await socket.send_json({"do": "no such thing", "key": 1})
            refusal = await told(socket, lambda data: data["type"] == "refused")
            assert refusal["why"] == "That cannot be done"
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{20,}", server.address)
