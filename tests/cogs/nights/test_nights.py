"""Game nights: players set, change and cancel them, are seated at the hour, and read the results afterwards."""

import asyncio
import json
import logging
import random
import re
import sqlite3
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock
from zoneinfo import ZoneInfo

import pytest

from bot.gateway.client import Hob
from bot.screens.message import Message
from bot.timing import DAY, HOUR, MINUTE, WEEK
from cogs.nights import model
from cogs.nights.cog import TableNights
from cogs.nights.model import Night
from cogs.nights.scheduler import POLL_LIMIT, NightScheduler
from cogs.nights.service import Nights as NightService, StoredNight
from db import NightRow, PersonRow, StoreUnavailable
from db.nights import Nights
from hob.testing.play import Evening, Person, evening, play_on
from hob.testing.reading import controls_of, words_of
from playground.discord.messages import mark_thread
from tests.bot.delivery.damaged import overwrite
from tests.db.rows import ended, result, save_person


def manager(hob: Evening) -> Person:
    return hob.person("Mia", manage_guild=True, manage_messages=True)


async def is_set(hob: Evening, person: Person, *presses: str, **options: Any) -> Any:
    """Set a night, pressing these labels before *Announce it*; return the announcement."""
    await person.types("hob night", **options)
    for label in presses:
        await person.clicks(label, on=person.seen[-1])
    assert "Done. I'll announce it" in await person.clicks("Announce it", on=person.seen[-1])
    await hob.settle()
    return announced(hob)


def announced(hob: Evening) -> Any:
    return next(m for m in reversed(hob.channel.history()) if m.embeds and "Game night" in str(m.embeds[0].title))


def hour_of(message: Any) -> int:
    found = re.search(r"<t:(\d+):F>", words_of(message))
    assert found
    return int(found[1])


def events(hob: Evening) -> list[Any]:
    return hob.discord.events(hob.guild.id)


async def restart_until(hob: Evening, at: float) -> None:
    """Stop Hob until shortly before that time, and run it when the time comes."""
    await hob.discord.bot_is_away(at - hob.clock() - 20)
    await hob.restart()
    await hob.passes(70)


async def test_a_weekly_night_is_planned_with_buttons_and_menus() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types("hob night", weekly=True)
        plan = words_of(ada.seen[-1])
        assert "It starts **<t:" in plan and "every seven days" in plan and "Guests vote" in plan
        assert "at the same UTC time" in plan and "clocks change, the game night is an hour off" in plan
        before = hour_of(ada.seen[-1])
        assert before % DAY == 20 * HOUR and 0 < before - hob.clock() <= DAY, "the next 20:00"
        await ada.clicks("+15 min", on=ada.seen[-1])
        await ada.selects("22:15", on=ada.seen[-1])
        later = datetime.fromtimestamp(hob.clock() + 2 * DAY, UTC)
        await ada.selects(f"{later:%A} {later.day} {later:%B}", on=ada.seen[-1])
        at = hour_of(ada.seen[-1])
        assert datetime.fromtimestamp(at, UTC) == later.replace(hour=22, minute=15, second=0, microsecond=0)
        await hob.restart()
        await ada.clicks("Announce it", on=ada.seen[-1])
        await hob.settle()
        night = announced(hob)
        assert hour_of(night) == at and f"Hosted by <@{ada.id}>" in words_of(night)
        assert [(e.name, e.entity_metadata) for e in events(hob)] == [("Game night", {"location": link_of(hob, night)})]


async def test_guests_sign_up_vote_and_withdraw() -> None:
    async with evening() as hob:
        ada, ben, cara = hob.person("Ada"), hob.person("Ben"), hob.person("Cara")
        night = await is_set(hob, ada, weekly=True)
        await ben.clicks("I'm coming", on=night)
        await cara.selects("Candy Chaser", on=night)
        assert f"<@{ada.id}>, <@{ben.id}>, <@{cara.id}>" in words_of(announced(hob))
        await ben.selects("Candy Chaser", on=night)
        await ada.selects("Ghosts", on=night)
        assert "Candy Chaser 2 · Ghosts Love Candy 1" in words_of(announced(hob))
        await ben.clicks("I can't come", on=night)
        assert "You haven't signed up." in await ben.clicks("I can't come", on=night)
        await ben.selects("Candy Chaser", on=night)
        await hob.restart()
        hob.discord.delete_message(hob.channel.id, night.id)
        await hob.settle()
        assert announced(hob).id != night.id
        assert "Coming (3)" in words_of(announced(hob)), "a deleted message is posted again"


async def test_a_night_deleted_while_hob_was_stopped_comes_back_at_its_start() -> None:
    async with evening() as hob:
        ada, first = hob.person("Ada"), hob.channel
        kept = await is_set(hob, ada, when="3h")
        hob.channel = hob.guild.create_text_channel("more-games")
        night = await is_set(hob, ada, when="30d")
        await hob.discord.bot_is_away(60)
        hob.discord.delete_message(hob.channel.id, night.id)
        await hob.restart()
        await hob.settle()
        assert announced(hob).id != night.id and hour_of(announced(hob)) == hour_of(night)
        assert [message.id for message in first.history()] == [kept.id]
        checks = len(hob.calls("GET", "/channels/*/messages/*"))
        await hob.passes(120)
        assert len(hob.calls("GET", "/channels/*/messages/*")) == checks, "each is checked once"


async def test_a_nights_embed_that_a_moderator_removed_comes_back() -> None:
    async with evening() as hob:
        ada, mia = hob.person("Ada"), manager(hob)
        night = await is_set(hob, ada, when="3h")
        world, id = hob.discord.world, str(night.id)
        mark_thread(world, world.messages[id], world.add_thread(str(hob.channel.id), "Snacks?", str(ada.id), id))
        await mia.user.remove_embeds(night)
        await hob.settle()
        assert [(m.id, words_of(m)) for m in hob.channel.history()] == [(night.id, words_of(night))]


@pytest.mark.parametrize(
    ("code", "status", "said"),
    [
        (200000, 400, "my message was blocked by this server's AutoMod."),
        (50013, 403, "I need these permissions there: View Channel, Send Messages,"),
    ],
)
async def test_the_host_is_told_once_why_a_night_is_not_announced(code: int, status: int, said: str) -> None:
    async with evening() as hob:
        ada, path = hob.person("Ada"), f"/channels/{hob.channel.id}/messages"
        hob.discord.inject_error("POST", path, status=status, code=code, times=None)
        await ada.types("hob night", when="3h")
        await ada.clicks("Announce it", on=ada.seen[-1])
        await hob.passes(10 * MINUTE)
        [told] = ada.messages
        assert f"in <#{hob.channel.id}>" in words_of(told) and said in words_of(told)
        await hob.restart()
        await hob.passes(10 * MINUTE)
        assert len(ada.messages) == 1
        hob.discord.heal()
        await hob.passes(HOUR)
        assert f"Hosted by <@{ada.id}>" in words_of(announced(hob)) and len(ada.messages) == 1


@pytest.mark.parametrize(("status", "code"), [(503, 0), (404, 10003), (403, 50001)])
async def test_a_host_whose_dm_fails_at_first_is_told_when_it_can_be_sent(status: int, code: int) -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        dm = 4711 if code else ada.user.dm_channel.id
        await save_person(hob.store, PersonRow(ada.id, {}, dm))
        hob.discord.inject_error("POST", f"/channels/{hob.channel.id}/messages", status=403, code=50013, times=None)
        hob.discord.inject_error("POST", f"/channels/{dm}/messages", status=status, code=code)
        await ada.types("hob night", when="3h")
        await ada.clicks("Announce it", on=ada.seen[-1])
        await hob.passes(10 * MINUTE)
        [told] = ada.messages
        assert "I need these permissions there:" in words_of(told)
        assert len(hob.calls("POST", f"/channels/{dm}/messages")) == (1 if code else 2)


