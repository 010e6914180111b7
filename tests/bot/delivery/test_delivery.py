"""Delivery makes Discord match the screens: it coalesces edits, reposts messages and copes with missing permissions."""

import asyncio
import itertools
import random
from typing import Any

import pytest

from bot.delivery.response import Response
from db import PersonRow
from hob.testing.play import Evening, evening, play_on, playing
from hob.testing.reading import controls_of, words_of
from playground.discord.shapes import SUPPRESS_EMBEDS
from tests.bot.faults import answer_lost, crash_after_posting
from tests.cogs.cover_your_kingdom.evenings import court
from tests.cogs.tables import over, tattling, thread_of
from tests.db.rows import save_person
from tests.engine.cover_your_kingdom.table import arrange


def edits(hob: Evening) -> int:
    return len(hob.calls("PATCH", f"/channels/{hob.channel.id}/messages/*"))


async def test_quick_moves_share_one_edit() -> None:
    async with playing("Ada", "Ben", moment=0) as hob:
        await hob.passes(5)
        before = edits(hob)
        for _ in range(4):
            await (await hob.asked()).types("chaser move", candy="red")
        assert edits(hob) == before + 1  # one edit at once, and the next one after a second
        await hob.passes(1)
        assert edits(hob) == before + 2
        assert hob.table_text().count(" rolls ") == 2


async def test_a_press_on_the_table_needs_no_extra_request() -> None:
    async with playing("Ada", "Ben", moment=0) as hob:
        await hob.passes(5)
        before = edits(hob), len(hob.calls("POST", "/channels/*"))
        me = await hob.asked()
        await me.clicks(next(c.label for c in controls_of(hob.table) if c.answers), on=hob.table)
        await hob.passes(5)
        assert (edits(hob), len(hob.calls("POST", "/channels/*"))) == before


async def test_an_unchanged_table_needs_no_request() -> None:
    async with playing("Ada", "Ben", moment=1) as hob:
        await hob.passes(200)
        before = len(hob.discord.http_requests)
        await hob.passes(3600)
        await hob.restart()
        await hob.passes(3600)
        calls = [c for c in hob.discord.http_requests[before:] if "/channels/" in c.path]
        assert calls == []


async def test_a_deleted_table_comes_back_within_seconds() -> None:
    async with playing("Ada", "Ben") as hob:
        old, talk = hob.table, await hob["Ben"].actor.send(hob.channel, "nobody deletes this")
        for before in (old, talk):  # only the deleted table is posted again
            hob.discord.delete_message(hob.channel.id, before.id)
            await hob.passes(3)
            assert hob.table.id != old.id and words_of(hob.table) == words_of(old)
            assert len([m for m in hob.channel.history() if m.embeds]) == 1
        await (await hob.asked()).clicks(next(c.label for c in controls_of(hob.table) if c.answers), on=hob.table)
        assert " rolls " in hob.table_text()


async def test_a_purged_table_comes_back_once_within_seconds() -> None:
    async with playing("Ada", "Ben") as hob:
        before = hob.table_text()
        for _ in range(3):
            await hob["Ben"].actor.send(hob.channel, "chatter")
        hob.discord.purge(hob.channel.id)
        await hob.passes(3)
        assert [words_of(message) for message in hob.channel.history()] == [before]


async def test_a_deleted_lobby_is_reposted_but_a_finished_table_is_not() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        hob.discord.delete_message(hob.channel.id, hob.table.id)
        await hob.passes(3)
        await hob["Ada"].clicks("Start")
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        hob.discord.delete_message(hob.channel.id, hob.table.id)
        await hob.passes(300)
        assert not [m for m in hob.channel.history() if m.embeds]


