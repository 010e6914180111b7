"""Archived, locked and private threads, other channel types, and filters: no move is lost there.

All tests share one Hob with discord.py's real requests, and each test has its own channel.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest

from playground.discord import Interaction, shapes
from playground.discord.state import APPLICATION, LONGEST, Filters
from tests.sockets.server import Guest, InProcessHob, Party

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]
NUMBERS = itertools.count()


@pytest.fixture(autouse=True)
def filters_end(home: InProcessHob) -> Iterator[None]:
    yield
    home.discord.world.filters = Filters()


@pytest.fixture
def party(home: InProcessHob) -> Party:
    """Return two people in their own channel."""
    return Party.of(home, next(NUMBERS), 2, 7)


def in_thread(party: Party) -> str:
    """Move the party into a thread of its channel."""
    party.channel = party.hob_server.discord.world.add_thread(party.channel, "Table", party.people[0].id)["id"]
    return party.channel


def tables(party: Party, cid: str = "") -> list[dict[str, Any]]:
    """Return the public table messages."""
    private = party.hob_server.discord.world.seen_only_by
    shown = party.bots(party.people[0], cid or party.channel)
    return [m for m in shown if m["embeds"] and m["components"] and m["id"] not in private]


async def move(party: Party) -> Interaction:
    """Press a button of the table as the current player."""
    discord_ = party.hob_server.discord
    (person, message, control, _), *_ = await discord_.until(party.at_table)
    return await discord_.answered(person.click(message, control["custom_id"]))


async def revision(party: Party) -> int:
    (row,) = await party.hob_server.sessions(party.channel)
    return row.revision


def denied(home: InProcessHob, cid: str) -> str:
    """Return the stored reason why the channel's table can't be shown."""
    [screen] = home.read(f"SELECT screen FROM sessions WHERE channel_id = {cid}")
    return str(json.loads(screen).get("denied", ""))


def calls(home: InProcessHob, method: str, cid: str) -> list[int]:
    """Return the statuses of requests about the messages of a channel."""
    return [s for m, path, s in home.discord.api.calls if m == method and path.startswith(f"/channels/{cid}/messages")]


def refused_with(home: InProcessHob, it: Interaction) -> list[int]:
    return [status for _, path, status in home.discord.api.calls if it.id in path and status >= 400]


def said_to(party: Party, it: Interaction) -> list[str]:
    """Return the ephemeral answers to a press."""
    world = party.hob_server.discord.world
    mine = [m for m in world.in_channel(it.channel) if m["id"] in world.seen_only_by]
    return [m["content"] for m in mine if m.get("interaction_metadata", {}).get("id") == it.id]


async def test_a_press_in_an_archived_thread_counts_and_reposts_the_table(home: InProcessHob, party: Party) -> None:
    thread = in_thread(party)
    await party.set_table()
    await home.discord.until(lambda: tables(party))
    before, (old,) = await revision(party), tables(party)
    home.discord.world.set_thread(thread, archived=True)
    it = await move(party)
    assert it.answer == 6 and refused_with(home, it) == [400] and said_to(party, it) == []
    await home.discord.until(lambda: [m for m in tables(party) if m["id"] != old["id"]])
    assert await revision(party) == before + 1
    await home.discord.until(lambda: len(tables(party)) == 1)
    assert not home.discord.world.channels[thread]["thread_metadata"]["archived"]
    assert (await move(party)).answer in (6, 7)


async def test_a_locked_thread_names_the_missing_permission_until_unlocked(home: InProcessHob, party: Party) -> None:
    thread, world = in_thread(party), home.discord.world
    await party.set_table()
    await home.discord.until(lambda: tables(party))
    before, edited = await revision(party), tables(party)[0]["edited_timestamp"]
    world.set_thread(thread, locked=True)
    it = await move(party)
    assert it.answer == 6 and await revision(party) == before + 1
    [said] = await home.discord.until(lambda: said_to(party, it))
    assert said == (
        "Your move counts, but I can't post here any more (missing: Manage Threads (this thread is locked)). "
        "I'll show your move at the table as soon as I can."
    )
    await home.discord.until(lambda: denied(home, thread) == "locked")
    world.set_thread(thread, archived=True)
    world.set_thread(thread, archived=False, locked=False)  # a client sends both in one request
    await home.discord.until(lambda: tables(party)[-1]["edited_timestamp"] != edited)
    await home.discord.until(lambda: denied(home, thread) == "")


async def test_hob_asks_to_be_added_to_a_private_thread(home: InProcessHob, party: Party) -> None:
    ada, world = home.discord.ada, home.discord.world
    thread = ada.starts_thread(party.channel, "Secret", private=True)["id"]
    party.people, party.channel = [ada, party.people[0]], thread
    world.add_to_thread(thread, party.people[1].id)
    said = await party.guests[0].types("chaser new")
    assert said == "I'm not a member of this private thread. Mention me here to add me, then try again."
    assert await home.sessions(thread) == []
    ada.say(thread, f"<@{APPLICATION}>")
    await party.set_table()
    await home.discord.until(lambda: tables(party))
    world.remove_from_thread(thread, APPLICATION)
    await move(party)
    await home.discord.until(lambda: denied(home, thread) == "rights")
    tries, it = len(calls(home, "PATCH", thread)), await move(party)
    told = "I'm no longer a member of this thread. Mention me here, and I'll show your move at the table."
    await home.discord.until(lambda: any(told in said for said in said_to(party, it)))
    assert len(calls(home, "PATCH", thread)) == tries  # Hob waits until it is a member again
    ada.say(thread, f"<@{APPLICATION}>")
    await home.discord.until(lambda: denied(home, thread) == "")


@pytest.mark.parametrize("kind", [shapes.VOICE, shapes.STAGE], ids=["voice", "stage"])
async def test_a_voice_channel_needs_connect(home: InProcessHob, party: Party, kind: int) -> None:
    world = home.discord.world
    party.channel = world.add_channel(home.discord.guild, "voice", kind)["id"]
    world.forbid(party.channel, APPLICATION, shapes.CONNECT)
    said = await party.guests[0].types("chaser new")
    assert said == "I can't open a table here. In this channel I need these permissions: Connect."
    world.forbid(party.channel, APPLICATION, 0)
    await party.set_table()
    await home.discord.until(lambda: tables(party))
    world.forbid(party.channel, APPLICATION, shapes.CONNECT)
    await move(party)
    person = Guest(home, party.people[0], party.channel)
    await person.clicks("More")
    assert "I can't post here any more. In this channel I need these permissions: Connect" in await person.clicks(
        "Move table down"
    )
    assert 403 not in calls(home, "GET", party.channel)


async def test_a_picture_blocked_by_a_filter_is_left_out(home: InProcessHob, party: Party) -> None:
    home.discord.world.filters.pictures = {"*"}
    await party.set_table()
    await home.discord.until(lambda: tables(party) and 400 in calls(home, "PATCH", party.channel))
    await home.discord.until(lambda: all(party.bots(person, person.dm) for person in party.people))
    before = await revision(party)
    assert (await move(party)).answer in (6, 7)
    await home.discord.until(lambda: "rolls" in str(tables(party)))
    assert await revision(party) == before + 1 and denied(home, party.channel) == ""
    assert not any(embed.get("image") for embed in tables(party)[0]["embeds"])


async def test_the_host_is_told_once_which_filter_blocks_the_table(home: InProcessHob, party: Party) -> None:
    await party.set_table()
    await home.discord.until(lambda: tables(party) and all(party.bots(p, p.dm) for p in party.people))
    home.discord.world.filters.words = {tables(party)[0]["embeds"][-1]["footer"]["text"]}  # in the table only
    before, host = await revision(party), party.people[0]

    def told() -> list[str]:
        return [m["content"] for m in party.bots(host, host.dm) if m["content"].startswith("I can't show your")]

    it = await move(party)
    assert it.answer == 6
    await home.discord.until(told)
    assert await revision(party) == before + 1
    assert told() == [
        f"I can't show your Candy Chaser table in <#{party.channel}>: its message was blocked by this server's "
        "AutoMod, even when I left out the picture. Moves still count, and I'll keep trying. A player's name may "
        "contain a blocked word; moderators can exempt my role under *Server Settings → AutoMod*."
    ]
    await home.discord.until(lambda: denied(home, party.channel) == "automod")
    home.discord.world.filters.words |= {"rolls"}  # in the text of the answer, too
    # Each cube moves once, so none reaches the goal, where a tattle would be asked instead.
    said = [
        await guest.types("chaser move", candy=candy)
        for guest, candy in zip(party.guests, ("red", "green"), strict=True)
    ]
    assert "My message was blocked by this server's AutoMod. What you did still counts." in str(said)
    home.discord.world.filters.words -= {"rolls"}
    said = [
        await guest.types("chaser move", candy=candy)
        for guest, candy in zip(party.guests, ("yellow", "purple"), strict=True)
    ]
    kept = "Your move counts, but the table's message was blocked by this server's AutoMod. I'll keep trying."
    assert any(one.startswith(kept) for one in said) and len(told()) == 1


async def test_threads_for_tables_stay_active_for_a_week(home: InProcessHob, party: Party) -> None:
    discord_, host = home.discord, Guest(home, home.discord.ada, party.channel)
    await host.types("hob server")
    await host.clicks("Thread per table: off")
    try:
        await host.types("chaser new")
        found = [c for c in discord_.world.channels.values() if c.get("parent_id") == party.channel]
        assert [c["thread_metadata"]["auto_archive_duration"] for c in found] == [10080]
    finally:
        await host.types("hob server")
        await host.clicks("Thread per table: on")


async def test_tables_and_nights_are_refused_in_announcement_channels(home: InProcessHob) -> None:
    cid = home.discord.world.add_channel(home.discord.guild, "news", shapes.ANNOUNCEMENT)["id"]
    ada = Guest(home, home.discord.ada, cid)
    said = await ada.types("chaser new")
    assert said.startswith("This is an announcement channel, where Discord limits how often I can edit messages.")
    assert await home.sessions(cid) == []
    await ada.types("hob night")
    assert (await ada.clicks("Announce it")).startswith("This is an announcement channel")


async def test_a_table_continues_in_a_channel_turned_into_announcements(home: InProcessHob, party: Party) -> None:
    await party.set_table()
    await home.discord.until(lambda: tables(party))
    home.discord.world.change_channel(party.channel, type=shapes.ANNOUNCEMENT)
    (first,), before = tables(party), await revision(party)
    async with asyncio.timeout(LONGEST):
        while first in tables(party):
            it = await move(party)
            assert it.answer is not None and not any("something went wrong" in said for said in said_to(party, it))
    assert 400 in calls(home, "PATCH", party.channel) and await revision(party) > before + 2
    await home.discord.until(lambda: len(tables(party)) == 1)