@pytest.mark.parametrize("action", ["event", "channel"])
async def test_a_host_is_told_of_a_lost_event_or_channel_after_an_outage(action: str) -> None:
    async with evening() as hob:
        ada, hob.channel = hob.person("Ada"), hob.guild.create_text_channel("games-2")
        hob.discord.inject_error("POST", f"/channels/{ada.user.dm_channel.id}/messages", status=503, times=None)
        if action == "event":
            hob.discord.inject_error("POST", "/guilds/*/scheduled-events", status=400, code=30038, times=None)
        await is_set(hob, ada, when="3h")
        if action == "channel":
            hob.discord.delete_channel(hob.channel.id)
        await hob.settle()
        assert not ada.messages
        ada.opens_messages()
        await hob.passes(10 * MINUTE)
        said = {"event": "Discord doesn't let me update", "channel": "The channel for your game night on"}[action]
        assert len(ada.messages) == 1 and said in words_of(ada.messages[0])


async def test_no_dm_is_opened_for_a_host_who_has_deleted_their_data() -> None:
    async with evening() as hob:
        ada, hob.channel = hob.person("Ada"), hob.guild.create_text_channel("games-2")
        await is_set(hob, ada, when="3h")
        path = f"/channels/{hob.channel.id}/messages/*"
        hob.discord.inject_error("PATCH", path, status=503, times=None)
        await ada.types("hob me", data="forget")
        await ada.clicks("Delete my data", on=ada.seen[-1])
        hob.discord.delete_channel(hob.channel.id)
        hob.discord.heal()
        await hob.passes(10 * MINUTE)
        assert not await hob.store.nights.of_server(hob.guild.id)
        assert not hob.calls("POST", "/users/@me/channels")


async def test_a_weekly_nights_host_learns_which_permission_was_lost() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        night = await is_set(hob, ada, when="1h", weekly=True)
        hob.forbid(embed_links=False)
        await restart_until(hob, hour_of(night) + 13 * HOUR)
        assert "I need these permissions there: Embed Links." in words_of(ada.messages[-1])


async def test_the_host_of_a_night_in_a_locked_thread_learns_the_permission() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        hob.channel = hob.discord.thread(hob.channel.id, "game nights", ada.id)
        night = await is_set(hob, ada, when="3h")
        hob.discord.world.set_thread(str(hob.channel.id), archived=True, locked=True)
        hob.discord.delete_message(hob.channel.id, night.id)
        await hob.settle()
        said = "I need these permissions there: Manage Threads (this thread is locked). Ask"
        assert said in words_of(ada.messages[-1])


@pytest.mark.parametrize("loss", ["permission", "locked", "archived"])
async def test_a_night_appears_at_once_where_hob_may_write_again(loss: str) -> None:
    async with evening() as hob:
        ada, channel, world = hob.person("Ada"), hob.channel.id, hob.discord.world
        if loss != "permission":
            hob.channel = hob.discord.thread(channel, "game nights", ada.id)
        night = await is_set(hob, ada, when="1d")
        if loss == "permission":
            hob.forbid(send_messages=False)
        else:
            world.set_thread(str(hob.channel.id), locked=True, archived=loss == "archived")
        hob.discord.delete_message(hob.channel.id, night.id)
        await hob.passes(4 * HOUR)
        assert not hob.channel.history()
        if loss == "permission":
            hob.forbid()
        else:
            world.set_thread(str(hob.channel.id), locked=False, archived=False)
        await hob.settle()
        assert f"Hosted by <@{ada.id}>" in words_of(announced(hob))


async def test_a_weekly_night_that_can_never_be_shown_ends_after_four_weeks() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        night = await is_set(hob, ada, when="1h", weekly=True)
        await ada.clicks("I can't come", on=night)
        hob.forbid(send_messages=False)
        for week in range(4):
            assert await hob.store.nights.of_server(hob.guild.id)
            await restart_until(hob, hour_of(night) + week * WEEK + 13 * HOUR)
        assert not await hob.store.nights.of_server(hob.guild.id)


async def test_a_night_deleted_repeatedly_is_reposted_every_two_minutes() -> None:
    async with evening() as hob:
        night, posted = await is_set(hob, hob.person("Ada"), when="3h"), []
        for _ in range(25):  # a cleanup bot deletes it every five seconds
            for message in hob.channel.history():
                posted.append(message.id)
                hob.discord.delete_message(hob.channel.id, message.id)
            await hob.passes(5)
        assert posted[0] == night.id and len(posted) == 2
        await hob.passes(3 * MINUTE)
        assert announced(hob).id not in posted


async def test_a_nights_embeds_come_back_every_two_minutes() -> None:
    async with evening() as hob:
        night = await is_set(hob, hob.person("Ada"), when="3h")
        mia, ben, removed = manager(hob), hob.person("Ben"), 0
        for _ in range(25):  # a moderation bot removes them every five seconds
            for message in hob.channel.history():
                if message.embeds:
                    removed += 1
                    await mia.user.remove_embeds(message)
            await hob.passes(5)
        assert removed == 2
        await ben.clicks("I'm coming", on=night)
        await hob.settle()
        assert f"<@{ben.id}>" in words_of(announced(hob)), "a guest brings them back, too"


async def test_a_night_whose_channel_is_deleted_is_cancelled_at_once() -> None:
    async with evening() as hob:
        ada, hob.channel = hob.person("Ada"), hob.guild.create_text_channel("games-2")
        await is_set(hob, ada, when="30h")
        hob.discord.delete_channel(hob.channel.id)
        await hob.settle()
        assert "The channel for your game night on" in words_of(ada.messages[-1])
        assert events(hob)[-1].status == 4


async def at_the_hour(hob: Evening) -> tuple[Person, Person, Person, int]:
    """Plan a weekly night, vote for Candy Chaser and let its time come; return the host, two guests and the hour."""
    ada, ben, cara = hob.person("Ada"), hob.person("Ben"), hob.person("Cara")
    night = await is_set(hob, ada, weekly=True)
    for guest in (cara, ben):
        await guest.selects("Candy Chaser", on=night)
    await restart_until(hob, hour_of(night))
    return ada, ben, cara, hour_of(night)


async def test_at_its_hour_a_night_opens_one_table_in_a_thread() -> None:
    async with evening() as hob:
        ada, ben, cara, _ = await at_the_hour(hob)
        [thread] = hob.channel.threads
        assert thread.name == "Candy Chaser · game night" and thread.archives_after == 7 * 24 * 60
        assert f"<#{thread.id}>" in words_of(announced(hob)) and not controls_of(announced(hob))
        assert events(hob)[0].status == 2
        table = thread.history()[-1]
        assert f"Game night: <@{ada.id}> <@{cara.id}> <@{ben.id}>, your table is ready." in words_of(table)
        await hob.restart()
        await hob.settle()
        assert len(hob.channel.threads) == 1 and len(thread.history()) == 1, "and nothing is done twice"
        hob.channel = thread
        await ben.clicks("Join", on=table)
        await cara.clicks("Join", on=table)
        assert (await hob.session()).info.host == ben.id, "the first player to sit down becomes the host"


async def test_the_server_lists_a_nights_table_before_anyone_has_joined() -> None:
    async with evening() as hob:
        mia = manager(hob)
        await at_the_hour(hob)
        await mia.types("hob server")
        assert re.search(r"opened <t:\d+:R>: no one yet · in the lobby", await mia.clicks("See open tables"))