@pytest.mark.parametrize("ended", [False, True])
async def test_a_deleted_chat_message_loads_no_table(ended: bool) -> None:
    async with playing("Ada", "Ben") as hob:
        table = hob.table
        if ended:
            await over(hob)
        await hob.restart()
        await hob.passes(60)
        hob.app.sessions.in_memory.forget()
        talk = await hob["Ben"].actor.send(hob.channel, "good game")
        hob.discord.delete_message(hob.channel.id, talk.id)
        await hob.passes(3)
        assert not hob.app.sessions.in_memory
        hob.discord.delete_message(hob.channel.id, table.id)
        await hob.passes(3)
        assert ended or hob.table.id != table.id


@pytest.mark.parametrize("pictures", [False, True])
async def test_a_table_whose_embeds_a_moderator_removed_comes_back(pictures: bool) -> None:
    async with playing("Ada", "Ben", pictures=pictures) as hob:
        moderator, before = hob.person("Mia", manage_messages=True), hob.table_text()
        old = hob.channel.last_message
        await moderator.user.remove_embeds(old)
        await hob.settle()
        assert [message.id for message in hob.channel.history()] == [old.id]
        assert hob.table_text() == before and bool(hob.table.embeds[0].image.url) == pictures
        await (await hob.asked()).clicks(next(c.label for c in controls_of(hob.table) if c.answers), on=hob.table)
        assert "rolled" in hob.table_text() and len(hob.channel.history()) == 1


async def test_a_table_deleted_repeatedly_is_reposted_every_two_minutes() -> None:
    async with playing("Ada", "Ben") as hob:
        posts = []
        for _ in range(60):
            if tables := [m for m in hob.channel.history() if m.embeds]:
                posts.append(hob.clock())
                hob.discord.delete_message(hob.channel.id, tables[0].id)
            await hob.passes(5)
        assert len(posts) == 4 and all(b - a > 110 for a, b in itertools.pairwise(posts[1:]))


async def test_embeds_removed_repeatedly_come_back_every_two_minutes() -> None:
    async with playing("Ada", "Ben", pictures=True) as hob:
        moderator, posts = hob.person("Mia", manage_messages=True), []
        for _ in range(30):
            if tables := [m for m in hob.channel.history() if m.embeds]:
                posts.append(hob.clock())
                await moderator.user.remove_embeds(tables[0])
            table = next(m for m in hob.channel.history() if m.components)
            await (await hob.asked()).clicks(next(c.label for c in controls_of(table) if c.answers), on=table)
            await hob.passes(5)
        assert len(posts) == 4 and all(b - a > 110 for a, b in itertools.pairwise(posts[1:]))


