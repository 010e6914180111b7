"""People who sit before the page in a real browser: they type, press and read.  Needs Playwright and Chromium."""

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
PATIENCE = 30000  # milliseconds for what should be visible at once, on a busy machine
SOON = 5000  # for what should be visible already
GONE = "gone"
ANSWERS = ("answer", "pick", "confirm", "narrow")  # what a control does that answers a question

Choose = Callable[[Sequence[str]], int]

# What the messages say and offer: changes whenever anything that a person sees does.
SIGNATURE = """() => [...document.querySelectorAll("#log .message")].map((m) =>
    m.id + m.innerText + [...m.querySelectorAll("[data-control]")].map((c) => c.dataset.control)).join()"""
CHANGED = f"(before) => ({SIGNATURE})() !== before && !document.querySelector('#log [aria-busy]')"
PRESSES = "() => document.body.dataset.presses || '0'"  # that the page has heard
LOGINS = "() => document.body.dataset.logins"  # of Hob; another login is another Hob
HEARD = f"([before, presses]) => ({SIGNATURE})() !== before || ({PRESSES})() !== presses"
MOVED = """(before) => {
    const table = [...document.querySelectorAll("#log .message:not(.only-you):has(.embed)")].pop();
    const said = (text) => text.replace("(edited)", "");  // which a picture that follows its words adds as well
    return table && said(table.innerText) !== said(before);
}"""
FEWER = "(left) => document.querySelectorAll('#log .only-you').length < left"
# Who is asked, by the line that says whose turn it is; "over" at the end.
ASKED = """(names) => {
    const table = [...document.querySelectorAll("#log .message:not(.only-you):has(.embed)")].pop();
    if (!table) return null;
    if (table.querySelector("[data-control*=':again:']")) return "over";
    const said = table.querySelector(".description");
    if (!said) return null;
    const marked = names.find((name) => said.innerText.includes(`… ${name}`));
    if (marked || /[✓…] /.test(said.innerText.split("\\n")[0])) return marked || null;
    return names.find((name) => name === said.querySelector("strong")?.innerText.trim()) || null;
}"""


@asynccontextmanager
async def opened(*words: str, bot: str = "bot run", **environment: str) -> AsyncIterator[str]:
    """A playground with Hob in it, as a process of its own.  Yields the page's address."""
    command = [sys.executable, "-m", "playground", "--port", "0", "--no-open", "--deadline", "60", "--bot", bot, *words]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, env={**os.environ, **environment}
    )
    try:
        assert process.stdout
        found = re.search(r"http://\S+", (await process.stdout.readline()).decode())
        assert found, "the playground did not start"
        yield found[0]
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGINT)
        await process.wait()


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    assert CHROMIUM, "there is no Chromium on this machine"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        await browser.close()


async def sit_down(browser: Browser, address: str, name: str, seat: int = 0, **options: Any) -> Sitter:
    """One person in a tab of their own."""
    page = await browser.new_page(**{"viewport": DESKTOP, **options})
    page.set_default_timeout(PATIENCE)
    sitter = Sitter(page, name, seat)
    page.on("pageerror", lambda error: sitter.problems.append(str(error)))
    page.on("console", lambda line: sitter.problems.append(line.text) if line.type == "error" else None)
    await page.goto(f"{address}&as={name.lower()}")
    await sitter.online()
    return sitter