async def test_the_planner_lists_no_night_that_has_begun() -> None:
    async with evening() as hob:
        ada, *_ = await at_the_hour(hob)
        await is_set(hob, ada, when="30d")
        await ada.types("hob night", when="1d")
        assert words_of(ada.seen[-1]).count(" in https://discord.com/channels/") == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (model.cancel, "is cancelled. <@"),
        (lambda night: model.reschedule(night, night.at + DAY, False, "", night.at), "has moved to <t:"),
    ],
)
async def test_a_night_changed_just_as_it_begins_opens_no_table(change: Callable[[Night], Night], said: str) -> None:
    async with evening() as hob:
        ada, find, changed = hob.person("Ada"), NightService.find, list[str]()
        at = hour_of(await is_set(hob, ada, when="1h"))

        async def find_before_the_change(nights: NightService, id: str) -> StoredNight | None:
            stored = await find(nights, id)
            if hob.clock() >= at and not changed:
                changed.append(id)
                await nights.change(id, change)
            return stored

        with mock.patch.object(NightService, "find", find_before_the_change):
            await hob.passes(HOUR + MINUTE)
        assert changed and not hob.channel.threads and said in words_of(hob.channel.history()[-1])


async def test_a_recap_names_the_winner_and_the_next_night() -> None:
    async with evening() as hob:
        _, ben, cara, at = await at_the_hour(hob)
        [thread] = hob.channel.threads
        hob.channel, channel = thread, hob.channel
        for guest in (ben, cara):
            await guest.clicks("Join", on=thread.history()[-1])
        await ben.types("chaser start")
        await hob.settle()
        await play_on(hob, random.Random(3))
        hob.channel = channel
        winner = next(s for s in (await hob.store.results.newest(person=ben.id))[0].seats if s.place == 1).person
        await restart_until(hob, hob.clock() + HOUR / 2)
        said = [words_of(message) for message in hob.channel.history()]
        [recap] = [words for words in said if "**Game night on" in words]
        assert f"Candy Chaser: 1. <@{winner}>" in recap and f"1. <@{winner}>: won 1 of 1 game" in recap
        assert f"Next: **<t:{int(at + WEEK)}:F>**" in recap
        night = announced(hob)
        assert hour_of(night) == at + WEEK and "No one has signed up yet." in words_of(night)
        assert events(hob)[-1].status == 1


async def test_the_recap_of_a_crowded_night_has_standings_and_the_next_date() -> None:
    async with evening() as hob:
        *_, at = await at_the_hour(hob)
        [row] = await hob.store.nights.of_server(hob.guild.id)
        guests, shared = [10**18 + n for n in range(60)], {"guild_id": hob.guild.id, "series": row.id}
        played = [result(f"G{n}", *guests[n : n + 6], at=at + 60 + n, **shared) for n in range(40)]
        await ended(hob.store, *played)
        await restart_until(hob, at + 2 * HOUR)
        recap = next(words for m in hob.channel.history() if "**Game night on" in (words := words_of(m)))
        games, standings = recap.split("**Tonight**\n")
        assert re.search(r"• Ghosts Love Candy: .+\n… and \d+ more\n$", games)
        assert standings.startswith(f"1. <@{guests[0]}>: won 1 of 1 game\n") and "… and " in standings
        assert f"Next: **<t:{int(at + WEEK)}:F>**" in standings


async def test_a_late_recap_names_a_next_night_that_is_still_to_come() -> None:
    async with evening() as hob:
        *_, at = await at_the_hour(hob)
        [row] = await hob.store.nights.of_server(hob.guild.id)
        await ended(hob.store, result("G1", at=at + HOUR, guild_id=hob.guild.id, series=row.id))
        await restart_until(hob, at + 8 * DAY)
        recap = next(words for m in hob.channel.history() if "**Game night on" in (words := words_of(m)))
        assert f"Next: **<t:{int(at + 2 * WEEK)}:F>**" in recap and hour_of(announced(hob)) == at + 2 * WEEK


async def test_a_night_without_a_host_announces_no_next_one() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        night = await is_set(hob, ada, weekly=True)
        await hob.person("Ben").selects("Candy Chaser", on=night)
        await ada.clicks("I can't come", on=night)
        await restart_until(hob, hour_of(night))
        [row] = await hob.store.nights.of_server(hob.guild.id)
        await ended(hob.store, result("G1", ada.id, at=hob.clock(), guild_id=hob.guild.id, series=row.id))
        for person in (hob["Ben"], ada):
            await person.types("hob me", data="forget")
            await person.clicks("Delete my data", on=person.seen[-1])
        await hob.passes(2 * HOUR)
        assert "**Game night on" in words_of(hob.channel.history()[-1])
        said = "".join(map(words_of, hob.channel.history()))
        assert "Next:" not in said and "Every week" not in said
        assert not await hob.store.nights.of_server(hob.guild.id)


async def test_an_event_that_a_moderator_ended_is_left_alone(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "hob.nights")
    async with evening() as hob:
        ada, event = hob.person("Ada"), "/guilds/*/scheduled-events/*"
        night = await is_set(hob, ada, when="3h")
        hob.discord.inject_error("PATCH", event, status=400, code=180000, times=None)
        for _ in range(3):
            await ada.clicks("Change", on=night)
            await ada.clicks("+15 min", on=ada.seen[-1])
            await ada.clicks("Save changes", on=ada.seen[-1])
            await hob.settle()
        assert len(hob.calls("PATCH", event)) == 1 and len([one for one in caplog.messages if " event " in one]) == 1


async def test_a_rejected_event_is_tried_again_when_the_night_changes() -> None:
    async with evening() as hob:
        ada, events = hob.person("Ada"), "/guilds/*/scheduled-events"
        hob.discord.inject_error("POST", events, status=400, code=30038, times=None)  # too many events
        night = await is_set(hob, ada, when="3h")
        for label in ("I can't come", "I'm coming"):
            await ada.clicks(label, on=night)
            await hob.settle()
        assert len(hob.calls("POST", events)) == 1
        assert "Discord doesn't let me update the server's event" in ada.messages[-1].content
        await ada.clicks("Change", on=night)
        await ada.clicks("+15 min", on=ada.seen[-1])
        await ada.clicks("Save changes", on=ada.seen[-1])
        await hob.settle()
        assert len(hob.calls("POST", events)) == 2 and len(ada.messages) == 1
        hob.discord.heal()
        await ada.clicks("Change", on=night)
        await ada.clicks("+15 min", on=ada.seen[-1])
        await ada.clicks("Save changes", on=ada.seen[-1])
        await hob.settle()
        assert len(hob.discord.events(hob.guild.id)) == 1


async def test_a_damaged_table_does_not_hold_up_its_night() -> None:
    async with evening() as hob:
        _, ben, cara, at = await at_the_hour(hob)
        channel, [hob.channel] = hob.channel, hob.channel.threads
        for guest in (ben, cara):
            await guest.clicks("Join", on=hob.channel.history()[-1])
        overwrite(hob, (await hob.session()).id, "table", "{")
        hob.channel = channel
        await restart_until(hob, at + HOUR)
        assert hour_of(announced(hob)) == at + WEEK


async def test_a_night_that_was_unreadable_for_a_while_takes_place(caplog: pytest.LogCaptureFixture) -> None:
    def store_night(text: str) -> None:
        with sqlite3.connect(hob.data / "hob.sqlite3") as database:
            database.execute("UPDATE nights SET night = ?", [text])
        database.close()

    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        night = await is_set(hob, ada, when="2h", game="chaser")
        [row] = await hob.store.nights.of_server(hob.guild.id)
        for damage in ("[", json.dumps({**row.night, "stage": "unknown"})):
            store_night(damage)
            assert "I can't read this game night any more." in await ben.clicks("I'm coming", on=night)
            assert "It starts" in await ben.types("hob night")
        await restart_until(hob, hour_of(night))
        await hob.passes(10 * MINUTE)
        assert sum("unreadable row, leaving it unchanged" in line for line in caplog.messages) == 1
        assert controls_of(announced(hob)) and not hob.channel.threads
        store_night(json.dumps(row.night))
        await hob.restart()
        await hob.settle()
        assert len(hob.channel.threads) == 1 and "The tables are open." in words_of(announced(hob))