@pytest.mark.parametrize("press", [True, False])
async def test_an_edit_finds_that_embeds_were_removed_without_an_event(
    press: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord may report the edit before it answers the request."""
    put = Response.put

    async def late(response: Response, payload: Any) -> Any:
        shown = await put(response, payload)
        await asyncio.sleep(0.1)
        return shown

    monkeypatch.setattr(Response, "put", late)
    async with playing("Ada", "Ben", pictures=True) as hob:
        old, me = hob.table, await hob.asked()
        stored = hob.discord.world.messages[str(old.id)]
        stored.update(flags=stored["flags"] | SUPPRESS_EMBEDS, embeds=[])
        if press:
            await me.clicks(next(c.label for c in controls_of(old) if c.answers), on=old)
        else:
            await me.types("chaser move", candy="red")
        await hob.passes(3)
        assert [(m.id, bool(m.embeds)) for m in hob.channel.history()] == [(old.id, True)]


async def test_a_table_that_hob_reposted_itself_comes_back_at_once() -> None:
    """Discord may report Hob's own deletion before it answers the request."""
    async with playing("Ada", "Ben") as hob:
        request = hob.bot.http.request

        async def late(route: Any, **more: Any) -> Any:
            answer = await request(route, **more)
            if route.method == "DELETE":
                await asyncio.sleep(0.1)
            return answer

        hob.bot.http.request = late  # type: ignore[method-assign]
        await hob["Ada"].types("chaser table")
        hob.discord.delete_message(hob.channel.id, hob.table.id)
        await hob.settle()
        assert len([m for m in hob.channel.history() if m.embeds]) == 1


async def test_a_table_deleted_while_hob_is_down_is_posted_again() -> None:
    async with playing("Ada", "Ben") as hob:
        hob.discord.delete_message(hob.channel.id, hob.table.id)
        await hob.restart()
        await (await hob.asked()).types("chaser move", candy="red")
        assert " rolls " in hob.table_text()


async def test_a_table_that_can_no_longer_be_edited_is_posted_again() -> None:
    async with playing("Ada", "Ben") as hob:
        old = hob.table.id
        path = f"/channels/{hob.channel.id}/messages/{old}"
        hob.discord.inject_error("PATCH", path, status=400, code=50083)
        await (await hob.asked()).types("chaser move", candy="red")
        assert [m.id for m in hob.channel.history() if m.embeds] == [hob.table.id] and hob.table.id != old


async def test_a_press_on_a_table_just_reposted_sends_no_panel() -> None:
    async with playing("Ada", "Ben") as hob:
        old, me = hob.table.id, await hob.asked()
        hob.discord.inject_error("PATCH", f"/channels/{hob.channel.id}/messages/{old}", status=400, code=20022)
        hob.discord.discord.faults.fail("DELETE", f"/channels/{hob.channel.id}/messages/{old}", delay=60)
        await me.types("chaser move", candy="red")
        assert {m.id for m in hob.channel.history() if m.embeds} == {old, hob.table.id} and hob.table.id != old
        me = await hob.asked()
        assert await me.clicks(next(c.label for c in controls_of(hob.table) if c.answers), on=hob.table) == ""
        await hob.passes(60)
        assert [m.id for m in hob.channel.history() if m.embeds] == [hob.table.id]
        assert hob.table_text().count(" rolls ") == 2


@pytest.mark.parametrize(
    ("method", "fault", "answer"),
    [
        ("POST", {"drop": "after"}, "Discord didn't accept the message."),
        ("DELETE", {"status": 503}, "The table is at the bottom again."),
        ("DELETE", {"status": 503, "times": 2}, "The table is at the bottom again."),
        ("DELETE", {"drop": "after"}, "The table is at the bottom again."),
    ],
)
async def test_a_table_that_was_moved_down_in_an_outage_exists_once(
    method: str, fault: dict[str, Any], answer: str
) -> None:
    async with playing("Ada", "Ben") as hob:
        await hob.passes(60)
        hob.discord.discord.faults.fail(method, f"/channels/{hob.channel.id}/messages.*", **fault)
        assert answer in await hob["Ada"].types("chaser table")
        await hob.passes(60)
        assert [m.id for m in hob.channel.history() if m.embeds] == [hob.table.id]
        me = await hob.asked()
        await me.clicks(next(c.label for c in controls_of(hob.table) if c.answers), on=hob.table)
        assert f"{me.name} rolls" in hob.table_text()


async def test_a_table_moved_down_again_before_hob_found_it_exists_once() -> None:
    async with playing("Ada", "Ben") as hob:
        await hob.passes(60)
        path = f"/channels/{hob.channel.id}/messages"
        hob.discord.inject_error("GET", path, status=503, times=None)
        with answer_lost(hob, path):
            assert "Discord didn't accept the message." in await hob["Ada"].types("chaser table")
        hob.discord.world.nonces.clear()  # as after some minutes
        assert "The table is at the bottom again." in await hob["Ada"].types("chaser table")
        hob.discord.heal()
        await hob.passes(60)
        assert [m.id for m in hob.channel.history() if m.embeds] == [hob.table.id]


async def test_a_table_moved_down_just_before_a_crash_exists_once() -> None:
    async with playing("Ada", "Ben", moment=1) as hob:
        await hob.passes(300)
        old = hob.table.id
        await crash_after_posting(hob, hob["Ada"].types("chaser table"))
        await hob.passes(60)
        assert [m.id for m in hob.channel.history() if m.embeds] == [hob.table.id] and hob.table.id != old


async def test_a_table_moved_down_in_an_outage_comes_back_once_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing("Ada", "Ben") as hob:
        await hob.passes(60)
        request = hob.bot.http.request

        async def late(route: Any, **more: Any) -> Any:
            answer = await request(route, **more)
            await asyncio.sleep(route.method == "DELETE")  # the gateway is faster
            return answer

        monkeypatch.setattr(hob.bot.http, "request", late)
        hob.discord.discord.faults.fail("POST", f"/channels/{hob.channel.id}/messages", drop="after")
        await hob["Ada"].types("chaser table")
        await hob.passes(60)
        moved = hob.table.id
        hob.discord.delete_message(hob.channel.id, moved)
        await hob.passes(10)
        assert [m.id for m in hob.channel.history() if m.embeds] == [hob.table.id] and hob.table.id != moved


async def test_a_deleted_channel_parks_only_its_table() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        hob.discord.delete_channel(hob.channel.id)
        [message] = me.messages
        control = next(c for c in controls_of(message) if c.answers)
        await me.presses(control.custom_id, message)  # the move counts all the same
        await hob.passes(3600)
        with_channel = [c for c in hob.discord.http_requests if f"/channels/{hob.channel.id}" in c.path]
        await hob.passes(3600)
        assert [c for c in hob.discord.http_requests if f"/channels/{hob.channel.id}" in c.path] == with_channel
        hob.channel = hob.guild.create_text_channel("another")
        assert await me.types("hob tables") == "You aren't at any table. `/hob help` explains how to open one."
        await me.types("chaser new", computers=1)
        await me.types("chaser start")
        assert "moves a cube" in hob.table_text()
        assert "You smuggle" in await me.types_to_hob("chaser hand")


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (200000, "this server's AutoMod"),
        (240000, "Discord's filter for harmful links"),
        (20009, "Discord's filter for explicit content"),
    ],
)
async def test_a_content_filter_is_named_and_retried_with_growing_pauses(code: int, name: str) -> None:
    async with playing("Ada", "Ben") as hob:
        messages = f"/channels/{hob.channel.id}/messages*"
        hob.discord.inject_error("PATCH", messages, status=400, code=code, message="blocked", times=None)
        for _ in range(2):
            said = await (await hob.asked()).types("chaser move", candy="red")
        assert said.startswith(f"Your move counts, but the table's message was blocked by {name}. I'll keep trying.")
        told = [m.content for m in hob["Ada"].messages if m.content.startswith("I can't show your Candy Chaser table")]
        assert len(told) == 1 and f"its message was blocked by {name}, even when I left out the picture" in told[0]
        before = len(hob.calls("PATCH", messages))
        await hob.passes(3600)
        assert len(hob.calls("PATCH", messages)) - before < 10
        hob.discord.heal()
        await hob.passes(3600)
        assert hob.table_text().count(" rolls ") == 2


