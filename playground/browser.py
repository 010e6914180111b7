"""People who use the page in a real browser: they type, press and read. Needs Playwright and Chromium."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import re
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Browser, Locator, Page, TimeoutError, async_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
QUICK = {
    f"HOB_TIMING__{name}": "0.05"
    for name in ("COMPUTER_PAUSE", "COMPUTER_SECRET", "COMPUTER_HOLD", "TABLE_EDIT_GAP", "DM_GAP", "DM_OPEN_GAP")
} | {"HOB_COMPUTERS": "random", "HOB_COACH": "off"}
DESKTOP, PHONE = {"width": 1280, "height": 1000}, {"width": 400, "height": 850}
PATIENCE = 30000  # milliseconds, for what should appear at once, on a busy machine
SOON = 5000  # milliseconds, for what should be visible already
TABLE_GONE = "gone"
ANSWERS = ("answer", "pick", "confirm", "narrow")  # kinds of controls that answer a question

Choose = Callable[[Sequence[str]], int]

# The visible content of the messages and their controls; changes with anything that a person sees.
SIGNATURE = """() => [...document.querySelectorAll("#log .message")].map((m) =>
    m.id + m.innerText + [...m.querySelectorAll("[data-control]")].map((c) => c.dataset.control)).join()"""
CHANGED = f"(before) => ({SIGNATURE})() !== before && !document.querySelector('#log [aria-busy], #notice.busy')"
PRESSES = "() => document.body.dataset.presses || '0'"  # the presses that the page has registered
LOGINS = "() => document.body.dataset.logins"  # the number of Hob's logins; a new one means that Hob was restarted
CHANGED_OR_PRESSED = f"([before, presses]) => ({SIGNATURE})() !== before || ({PRESSES})() !== presses"
# What a move changes in the table's message: its texts and controls. Without fields, since a picture replaces those.
TABLE_LINES = """() => {
    const table = [...document.querySelectorAll("#log .message:not(.only-you):has(.embed)")].pop();
    const parts = table ? [...table.querySelectorAll(".title, .description, [data-control]")] : [];
    return parts.flatMap((part) => part.dataset.control || part.innerText.split("\\n"));
}"""
MOVED = f"(before) => ({TABLE_LINES})().some((line) => !before.includes(line))"  # a picture that follows adds no line
FEWER = "(left) => document.querySelectorAll('#log .only-you').length < left"
# The player on turn, according to the table's turn line; "over" at the end.
ASKED = """(names) => {
    const table = [...document.querySelectorAll("#log .message:not(.only-you):has(.embed)")].pop();
    if (!table) return null;
    if (table.querySelector("[data-control*=':again:']")) return "over";
    const said = table.querySelector(".description");
    if (!said) return null;
    const marked = names.find((name) => said.innerText.includes(`…\u00a0${name}`));
    if (marked || /[✓…]\\s/.test(said.innerText.split("\\n")[0])) return marked || null;
    return names.find((name) => name === said.querySelector("strong")?.innerText.trim()) || null;
}"""


@asynccontextmanager
async def open_playground(*words: str, bot: str = "bot run", **environment: str) -> AsyncIterator[str]:
    """Start a playground with Hob as a subprocess. Yield the page's address."""
    command = [sys.executable, "-m", "playground", "--port", "0", "--no-open", "--deadline", "60", "--bot", bot, *words]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, env={**os.environ, **environment}
    )
    try:
        assert process.stdout
        address = re.search(r"http://\S+", (await process.stdout.readline()).decode())
        assert address, "the playground did not start"
        yield address[0]
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGINT)
        await process.wait()


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    assert CHROMIUM, "Chromium isn't installed"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        await browser.close()


async def sit_down(browser: Browser, address: str, name: str, seat: int = 0, **options: Any) -> Sitter:
    """Open the page for one person in a new tab."""
    page = await browser.new_page(**{"viewport": DESKTOP, **options})
    page.set_default_timeout(PATIENCE)
    sitter = Sitter(page, name, seat)
    page.on("pageerror", lambda error: sitter.problems.append(str(error)))
    page.on("console", lambda line: sitter.problems.append(line.text) if line.type == "error" else None)
    await page.goto(f"{address}&as={name.lower()}")
    await sitter.online()
    return sitter