async def playing_at_night(hob: Evening) -> int:
    """Start the night's game in its thread with Ben and Cara; return the hour."""
    _, ben, cara, at = await at_the_hour(hob)
    [thread] = hob.channel.threads
    for person, label in ((ben, "Join"), (cara, "Join"), (ben, "Start")):
        await person.clicks(label, on=thread.history()[-1])
    return at


async def test_a_night_whose_thread_is_deleted_ends_on_time() -> None:
    async with evening() as hob:
        at = await playing_at_night(hob)
        [thread] = hob.channel.threads
        hob.discord.delete_channel(thread.id)
        await hob.passes(HOUR)
        assert hour_of(announced(hob)) == at + WEEK


async def test_a_night_goes_on_after_hob_was_removed_restarted_and_invited() -> None:
    async with evening() as hob:
        at = await playing_at_night(hob)
        await hob.settle()
        world, gid = hob.discord.world, str(hob.guild.id)
        world.dismiss_bot(gid)
        await hob["Cara"].types_to_hob("hob seat", to="computer")  # the table can't show it
        await hob.passes(2 * HOUR)
        await hob.restart()
        world.invite_bot(gid)
        await hob.passes(HOUR / 2)
        assert "The tables are open." in words_of(announced(hob)) and hour_of(announced(hob)) == at


async def test_a_weekly_night_ends_after_four_weeks_without_guests() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        night = await is_set(hob, ada, weekly=True)
        await ada.clicks("I can't come", on=night)
        for week in range(4):
            assert hour_of(announced(hob)) == hour_of(night) + week * WEEK
            await restart_until(hob, hour_of(night) + week * WEEK)
        told = hob.channel.history()[-1].content
        assert f"<@{ada.id}>, no one signed up for your last 4 game nights" in told
        assert "Every week" not in words_of(announced(hob)) and not await hob.store.nights.due(1e12)
        assert not hob.channel.threads
        assert not any("**Game night on" in words_of(message) for message in hob.channel.history())


async def test_a_deleted_host_is_not_told_that_their_weekly_night_ends() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        night = await is_set(hob, ada, weekly=True)
        await ada.clicks("I can't come", on=night)
        for week in range(4):
            if week == 3:
                hob.discord.inject_error("POST", f"/channels/{hob.channel.id}/messages", status=500, times=None)
            await restart_until(hob, hour_of(night) + week * WEEK)
        await ada.types("hob me", data="forget")
        await ada.clicks("Delete my data", on=ada.seen[-1])
        hob.discord.heal()
        await hob.passes(2 * HOUR)
        assert not await hob.store.nights.of_server(hob.guild.id)
        assert not any("<@0>" in message.content for message in hob.channel.history())


async def test_a_weekly_night_keeps_local_time_when_the_clocks_change() -> None:
    async with evening() as hob:
        mia, berlin = manager(hob), ZoneInfo("Europe/Berlin")
        assert "isn't a time zone" in await mia.types("hob server", zone="Atlantis")
        assert await mia.completes("hob server", "zone", "berl") == ["Europe/Berlin"]
        assert "**Time zone**: Europe/Berlin." in await mia.types("hob server", zone="Europe/Berlin")
        spring = datetime(2027, 3, 26, 12, tzinfo=berlin).timestamp()
        await hob.discord.bot_is_away(spring - hob.clock())
        await hob.restart()
        await mia.types("hob night", weekly=True)
        assert "every week at the same time in Europe/Berlin" in words_of(mia.seen[-1])
        assert datetime.fromtimestamp(hour_of(mia.seen[-1]), berlin).hour == 20
        for when in ("19:30", "2027-03-26 19:30"):
            await mia.types("hob night", when=when, weekly=True)
            assert hour_of(mia.seen[-1]) == datetime(2027, 3, 26, 19, 30, tzinfo=berlin).timestamp(), when
        await mia.clicks("Announce it", on=mia.seen[-1])
        await hob.settle()
        await restart_until(hob, hour_of(announced(hob)))
        await hob.passes(13 * HOUR)
        following = datetime.fromtimestamp(hour_of(announced(hob)), berlin)
        assert following == datetime(2027, 4, 2, 19, 30, tzinfo=berlin), "an hour earlier in UTC"


async def test_nights_can_be_planned_on_the_day_the_clocks_skip_an_hour() -> None:
    async with evening() as hob:
        mia, berlin = manager(hob), ZoneInfo("Europe/Berlin")
        await mia.types("hob server", zone="Europe/Berlin")
        await hob.discord.bot_is_away(datetime(2027, 3, 20, 12, tzinfo=berlin).timestamp() - hob.clock())
        await hob.restart()
        await mia.types("hob night", when="2027-03-28 20:00")
        [hours] = [c for c in controls_of(mia.seen[-1]) if c.placeholder == "What time?"]
        listed = [label for label, *_ in hours.options]
        assert len(listed) == 23 and "02:00" not in listed and "03:00" in listed
        await mia.types("hob night", when="2027-03-21 02:30", weekly=True)
        await mia.clicks("Announce it", on=mia.seen[-1])
        await hob.settle()
        for day, hour in ((21, 2), (28, 3), (35, 2)):
            at = datetime.fromtimestamp(hour_of(announced(hob)), berlin)
            assert (at - timedelta(days=day - 1)).date() == date(2027, 3, 1) and (at.hour, at.minute) == (hour, 30)
            await mia.clicks("Change", on=announced(hob))  # only the game, not the time
            await mia.selects("Candy Chaser", on=mia.seen[-1])
            await mia.clicks("Save changes", on=mia.seen[-1])
            await hob.settle()
            await restart_until(hob, hour_of(announced(hob)))
            await hob.passes(13 * HOUR)


async def test_the_planner_shows_the_minute_it_announces() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await hob.passes(100 - hob.clock() % 60)
        await ada.types("hob night", when="2h")
        planned = hour_of(ada.seen[-1])
        await ada.clicks("Announce it", on=ada.seen[-1])
        await hob.settle()
        assert planned % 60 == 0 and hour_of(announced(hob)) == planned


async def test_the_planner_opens_at_both_ends_of_the_time_that_can_be_planned() -> None:
    async with evening(moment=0) as hob:
        ada = hob.person("Ada")
        await hob.passes(DAY - hob.clock() % DAY + 40)
        await ada.types("hob night", when="60d")
        assert hour_of(ada.seen[-1]) == (hob.clock() + 60 * DAY) // 60 * 60
        await hob.passes(DAY - 50)
        assert (
            await ada.types("hob night", when=f"<t:{int(hob.clock()) + 3}>")
            == "That time has passed. Choose a later one."
        )


async def test_a_planner_left_open_until_its_day_is_over_says_so() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await hob.passes(23.4 * HOUR - hob.clock() % DAY)
        await ada.types("hob night", when="5m")
        await hob.passes(10 * 60)
        assert "That time has passed" in await ada.clicks("Repeat weekly", on=ada.seen[-1])


async def test_an_unreadable_time_is_refused_with_an_example() -> None:
    async with evening() as hob:
        mia = manager(hob)
        assert "I don't know your time zone" in await mia.types("hob night", when="8pm")
        await mia.types("hob server", zone="Europe/Berlin")
        assert "in this server's time zone (`20:00`" in await mia.types("hob night", when="8pm")
        assert "I can't tell when" in await mia.types("hob night", when="1d" + " " * 5990 + "x")