@pytest.mark.parametrize(("status", "code"), [(503, 0), (404, 10003)])
async def test_a_host_whose_dm_fails_is_told_of_a_filter_later(status: int, code: int) -> None:
    async with playing("Ada", "Ben", cards="channel") as hob:
        ada = hob["Ada"]
        dm = 4711 if code else ada.user.dm_channel.id
        await save_person(hob.store, PersonRow(ada.id, {"cards": "channel"}, dm))
        hob.app.people.forget()
        path = f"/channels/{hob.channel.id}/messages*"
        hob.discord.inject_error("PATCH", path, status=400, code=200000, message="blocked", times=None)
        hob.discord.inject_error("POST", f"/channels/{dm}/messages", status=status, code=code)
        await (await hob.asked()).types("chaser move", candy="red")
        await hob.passes(600)
        said = [m.content for m in ada.messages if m.content.startswith("I can't show your Candy Chaser table")]
        assert len(said) == 1 and len(hob.calls("POST", f"/channels/{dm}/messages")) == (1 if code else 2)
        await hob.restart()
        await hob.passes(3600)
        assert len([m for m in ada.messages if m.content == said[0]]) == 1


async def test_permissions_lost_in_mid_game_are_named_and_moves_are_kept() -> None:
    async with playing("Ada", "Ben") as hob:
        hob.forbid(send_messages=False, view_channel=True)
        hob.discord.inject_error("PATCH", f"/channels/{hob.channel.id}/messages/*", status=403, code=50013, times=None)
        said = []
        for _ in range(2):
            me = await hob.asked()
            said.append(await me.types("chaser move", candy="red"))
        lost = "Your move counts, but I can't post here any more (missing: Send Messages"
        assert [text[: len(lost)] for text in said] == [lost, lost]
        assert " rolls " not in hob.table_text()
        me = await hob.asked()
        await me.clicks("My hand", on=hob.table)
        custom_id = next(c.custom_id for c in controls_of(me.seen[-1]) if c.answers)
        assert (await me.presses(custom_id, me.seen[-1])).startswith(lost)
        hob.forbid()
        hob.discord.heal()
        await (await hob.asked()).types("chaser move", candy="red")
        assert hob.table_text().count(" rolls ") == 2


