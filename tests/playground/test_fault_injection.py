"""Bad days: late answers, failing requests, broken connections, lost sessions, missing permissions."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import WSMsgType

from playground.discord import Loopback, shapes
from playground.discord.fault_injection import TOO_OLD, USUAL, Bucket
from playground.discord.interactions import DEADLINE
from playground.discord.state import APPLICATION
from tests.playground.asking import code, raw
from tests.playground.living import living
from tests.playground.sample_bot import LittleBot

MESSAGES = r"/channels/\d+/messages"


def games(loopback: Loopback, bot: LittleBot) -> discord.PartialMessageable:
    return bot.get_partial_messageable(int(loopback.games))


async def test_an_interaction_without_an_answer_fails(
    loopback: Loopback, bot: LittleBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the clock stands still
    monkeypatch.setattr("playground.discord.loopback.time", SimpleNamespace(monotonic=lambda: 1e6))
    loopback.interactions.deadline = DEADLINE
    message = loopback.reply(await loopback.answered(loopback.ada.slash(loopback.games, "play", colour="red")))
    it = loopback.ada.click(message, "Sleep")
    loopback.advance(2.9)
    assert not it.failed
    loopback.advance(0.2)
    assert it.failed
    status, body = await raw(loopback, "POST", f"/interactions/{it.id}/{it.token}/callback", json={"type": 6})
    assert (status, body["code"]) == (404, 10062)
    status, body = await raw(loopback, "POST", f"/webhooks/{APPLICATION}/{it.token}", json={"content": "x"})
    assert (status, body["code"]) == (404, 10015)


async def test_an_interaction_is_answered_once_and_its_token_expires(loopback: Loopback) -> None:
    message = loopback.ada.say(loopback.games, "hello")
    it = loopback.interactions.begin(
        3, loopback.ada.id, loopback.games, {"custom_id": "x", "component_type": 2}, message
    )
    path = f"/interactions/{it.id}/{it.token}/callback"
    assert (await raw(loopback, "POST", path, json={"type": 8, "data": {"choices": []}}))[1]["code"] == 50035
    assert await raw(loopback, "POST", path, json={"type": 5, "data": {"flags": 64}}) == (204, None)
    assert (await raw(loopback, "POST", path, json={"type": 6}))[1]["code"] == 40060
    hook = f"/webhooks/{APPLICATION}/{it.token}"
    assert (await raw(loopback, "GET", f"{hook}/messages/@original"))[1]["flags"] == 64 | 128
    status, shown = await raw(loopback, "POST", hook, json={"content": "first"})
    assert (status, shown["flags"], shown["id"]) == (200, 64, it.original)
    status, second = await raw(loopback, "POST", hook, json={"content": "second"})
    assert second["flags"] == 0 and second["message_reference"]["message_id"] == it.original
    assert (await raw(loopback, "GET", f"{hook}/messages/{message['id']}"))[1]["code"] == 10008
    assert (await raw(loopback, "DELETE", f"{hook}/messages/@original"))[0] == 204
    loopback.advance(901)
    status, body = await raw(loopback, "PATCH", f"{hook}/messages/@original", json={"content": "x"})
    assert (status, body["code"]) == (401, 50027)


async def test_an_interaction_can_be_delivered_twice(loopback: Loopback, bot: LittleBot) -> None:
    loopback.interactions.repeat = 1
    it = loopback.ada.slash(loopback.games, "play", colour="red")
    await loopback.until(lambda: [c for c in loopback.api.calls if it.token in c[1]][1:])
    assert sorted(c[2] for c in loopback.api.calls if it.token in c[1]) == [200, 400]
    await loopback.until(lambda: ("error", 40060) in bot.happened)


@pytest.mark.parametrize(
    ("rule", "outcome"),
    [
        ({"status": 429}, None),
        ({"status": 429, "via": False}, discord.HTTPException),
        ({"status": 429, "body": {"message": "x", "retry_after": 0.05, "global": True}}, None),
        ({"status": 503}, discord.DiscordServerError),
        ({"drop": "before"}, aiohttp.ServerDisconnectedError),
        ({"drop": "after"}, aiohttp.ServerDisconnectedError),
        ({"delay": 0.05}, None),
        (
            {"status": 403, "body": {"code": 40003, "message": "You are opening direct messages too fast"}},
            discord.Forbidden,
        ),
    ],
)
async def test_failing_requests(
    loopback: Loopback, bot: LittleBot, rule: dict[str, Any], outcome: type[Exception] | None
) -> None:
    loopback.faults.fail("POST", MESSAGES, **rule)
    if outcome:
        with pytest.raises(outcome):
            await games(loopback, bot).send("hello")
    else:
        await games(loopback, bot).send("hello")
    arrived = [m["content"] for m in loopback.ada.visible(loopback.games)]
    assert arrived == (["hello"] if outcome is None or rule.get("drop") == "after" else [])
    await games(loopback, bot).send("again")


async def test_edits_of_old_messages_are_rate_limited(
    loopback: Loopback, bot: LittleBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit is three in six seconds per channel, over all routes; no header announces it."""
    # the clock stands still
    monkeypatch.setattr("playground.discord.loopback.time", SimpleNamespace(monotonic=lambda: 1e6))
    first, second = [await games(loopback, bot).send(text) for text in ("first", "second")]
    loopback.advance(3601)
    young = await games(loopback, bot).send("young")
    loopback.faults.buckets = [bucket for bucket in USUAL if bucket.older]

    async def edited(message: discord.Message) -> tuple[int, Any]:
        path = f"/channels/{loopback.games}/messages/{message.id}"
        return await code(loopback, "PATCH", path, json={"content": "edited"})

    assert [await edited(message) for message in (first, second, young, first, young)] == [(200, None)] * 5
    assert await edited(second) == (429, TOO_OLD) and await edited(young) == (200, None)
    pressed, control = loopback.world.message(str(first.id)), {"custom_id": "x", "component_type": 2}
    it = loopback.interactions.begin(3, loopback.ada.id, loopback.games, control, pressed)
    callback = f"/interactions/{it.id}/{it.token}/callback"
    status, body = await raw(loopback, "POST", callback, json={"type": 7, "data": {"content": "pressed"}})
    assert (status, body["code"], body["retry_after"], body["global"]) == (429, TOO_OLD, 6.0, False)
    assert await raw(loopback, "POST", callback, json={"type": 6}) == (204, None)
    original = f"/webhooks/{APPLICATION}/{it.token}/messages/@original"
    assert await code(loopback, "PATCH", original, json={"content": "later"}) == (429, TOO_OLD)
    loopback.advance(5.9)
    assert await edited(first) == (429, TOO_OLD)
    loopback.advance(0.1)
    assert await code(loopback, "PATCH", original, json={"content": "later"}) == (200, None)