def link_of(hob: Evening, message: Any) -> str:
    return f"https://discord.com/channels/{hob.guild.id}/{hob.channel.id}/{message.id}"


async def test_a_night_needs_a_server_and_a_time_within_sixty_days() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        assert (
            await ada.types_to_hob("hob night") == "You can plan game nights only in a server. Use this command there."
        )
        for when in ("20:00", "tomorrow", "2026-11-27 19:00"):
            assert "I don't know your time zone" in await ada.types("hob night", when=when)
        for when in ("61d", "2100-01-01 19:00 UTC"):
            assert "up to 60 days ahead" in await ada.types("hob night", when=when)
        assert "That time has passed." in await ada.types("hob night", when="1969-07-20 20:17 UTC")
        now = int(hob.clock())
        for when, at in (("2d 4h", now + 2 * DAY + 4 * HOUR), (f"<t:{now + 7200}:R>", now + 7200)):
            await ada.types("hob night", when=when)
            assert abs(hour_of(ada.seen[-1]) - at) < 60
        await ada.types("hob night", when=f"<t:{now + 60 * DAY - 60}>")
        hours = next(c.options for c in controls_of(ada.seen[-1]) if ":hour/" in c.custom_id)
        assert hours and all(now < int(minutes) * 60 <= hob.clock() + 60 * DAY for _, minutes, _ in hours)
        day = datetime.fromtimestamp(now + 2 * DAY, UTC).replace(hour=19, minute=0, second=0, microsecond=0)
        await ada.types("hob night", when=f"{day:%Y-%m-%d} 19:00 UTC")
        assert hour_of(ada.seen[-1]) == day.timestamp()


async def test_signing_up_shows_at_once_without_another_edit() -> None:
    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        night = await is_set(hob, ada, when="2h", game="chaser")
        assert night.embeds[0].title == "Game night: Candy Chaser" and len(events(hob)) == 1
        edits = len(hob.calls("PATCH", "*/messages/*"))
        await ben.clicks("I'm coming", on=night)
        await hob.settle()
        assert len(hob.calls("PATCH", "*/messages/*")) == edits, "the answer itself shows it"
        assert f"<@{ben.id}>" in words_of(announced(hob))


async def test_only_the_host_and_moderators_change_a_night() -> None:
    async with evening() as hob:
        ada, mod = hob.person("Ada"), hob.person("Mod", manage_messages=True)
        others = hob.person("Ben"), hob.person("Cara", manage_guild=True)
        night = await is_set(hob, ada, when="2h", game="chaser")
        refused = "Only the host of this game night or someone who can manage messages here can do that."
        for person in others:
            assert [await person.clicks(label, on=night) for label in ("Change", "Cancel game night")] == [refused] * 2
        await mod.clicks("Change", on=night)
        await mod.selects("Monster Muncher", on=mod.seen[-1])
        assert "Done. I've changed the game night." in await mod.clicks("Save changes", on=mod.seen[-1])
        await hob.settle()
        assert "Game night: Monster Muncher" in str(announced(hob).embeds[0].title)
        await mod.clicks("Cancel game night", on=night)
        await mod.clicks("Cancel it", on=mod.seen[-1])
        await hob.settle()
        assert any("This game night is cancelled." in words_of(message) for message in hob.channel.history())


async def test_a_moderator_of_another_channel_cannot_cancel_a_night() -> None:
    async with evening() as hob:
        night, mod = await is_set(hob, hob.person("Ada"), when="2h"), hob.person("Mod", manage_messages=True)
        cancel = next(c.custom_id for c in controls_of(night) if c.label == "Cancel game night")
        await mod.types("hob night", channel=hob.guild.create_text_channel("other"))
        assert "Only the host of this game night" in await mod.forges(cancel, mod.seen[-1])


async def test_a_moved_night_keeps_a_game_that_is_not_offered_now() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await is_set(hob, ada, when="2h", game="ghosts")
        every_game, hob.settings.games = hob.settings.games, ("candy-chaser",)
        await hob.restart()
        await ada.clicks("Change", on=announced(hob))
        for label in ("+15 min", "Repeat weekly"):
            assert "The game is ghosts-love-candy." in words_of(ada.seen[-1])
            await ada.clicks(label, on=ada.seen[-1])
        await ada.clicks("Save changes", on=ada.seen[-1])
        hob.settings.games = every_game
        await hob.restart()
        await hob.settle()
        night = announced(hob)
        assert "Game night: Ghosts Love Candy" in str(night.embeds[0].title) and "Every week" in words_of(night)
        hob.settings.games = ("candy-chaser",)
        await hob.restart()
        for game, title in (("Candy Chaser", "Game night: Candy Chaser"), ("Let guests vote", "Game night")):
            await ada.clicks("Change", on=announced(hob))
            await ada.selects(game, on=ada.seen[-1])
            await ada.clicks("Save changes", on=ada.seen[-1])
            await hob.settle()
            assert str(announced(hob).embeds[0].title) == title


async def test_guests_are_told_once_of_changes_in_quick_succession() -> None:
    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        night = await is_set(hob, ada, when="2h", game="chaser")
        await ben.clicks("I'm coming", on=night)
        for _ in range(2):
            await ada.clicks("Change", on=night)
            await ada.clicks("+15 min", on=ada.seen[-1])
            await ada.clicks("Save changes", on=ada.seen[-1])
            await hob.settle()
            [moved] = [m for m in hob.channel.history() if m.content.startswith("The game night has moved to <t:")]
            assert words_of(moved).endswith(f"<@{ada.id}> <@{ben.id}>")
        await hob.passes(660)
        assert f"<t:{hour_of(announced(hob))}:F>" in words_of(hob.channel.history()[-1])
        assert hour_of(announced(hob)) == hour_of(night) + 30 * 60


async def test_forged_presses_on_a_night_are_refused() -> None:
    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        night = await is_set(hob, ada, when="2h")
        forged = next(c.custom_id for c in controls_of(night) if c.label == "I'm coming")
        assert "belong to a table that no longer exists" in await ben.forges(forged.replace("come", "burn"), night)
        here, hob.guild = (hob.guild, hob.channel), hob.discord.create_guild("Elsewhere")
        hob.channel = hob.guild.create_text_channel("games")
        eve = hob.person("Eve")
        await eve.types("hob night")
        assert "belong to a table that no longer exists" in await eve.forges(forged, eve.seen[-1])
        hob.guild, hob.channel = here
        assert str(eve.id) not in words_of(announced(hob))


async def test_a_person_has_at_most_three_nights_in_a_server() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await is_set(hob, ada, when="2h")
        await ada.types("hob night", when="3h")
        said = await hob.at_once((ada, "Announce it"), (ada, "Announce it"))
        assert sorted(said)[1] == "You already have a game night in this channel at that time."
        await is_set(hob, ada, when="4h")
        await ada.types("hob night")
        assert "Already planned in this server:" in words_of(ada.seen[-1])
        assert "You already have 3 game nights here." in await ada.clicks("Announce it", on=ada.seen[-1])


async def test_a_night_that_has_begun_does_not_count_towards_the_limit() -> None:
    async with evening() as hob:
        ada, *_ = await at_the_hour(hob)
        for days in (10, 11, 12):
            await is_set(hob, ada, when=f"{days}d")
        await ada.types("hob night", when="13d")
        assert "You already have 3 game nights here." in await ada.clicks("Announce it", on=ada.seen[-1])