async def test_a_press_is_answered_even_without_channel_permissions() -> None:
    async with playing("Ada", "Ben") as hob:
        hob.forbid(embed_links=False)
        me = await hob.asked()
        said = await me.clicks(next(c.label for c in controls_of(hob.table) if c.answers), on=hob.table)
        assert "Your move counts, but I can't post here any more (missing: Embed Links)" in said
        await me.clicks("More")
        said = await me.clicks("Move table down")
        assert "I can't post here any more. In this channel I need these permissions: Embed Links" in said


async def test_without_channel_permissions_secret_questions_still_come_by_dm() -> None:
    async with playing("Ada", "Ben") as hob:
        hob.forbid(send_messages=False)
        hob.discord.inject_error("PATCH", f"/channels/{hob.channel.id}/messages/*", status=403, code=50013, times=None)
        me = await tattling(hob)
        await hob.passes(100)
        assert "You may tattle on a player." in me.messages[-1].content
        tries = len(hob.calls("PATCH", f"/channels/{hob.channel.id}/messages/*"))
        await hob.passes(7200)
        assert len(hob.calls("PATCH", f"/channels/{hob.channel.id}/messages/*")) - tries <= 10
        assert len(me.messages) == 1


async def test_a_rejected_repost_is_reported_to_the_player() -> None:
    async with playing("Ada", "Ben") as hob:
        path = f"/channels/{hob.channel.id}/messages"
        hob.discord.inject_error("POST", path, status=400, code=160005, times=None)  # a locked thread
        said = await hob["Ada"].types("chaser table")
        assert said.startswith("Discord didn't accept the message. Please try again in a moment.")
        hob.discord.heal(path)
        assert await hob["Ada"].types("chaser table") == "The table is at the bottom again."


async def test_a_message_that_discord_rejects_is_retried_later() -> None:
    async with playing("Ada", "Ben") as hob:
        hob.discord.inject_error("PATCH", f"/channels/{hob.channel.id}/messages/*", status=400, code=50035)
        await (await hob.asked()).types("chaser move", candy="red")
        assert " rolls " not in hob.table_text()
        await hob.passes(31)
        assert " rolls " in hob.table_text()


