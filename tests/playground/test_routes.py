"""Routes that an ordinary day doesn't use, and their errors."""

from __future__ import annotations

import base64

from playground.discord import Loopback, shapes
from playground.discord.state import APPLICATION
from tests.playground.asking import allow, code, raw
from tests.playground.sample_bot import picture


async def test_the_gateway_url_is_returned(loopback: Loopback) -> None:
    assert (await raw(loopback, "GET", "/gateway"))[1]["url"] == loopback.gateway.url
    assert (await raw(loopback, "GET", "/gateway/bot"))[1]["shards"] == 1


async def test_servers(loopback: Loopback) -> None:
    assert [g["name"] for g in (await raw(loopback, "GET", "/users/@me/guilds"))[1]] == ["The Hearth"]
    told = (await raw(loopback, "GET", f"/guilds/{loopback.guild}?with_counts=true"))[1]
    assert told["approximate_member_count"] == 5
    loopback.world.add_thread(loopback.games, "Two", loopback.ada.id)
    threads = (await raw(loopback, "GET", f"/guilds/{loopback.guild}/threads/active"))[1]["threads"]
    assert [t["name"] for t in threads] == ["Two"]
    assert await code(loopback, "GET", "/guilds/5") == (404, 10004)
    assert await code(loopback, "POST", "/users/@me/channels", json={"recipient_id": "5"}) == (400, 50033)
    loopback.world.leave(loopback.guild, loopback.dan.id)
    assert await code(loopback, "GET", f"/guilds/{loopback.guild}/members/{loopback.dan.id}") == (404, 10007)
    assert not loopback.dan.may_see(loopback.games)


async def test_the_bot_can_leave_a_server(loopback: Loopback) -> None:
    assert await code(loopback, "DELETE", f"/users/@me/guilds/{loopback.guild}") == (204, None)
    assert (await raw(loopback, "GET", "/users/@me/guilds"))[1] == []
    assert await code(loopback, "DELETE", f"/users/@me/guilds/{loopback.guild}") == (404, 10004)


async def test_channels(loopback: Loopback) -> None:
    games = f"/channels/{loopback.games}"
    assert await code(loopback, "PATCH", games, json={"name": "x"}) == (403, 50013)
    assert await code(loopback, "DELETE", games) == (403, 50013)
    assert await code(loopback, "POST", f"{games}/typing") == (204, None)
    allow(loopback, shapes.ADMINISTRATOR)
    assert (await raw(loopback, "PATCH", games, json={"name": "tables"}))[1]["name"] == "tables"
    assert (await raw(loopback, "DELETE", games))[0] == 200
    assert await code(loopback, "GET", games) == (404, 10003)


async def test_threads(loopback: Loopback) -> None:
    message = loopback.ada.say(loopback.games, "hello")
    path = f"/channels/{loopback.games}/messages/{message['id']}/threads"
    assert (await raw(loopback, "POST", path, json={"name": ""}))[1]["errors"]["name"]
    status, thread = await raw(loopback, "POST", path, json={"name": "Two"})
    assert (status, thread["id"]) == (201, message["id"])
    assert await code(loopback, "POST", path, json={"name": "Two"}) == (400, 160004)
    inner = f"/channels/{thread['id']}"
    assert await code(loopback, "POST", f"{inner}/threads", json={"name": "Three"}) == (400, 50024)
    assert await code(loopback, "PUT", f"{inner}/thread-members/{loopback.ben.id}") == (204, None)
    assert await code(loopback, "PATCH", inner, json={"locked": True}) == (403, 50013)
    loopback.world.set_thread(thread["id"], archived=True, locked=True)
    assert await code(loopback, "POST", f"{inner}/messages", json={"content": "x"}) == (400, 160005)
    assert await code(loopback, "DELETE", inner) == (403, 50013)
    loopback.world.delete_channel(loopback.games)
    assert thread["id"] not in loopback.world.channels


async def test_pins(loopback: Loopback) -> None:
    message = loopback.ada.say(loopback.games, "hello")
    path = f"/channels/{loopback.games}/messages/pins"
    assert await code(loopback, "PUT", f"{path}/{message['id']}") == (403, 50013)
    allow(loopback, shapes.ORDINARY | shapes.PIN_MESSAGES)
    assert await code(loopback, "PUT", f"{path}/{message['id']}") == (204, None)
    pinned = (await raw(loopback, "GET", path))[1]["items"]
    assert [p["message"]["id"] for p in pinned] == [message["id"]]
    assert await code(loopback, "DELETE", f"{path}/{message['id']}") == (204, None)
    assert (await raw(loopback, "GET", path))[1]["items"] == []


async def test_history_needs_its_permission(loopback: Loopback) -> None:
    message = loopback.ada.say(loopback.games, "hello")
    path = f"/channels/{loopback.games}/messages"
    assert await code(loopback, "GET", f"{path}?limit=101") == (400, 50035)
    loopback.world.forbid(loopback.games, APPLICATION, shapes.READ_MESSAGE_HISTORY)
    assert await raw(loopback, "GET", path) == (200, [])
    assert await code(loopback, "GET", f"{path}/{message['id']}") == (403, 50013)


async def test_emojis(loopback: Loopback) -> None:
    path = f"/applications/{APPLICATION}/emojis"
    image = f"data:image/png;base64,{base64.b64encode(picture().getvalue()).decode()}"
    big = f"data:image/png;base64,{base64.b64encode(bytes(300 << 10)).decode()}"
    assert await code(loopback, "POST", path, json={"name": "!", "image": image}) == (400, 50035)
    assert await code(loopback, "POST", path, json={"name": "candy", "image": "x"}) == (400, 50046)
    assert await code(loopback, "POST", path, json={"name": "candy", "image": "data:image/png;base64,a"}) == (
        400,
        50046,
    )
    assert await code(loopback, "POST", path, json={"name": "candy", "image": big}) == (400, 50138)
    status, emoji = await raw(loopback, "POST", path, json={"name": "candy", "image": image})
    assert status == 201
    assert await code(loopback, "POST", path, json={"name": "candy", "image": image}) == (400, 50035)
    one = f"{path}/{emoji['id']}"
    assert (await raw(loopback, "PATCH", one, json={"name": "sweet"}))[1]["name"] == "sweet"
    assert (await raw(loopback, "GET", one))[1]["name"] == "sweet"
    assert await code(loopback, "DELETE", one) == (204, None)
    assert await code(loopback, "GET", one) == (404, 10014)


async def test_server_commands_and_context_menu_commands(loopback: Loopback) -> None:
    assert await code(loopback, "GET", f"/applications/{APPLICATION}/guilds/5/commands") == (404, 10004)
    path = f"/applications/{APPLICATION}/commands"
    assert await code(loopback, "PUT", path, json=[{"name": "", "type": 2}]) == (400, 50035)
    status, made = await raw(loopback, "POST", path, json={"name": "Look", "type": 2})
    assert (status, made["description"]) == (201, "")
    assert loopback.ada.commands(loopback.games) == []