async def test_a_cancelled_night_tells_its_guests() -> None:
    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        night = await is_set(hob, ada, when="2h")
        forged = next(c.custom_id for c in controls_of(night) if c.label == "I'm coming")
        await ben.clicks("I'm coming", on=night)
        await ada.clicks("Cancel game night", on=night)
        await ada.clicks("Back", on=ada.seen[-1])
        assert controls_of(announced(hob)), "it isn't cancelled yet"
        await ada.clicks("Cancel game night", on=night)
        await ada.clicks("Cancel it", on=ada.seen[-1])
        await hob.settle()
        cancelled = next(m for m in hob.channel.history() if m.id == night.id)
        assert "This game night is cancelled." in words_of(cancelled) and not controls_of(cancelled)
        told = words_of(hob.channel.history()[-1])
        assert "is cancelled." in told and f"<@{ben.id}>" in told
        assert await ben.forges(forged, night) == "This game night is over."


async def test_missing_permissions_threads_and_channels_are_reported() -> None:
    async with evening() as hob:
        ada, ben, mia = hob.person("Ada"), hob.person("Ben"), manager(hob)
        hob.discord.forbid_events(hob.guild.id)
        await ada.types("hob night", when="1h")
        assert "I need the *Create Events* permission" in words_of(ada.seen[-1])
        hob.forbid(send_messages=False)
        assert "I need these permissions: Send Messages" in await ada.clicks("Announce it", on=ada.seen[-1])
        hob.forbid(create_public_threads=False)
        night = await is_set(hob, ada, when="1h", game="chaser")
        await ben.clicks("I'm coming", on=night)
        await restart_until(hob, hob.clock() + HOUR)
        assert not hob.channel.threads and f"<#{hob.channel.id}>" in words_of(announced(hob))
        assert "your table is ready. Press Join." in hob.table_text()
        other = hob.guild.create_text_channel("other")
        await mia.types("hob server")
        await mia.selects("Open tables: 1", on=mia.seen[-1])
        first, hob.channel = hob.channel, other
        night = await is_set(hob, ada, when="1h")
        await restart_until(hob, hob.clock() + HOUR)
        assert "open a table for" in words_of(announced(hob)) and "1 open table at a time" in words_of(announced(hob))
        third = hob.channel = hob.guild.create_text_channel("third")
        await is_set(hob, ada, when="1h")
        hob.discord.delete_channel(third.id)
        await restart_until(hob, hob.clock() + HOUR)
        assert "The channel for your game night on" in words_of(ada.messages[-1])
        hob.channel = first
        await restart_until(hob, hob.clock() + 13 * HOUR)
        assert await hob.store.nights.due(1e12) == [] and await hob.store.nights.of_server(hob.guild.id) == []
        night = await is_set(hob, ada, when="1h")
        hob.discord.lose_server(hob.guild.id)
        await restart_until(hob, hob.clock() + 15 * HOUR)
        assert await hob.store.nights.of_server(hob.guild.id) == []


async def test_a_night_for_which_there_is_no_room_promises_no_table() -> None:
    async with evening() as hob:
        ada, ben, mia = hob.person("Ada"), hob.person("Ben"), manager(hob)
        night = await is_set(hob, ada, when="1h", game="chaser")
        await ben.clicks("I'm coming", on=night)
        await mia.types("hob server")
        await mia.selects("Open tables: 1", on=mia.seen[-1])
        await mia.types("chaser new", channel=hob.guild.create_text_channel("other"))
        await restart_until(hob, hour_of(night))
        assert "This server allows 1 open table at a time.\n" in words_of(announced(hob))
        assert not hob.channel.threads and "thread" not in "".join(map(words_of, hob.channel.history()))


async def test_a_night_without_a_thread_promises_no_table() -> None:
    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        night = await is_set(hob, ada, when="1h", game="chaser")
        await ben.clicks("I'm coming", on=night)
        path = f"/channels/{hob.channel.id}/messages/*/threads"
        hob.discord.inject_error("POST", path, status=400, code=160006, message="too many threads", times=None)
        await restart_until(hob, hour_of(night))
        assert "Discord didn't create a thread for it.\n" in words_of(announced(hob))
        assert not any("your table is in" in words_of(message) for message in hob.channel.history())


async def test_a_night_that_loses_its_room_while_discord_fails_promises_no_table() -> None:
    async with evening() as hob:
        ada, mia = hob.person("Ada"), manager(hob)
        night = await is_set(hob, ada, when="1h", game="chaser")
        hob.discord.inject_error("POST", f"/channels/{hob.channel.id}/messages/*/threads", times=None)
        await restart_until(hob, hour_of(night))
        assert any("your table is in" in words_of(message) for message in hob.channel.history())
        await mia.types("hob server")
        await mia.selects("Open tables: 1", on=mia.seen[-1])
        await mia.types("chaser new", channel=hob.guild.create_text_channel("other"))
        hob.discord.heal()
        await hob.passes(HOUR)
        assert "I couldn't open a table for" in words_of(announced(hob))
        assert not any("your table is in" in words_of(message) for message in hob.channel.history())


async def test_a_party_whose_message_was_just_deleted_gets_its_table() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        night = await is_set(hob, ada, when="1h", game="chaser")
        hob.discord.inject_error("POST", f"/channels/{hob.channel.id}/messages/*/threads", times=None)
        await restart_until(hob, hour_of(night))
        [party] = [message for message in hob.channel.history() if "your table is in" in words_of(message)]
        hob.discord.delete_message(hob.channel.id, party.id)
        hob.discord.heal()
        await hob.passes(HOUR / 2)
        [thread] = hob.channel.threads
        assert f"<#{thread.id}>, for <@{ada.id}>" in words_of(announced(hob))
        hob.channel = thread
        assert "your table is ready. Press Join." in hob.table_text()


async def test_a_night_that_may_make_no_more_threads_promises_none() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        night = await is_set(hob, ada, when="1h", game="chaser")
        hob.discord.inject_error("POST", f"/channels/{hob.channel.id}/messages/*/threads", times=None)
        await restart_until(hob, hour_of(night))
        assert any("your table is in" in words_of(message) for message in hob.channel.history())
        hob.forbid(create_public_threads=False)
        await hob.passes(HOUR)
        assert "your table is ready. Press Join." in hob.table_text()
        assert not any("your table is in" in words_of(message) for message in hob.channel.history())


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        ("tables_of_server", "This server already had 1 open table, the most I allow."),
        ("tables", "I was already running as many tables as I could."),
        ("", "Another game was being played here."),
    ],
)
async def test_a_night_says_why_there_is_no_table_without_advice(
    monkeypatch: pytest.MonkeyPatch, limit: str, said: str
) -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        hob.forbid(create_public_threads=False)
        night = await is_set(hob, ada, when="1h", game="chaser")
        await ada.types("chaser new", channel=hob.guild.create_text_channel("other") if limit else hob.channel)
        if limit:
            monkeypatch.setattr(hob.settings.limits, limit, 1)
        await restart_until(hob, hour_of(night))
        assert f"Candy Chaser: I couldn't open a table for <@{ada.id}>. {said}\n" in words_of(announced(hob))


async def test_a_night_is_reported_despite_the_clock_being_set_back() -> None:
    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        night = await is_set(hob, ada, when="1h", game="chaser")
        await ben.clicks("I'm coming", on=night)
        await restart_until(hob, hob.clock() + HOUR)
        [thread], channel = hob.channel.threads, hob.channel
        hob.channel = thread
        for person in (ada, ben):
            await person.clicks("Join", on=hob.table)
        await ada.types("chaser start")
        await hob.settle()
        await play_on(hob, random.Random(3))
        hob.channel = channel
        hob.clock_is_off = -HOUR / 2
        await hob.passes(HOUR / 2)
        assert any("**Game night on" in words_of(message) for message in hob.channel.history())


