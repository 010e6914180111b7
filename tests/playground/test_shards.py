"""Many servers and shards: logins are counted and paced, and a fault affects one shard only."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import discord
import pytest

from playground.discord import Loopback
from playground.discord.gateway import MOST_GUILDS, Starts
from tests.playground.asking import raw
from tests.playground.gateway_client import Line, identify
from tests.playground.living import living
from tests.playground.sample_bot import LittleBot


@pytest.fixture
async def two(loopback: Loopback) -> AsyncIterator[list[LittleBot]]:
    """Yield two shards with three servers each; each shard is a separate client."""
    loopback.add_servers(3, shard=0, of=2)
    loopback.add_servers(3, shard=1, of=2)
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(living(loopback, shard_id=n, shard_count=2)) for n in range(2)]


def server(loopback: Loopback, shard: int) -> Any:
    """Return a server of that shard; its channel is `channel(guild)`."""
    return next(g for g in reversed(loopback.world.guilds.values()) if (int(g.id) >> 22) % 2 == shard)


def channel(guild: Any) -> str:
    return str(next(iter(guild.channels)))


async def pressed(loopback: Loopback, shard: int) -> Any:
    return loopback.ada.autocomplete(channel(server(loopback, shard)), "play", "colour", "red")


async def test_a_server_belongs_to_the_shard_it_was_created_for(loopback: Loopback, two: list[LittleBot]) -> None:
    names = [len(bot.guilds) for bot in two]
    assert sum(names) == 7 and min(names) >= 3
    for shard, bot in enumerate(two):
        assert all((g.id >> 22) % 2 == shard for g in bot.guilds)
        assert (await loopback.answered(await pressed(loopback, shard))).choices
    assert loopback.gateway.shards_online == {0, 1}


async def test_ten_thousand_servers_over_sixteen_shards(loopback: Loopback) -> None:
    loopback.add_servers(10_000, of=16)
    per_shard = [0] * 16
    for gid in loopback.world.guilds:
        per_shard[(int(gid) >> 22) % 16] += 1
    assert max(per_shard) - min(per_shard) <= 2
    async with Line(loopback) as line:
        ready = await line.identify(shard=[3, 16])
        assert len(ready["guilds"]) == per_shard[3]
        told = [await line.event("GUILD_CREATE") for _ in ready["guilds"]]
        assert {g["id"] for g in told} == {g["id"] for g in ready["guilds"]}
        assert all(g["channels"][0]["name"] == "games" for g in told if g["name"] != "The Hearth")


async def test_too_many_servers_for_one_shard(loopback: Loopback) -> None:
    loopback.add_servers(MOST_GUILDS)
    async with Line(loopback) as line:
        await line.send(2, identify(loopback))
        assert await line.closed() == 4011
    async with Line(loopback) as line:
        assert (await line.identify(shard=[0, 2]))["shard"] == [0, 2]


async def test_logins_in_one_rate_limit_bucket_are_paced(loopback: Loopback) -> None:
    loopback.gateway.starts = Starts(max_concurrency=2, every=600.0)
    lines = [Line(loopback) for _ in range(4)]
    async with lines[0], lines[1], lines[2], lines[3]:
        await lines[0].identify(shard=[0, 4])
        await lines[1].identify(shard=[1, 4])
        await lines[2].send(2, identify(loopback, shard=[2, 4]))
        assert (await lines[2].operation(9))["d"] is False
        loopback.advance(600.0)
        await lines[3].identify(shard=[2, 4])
    logins = [(i.shard[0], i.refused) for i in loopback.gateway.identified]
    assert logins == [(0, False), (1, False), (2, True), (2, False)]
    told = (await raw(loopback, "GET", "/gateway/bot"))[1]["session_start_limit"]
    assert (told["total"], told["remaining"], told["max_concurrency"]) == (1000, 996, 2)


async def test_a_client_that_logs_in_too_soon_retries(loopback: Loopback) -> None:
    loopback.gateway.starts = Starts(every=600.0)

    async def time_passes() -> None:
        await loopback.until(lambda: any(i.refused for i in loopback.gateway.identified))
        loopback.advance(600.0)

    async with living(loopback, shard_id=0, shard_count=2), asyncio.TaskGroup() as tasks:
        tasks.create_task(time_passes())
        async with living(loopback, shard_id=1, shard_count=2) as second:
            assert second.happened.count("ready") == 1
    assert [i.refused for i in loopback.gateway.identified][:2] == [False, True]


async def test_too_many_logins_a_day_reset_the_token(loopback: Loopback) -> None:
    loopback.gateway.starts = Starts(total=1, remaining=1)
    token = loopback.token
    async with Line(loopback) as one, Line(loopback) as other:
        await one.identify()
        assert (await raw(loopback, "GET", "/gateway/bot"))[1]["session_start_limit"]["remaining"] == 0
        await other.send(2, identify(loopback))
        assert await one.closed() == await other.closed() == 4004
    assert loopback.token != token
    loopback.advance(86400.0)
    assert (await raw(loopback, "GET", "/gateway/bot"))[1]["session_start_limit"]["remaining"] == 1
    async with Line(loopback) as line:
        await line.identify()


async def test_one_shard_is_cut_and_resumes(loopback: Loopback, two: list[LittleBot]) -> None:
    await loopback.gateway.cut(4000, shard=1)
    await loopback.until(lambda: "resumed" in two[1].happened)
    loopback.gateway.reconnect(shard=1)
    await loopback.until(lambda: two[1].happened.count("resumed") == 2)
    assert two[0].happened == ["ready"]


@pytest.mark.parametrize("how", ["invalidate", "forget"])
async def test_one_shard_loses_its_session(
    loopback: Loopback, two: list[LittleBot], how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait = asyncio.sleep
    monkeypatch.setattr("discord.client.asyncio.sleep", lambda seconds, *a: wait(min(seconds, 0.01), *a))
    if how == "forget":
        await loopback.gateway.forget(shard=0)
    else:
        loopback.gateway.invalidate(shard=0)
    await loopback.until(lambda: two[0].happened.count("ready") == 2)
    assert two[1].happened == ["ready"]
    assert [i.shard[0] for i in loopback.gateway.identified] == [0, 1, 0]


async def test_one_shard_lags(loopback: Loopback, two: list[LittleBot]) -> None:
    loopback.gateway.pause(shard=0)
    held = await pressed(loopback, 0)
    assert (await loopback.answered(await pressed(loopback, 1))).choices
    assert not held.over
    loopback.gateway.unpause(shard=0)
    assert (await loopback.answered(held)).choices
    loopback.gateway.pause()
    held = await pressed(loopback, 1)
    loopback.gateway.unpause()
    assert (await loopback.answered(held)).choices


@pytest.mark.parametrize("shard", [None, 1])
async def test_connections_are_refused_for_a_while(
    loopback: Loopback, two: list[LittleBot], shard: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait = asyncio.sleep
    monkeypatch.setattr("discord.client.asyncio.sleep", lambda seconds, *a: wait(min(seconds, 0.01), *a))
    loopback.gateway.refuse(shard)
    await loopback.gateway.cut(4000, shard)
    await loopback.until(lambda: loopback.gateway.turned_away >= 3)
    assert 1 not in loopback.gateway.shards_online
    assert (0 in loopback.gateway.shards_online) is (shard == 1)
    loopback.gateway.admit(shard)
    await loopback.until(lambda: loopback.gateway.shards_online == {0, 1})
    await loopback.until(lambda: "resumed" in two[1].happened)


async def test_direct_messages_go_to_the_first_shard(loopback: Loopback, two: list[LittleBot]) -> None:
    it = await loopback.answered(loopback.ada.slash(channel(server(loopback, 1)), "chaser letter"))
    await loopback.until(lambda: loopback.reply(it)["content"] == "Sent.")
    letter = loopback.ada.last(loopback.ada.dm)
    seen: list[int] = []
    for number, bot in enumerate(two):

        async def on_interaction(_: discord.Interaction, number: int = number) -> None:
            seen.append(number)

        bot.on_interaction = on_interaction  # type: ignore[attr-defined]
    await loopback.answered(loopback.ada.click(letter, "Vote"))
    assert seen == [0]