async def test_a_rate_limited_edit_is_retried_by_the_client(loopback: Loopback, bot: LittleBot) -> None:
    sent = await games(loopback, bot).send("old")
    loopback.advance(3601)
    loopback.faults.buckets = [replace(bucket, per=0.1) for bucket in USUAL if bucket.older]

    def refused() -> int:
        return [status for method, _, status in loopback.api.calls if method == "PATCH"].count(429)

    loopback.faults.clock = lambda: 0.2 * refused()  # time passes only while the client waits
    for number in range(4):
        await sent.edit(content=str(number))
    assert refused() == 1
    assert [m["content"] for m in loopback.ada.visible(loopback.games)] == ["3"]


async def test_injected_faults_can_be_cleared(loopback: Loopback, bot: LittleBot) -> None:
    loopback.faults.fail("POST", MESSAGES, status=503, times=99)
    loopback.faults.clear()
    await games(loopback, bot).send("hello")


async def test_rate_limits(loopback: Loopback, bot: LittleBot) -> None:
    loopback.faults.buckets = [Bucket("POST", r"/channels/(\d+)/messages", 2, 0.2)]
    for n in range(5):
        await games(loopback, bot).send(str(n))
    assert {status for _, path, status in loopback.api.calls if path.endswith("/messages")} == {200}
    loopback.faults.buckets = [Bucket("POST", r"/channels/(\d+)/messages", 2, 600.0)]
    path = f"/channels/{loopback.general}/messages"
    codes = [(await raw(loopback, "POST", path, json={"content": "x"}))[0] for _ in range(3)]
    assert codes == [200, 200, 429]
    loopback.faults.buckets, loopback.faults.clock = [], lambda: 1e9
    statuses = [(await raw(loopback, "GET", "/users/@me"))[0] for _ in range(51)]
    assert statuses == [200] * 50 + [429]


