"""People play Candy Chaser in the browser with the real Hob and Discord's rules."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

import pytest
from playwright.async_api import Browser, expect

from playground.browser import MOVED, PHONE, TABLE_LINES, Sitter, find_asked_player, play, random_choice, set_table
from tests.browser.conftest import Seat

pytestmark = pytest.mark.asyncio(loop_scope="session")


def upwards(labels: Sequence[str]) -> int:
    """Choose the highest cube that moves, and never tattle, so that the game ends soon."""
    marks = [re.search(r"→ (\S+?)(?: \(yours\))?$", label) for label in labels]
    heights = [6 if m and m[1] == "GOAL" else int(m[1].replace("−", "-")) if m else -9 for m in marks]
    return heights.index(max(heights))


async def begin(*people: Sitter, computers: int = 0) -> None:
    await set_table(people, "chaser", computers)
    await people[0].press("Start")


async def is_over(*people: Sitter) -> None:
    for person in people:
        await expect(person.table.locator(".title")).to_have_text(re.compile("win"))
        await expect(person.button("Play again")).to_be_visible()


async def test_a_whole_game_against_two_computers(seat: Seat) -> None:
    ada = await seat("Ada")
    await begin(ada, computers=2)
    await expect(ada.table.locator(".embed")).to_have_count(2)  # the picture first, then the events
    assert await play([ada], random_choice(1)) > 0
    await is_over(ada)
    await ada.press("Score")
    await expect(ada.whisper).to_contain_text("Smuggled")


async def test_three_players_one_on_a_phone_and_one_with_closed_dms(seat: Seat) -> None:
    ada, ben, cara = await seat("Ada"), await seat("Ben", viewport=PHONE), await seat("Cara")
    ben.by_message = True
    await cara.trouble("Close Cara's direct messages")
    await begin(ada, ben, cara)
    notice = cara.page.locator(".message.mentions-me", has_text="I couldn't DM you your cards")
    await expect(notice).to_have_count(1)
    await cara.press("My hand", notice)
    await expect(cara.whisper.locator('.embed img[alt^="You smuggle"]')).to_be_visible()
    await expect(notice).to_have_count(0)
    await cara.tidy()
    await play([ada, ben, cara], random_choice(2))
    await is_over(ada, ben, cara)
    await ben.go("Hob")
    await expect(ben.messages).to_have_count(1)
    await expect(ben.messages).to_contain_text("The game is over")


async def test_a_game_continues_when_hob_restarts_after_every_move(seat: Seat) -> None:
    ada, ben = await seat("Ada"), await seat("Ben")
    await begin(ada, ben)

    async def restart(done: int) -> None:
        await ada.restart("Kill (SIGKILL)" if done == 1 else "Restart")

    assert await play([ada, ben], upwards, presses=3, between=restart) == 3
    assert await ada.page.locator("#log .message:not(.only-you)").count() == 1


OTHERS_TURN = r"\w+ rolled .\d and moves a cube\."


async def test_a_whole_game_by_slash_commands(seat: Seat) -> None:
    people = [await seat("Ada"), await seat("Ben")]
    ada, ben = people
    await ada.type("/chaser new", computers=0)
    await ben.type("/chaser join")
    await ada.type("/chaser start")
    first = await find_asked_player(people)
    assert first
    other = ada if first is ben else ben
    await other.page.locator("#text").press_sequentially("/chaser move ")
    (entry,) = await other.offered("candy")
    assert re.fullmatch(OTHERS_TURN, entry) and entry.startswith(first.name)
    await other.page.keyboard.press("Enter")
    await other.page.get_by_role("button", name="Send /chaser move").click()
    await expect(other.whisper).to_contain_text("You can move a cube only on your turn.")
    compared = 0
    while (person := await find_asked_player(people)) is not None:
        await person.tidy()
        await find_asked_player([person])  # on their own page
        before = await ada.table_lines()
        if any("may tattle" in line for line in before):
            await person.type("/chaser pass")
        else:
            await person.page.locator("#text").press_sequentially("/chaser move ")
            offered = await person.offered("candy")
            buttons = await person.table.locator(".button").all_inner_texts()
            await person.page.get_by_role("button", name="Leave the command").click()
            shown = [button.split("\n")[-1] for button in buttons[:5]]  # after the emoji
            assert [label.removesuffix(" (yours)") for label in offered] == shown, "only suggestions are private"
            compared += 1
            await person.type("/chaser move", candy=offered[upwards(offered)])
        await ada.moved(before)
    await is_over(ada, ben)
    assert compared, "though some games are over after five moves"


SLOWLY = "Answer all requests slowly"


async def test_a_typed_command_waits_for_its_own_answer(seat: Seat) -> None:
    """Another change, such as a message, doesn't mean that Hob has done it."""
    ada, ben = await seat("Ada"), await seat("Ben")
    await ada.trouble(SLOWLY)
    typing = asyncio.create_task(ben.type("/hob help"))
    await ben.page.locator("#notice.busy").wait_for()
    await ada.page.locator("#text").fill("Hello, Ben")
    await ada.page.keyboard.press("Enter")
    await typing
    assert await ben.whisper.count() == 1


