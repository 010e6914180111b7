"""Archived and locked threads, private threads, and other channel types: which requests they reject."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from playground.discord import CannotDo, Loopback, shapes
from playground.discord.fault_injection import DM_OPENINGS
from playground.discord.state import APPLICATION
from tests.playground.asking import allow, code, raw
from tests.playground.sample_bot import LittleBot, picture

DAY = 86400.0
VOTE = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Vote", "custom_id": "vote"}]}]


async def posted(loopback: Loopback, cid: str) -> dict[str, Any]:
    """Post a message of the bot with a button; return it."""
    sent = await raw(loopback, "POST", f"/channels/{cid}/messages", json={"content": "hello", "components": VOTE})
    return loopback.world.messages[sent[1]["id"]]


async def edited(loopback: Loopback, message: dict[str, Any]) -> tuple[int, Any]:
    path = f"/channels/{message['channel_id']}/messages/{message['id']}"
    return await code(loopback, "PATCH", path, json={"content": "changed"})


async def pressed(loopback: Loopback, message: dict[str, Any], kind: int, **data: Any) -> tuple[int, Any]:
    """Press a button and answer the press with this type and data."""
    it = loopback.ada.click(message, "Vote")
    answer = {"type": kind, "data": data} if data else {"type": kind}
    return await code(loopback, "POST", f"/interactions/{it.id}/{it.token}/callback", json=answer)


async def test_a_thread_auto_archives_and_only_a_message_unarchives_it(loopback: Loopback) -> None:
    thread = loopback.world.add_thread(loopback.games, "Two", loopback.ada.id)
    message = await posted(loopback, thread["id"])
    loopback.advance(DAY - 60)
    assert await edited(loopback, message) == (200, None)  # an edit is no activity
    loopback.advance(120)
    assert thread["thread_metadata"]["archived"]
    assert await edited(loopback, message) == (400, 50083)
    assert await pressed(loopback, message, 7, content="changed") == (400, 50083)
    assert await pressed(loopback, message, 6) == (204, None)
    assert await pressed(loopback, message, 4, content="only you", flags=64) == (204, None)
    assert thread["thread_metadata"]["archived"]
    with pytest.raises(CannotDo, match="archived thread"):
        loopback.ada.slash(thread["id"], "play", colour="red")
    assert await pressed(loopback, message, 4, content="for all") == (204, None)
    assert not thread["thread_metadata"]["archived"]
    loopback.advance(DAY - 60)
    loopback.ben.say(thread["id"], "I am here")
    loopback.advance(120)
    assert await edited(loopback, message) == (200, None)


async def test_a_locked_thread_is_for_moderators(loopback: Loopback) -> None:
    thread = loopback.world.add_thread(loopback.games, "Two", loopback.ada.id)
    message, path = await posted(loopback, thread["id"]), f"/channels/{thread['id']}/messages"
    loopback.world.set_thread(thread["id"], locked=True)
    assert await edited(loopback, message) == (400, 160005)
    assert await code(loopback, "POST", path, json={"content": "x"}) == (400, 160005)
    assert await pressed(loopback, message, 7, content="changed") == (400, 160005)
    with pytest.raises(CannotDo, match="locked"):
        loopback.ben.say(thread["id"], "hello")
    loopback.world.set_thread(thread["id"], archived=True)
    assert await pressed(loopback, message, 4, content="only you", flags=64) == (400, 50083)
    assert await code(loopback, "DELETE", f"{path}/{message['id']}") == (400, 160005)
    allow(loopback, shapes.ORDINARY | shapes.MANAGE_THREADS)
    assert await code(loopback, "POST", path, json={"content": "x"}) == (200, None)
    assert await edited(loopback, message) == (200, None)


async def test_a_private_thread_is_for_its_members(loopback: Loopback, bot: LittleBot) -> None:
    thread = loopback.ada.starts_thread(loopback.games, "Secret", private=True)
    path = f"/channels/{thread['id']}"
    assert not loopback.ben.may_see(thread["id"])
    assert bot.guilds[0].get_thread(int(thread["id"])) is None
    for method, where in (("GET", ""), ("GET", "/messages"), ("POST", "/messages")):
        assert await code(loopback, method, path + where, json={"content": "x"}) == (403, 50001)
    it = loopback.ada.slash(thread["id"], "play", colour="red")  # commands also reach a bot that isn't a member
    assert (await loopback.answered(it)).answer == 4
    loopback.ada.say(thread["id"], f"<@{APPLICATION}> come in")
    await loopback.until(lambda: bot.guilds[0].get_thread(int(thread["id"])))
    assert await code(loopback, "POST", f"{path}/messages", json={"content": "x"}) == (200, None)
    assert await code(loopback, "PUT", f"{path}/thread-members/{loopback.ben.id}") == (204, None)
    assert loopback.ben.may_see(thread["id"])
    loopback.world.remove_from_thread(thread["id"], APPLICATION)
    assert await code(loopback, "POST", f"{path}/messages", json={"content": "x"}) == (403, 50001)
    allow(loopback, shapes.ORDINARY | shapes.MANAGE_THREADS)  # moderators see every thread
    assert await code(loopback, "POST", f"{path}/messages", json={"content": "x"}) == (200, None)


@pytest.mark.parametrize("by", ["overwrite", "role"])
async def test_a_bot_that_gains_a_channel_gets_its_threads(loopback: Loopback, bot: LittleBot, by: str) -> None:
    world, view = loopback.world, shapes.VIEW_CHANNEL
    if by == "role":  # everyone may not view the server's channels, but the bot's role can let it
        world.change_role(loopback.guild, loopback.guild, shapes.ORDINARY & ~view)
        allow(loopback, 0)
    else:
        world.forbid(loopback.games, APPLICATION, view)
    thread = world.add_thread(loopback.games, "Two", loopback.ada.id)
    assert bot.guilds[0].get_thread(int(thread["id"])) is None
    if by == "role":
        allow(loopback, shapes.ORDINARY)
    else:
        world.forbid(loopback.games, APPLICATION, 0)
    await loopback.until(lambda: bot.guilds[0].get_thread(int(thread["id"])))


@pytest.mark.parametrize("kind", [shapes.VOICE, shapes.STAGE])
async def test_the_history_of_a_voice_or_stage_chat_needs_connect(loopback: Loopback, kind: int) -> None:
    cid = loopback.world.add_channel(loopback.guild, "voice", kind)["id"]
    message, path = await posted(loopback, cid), f"/channels/{cid}/messages"
    assert await code(loopback, "GET", f"{path}/{message['id']}") == (200, None)
    loopback.world.forbid(cid, APPLICATION, shapes.CONNECT)
    assert await code(loopback, "GET", path) == (403, 50001)
    assert await code(loopback, "GET", f"{path}/{message['id']}") == (403, 50001)
    assert await edited(loopback, message) == (200, None)


async def test_a_forum_accepts_only_posts(loopback: Loopback, bot: LittleBot) -> None:
    cid = loopback.world.add_channel(loopback.guild, "forum", shapes.FORUM)["id"]
    assert await code(loopback, "POST", f"/channels/{cid}/messages", json={"content": "x"}) == (400, 50008)
    forum = await loopback.until(lambda: bot.get_channel(int(cid)))
    assert isinstance(forum, discord.ForumChannel)
    with pytest.raises(CannotDo):
        loopback.ada.say(cid, "hello")
    made = await forum.create_thread(name="A table", content="first", file=discord.File(picture(), "a.png"))
    assert loopback.ben.last(str(made.thread.id))["content"] == "first"
    post = loopback.ben.starts_thread(cid, "By Ben")
    assert (await loopback.answered(loopback.ben.slash(post["id"], "play", colour="red"))).answer == 4


async def test_announcement_channels_limit_edits_per_message(loopback: Loopback, bot: LittleBot) -> None:
    cid = loopback.world.add_channel(loopback.guild, "news", shapes.ANNOUNCEMENT)["id"]
    news = await loopback.until(lambda: bot.get_channel(int(cid)))
    assert isinstance(news, discord.TextChannel) and news.is_news()
    message = await posted(loopback, cid)
    assert [await edited(loopback, message) for _ in range(4)] == [(200, None)] * 3 + [(400, 20022)]
    assert await pressed(loopback, message, 7, content="changed") == (400, 20022)
    loopback.advance(3600)
    assert await edited(loopback, message) == (200, None)
    path = f"/channels/{cid}/threads"
    assert await code(loopback, "POST", path, json={"name": "x", "type": 12}) == (403, 50013)
    thread = await news.create_thread(name="Below", type=discord.ChannelType.news_thread)
    inside = await posted(loopback, str(thread.id))
    assert thread.is_news() and [await edited(loopback, inside) for _ in range(4)] == [(200, None)] * 4


async def test_filters_reject_the_bots_messages(loopback: Loopback, bot: LittleBot) -> None:
    games, filters = await bot.fetch_channel(int(loopback.games)), loopback.world.filters
    assert isinstance(games, discord.TextChannel)
    filters.words, filters.links = {"banned"}, {"bad.example"}
    with pytest.raises(discord.HTTPException) as blocked:
        await games.send("a Banned word")
    assert (blocked.value.status, blocked.value.code) == (400, 200000)
    with pytest.raises(discord.HTTPException) as blocked:
        await games.send(embed=discord.Embed(description="http://bad.example/"))
    assert blocked.value.code == 240000
    loopback.ada.say(loopback.games, "a banned word")  # people's messages aren't checked
    dm = await (await bot.fetch_user(int(loopback.ben.id))).create_dm()
    sent = await dm.send("a banned word")  # AutoMod only works in servers
    filters.pictures = {str(dm.id)}
    with pytest.raises(discord.HTTPException) as blocked:
        await sent.edit(attachments=[discord.File(picture(), "a.png")])
    assert blocked.value.code == 20009
    await games.send(file=discord.File(picture(), "a.png"))


async def test_opening_direct_messages_too_fast(loopback: Loopback, bot: LittleBot) -> None:
    loopback.world.dm_openings_limit = DM_OPENINGS
    people = [await bot.fetch_user(int(loopback.add_person(f"P{n}").id)) for n in range(DM_OPENINGS.limit + 1)]
    for person in people[:-1]:
        await person.create_dm()
    with pytest.raises(discord.Forbidden) as refused:
        await people[-1].create_dm()
    assert refused.value.code == 40003
    await people[0].send("The others stay open.")
    loopback.advance(DM_OPENINGS.per)
    await people[-1].send("And this one opens later.")


async def test_a_dm_requires_a_shared_server_or_a_user_install(loopback: Loopback, bot: LittleBot) -> None:
    world, ben = loopback.world, await bot.fetch_user(int(loopback.ben.id))
    await ben.send("hello")
    world.leave(loopback.guild, loopback.ben.id)
    with pytest.raises(discord.Forbidden) as refused:
        await ben.send("hello")
    assert refused.value.code == 50278
    world.user_installs.add(loopback.ben.id)
    await ben.send("hello")