async def test_the_scopes_of_rate_limits(loopback: Loopback) -> None:
    path = f"/channels/{loopback.games}/messages"
    loopback.faults.fail("GET", "/users/@me", status=429, scope="shared")
    loopback.faults.fail("GET", "/users/@me", status=429, scope="global")
    loopback.faults.buckets = [Bucket("POST", r"/channels/(\d+)/messages", 1, 60.0, scope="shared")]

    async def headers(method: str, path: str, **options: Any) -> tuple[Any, ...]:
        own = {"Authorization": f"Bot {loopback.token}"}
        async with (
            aiohttp.ClientSession(headers=own) as http,
            http.request(method, f"{loopback.base}/api/v10{path}", **options) as answer,
        ):
            told, body = answer.headers.get, await answer.json()
            return answer.status, told("X-RateLimit-Scope"), told("X-RateLimit-Global"), body["global"]

    assert await headers("GET", "/users/@me") == (429, "shared", None, False)
    assert not loopback.faults.invalid
    assert await headers("GET", "/users/@me") == (429, "global", "true", True)
    await raw(loopback, "POST", path, json={"content": "x"})
    assert await headers("POST", path, json={"content": "x"}) == (429, "shared", None, False)
    assert len(loopback.faults.invalid) == 1


async def test_too_many_invalid_requests_end_in_a_ban(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.discord.fault_injection.BAN", 3)
    for _ in range(3):
        assert (await raw(loopback, "GET", "/users/@me", headers={"Authorization": "Bot x"}))[0] == 401
    assert await raw(loopback, "GET", "/users/@me") == (429, None)
    loopback.advance(600.0)
    assert (await raw(loopback, "GET", "/users/@me"))[0] == 200


async def test_resume_replays_what_was_missed(loopback: Loopback, bot: LittleBot) -> None:
    await loopback.gateway.cut(4000)
    it = loopback.ada.slash(loopback.games, "play", colour="red")
    await loopback.answered(it)
    await loopback.until(lambda: "resumed" in bot.happened)
    loopback.gateway.reconnect()
    await loopback.until(lambda: bot.happened.count("resumed") == 2)
    assert bot.happened.count("ready") == 1


async def test_a_lost_session_leads_to_a_new_login(
    loopback: Loopback, bot: LittleBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait = asyncio.sleep
    monkeypatch.setattr("discord.client.asyncio.sleep", lambda seconds, *a: wait(min(seconds, 0.01), *a))
    await loopback.gateway.forget()
    await loopback.until(lambda: bot.happened.count("ready") == 2)
    loopback.gateway.invalidate()
    await loopback.until(lambda: bot.happened.count("ready") == 3)
    loopback.gateway.invalidate(resumable=True)
    await loopback.until(lambda: "resumed" in bot.happened)
    it = await loopback.answered(loopback.ada.slash(loopback.games, "play", colour="red"))
    assert it.answer == 4


async def test_a_lagging_gateway(loopback: Loopback, bot: LittleBot) -> None:
    loopback.gateway.pause()
    it = loopback.ada.autocomplete(loopback.games, "play", "colour", "red")
    await games(loopback, bot).send("REST still works")
    assert not it.over
    loopback.gateway.unpause()
    assert (await loopback.answered(it)).choices


async def test_buttons_survive_a_restart(loopback: Loopback) -> None:
    async with living(loopback):
        message = loopback.reply(await loopback.answered(loopback.ada.slash(loopback.games, "play", colour="red")))
    async with living(loopback):
        await loopback.answered(loopback.ben.click(message, "Vote"))
    assert message["content"] == "1 voted, last Ben"


async def test_servers_are_distributed_across_shards(loopback: Loopback) -> None:
    loopback.gateway.shards = 2
    bots = discord.AutoShardedClient(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)

    async def at_once(*_: object, **__: object) -> None:
        """Skip the five seconds that real clients wait here."""

    bots.before_identify_hook = at_once  # type: ignore[method-assign]
    task = asyncio.create_task(bots.start(loopback.token))
    await loopback.until(bots.is_ready)
    assert (bots.shard_count, [g.name for g in bots.guilds]) == (2, ["The Hearth"])
    await bots.close()
    await task


async def test_wrong_token_and_forbidden_intents(loopback: Loopback) -> None:
    client = discord.Client(intents=discord.Intents(guilds=True))
    with pytest.raises(discord.LoginFailure):
        await client.start("wrong")
    await client.close()
    nosy = discord.Client(intents=discord.Intents(guilds=True, members=True))
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await nosy.start(loopback.token)
    await nosy.close()


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (["no json"], 4002),
        ([{"op": 3, "d": {}}], 4003),
        ([{"op": 2, "d": {"token": "wrong", "intents": 1}}], 4004),
        ([{"op": 2, "d": {"intents": 1, "shard": [2, 2]}}], 4010),
        ([{"op": 2, "d": {"intents": 1}}, {"op": 2, "d": {"intents": 1}}], 4005),
        ([{"op": 2, "d": {"intents": 1}}, {"op": 99, "d": {}}], 4001),
        ([{"op": 6, "d": {"token": "wrong", "session_id": "x", "seq": 1}}], 4004),
    ],
)
async def test_the_gateway_closes_on_invalid_frames(loopback: Loopback, frames: list[Any], code: int) -> None:
    async with aiohttp.ClientSession() as http, http.ws_connect(loopback.gateway.url) as socket:
        for frame in frames:
            if isinstance(frame, dict):
                frame = {**frame, "d": {"token": loopback.token, **frame["d"]}}
                await socket.send_json(frame)
            else:
                await socket.send_str(frame)
        async with asyncio.timeout(60):
            while (await socket.receive()).type is WSMsgType.TEXT:
                pass
        assert socket.close_code == code


