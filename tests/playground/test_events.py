"""Scheduled events of a server, created by a bot with the permission."""

from __future__ import annotations

import datetime as dt
from typing import Any

import discord
import pytest

from playground.discord import CannotDo, Loopback, shapes
from playground.discord.event_routes import MAX_EVENTS
from playground.discord.state import APPLICATION
from tests.playground.asking import allow, code, raw
from tests.playground.living import living
from tests.playground.sample_bot import LittleBot

EIGHT = dt.datetime(2099, 5, 1, 20, tzinfo=dt.UTC)


def event(**more: Any) -> dict[str, Any]:
    return {
        "name": "Game night", "privacy_level": 2, "entity_type": 3, "entity_metadata": {"location": "#games"},
        "scheduled_start_time": EIGHT.isoformat(), "scheduled_end_time": (EIGHT + dt.timedelta(hours=3)).isoformat(),
        **more,
    }  # fmt: skip


async def guild_of(bot: LittleBot, loopback: Loopback) -> discord.Guild:
    guild = bot.get_guild(int(loopback.guild))
    assert guild
    return guild


async def make(guild: discord.Guild) -> discord.ScheduledEvent:
    return await guild.create_scheduled_event(
        name="Game night", start_time=EIGHT, end_time=EIGHT + dt.timedelta(hours=3), location="#games",
        entity_type=discord.EntityType.external, privacy_level=discord.PrivacyLevel.guild_only, description="Come",
    )  # fmt: skip


async def test_an_event_can_be_created_edited_ended_and_deleted(loopback: Loopback) -> None:
    allow(loopback, shapes.ORDINARY | shapes.CREATE_EVENTS)
    seen: list[str] = []
    async with living(loopback, intents=discord.Intents(guilds=True, guild_scheduled_events=True)) as bot:
        for name in ("create", "update", "delete"):

            async def happened(*_: Any, name: str = name) -> None:
                seen.append(name)

            setattr(bot, f"on_scheduled_event_{name}", happened)
        guild = await guild_of(bot, loopback)
        made = await make(guild)
        assert (made.location, made.status) == ("#games", discord.EventStatus.scheduled)
        told = loopback.world.guilds[loopback.guild].events[str(made.id)]
        loopback.ben.interested(told)
        loopback.ben.interested(told)
        again = await guild.fetch_scheduled_event(made.id, with_counts=True)
        assert again.user_count == 1
        assert [user.name async for user in made.users()] == ["ben"]
        loopback.ben.interested(told, False)
        assert [e.name for e in await guild.fetch_scheduled_events()] == ["Game night"]
        later = await made.edit(name="Late night", start_time=EIGHT + dt.timedelta(hours=1), reason="late")
        assert (later.name, later.start_time.hour) == ("Late night", 21)
        await (await later.start()).end()
        assert await guild.fetch_scheduled_events() == []
        second = await make(guild)
        await second.delete()
        await loopback.until(lambda: seen.count("delete") == 1)
        assert seen == ["create", "update", "update", "update", "create", "delete"]


async def test_a_new_session_receives_existing_events(loopback: Loopback) -> None:
    allow(loopback, shapes.CREATE_EVENTS | shapes.ORDINARY)
    path = f"/guilds/{loopback.guild}/scheduled-events"
    await raw(loopback, "POST", path, json=event())
    async with living(loopback) as bot:
        assert [e.name for e in (await guild_of(bot, loopback)).scheduled_events] == ["Game night"]


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"name": ""}, "name"),
        ({"description": "x" * 1001}, "description"),
        ({"entity_metadata": {}}, "entity_metadata"),
        ({"entity_type": 2}, "entity_type"),
        ({"scheduled_start_time": "tomorrow"}, "scheduled_start_time"),
        ({"scheduled_start_time": "2099-05-01T20:00:00"}, "scheduled_start_time"),
        ({"scheduled_start_time": "2020-05-01T20:00:00+00:00"}, "scheduled_start_time"),
        ({"scheduled_end_time": None}, "scheduled_end_time"),
        ({"scheduled_end_time": EIGHT.isoformat()}, "scheduled_end_time"),
    ],
)
async def test_invalid_events_are_rejected(loopback: Loopback, wrong: dict[str, Any], where: str) -> None:
    allow(loopback, shapes.CREATE_EVENTS)
    status, body = await raw(loopback, "POST", f"/guilds/{loopback.guild}/scheduled-events", json=event(**wrong))
    assert (status, body["code"]) == (400, 50035)
    assert where in body["errors"]


