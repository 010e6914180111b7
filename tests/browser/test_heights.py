"""How high messages are on a phone: drawn by the page in a browser 400 pixels wide, with empty pictures."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import font_source_sans_pro
import pytest
from playwright.async_api import Browser, Route

from bot.pictures.scene import Scene
from bot.screens.game_ui import LEARNER
from bot.screens.message import ComponentView, Message
from bot.screens.panel import notes_on, panel_message
from bot.screens.table import table_message
from cogs.game_uis import GAME_UIS
from playground.browser import PHONE
from playground.server import FILES, FONTS
from tests.screens import SCREENS, moments_of, table_of, tables_of

pytestmark = pytest.mark.asyncio(loop_scope="session")
SCREEN = 800  # pixels
PAGES_LINES = 53  # pixels: the author's name above a message, and "edited" below it
ORIGIN = "http://page.test"
NAMES = ["Ada", "Ben", "Cara", "Daniel", "Eve", "Finn", "Gustav", "Hannah"]
BODY = """<link rel="stylesheet" href="/page/style.css"><link rel="stylesheet" href="/page/message.css">
<body style="display: block"><div id="log"></div>"""
KINDS = {".js": "text/javascript", ".css": "text/css", ".ttf": "font/ttf"}
HEIGHTS = """async (messages) => {
    const { render } = await import("/page/message.js");
    const world = { userName: (id) => "Hob", channelName: (id) => "games" }, heights = [];
    for (const message of messages) {
        const node = render(message, world);
        document.querySelector("#log").replaceChildren(node);
        for (const image of node.querySelectorAll("img")) { image.loading = "eager"; await image.decode(); }
        await document.fonts.ready;
        const boxes = [...node.querySelectorAll(".content, .embed, .components")].map((n) => n.getBoundingClientRect());
        heights.push(Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top)));
    }
    return heights;
}"""


async def serve(route: Route) -> None:
    """Answer the page's requests: its files, and empty pictures of the wanted size."""
    path = Path(route.request.url.removeprefix(ORIGIN))
    if path.parent.name == "cdn":
        width, height = path.stem.split("x")
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"/>'
        await route.fulfill(body=svg, content_type="image/svg+xml")
    elif path.suffix in KINDS:
        file = (
            Path(font_source_sans_pro.font_files_ttf[FONTS[path.name]]) if path.suffix == ".ttf" else FILES / path.name
        )
        await route.fulfill(body=file.read_bytes(), content_type=KINDS[path.suffix])
    else:
        await route.fulfill(body=BODY, content_type="text/html")


def as_sent(message: Message) -> dict[str, Any]:
    """Return a message as Discord would send it to the page."""
    sent = {
        "id": "1", "channel_id": "2", "timestamp": "2026-01-01T12:00:00Z", "author": {"id": "3", "bot": True},
        "content": message.content, "attachments": [], "mentions": [],
        "embeds": [embed.to_dict() for embed in message.embeds(message.picture is not None)],
        "components": ComponentView(message.rows).to_components(),
    }  # fmt: skip
    if message.picture is not None:
        scenes = (message.picture,) if isinstance(message.picture, Scene) else message.picture.scenes
        width, height = scenes[0].width, sum(scene.height for scene in scenes)
        sent["embeds"][0]["image"] |= {"url": f"{ORIGIN}/cdn/{width}x{height}", "width": width, "height": height}
    return json.loads(json.dumps(sent))


async def heights(browser: Browser, messages: Sequence[Message]) -> list[int]:
    """Return the heights of messages from their first text to their last button, in pixels."""
    page = await browser.new_page(viewport=PHONE)
    await page.route("**/*", serve)
    await page.goto(ORIGIN)
    return [round(height) for height in await page.evaluate(HEIGHTS, list(map(as_sent, messages)))]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("slug", [slug for slug, ui in GAME_UIS.items() if ui.lesson is not None])
async def test_every_step_of_a_lesson_and_its_end_fit_a_phone(browser: Browser, slug: str, language: str) -> None:
    ui = GAME_UIS[slug]
    lesson = ui.lesson
    assert lesson is not None
    g, messages = ui.game.deal(lesson.computers + 1, lesson.deal), list[Message]()
    script = lesson.answers()
    for moves, (seat, option) in enumerate([*script, (LEARNER, "")]):
        if seat == LEARNER:
            session = table_of(ui.game, g, NAMES[: g.players], language=language, script=script, moves=moves)
            messages.append(table_message(SCREENS.posted(session), []))
        if option:
            ui.game.answer(g, seat, option)
    drawn = await heights(browser, messages)
    assert len(drawn) == lesson.steps() + 1 and max(drawn) <= SCREEN - PAGES_LINES, drawn


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("slug", GAME_UIS)
async def test_tables_of_random_games_fit_a_phone(browser: Browser, slug: str, language: str) -> None:
    game, messages = GAME_UIS[slug].game, list[Message]()
    for seats in (game.seats[0], game.seats[-1]):
        for g in moments_of(tables_of(game, seats, 2)):
            session = table_of(game, g, NAMES[:seats], language=language)
            session.screen.by_channel = [*range(seats)]  # no one's cards are on their way
            messages.append(table_message(SCREENS.posted(session), []))
    drawn = await heights(browser, messages)
    assert len({*drawn}) > 3 and max(drawn) <= SCREEN, drawn


def panels(slug: str, seats: int, seeds: Sequence[int], language: str) -> tuple[list[Message], list[Message]]:
    """Return panels of random games, without and with the coach's notes."""
    game, plain, noted = GAME_UIS[slug].game, list[Message](), list[Message]()
    for g in moments_of(one for seed in seeds for one in tables_of(game, seats, seed)):
        answered = dict.fromkeys(range(seats), (1, ""))  # they may ask for an undo
        old = table_of(game, g, NAMES[:seats], language=language, last=answered)
        new = table_of(game, g, NAMES[:seats], language=language)
        for seat in g.asks:
            plain.append(panel_message(SCREENS.posted(old, seat), True))
            screen = SCREENS.posted(new, seat)
            if (question := screen.view.question_of(seat)) is not None:
                noted += [panel_message(screen, True, kind) for kind in notes_on(screen, question)]
        if g.asks and len(g.asks) < seats:
            other = next(seat for seat in range(seats) if seat not in g.asks)
            plain.append(panel_message(SCREENS.posted(old, other), True))
    return plain, noted


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("slug", GAME_UIS)
async def test_panels_of_random_games_fit_a_phone(browser: Browser, slug: str, language: str) -> None:
    sizes = GAME_UIS[slug].game.seats
    few, many = (panels(slug, seats, (2, 3), language) for seats in (sizes[0], sizes[-1]))
    drawn, with_note = await heights(browser, few[0] + many[0]), await heights(browser, few[1] + many[1])
    assert len({*drawn}) > 3 and max(drawn) <= SCREEN, drawn
    assert len({*with_note}) > 3 and max(with_note) <= SCREEN, with_note


@pytest.mark.parametrize("slug", ["cover-your-kingdom", "kingdoms-candy"])
async def test_the_fullest_panels_of_beginners_fit_a_phone(browser: Browser, slug: str) -> None:
    _, noted = panels(slug, 2, (12, 17), "de")  # with deep stacks of Clans, or little sugar
    drawn = await heights(browser, noted)
    assert max(drawn) <= SCREEN, drawn