class Sitter:
    """A person using the page. `seat` is their seat at the table, in the order of joining."""

    def __init__(self, page: Page, name: str, seat: int) -> None:
        self.page, self.name, self.seat = page, name, seat
        self.by_message = False  # answers secret questions in the direct message instead of behind My hand
        self.problems: list[str] = []  # errors of the page's scripts

    async def online(self) -> None:
        await self.page.get_by_text("Hob is online").wait_for(state="attached")

    # ---- the page's content
    @property
    def messages(self) -> Locator:
        return self.page.locator("#log .message")

    @property
    def table(self) -> Locator:
        """Return the newest public message with an embed."""
        return self.page.locator("#log .message:not(.only-you):has(.embed)").last

    @property
    def whisper(self) -> Locator:
        """Return the newest ephemeral message."""
        return self.page.locator("#log .message.only-you").last

    def button(self, label: str, within: Locator | None = None) -> Locator:
        place = within or self.page.locator("#log")
        return place.locator(".button").filter(has=self.page.get_by_text(label, exact=True)).last

    async def signature(self) -> str:
        return str(await self.page.evaluate(SIGNATURE))

    async def table_lines(self) -> list[str]:
        return list(await self.page.evaluate(TABLE_LINES))

    async def moved(self, before: Sequence[str], patience: int = PATIENCE) -> None:
        """Wait until the table has other lines than `before`."""
        await self.page.wait_for_function(MOVED, arg=before, timeout=patience)

    # ---- typing and pressing
    async def type(self, command: str, **values: str | int) -> None:
        """Send a slash command; words for an option are typed, and the first suggestion is accepted."""
        before = await self.signature()
        await self.page.locator("#text").click()
        await self.page.locator("#text").press_sequentially(f"{command} ")
        send = self.page.get_by_role("button", name=f"Send {command}", exact=True)
        await send.wait_for()
        for name, value in values.items():
            if isinstance(value, int):
                await self.page.locator(f"#o-{name}").fill(str(value))
            else:
                await self.offered(name, value)
                await self.page.keyboard.press("Enter")
        await send.click()
        await self.page.wait_for_function(CHANGED, arg=before)

    async def offered(self, option: str, typed: str = "") -> list[str]:
        """Return the suggestions for an option of the command in the input box."""
        field = self.page.locator(f"#o-{option}")
        await field.fill(typed)
        suggestions = self.page.locator(".option", has=field).locator("[role=listbox]")
        entries = suggestions.locator("[role=option]")
        try:
            await entries.first.filter(has_text=typed).wait_for()
        except TimeoutError:
            raise AssertionError(f"{typed!r} isn't suggested, but: {await suggestions.inner_text()}") from None
        return await entries.all_inner_texts()

    async def press(self, label: str, within: Locator | None = None) -> None:
        """Press the newest button with this label; return when something has changed."""
        before, presses = await self.signature(), await self.page.evaluate(PRESSES)
        await self.button(label, within).click()
        try:
            await self.page.wait_for_function(CHANGED_OR_PRESSED, arg=[before, presses], timeout=SOON)
        except TimeoutError:  # another button moved under the pointer, so the page registered no press
            await self.button(label, within).click()
        await self.page.wait_for_function(CHANGED, arg=before)

    async def pick(self, select: Locator, choose: Choose) -> None:
        """Choose one entry of a select, or as many as it requires."""
        before = await self.signature()
        box = select.locator("xpath=..")
        options = box.locator("[role=option]")
        await select.click()
        with contextlib.suppress(TimeoutError):
            await options.first.wait_for(timeout=SOON)
        if not (choices := await options.all_inner_texts()):  # a redraw under the pointer closed it
            await select.click()
            await options.first.wait_for(timeout=SOON)
            choices = await options.all_inner_texts()
        first = choose(choices)
        order = [first, *[n for n in range(len(choices)) if n != first]]
        await options.nth(order[0]).click()
        done = box.get_by_role("button", name="Choose (")
        if await done.count():
            for number in order[1:]:
                if await done.is_enabled():
                    break
                await options.nth(number).click()
            await done.click()
        await self.page.wait_for_function(CHANGED, arg=before)

    async def go(self, channel: str) -> None:
        """Open a channel, a thread, or ("Hob") the direct messages."""
        menu = self.page.get_by_role("button", name="Menu: people and channels")
        if await menu.is_visible():
            await menu.click()
        wanted = self.page.locator(".channel", has=self.page.get_by_text(channel, exact=True))
        await wanted.click()
        await self.page.locator(".channel[aria-current]", has_text=channel).wait_for(state="attached")

    async def add(self, name: str) -> None:
        """Add a person to the playground."""
        await self.page.get_by_role("button", name="Add", exact=True).click()
        await self.page.get_by_label("Name").fill(name)
        await self.page.keyboard.press("Enter")
        await self.page.locator(".person", has_text=name).wait_for()

    async def trouble(self, label: str) -> None:
        opener = self.page.locator("#open-trouble")
        await opener.click()
        await self.page.locator("#trouble").get_by_text(label).click()
        await opener.click()

    async def restart(self, label: str = "Restart") -> None:
        """Restart or kill Hob; return when it is online again."""
        before = await self.page.evaluate(LOGINS)
        await self.trouble(label)
        await self.page.wait_for_function(f"(before) => ({LOGINS})() !== before", arg=before)
        await self.online()

    async def tidy(self) -> None:
        """Dismiss all ephemeral messages."""
        whispers = self.page.locator("#log .message.only-you")
        for _ in range(20):
            if not (left := await whispers.count()):
                return
            with contextlib.suppress(TimeoutError):  # Hob redrew or deleted it under the pointer: look again
                await whispers.last.get_by_role("button", name="Dismiss message").click(timeout=SOON)
                await self.page.wait_for_function(FEWER, arg=left, timeout=SOON)
        raise AssertionError(f"{self.name} can't dismiss: {await whispers.last.inner_text()}")

    # ---- playing
    async def answer(self, choose: Choose) -> None:
        """Answer this seat's question: on the table, else in the direct message or behind My hand."""
        try:
            await self.answer_at(self.table if await self.controls(self.table) else await self.panel(), choose)
            await self.tidy()
        finally:
            if self.by_message and not await self.page.locator(".channel[aria-current]", has_text="games").count():
                await self.go("games")

    async def answer_at(self, place: Locator, choose: Choose) -> None:
        for _ in range(6):
            controls = await self.controls(place)
            if not controls:
                break
            before = await self.messages.count()
            kind = await self.press_one(place, controls, choose)
            if kind == TABLE_GONE:
                continue
            if await self.messages.count() > before:
                place = self.whisper
            if kind in ("confirm", "pick") or not await self.goes_on(place):
                break

    async def panel(self) -> Locator:
        """Open and return the message with their cards and their own questions."""
        if not self.by_message:
            await self.press("My hand", self.table)
            return self.whisper
        await self.go("Hob")
        panel = self.messages.last
        with contextlib.suppress(TimeoutError):  # there is no open question
            answers = [f"[data-control*=':{self.seat}:{kind}:']" for kind in ANSWERS]
            await panel.locator(",".join(answers)).first.wait_for(timeout=SOON)
        return panel

    async def controls(self, place: Locator) -> list[str]:
        """Return the ids of the controls there that answer for this seat, without those that go back."""
        ids = await place.locator("[data-control]:not([disabled])").evaluate_all(
            "nodes => nodes.filter((node) => node.ariaHasPopup || !/:narrow:([#~]|$)/.test(node.dataset.control))"
            ".map((node) => node.dataset.control)"
        )
        own = re.compile(rf"h:\w+:\d+:{self.seat}:({'|'.join(ANSWERS)}):")
        return [name for name in ids if own.match(name)]

    async def goes_on(self, place: Locator) -> bool:
        """Return True if another press must follow: after a partial choice, to confirm, or on an outdated panel."""
        old = "That choice is no longer open" in await place.inner_text()
        return old or bool(await self.button("Back", place).count())

    async def press_one(self, place: Locator, controls: list[str], choose: Choose) -> str:
        buttons = [place.locator(f'[data-control="{name}"]') for name in controls]
        labels = [(await one.inner_text()).strip() for one in buttons]
        number = choose(labels)
        before = await self.signature()
        if await buttons[number].get_attribute("aria-haspopup"):
            await self.pick(buttons[number], choose)
        else:
            try:
                await buttons[number].click(timeout=SOON)
            except TimeoutError:  # the message was redrawn under the pointer
                if await buttons[number].count():
                    raise
                return TABLE_GONE
            await self.page.wait_for_function(CHANGED, arg=before)
        return controls[number].split(":")[4]