async def test_creating_and_editing_events_needs_permissions(loopback: Loopback) -> None:
    path = f"/guilds/{loopback.guild}/scheduled-events"
    assert await code(loopback, "POST", path, json=event()) == (403, 50013)
    allow(loopback, shapes.MANAGE_EVENTS)
    assert await code(loopback, "POST", path, json=event()) == (403, 50013), "it takes Create Events"
    assert await code(loopback, "GET", "/guilds/5/scheduled-events") == (404, 10004)
    allow(loopback, shapes.CREATE_EVENTS)
    one = f"{path}/{(await raw(loopback, 'POST', path, json=event()))[1]['id']}"
    assert (await raw(loopback, "PATCH", one, json={"name": "Night"}))[1]["name"] == "Night"
    assert await code(loopback, "PATCH", one, json={"status": 3}) == (400, 180000)
    allow(loopback, shapes.MANAGE_EVENTS)
    assert (await raw(loopback, "PATCH", one, json={"name": "Late"}))[1]["name"] == "Late", (
        "either permission is enough for its own events"
    )
    allow(loopback, shapes.CREATE_EVENTS)
    loopback.world.guilds[loopback.guild].events[one.rpartition("/")[2]]["creator_id"] = loopback.ada.id
    assert await code(loopback, "DELETE", one) == (403, 50013)
    allow(loopback, shapes.MANAGE_EVENTS)
    assert await code(loopback, "DELETE", one) == (204, None)
    assert await code(loopback, "GET", one) == (404, 10070)


async def test_an_event_starts_and_ends_automatically(loopback: Loopback) -> None:
    allow(loopback, shapes.ORDINARY | shapes.CREATE_EVENTS)
    seen: list[str] = []
    async with living(loopback, intents=discord.Intents(guilds=True, guild_scheduled_events=True)) as bot:

        async def on_scheduled_event_update(_: Any, after: discord.ScheduledEvent) -> None:
            seen.append(after.status.name)

        bot.on_scheduled_event_update = on_scheduled_event_update  # type: ignore[attr-defined]
        guild = await guild_of(bot, loopback)
        made = await make(guild)
        loopback.advance(EIGHT.timestamp() - loopback.world.time() - 60)
        assert (await guild.fetch_scheduled_event(made.id)).status is discord.EventStatus.scheduled
        loopback.advance(60)
        assert (await guild.fetch_scheduled_event(made.id)).status is discord.EventStatus.active
        loopback.advance(3 * 3600)
        assert await guild.fetch_scheduled_events() == []
        await loopback.until(lambda: seen == ["active", "completed"])


async def test_the_number_of_events_per_server_is_limited(loopback: Loopback) -> None:
    allow(loopback, shapes.CREATE_EVENTS)
    path = f"/guilds/{loopback.guild}/scheduled-events"
    for _ in range(MAX_EVENTS):
        assert (await raw(loopback, "POST", path, json=event()))[0] == 200
    assert await code(loopback, "POST", path, json=event()) == (400, 30038)


async def test_only_members_can_be_interested_in_an_event(loopback: Loopback) -> None:
    allow(loopback, shapes.CREATE_EVENTS)
    _, made = await raw(loopback, "POST", f"/guilds/{loopback.guild}/scheduled-events", json=event())
    told = loopback.world.guilds[loopback.guild].events[made["id"]]
    assert told["creator_id"] == APPLICATION
    loopback.world.leave(loopback.guild, loopback.dan.id)
    with pytest.raises(CannotDo):
        loopback.dan.interested(told)