async def test_a_picture_that_follows_its_words_is_no_move(browser: Browser) -> None:
    page = await browser.new_page()

    async def show(*lines: str) -> list[str]:
        text = "<br>".join(lines)
        await page.set_content(f"""<div id="log"><div class="message"><div class="embed">
            <div class="title">Candy Chaser</div><div class="description">{text}</div></div></div></div>""")
        return list(await page.evaluate(TABLE_LINES))

    words = await show("Ada is thinking", "Players", "Ada 0", "Ben 0")
    await show("Ada is thinking")
    assert not await page.evaluate(MOVED, words), "the picture says what the other lines said"
    await show("Ben is thinking")
    assert await page.evaluate(MOVED, words)
    await page.close()


A_ROW_LESS = """async () => {
    const { h, become } = await import(document.querySelector("script[type=module]").src.replace("main.js", "dom.js"));
    const button = (id) => Object.assign(h("button", {}, id), { source: id });
    const row = (...ids) => Object.assign(h("div", { class: "row" }, ids.map(button)), { holds: ids });
    const old = h("div", {}, row("red", "blue"), row("hand", "rules")), finger = old.lastChild.firstChild;
    become(old, h("div", {}, row("hand", "log")));
    return old.contains(finger) && old.textContent === "handlog";
}"""


async def test_redrawing_keeps_the_control_under_the_finger(seat: Seat) -> None:
    ada, ben = await seat("Ada"), await seat("Ben")
    await ada.type("/chaser new")
    finger = await ada.button("Start").element_handle()
    assert finger
    look = await finger.get_attribute("class")
    await ben.press("Join")
    await expect(ada.button("Start")).not_to_have_class(look or "")
    assert await finger.evaluate("node => node.isConnected")
    assert await ada.page.evaluate(A_ROW_LESS), "a removed row above the button doesn't replace it"
    await ada.page.locator("#open-trouble").click()
    finger = await ada.page.locator("#trouble").get_by_text("Close Ada's direct messages").element_handle()
    await ben.trouble("Close Ben's direct messages")
    await expect(ada.page.get_by_title("Ben, direct messages closed")).to_be_visible()
    assert finger and await finger.evaluate("node => node.isConnected"), (
        "the buttons of the fault panel aren't replaced either"
    )


async def test_log_rules_more_and_play_again(seat: Seat) -> None:
    ada, ben = await seat("Ada"), await seat("Ben", viewport=PHONE)
    await begin(ada, ben)
    await ada.press("Log")
    await expect(ada.whisper).to_contain_text("Nothing has happened yet")
    await play([ada, ben], upwards, presses=3)
    await ada.press("Log")
    await expect(ada.whisper).to_contain_text(re.compile(r"the last \d events"))  # a busy page may lose a press
    await ada.press("Rules", ada.table)
    await expect(ada.whisper.locator(".title")).to_have_text("Candy Chaser · Now")
    await ada.pick(ada.whisper.locator(".select"), lambda titles: titles.index("Tattling"))
    await expect(ada.whisper.locator(".title")).to_have_text("Candy Chaser · Tattling")
    await ada.press("Back to Now")
    await expect(ada.whisper.locator(".title")).to_have_text("Candy Chaser · Now")
    await ada.tidy()
    await ben.press("More")
    await ben.press("Table as text")
    await expect(ben.whisper).to_contain_text("Board")
    await ben.press("Let computer play")
    await expect(ada.table).to_contain_text("A computer takes over for Ben")
    await ben.tidy()
    await ben.press("More")
    await ben.press("Take seat back")
    await ben.tidy()
    await ben.press("More")
    await expect(ben.button("Let computer play")).to_be_visible()
    await ben.tidy()
    await ada.press("More")
    await ada.press("End the game")
    await ada.press("End it")
    await expect(ben.table.locator(".title")).to_have_text("Ada ended the game")
    await ben.press("More")
    await ben.press("Check the shuffle")
    await expect(ben.whisper).to_contain_text("Seed")
    await ben.tidy()
    await ben.press("Play again")
    await expect(ada.table).to_contain_text("A Ben, host")
    await expect(ada.page.locator(".message.mentions-me")).to_contain_text("Same table again?")
    await ada.press("Join")
    await expect(ben.table.get_by_role("img")).to_have_attribute("alt", re.compile(r"B\sAda"))


async def test_two_simultaneous_games_in_a_channel_and_its_thread(seat: Seat) -> None:
    ada, ben = await seat("Ada"), await seat("Ben")
    await begin(ada, ben)
    await ben.type("/chaser new")
    await expect(ben.whisper).to_contain_text("Use a thread for another table")
    await ben.tidy()
    await ben.page.get_by_role("button", name="New thread").click()
    await ben.page.get_by_label("Name").fill("Table two")
    await ben.page.get_by_role("button", name="Create").click()
    await ben.page.locator("#title", has_text="Table two").wait_for()
    cara, dan = await seat("Cara"), await seat("Dan")
    for person, number in ((cara, 0), (dan, 1)):
        person.seat = number
        await person.go("Table two")
    await begin(cara, dan, computers=1)
    await ben.go("games")
    await asyncio.gather(play([ada, ben], random_choice(3)), play([cara, dan], random_choice(4)))
    await is_over(ada, ben, cara, dan)
    assert await ada.table.inner_text() != await cara.table.inner_text()