def is_normal(levels: Sequence[str]) -> int:
    return next(n for n, level in enumerate(levels) if level.startswith("Normal"))


async def set_table(people: Sequence[Sitter], group: str, computers: int = 0) -> None:
    """Let the first person open a lobby and the others join in order, then add the computer players."""
    await people[0].type(f"/{group} new")
    for person in people[1:]:
        await person.press("Join")
        await person.tidy()
    for _ in range(computers):
        await people[0].pick(people[0].table.locator(".select"), is_normal)


async def find_asked_player(people: Sequence[Sitter], patience: int = PATIENCE) -> Sitter | None:
    """Return the player on turn, as the first person's page shows the table; None when the game is over."""
    names = [person.name for person in people]
    handle = await people[0].page.wait_for_function(ASKED, arg=names, timeout=patience)
    name = await handle.json_value()
    return next((person for person in people if person.name == name), None)


async def play(
    people: Sequence[Sitter],
    choose: Choose,
    presses: int = 1000,
    between: Callable[[int], Awaitable[None]] | None = None,
) -> int:
    """Let people answer their questions until the game is over or `presses` answers are given; return their number.

    `between` is called before each answer.
    """
    done, ready, tries = 0, between is None, 0
    while done < presses:
        person = await find_asked_player(people)
        if person is None:
            return done
        if not ready:
            assert between is not None
            await between(done)
            ready = True
        elif await take_turn(person, people[0], choose):
            done, ready, tries = done + 1, between is None, 0
        else:
            tries += 1
            assert tries < 8, f"{person.name} can't answer the prompt: {await person.messages.last.inner_text()}"
    return done


async def take_turn(person: Sitter, watcher: Sitter, choose: Choose) -> bool:
    """Return True if their press changed the table; a press on an outdated panel only opens the current one."""
    try:
        await find_asked_player([person], SOON)
        before = await watcher.table_lines()
        await person.answer(choose)
        await watcher.moved(before, SOON)
    except TimeoutError:
        return False
    return True


def random_choice(seed: int | str) -> Choose:
    """Choose at random, but always the same entry for the same labels, even if a press must be repeated."""
    return lambda labels: random.Random(f"{seed} {list(labels)}").randrange(len(labels))