async def test_a_due_night_waits_until_its_server_is_available() -> None:
    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        night = await is_set(hob, ada, when="1h", game="chaser")
        await ben.clicks("I'm coming", on=night)
        hob.discord.lose_server(hob.guild.id, unavailable=True)
        await hob.passes(HOUR + 60)
        assert not hob.channel.threads and controls_of(announced(hob)), (
            "Hob decides nothing while the server is unavailable"
        )
        await hob.restart()
        await hob.settle()
        assert len(hob.channel.threads) == 1 and not controls_of(announced(hob))


async def test_due_nights_of_unavailable_servers_do_not_delay_others() -> None:
    async with evening() as hob:
        night = await is_set(hob, hob.person("Ada"), when="1h", game="chaser")
        other = hob.discord.create_guild("Elsewhere")
        channel, elsewhere = other.create_text_channel("games"), Night(host=1, at=hob.clock() + HOUR / 2)
        for n in range(POLL_LIMIT):
            row = elsewhere.model_dump(mode="json")
            await hob.store.nights.create(NightRow(f"NIGHT{n}", other.id, channel.id, 0, row, elsewhere.at))
        hob.discord.lose_server(other.id, unavailable=True)
        await hob.passes(hour_of(night) + 2 * MINUTE - hob.clock())
        assert len(hob.channel.threads) == 1 and not controls_of(announced(hob))


async def test_a_night_due_at_startup_waits_until_hob_is_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    attended, seen = asyncio.Event(), []
    set_up, attend = Hob.setup_hook, NightScheduler._handle

    async def and_is_done(keeper: NightScheduler, id: str) -> None:
        await attend(keeper, id)
        attended.set()

    async def long_before_it_is_connected(bot: Hob) -> None:
        await set_up(bot)
        await attended.wait()
        assert not bot.is_ready()
        seen.append(words_of(announced(hob)))

    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        night = await is_set(hob, ada, when="1h", game="chaser")
        await ben.clicks("I'm coming", on=night)
        await hob.discord.bot_is_away(HOUR + 60)
        monkeypatch.setattr(NightScheduler, "_handle", and_is_done)
        monkeypatch.setattr(Hob, "setup_hook", long_before_it_is_connected)
        await hob.restart()
        assert ["I'm coming" in words for words in seen] == [True], (
            "the scheduler sees the night but leaves it unchanged"
        )
        await hob.settle()
        assert len(hob.channel.threads) == 1 and "I'm coming" not in words_of(announced(hob))


async def test_a_night_opens_soon_after_hob_is_invited_again() -> None:
    async with evening() as hob:
        night = await is_set(hob, hob.person("Ada"), when="1h", game="chaser")
        world, gid = hob.discord.world, str(hob.guild.id)
        world.dismiss_bot(gid)
        await hob.passes(hour_of(night) + 10 * MINUTE - hob.clock())
        world.invite_bot(gid)
        await hob.passes(10 * MINUTE)
        assert len(hob.channel.threads) == 1 and "The tables are open." in words_of(announced(hob))


@pytest.mark.parametrize("weeks", [1, 6])
async def test_a_weekly_night_goes_on_if_hob_is_invited_again(weeks: int) -> None:
    async with evening() as hob:
        at = hour_of(await is_set(hob, hob.person("Ada"), when="1h", weekly=True))
        world, gid = hob.discord.world, str(hob.guild.id)
        world.dismiss_bot(gid)
        for week in range(weeks):
            await restart_until(hob, at + week * WEEK + 13 * HOUR)
        world.invite_bot(gid)
        await hob.passes(10 * MINUTE)
        left = [night.night["at"] for night in await hob.store.nights.of_server(hob.guild.id)]
        assert left == ([at + WEEK] if weeks == 1 else []), "four weeks without guests end it"
        assert not left or hour_of(announced(hob)) == at + WEEK


async def test_a_night_waits_for_permissions_missing_at_its_start() -> None:
    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        await ada.types("hob me", rings="off")
        night = await is_set(hob, ada, when="1h", game="chaser")
        await ben.clicks("I'm coming", on=night)
        hob.forbid(view_channel=False)
        await restart_until(hob, hour_of(night))
        assert "your table is ready" not in words_of(hob.channel.history()[-1])
        hob.forbid()
        await hob.passes(200)
        assert f"Game night: <@{ben.id}>, your table is ready." in hob.table_text(), (
            "players without turn alerts are not notified"
        )
        assert f"<#{hob.channel.id}>, for" in words_of(announced(hob))
        for person, label in ((ada, "Join"), (ben, "Join"), (ada, "Leave"), (ben, "Leave")):
            await person.clicks(label, on=hob.table)
        for _ in range(2):
            await ben.selects("Easy", on=hob.table)
        assert "None" not in hob.table_text() and "host now" not in hob.table_text()
        assert await ben.clicks("Start", on=hob.table) == "You're not at this table."


async def test_a_deleted_person_is_removed_from_game_nights() -> None:
    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        night = await is_set(hob, ada, when="1h")
        await ben.selects("Ghosts", on=night)
        await ada.types("hob me", data="export")
        (file,) = ada.seen[-1].attachments
        [told] = json.loads(hob.discord.content(file))["nights"]
        assert (told["host"], told["comes"]) == (True, True) and str(ben.id) not in json.dumps(told)
        await ada.types("hob me", data="forget")
        await ada.clicks("Delete my data", on=ada.seen[-1])
        await hob.settle()
        assert f"Hosted by <@{ben.id}>" in words_of(announced(hob)) and str(ada.id) not in words_of(announced(hob))
        [row] = await hob.store.nights.of_server(hob.guild.id)
        assert str(ada.id) not in str(row)
        await ben.types("hob me", data="forget")
        await ben.clicks("Delete my data", on=ben.seen[-1])
        await hob.settle()
        assert "This game night is cancelled." in words_of(announced(hob))
        assert await hob.store.nights.of_server(hob.guild.id) == []


async def test_a_deleted_person_is_no_longer_the_host_of_a_nights_table() -> None:
    async with evening() as hob:
        ada, ben, cara, _ = await at_the_hour(hob)
        [hob.channel] = hob.channel.threads
        await ada.types("hob me", data="forget")
        await ada.clicks("Delete my data", on=ada.seen[-1])
        await hob.settle()
        for label in ("Options", "Start", "Cancel table"):
            assert await ben.clicks(label, on=hob.table) == "You're not at this table."
        await ben.clicks("Join", on=hob.table)
        assert "Only the host, Ben, can do that." in await cara.clicks("Cancel table", on=hob.table)