async def test_missing_permissions(loopback: Loopback, bot: LittleBot) -> None:
    async def refused(sending: Any) -> int:
        with pytest.raises(discord.HTTPException) as error:
            await sending
        return error.value.code

    channel = games(loopback, bot)
    mine = await channel.send("mine")
    theirs = loopback.ada.say(loopback.games, "theirs")
    loopback.world.forbid(loopback.games, APPLICATION, shapes.SEND_MESSAGES)
    assert await refused(channel.send("x")) == 50013
    await mine.edit(content="still mine")
    it = await loopback.answered(loopback.ada.slash(loopback.games, "play", colour="red"))
    assert loopback.reply(it)["content"] == ""
    await loopback.until(lambda: not _may_send(loopback, bot))
    loopback.world.forbid(loopback.games, APPLICATION, shapes.EMBED_LINKS | shapes.ATTACH_FILES)
    assert await refused(channel.send(embed=discord.Embed(title="x"))) == 50013
    await channel.send("plain")
    loopback.world.forbid(loopback.games, APPLICATION, shapes.VIEW_CHANNEL)
    assert await refused(channel.send("x")) == 50001
    assert await refused(mine.edit(content="x")) == 50001
    loopback.world.forbid(loopback.games, APPLICATION, 0)
    other = channel.get_partial_message(int(theirs["id"]))
    assert await refused(other.edit(content="x")) == 50005
    assert await refused(other.delete()) == 50013
    loopback.ada.delete(loopback.world.messages[str(mine.id)])
    assert await refused(mine.edit(content="x")) == 10008


def _may_send(loopback: Loopback, bot: LittleBot) -> bool:
    channel = bot.get_channel(int(loopback.games))
    assert isinstance(channel, discord.TextChannel)
    return channel.permissions_for(channel.guild.me).send_messages


async def test_interactions_carry_the_apps_permissions(loopback: Loopback, bot: LittleBot) -> None:
    seen: list[bool] = []

    @bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        seen.append(interaction.app_permissions.send_messages)

    await loopback.answered(loopback.ada.slash(loopback.games, "play", colour="red"))
    loopback.world.forbid(loopback.games, APPLICATION, shapes.SEND_MESSAGES)
    await loopback.answered(loopback.ada.slash(loopback.games, "play", colour="red"))
    assert seen == [True, False]


async def test_foreign_hosts_and_unknown_routes(loopback: Loopback) -> None:
    assert (await raw(loopback, "GET", "/users/@me", headers={"Host": "evil.example"}))[0] == 403
    assert (await raw(loopback, "GET", "/users/@me", headers={"Authorization": "Bot x"}))[0] == 401
    assert (await raw(loopback, "POST", f"/channels/{loopback.games}/messages", data="{"))[1]["code"] == 50109
    assert (await raw(loopback, "GET", "/nowhere"))[0] == 404
    assert loopback.api.unknown == ["GET /nowhere"]
    loopback.api.unknown.clear()