async def test_fifty_tables_are_served_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(moment=0) as hob:
        for limit in ("new_by_person", "tables_of_person"):
            monkeypatch.setattr(hob.settings.limits, limit, 0)
        ada = hob.person("Ada")
        channels = [hob.guild.create_text_channel(f"room {n}") for n in range(50)]
        for channel in channels:
            await ada.types("chaser new", channel=channel, computers=1)
            hob.channel = channel
            await hob.change(pictures=False)
        starts = []
        for channel in channels:
            table = channel.last_message
            custom_id = next(c.custom_id for c in controls_of(table) if c.label == "Start")
            starts.append(ada.begins(custom_id, table))
        await hob.discord.settle()
        assert all(record.answer is not None for record in starts)
        assert all("moves a cube" in words_of(channel.last_message) for channel in channels)
        await hob.passes(60)
        assert len(ada.messages) == 50
        moves = []
        for channel in channels:
            table = channel.history()[0]
            for control in [c for c in controls_of(table) if c.answers][:1]:
                moves.append(ada.begins(control.custom_id, table))
        await hob.discord.settle()
        assert moves and all(record.answer is not None for record in moves)
        await hob.passes(10)
        assert (await hob.store.counts())["playing"] == 50


async def test_a_table_in_an_archived_thread_comes_back() -> None:

    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        hob.channel = thread_of(hob)
        await ada.types("chaser new")
        await hob.change(pictures=False)
        await ben.types("chaser join")
        await ada.types("chaser start")
        await play_on(hob, random.Random(9))
        assert " wins Candy Chaser" in hob.table_text()


@pytest.mark.parametrize("right", ["view_channel", "send_messages_in_threads"])
async def test_a_thread_shows_its_table_once_hob_has_its_rights_back(right: str) -> None:
    async with playing("Ada", "Ben") as hob:
        channel, hob.channel = hob.channel.id, thread_of(hob)
        await hob["Ada"].types("chaser new", computers=1)
        hob.discord.forbid(channel, {right: False})
        hob.discord.delete_message(hob.channel.id, hob.table.id)
        await hob.restart()
        await hob.passes(4 * 3600)
        assert not hob.channel.history()
        hob.discord.forbid(channel, {})
        await hob.settle()
        assert "Candy Chaser" in hob.table_text()


async def test_a_thread_shows_its_table_at_once_when_it_is_unlocked() -> None:
    async with playing("Ada", "Ben") as hob:
        hob.channel = thread_of(hob)
        await hob["Ada"].types("chaser new", computers=1)
        hob.discord.world.set_thread(str(hob.channel.id), locked=True)
        hob.discord.delete_message(hob.channel.id, hob.table.id)
        await hob.passes(4 * 3600)
        assert not hob.channel.history()
        hob.discord.world.set_thread(str(hob.channel.id), locked=False)
        await hob.settle()
        assert "Candy Chaser" in hob.table_text()


@pytest.mark.parametrize("by", ["channel", "role", "membership"])
async def test_a_channel_shows_its_table_at_once_when_hob_may_view_it_again(by: str) -> None:
    async with playing("Ada", "Ben") as hob:
        world, server, channel = hob.discord.world, str(hob.guild.id), hob.channel.id
        bot, roles = str(hob.discord.bot_id), world.guilds[server].roles
        mine = world.guilds[server].members[bot]["roles"]
        full = int(roles[mine[0]]["permissions"])

        def may(view: bool) -> None:
            if by == "channel":
                hob.discord.forbid(channel, {} if view else {"view_channel": False})
            elif by == "role":
                world.change_role(server, mine[0], full if view else 0)
            else:
                world.set_roles(server, bot, mine if view else [])

        if by != "channel":
            world.change_role(server, server, 0)  # everyone's role
        may(False)
        hob.discord.delete_message(channel, hob.table.id)
        await hob.passes(4 * 3600)
        assert not hob.channel.history()
        may(True)
        await hob.settle()
        assert "Candy Chaser" in hob.table_text()


async def test_the_press_is_answered_even_if_its_message_is_gone() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        table = hob.table
        custom_id = next(c.custom_id for c in controls_of(table) if c.answers)
        hob.discord.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
        await me.presses(custom_id, table)
        await hob.settle()
        assert f"• {me.name} rolls" in hob.table_text()  # edited by the channel route