@pytest.fixture
def left(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a one-item list with the number of writes to nights that succeed before the store fails."""
    left, save = [1000], Nights.save

    async def breaking(nights: Nights, row: NightRow) -> NightRow:
        left[0] -= 1
        if left[0] < 0:
            raise StoreUnavailable
        return await save(nights, row)

    monkeypatch.setattr(Nights, "save", breaking)
    return left


async def test_nights_per_player_and_server_and_guests_are_limited() -> None:
    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        limits = hob.settings.limits
        with mock.patch.object(
            TableNights.of(hob.app).nights, "limits", limits.model_copy(update={"nights_of_person": 1})
        ):
            night = await is_set(hob, ada, when="1h")
            await ada.types("hob night", when="2h")
            assert "You already have 1 game night here." in await ada.clicks("Announce it", on=ada.seen[-1])
        with mock.patch.object(
            TableNights.of(hob.app).nights, "limits", limits.model_copy(update={"nights_of_server": 1})
        ):
            await ben.types("hob night", when="2h")
            assert "This server already has 1 game night" in await ben.clicks("Announce it", on=ben.seen[-1])
        with mock.patch("cogs.nights.model.MAX_GUESTS", 1):
            said = await ben.clicks("I'm coming", on=night)
            assert said == "This game night is full: 1 guest has signed up."
        assert "Coming (1)" in words_of(announced(hob))


async def test_a_crash_between_any_two_steps_loses_and_repeats_nothing(left: list[int]) -> None:
    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        for writes in range(6):
            hob.channel = hob.guild.create_text_channel(f"games-{writes}")
            night = await is_set(hob, ada, when="1h", game="chaser")
            await ben.clicks("I'm coming", on=night)
            at = hour_of(night)
            await hob.discord.bot_is_away(at - hob.clock() - 20)
            await hob.restart()
            left[0] = writes
            await hob.passes(40)
            left[0] = 1000
            await hob.restart()
            await hob.passes(70)
            [thread] = hob.channel.threads
            [table] = thread.history()
            assert len([m for m in hob.channel.history() if m.content.startswith("**Candy Chaser**")]) == 1, writes
            assert f"<@{ada.id}> <@{ben.id}>" in table.content, writes
            assert f"<#{thread.id}>" in words_of(announced(hob)) and len(events(hob)) == writes + 1
            await ada.clicks("Cancel table", on=table)


async def test_a_table_opened_just_before_a_crash_needs_no_more_room(
    left: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        night = await is_set(hob, ada, when="1h", game="chaser")
        monkeypatch.setattr(hob.settings.limits, "tables_of_server", 1)
        await hob.discord.bot_is_away(hour_of(night) - hob.clock() - 20)
        await hob.restart()
        left[0] = 3  # the tables, the thread's message and the thread are stored, but not the table in it
        await hob.passes(40)
        assert hob.channel.threads[0].history()
        left[0] = 1000
        await hob.restart()
        await hob.passes(70)
        [thread] = hob.channel.threads
        assert "open a table for" not in words_of(announced(hob)) and f"<#{thread.id}>" in words_of(announced(hob))
        assert any("your table is in" in words_of(message) for message in hob.channel.history())


async def test_a_night_opens_no_table_below_one_whose_game_is_gone() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        hob.forbid(create_public_threads=False)
        await ada.types("ghosts new")
        night = await is_set(hob, ada, when="1h", game="chaser")
        await hob.discord.bot_is_away(hour_of(night) - hob.clock() - 20)
        hob.settings.games = ("candy-chaser",)
        await hob.restart()
        await hob.passes(70)
        assert "A table here has a game that isn't available right now.\n" in words_of(announced(hob))


async def test_a_late_start_opens_each_due_table_once_and_skips_past_nights(
    left: list[int],
) -> None:
    async with evening() as hob:
        ada, *others = (hob.person(name) for name in ("Ada", "Ben", "Cara", "Dora", "Emil"))
        first, second = hob.channel, hob.guild.create_text_channel("second")
        night = await is_set(hob, ada, when="2h", game="chaser")
        for person in others:
            await person.clicks("I'm coming", on=night)
        hob.channel = second
        twin = await is_set(hob, others[0], when=f"<t:{hour_of(night)}>", game="chaser", weekly=True)
        assert len({event.id for event in events(hob)}) == 2, "each night has its own event"
        await hob.discord.bot_is_away(hour_of(night) - hob.clock() + HOUR / 2)
        left[0] = 6
        await hob.restart()
        await hob.passes(70)
        left[0] = 1000
        await hob.restart()
        await hob.passes(70)
        tables = [thread.history() for thread in first.threads]
        assert [len(messages) for messages in tables] == [1, 1] and len(second.threads) == 1
        mentioned = re.findall(r"<@(\d+)>", " ".join(messages[0].content for messages in tables))
        assert sorted(map(int, mentioned)) == sorted(person.id for person in (ada, *others))
        hob.channel = first
        assert all(f"<#{thread.id}>" in words_of(announced(hob)) for thread in first.threads)

        await hob.passes(2 * HOUR)
        hob.channel = second
        assert hour_of(announced(hob)) == hour_of(twin) + WEEK
        await ada.clicks("I'm coming", on=announced(hob))
        missed = announced(hob)
        await hob.discord.bot_is_away(hour_of(missed) - hob.clock() + 2 * HOUR)
        await hob.restart()
        await hob.passes(70)
        said = words_of(next(m for m in second.history() if m.id == missed.id))
        assert f"open a table for <@{ada.id}>. I was offline at that time." in said and len(second.threads) == 1
        assert hour_of(announced(hob)) == hour_of(missed) + WEEK
        await others[0].clicks("Cancel game night", on=announced(hob))
        assert "and all later ones?" in words_of(others[0].seen[-1])
        await others[0].clicks("Cancel it", on=others[0].seen[-1])
        await hob.settle()
        assert await hob.store.nights.of_server(hob.guild.id) == []


def test_stored_nights_stay_readable_by_later_versions() -> None:
    party = {"game": "ghosts", "people": [7], "refused": "night-missed"}  # today without "night-"
    stored = {"host": 7, "at": 1.5, "guests": [{"person": 7}], "parties": [party]}
    night = Night.model_validate(stored)
    assert (night.stage, night.weekly, night.game, night.message, night.event) == ("planned", False, "", 0, 0)
    assert Night.model_validate(night.model_dump(mode="json")) == night and night.parties[0].refused == "missed"
    golden = json.loads((Path(__file__).parents[2] / "golden" / "table-night.json").read_text())
    assert Night.model_validate(golden).model_dump(mode="json") == {
        **golden,
        "blocked": "",
        "clock": "",
        "deserted": 0,
        "event_rejected": False,
        "language": "en",
        "zone": "",
    }


async def test_a_blocked_person_cannot_plan_or_join_a_night() -> None:
    async with evening() as hob:
        ada, ben, mia = hob.person("Ada"), hob.person("Ben"), manager(hob)
        await mia.types("hob server", person=ben.user)
        night = await is_set(hob, ada, when="2h", game="chaser")
        refused = "You can't open or join tables in this server."
        assert await ben.clicks("I'm coming", on=night) == refused
        await hob.settle()
        assert f"<@{ben.id}>" not in words_of(announced(hob))
        await ben.types("hob night", when="3h")
        assert await ben.clicks("Announce it", on=ben.seen[-1]) == refused


async def test_a_guest_blocked_after_signing_up_is_no_longer_notified() -> None:
    async with evening() as hob:
        ada, ben, mia = hob.person("Ada"), hob.person("Ben"), manager(hob)
        night = await is_set(hob, ada, when="2h", game="chaser")
        await ben.clicks("I'm coming", on=night)
        await mia.types("hob server", person=ben.user)
        await ada.clicks("Change", on=night)
        await ada.clicks("−15 min", on=ada.seen[-1])
        await ada.clicks("Save changes", on=ada.seen[-1])
        await hob.settle()
        said = words_of(hob.channel.history()[-1])
        assert "The game night has moved" in said and said.endswith(f"<@{ada.id}>")
        await hob.passes(2 * HOUR)
        [thread] = hob.channel.threads
        assert f"Game night: <@{ada.id}>, your table is ready." in words_of(thread.history()[-1])
        assert f"<@{ben.id}>" not in words_of(announced(hob))


async def test_a_night_message_is_found_despite_stripped_characters() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        nights = TableNights.of(hob.app).messages
        night = StoredNight("NIGHTS", hob.guild.id, hob.channel.id, Night(host=1, at=hob.clock()), None, 0)
        message = Message(content="  \N{FIRST STRONG ISOLATE}אורי\N{POP DIRECTIONAL ISOLATE} and @\u200beveryone won. ")
        first = await nights.post_once(night, message, "once")
        [posted] = hob.channel.history()
        assert (posted.id, posted.content) == (first, "אורי and @\u200beveryone won.")
        assert await nights.post_once(night, message, "when Hob was started again") == first