class Sitter:
    """A person before the page.  `seat` is their place at the table, in the order of joining."""

    def __init__(self, page: Page, name: str, seat: int) -> None:
        self.page, self.name, self.seat = page, name, seat
        self.by_message = False  # answers secret questions in the direct message, not behind My hand
        self.problems: list[str] = []  # errors of the page's scripts

    async def online(self) -> None:
        await self.page.get_by_text("Hob is online").wait_for(state="attached")

    # ---- what is on the page
    @property
    def messages(self) -> Locator:
        return self.page.locator("#log .message")

    @property
    def table(self) -> Locator:
        """The newest public message with an embed."""
        return self.page.locator("#log .message:not(.only-you):has(.embed)").last

    @property
    def whisper(self) -> Locator:
        """The newest message that only they can see."""
        return self.page.locator("#log .message.only-you").last

    def button(self, label: str, within: Locator | None = None) -> Locator:
        place = within or self.page.locator("#log")
        return place.locator(".button").filter(has=self.page.get_by_text(label, exact=True)).last

    async def signature(self) -> str:
        return str(await self.page.evaluate(SIGNATURE))

    async def moved(self, before: str, patience: int = PATIENCE) -> None:
        """Wait until the table reads otherwise than it did."""
        await self.page.wait_for_function(MOVED, arg=before, timeout=patience)

    # ---- typing and pressing
    async def type(self, command: str, **values: str | int) -> None:
        """A slash command; words of an option are typed until they are offered, and the first offer is taken."""
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
        """What is offered for an option of the command in the box."""
        field = self.page.locator(f"#o-{option}")
        await field.fill(typed)
        entries = self.page.locator(".option", has=field).locator("[role=option]")
        await entries.first.filter(has_text=typed).wait_for()
        return await entries.all_inner_texts()

    async def press(self, label: str, within: Locator | None = None) -> None:
        """The newest button of this label; returns when something has come of it."""
        before, presses = await self.signature(), await self.page.evaluate(PRESSES)
        await self.button(label, within).click()
        try:
            await self.page.wait_for_function(HEARD, arg=[before, presses], timeout=SOON)
        except TimeoutError:  # another button came under the finger, so the page has heard none
            await self.button(label, within).click()
        await self.page.wait_for_function(CHANGED, arg=before)

    async def pick(self, select: Locator, choose: Choose) -> None:
        """One entry of a select, or as many as it wants."""
        before = await self.signature()
        box = select.locator("xpath=..")
        options = box.locator("[role=option]")
        await select.click()
        with contextlib.suppress(TimeoutError):
            await options.first.wait_for(timeout=SOON)
        if not (choices := await options.all_inner_texts()):  # drawn anew under the finger, which closed it
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
        """Somebody new comes to the playground."""
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
        """Restart Hob, or kill it; it is back when this returns."""
        before = await self.page.evaluate(LOGINS)
        await self.trouble(label)
        await self.page.wait_for_function(f"(before) => ({LOGINS})() !== before", arg=before)
        await self.online()

    async def tidy(self) -> None:
        """Dismiss what only they can see."""
        whispers = self.page.locator("#log .message.only-you")
        while left := await whispers.count():
            await whispers.last.get_by_role("button", name="Dismiss message").click()
            with contextlib.suppress(TimeoutError):  # drawn anew under the finger: dismiss it again
                await self.page.wait_for_function(FEWER, arg=left, timeout=SOON)

    # ---- playing
    async def answer(self, choose: Choose) -> None:
        """Answer whatever this seat is asked: on the table, else in the direct message or behind My hand."""
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
            if kind == GONE:
                continue
            if await self.messages.count() > before:
                place = self.whisper
            if kind in ("confirm", "pick") or not await self.goes_on(place):
                break

    async def panel(self) -> Locator:
        """Their cards and their own questions."""
        if not self.by_message:
            await self.press("My hand", self.table)
            return self.whisper
        await self.go("Hob")
        panel = self.messages.last
        with contextlib.suppress(TimeoutError):  # nothing is asked there any more
            answers = [f"[data-control*=':{self.seat}:{kind}:']" for kind in ANSWERS]
            await panel.locator(",".join(answers)).first.wait_for(timeout=SOON)
        return panel

    async def controls(self, place: Locator) -> list[str]:
        """The ids of the controls that answer for this seat there; a way back is none."""
        ids = await place.locator("[data-control]:not([disabled])").evaluate_all(
            "nodes => nodes.filter((node) => node.ariaHasPopup || !/:narrow:([#~]|$)/.test(node.dataset.control))"
            ".map((node) => node.dataset.control)"
        )
        own = re.compile(rf"h:\w+:\d+:{self.seat}:({'|'.join(ANSWERS)}):")
        return [name for name in ids if own.match(name)]

    async def goes_on(self, place: Locator) -> bool:
        """Whether a press only leads to another: a part was picked, Hob makes sure, or the panel was an old one."""
        old = "That choice is no longer open" in await place.inner_text()
        return old or bool(await self.button("Back", place).count())

    async def press_one(self, place: Locator, controls: list[str], choose: Choose) -> str:
        found = [place.locator(f'[data-control="{name}"]') for name in controls]
        labels = [(await one.inner_text()).strip() for one in found]
        number = choose(labels)
        before = await self.signature()
        if await found[number].get_attribute("aria-haspopup"):
            await self.pick(found[number], choose)
        else:
            try:
                await found[number].click(timeout=SOON)
            except TimeoutError:  # the message was drawn anew under the finger
                if await found[number].count():
                    raise
                return GONE
            await self.page.wait_for_function(CHANGED, arg=before)
        return controls[number].split(":")[4]


def is_normal(levels: Sequence[str]) -> int:
    return next(n for n, level in enumerate(levels) if level.startswith("Normal"))


async def set_table(people: Sequence[Sitter], group: str, computers: int = 0) -> None:
    """The first of them opens a lobby, the others join in their order, then come the computers."""
    await people[0].type(f"/{group} new")
    for person in people[1:]:
        await person.press("Join")
        await person.tidy()
    for _ in range(computers):
        await people[0].pick(people[0].table.locator(".select"), is_normal)


async def asked(people: Sequence[Sitter], patience: int = PATIENCE) -> Sitter | None:
    """Who of them is asked next, as the first of them reads it on the table; None when the game is over."""
    names = [person.name for person in people]
    found = await people[0].page.wait_for_function(ASKED, arg=names, timeout=patience)
    name = await found.json_value()
    return next((person for person in people if person.name == name), None)


async def play(
    people: Sequence[Sitter],
    choose: Choose,
    presses: int = 1000,
    between: Callable[[int], Awaitable[None]] | None = None,
) -> int:
    """Let people answer whatever they are asked, until the game is over or so many answers are given.

    `between` is called before each answer.
    """
    done, ready, tries = 0, between is None, 0
    while done < presses:
        person = await asked(people)
        if person is None:
            return done
        if not ready:
            assert between is not None
            await between(done)
            ready = True
        elif await took_turn(person, people[0], choose):
            done, ready, tries = done + 1, between is None, 0
        else:
            tries += 1
            assert tries < 8, f"{person.name} is asked and cannot answer: {await person.messages.last.inner_text()}"
    return done


async def took_turn(person: Sitter, watcher: Sitter, choose: Choose) -> bool:
    """Whether the table moved by their press; who pressed on an old panel got the fresh one, and presses again."""
    try:
        await asked([person], SOON)
        before = await watcher.table.inner_text()
        await person.answer(choose)
        await watcher.moved(before, SOON)
    except TimeoutError:
        return False
    return True


def at_random(seed: int | str) -> Choose:
    """Of the same labels always the same one, however often somebody has to press anew."""
    return lambda labels: random.Random(f"{seed} {list(labels)}").randrange(len(labels))