async def test_a_table_is_reposted_below_a_score_sheet_later_if_necessary() -> None:
    laid = arrange(3, {0: "klaken", 1: "", 2: ""}, {0: {"lowland": ["klaken klaken"]}}, deck="", contest="two")
    async with court(laid) as hob:
        with answer_lost(hob, f"/channels/{hob.channel.id}/messages", 2):  # the first message is the score sheet
            await hob["Ada"].selects("Klaken to Klakens (30)", on=hob["Ada"].messages[-1])
            await hob.passes(60)
        sheet, table = [m for m in hob.channel.history() if m.embeds]
        assert "wins round 1" in words_of(sheet) and "round 2 of 2" in words_of(table)


async def test_a_server_that_hob_left_gets_no_requests() -> None:
    async with playing("Ada", "Ben") as hob:
        me, path = await hob.asked(), f"/channels/{hob.channel.id}/*"
        hob.discord.lose_server(hob.guild.id)
        for method in ("GET", "POST", "PATCH"):
            hob.discord.inject_error(method, path, status=403, code=50001, times=None)
        [message] = me.messages
        await me.presses(next(c.custom_id for c in controls_of(message) if c.answers), message)
        tries = len(hob.calls("PATCH", path))
        await hob.passes(7200)
        assert len(hob.calls("PATCH", path)) == tries
        assert await me.types_to_hob("hob tables") == "You aren't at any table. `/hob help` explains how to open one."


@pytest.mark.parametrize("hob_is", ["awake", "restarted", "restarting"])
async def test_a_server_that_invites_hob_again_gets_its_tables_back(hob_is: str) -> None:
    """A player moves in their direct messages while Hob is away; the next one must hear of it."""
    async with playing("Ada", "Ben") as hob:
        world, gid, me = hob.discord.world, str(hob.guild.id), await hob.asked()
        world.dismiss_bot(gid)
        session = await hob.session()
        for _ in range(5):
            if session.view().waiting != [session.info.seat_of(me.id)]:
                break
            message = next(m for m in reversed(me.messages) if any(c.answers for c in controls_of(m)))
            await me.presses(next(c.custom_id for c in controls_of(message) if c.answers), message)
        await hob.passes(7200)
        other, before = await hob.asked(), edits(hob)
        assert session.screen.denied == "gone" and not [c for c in controls_of(other.messages[-1]) if c.answers]
        if hob_is == "restarted":
            await hob.restart()
        elif hob_is == "restarting":
            await hob.discord.detach()
        world.invite_bot(gid)
        if hob_is == "restarting":
            await hob.restart()
        await hob.settle()
        assert edits(hob) > before and (await hob.session()).screen.denied == ""
        assert [c for c in controls_of(other.messages[-1]) if c.answers], "their turn has come"


async def test_updates_of_a_finished_table_without_permission_end() -> None:
    async with playing("Ada", "Ben", look_around=86400) as hob:
        hob.discord.inject_error("PATCH", f"/channels/{hob.channel.id}/messages/*", status=403, code=50013, times=None)
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        await hob.passes(8 * 86400)
        tries = len(hob.calls("PATCH", f"/channels/{hob.channel.id}/messages/*"))
        await hob.passes(2 * 86400)
        assert len(hob.calls("PATCH", f"/channels/{hob.channel.id}/messages/*")) == tries


async def test_a_table_shows_its_picture_before_the_news_and_no_player_list() -> None:
    async with playing("Ada", "Ben", pictures=True) as hob:
        me = await hob.asked()
        await me.presses(next(c.custom_id for c in controls_of(hob.table) if c.answers), hob.table)
        await hob.settle()
        first, second = hob.table.embeds
        assert first.image.url and "rolled" in first.description and not first.fields and not first.footer.text
        assert " rolls " in second.description and second.footer.text.startswith("Table ") and not second.title
        await hob.change(pictures=False)
        await hob.settle()
        (only,) = hob.table.embeds
        assert not only.image.url and " rolls " in only.description and only.fields[0].name == "Players"
