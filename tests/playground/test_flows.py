"""A real discord.py client over sockets: everything a bot does on an ordinary day."""

from __future__ import annotations

from functools import partial

import discord
import pytest

from playground.discord import CannotDo, Loopback
from tests.playground.living import living
from tests.playground.sample_bot import LittleBot, picture


@pytest.mark.parametrize("compress", [True, False])
async def test_login_and_sync(loopback: Loopback, compress: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    socket = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(socket, "from_client", partial(socket.from_client, compress=compress))
    async with living(loopback) as bot:
        assert [g.name for g in bot.guilds] == ["The Hearth"]
        assert {c.name for c in bot.guilds[0].text_channels} == {"games", "general"}
        assert {c.name for c in bot.synced} == {"play", "chaser", "call"}
        way = discord.utils._ActiveDecompressionContext.COMPRESSION_TYPE
        assert loopback.gateway.last_query.get("compress") == (way if compress else None)
        again = await bot.tree.sync()
        assert {c.id for c in again} == {c.id for c in bot.synced}
        assert bot.guilds[0].me.guild_permissions.send_messages


async def test_autocomplete(loopback: Loopback, bot: LittleBot) -> None:
    it = await loopback.answered(loopback.ada.autocomplete(loopback.games, "play", "colour", "e"))
    assert [c["value"] for c in it.choices or []] == ["red", "green", "blue", "yellow", "purple"]
    it = await loopback.answered(loopback.ada.autocomplete(loopback.games, "play", "colour", "yell"))
    assert it.choices == [{"name": "Yellow", "value": "yellow"}]


async def test_slash_answers_with_picture_and_controls(loopback: Loopback, bot: LittleBot) -> None:
    it = await loopback.answered(loopback.ada.slash(loopback.games, "play", colour="red"))
    message = loopback.reply(it)
    image = message["embeds"][0]["image"]
    assert (image["width"], image["height"], image["description"]) == (900, 600, "Nine cards in three rows")
    assert image["url"].startswith(loopback.base)
    assert message["interaction_metadata"]["user"]["id"] == loopback.ada.id
    assert loopback.ben.visible(loopback.games) == [message]
    fetched = await bot.get_partial_messageable(int(loopback.games)).fetch_message(int(message["id"]))
    assert await bot.http.get_from_cdn(str(fetched.embeds[0].image.url)) == picture("red").getvalue()


async def test_a_timed_out_member_can_only_read(loopback: Loopback, bot: LittleBot) -> None:
    it = await loopback.answered(loopback.ben.slash(loopback.games, "play", colour="red"))
    message = loopback.reply(it)
    loopback.world.time_out(loopback.guild, loopback.ben.id, 60)
    assert loopback.ben.visible(loopback.games) == [message]
    with pytest.raises(CannotDo, match="no command"):
        loopback.ben.slash(loopback.games, "play", colour="red")
    with pytest.raises(CannotDo, match="timed out"):
        loopback.ben.click(message, loopback.ben.controls(message)[0]["custom_id"])
    with pytest.raises(CannotDo, match="can't write"):
        loopback.ben.say(loopback.games, "hello")
    loopback.advance(61)
    await loopback.answered(loopback.ben.slash(loopback.games, "play", colour="red"))


async def test_options_of_every_type(loopback: Loopback, bot: LittleBot) -> None:
    it = await loopback.answered(loopback.ada.slash(loopback.games, "chaser move", steps=2, whom=loopback.ben.id))
    assert loopback.reply(it)["content"] == "Ben moves 2"
    for values in ({"steps": 4, "whom": loopback.ben.id}, {"steps": 1}, {"steps": "1", "whom": loopback.ben.id}):
        with pytest.raises(CannotDo):
            loopback.ada.slash(loopback.games, "chaser move", **values)
    with pytest.raises(CannotDo):
        loopback.ada.slash(loopback.games, "chaser")
    with pytest.raises(CannotDo):
        loopback.ada.slash(loopback.games, "play", colour="red", tree="oak")


async def test_buttons_and_selects(loopback: Loopback, bot: LittleBot) -> None:
    message = loopback.reply(await loopback.answered(loopback.ada.slash(loopback.games, "play", colour="red")))
    await loopback.answered(loopback.ben.click(message, "Vote"))
    assert message["content"] == "1 voted, last Ben" and message["edited_timestamp"]
    it = await loopback.answered(loopback.ben.select(message, "colours", "Green", "blue"))
    secret = loopback.reply(it)
    assert secret["content"] == "green, blue"
    assert loopback.ben.last(loopback.games) is secret
    assert secret not in loopback.ada.visible(loopback.games)
    for wrong in (["oak"], [], ["red", "red"], ["red", "green", "blue", "yellow"]):
        with pytest.raises(CannotDo):
            loopback.ben.select(message, "colours", *wrong)
    for name in ("Off", "Rules", "No such"):
        with pytest.raises(CannotDo):
            loopback.ben.click(message, name)


async def test_modal(loopback: Loopback, bot: LittleBot) -> None:
    message = loopback.reply(await loopback.answered(loopback.ada.slash(loopback.games, "play", colour="red")))
    opened = await loopback.answered(loopback.ada.click(message, "Form"))
    assert opened.modal and opened.modal["title"] == "A form"
    with pytest.raises(CannotDo):
        loopback.ada.submit(opened, pick=["red"])
    with pytest.raises(CannotDo):
        loopback.ben.submit(opened, name="Al", pick=["red"])
    it = await loopback.answered(loopback.ada.submit(opened, name="Al", pick=["red"]))
    assert loopback.reply(it)["content"] == "Al likes red"


async def test_deferred_ephemeral_replies_and_their_controls(loopback: Loopback, bot: LittleBot) -> None:
    message = loopback.reply(await loopback.answered(loopback.ada.slash(loopback.games, "play", colour="red")))
    it = await loopback.answered(loopback.cara.click(message, "My hand"))
    await loopback.until(lambda: loopback.reply(it)["content"] == "Your hand")
    hand = loopback.reply(it)
    assert hand["attachments"][0]["description"] == "Your nine cards"
    with pytest.raises(CannotDo):
        loopback.ada.click(hand, "Play it")
    await loopback.answered(loopback.cara.click(hand, "Play it"))
    assert hand["content"] == "Played." and hand["components"] == []
    with pytest.raises(discord.NotFound) as error:
        await bot.get_partial_messageable(int(loopback.games)).fetch_message(int(hand["id"]))
    assert error.value.code == 10008
    loopback.cara.dismiss(hand)
    assert hand not in loopback.cara.visible(loopback.games)


async def test_direct_messages(loopback: Loopback, bot: LittleBot) -> None:
    it = await loopback.answered(loopback.ben.slash(loopback.games, "chaser letter"))
    await loopback.until(lambda: loopback.reply(it)["content"] == "Sent.")
    letter = loopback.ben.last(loopback.ben.dm)
    assert letter["content"] == f"A letter for <@{loopback.ben.id}>"
    await loopback.answered(loopback.ben.click(letter, "Vote"))
    assert letter["content"] == "1 voted, last Ben"
    assert not loopback.ada.may_see(loopback.ben.dm)
    answer = await loopback.answered(loopback.ben.slash(loopback.ben.dm, "play", colour="blue"))
    assert loopback.reply(answer)["channel_id"] == loopback.ben.dm


async def test_closed_direct_messages(loopback: Loopback, bot: LittleBot) -> None:
    loopback.ben.close_dms()
    it = await loopback.answered(loopback.ben.slash(loopback.games, "chaser letter"))
    await loopback.until(lambda: loopback.reply(it)["content"] == "Closed: 50007")
    loopback.ben.close_dms(False)
    it = await loopback.answered(loopback.ben.slash(loopback.games, "chaser letter"))
    await loopback.until(lambda: loopback.reply(it)["content"] == "Sent.")


async def test_mentions_ping_only_when_allowed(loopback: Loopback, bot: LittleBot) -> None:
    await loopback.answered(loopback.ada.slash(loopback.games, "call", whom=loopback.ben.id))
    said = next(m for m in loopback.ada.visible(loopback.games) if "your turn" in m["content"])
    assert [u["id"] for u in said["mentions"]] == [loopback.ben.id]
    quiet = await bot.get_partial_messageable(int(loopback.games)).send(f"<@{loopback.ben.id}> @everyone")
    assert loopback.world.messages[str(quiet.id)]["mentions"] == []


async def test_edit_attachments(loopback: Loopback, bot: LittleBot) -> None:
    channel = bot.get_partial_messageable(int(loopback.games))
    files = [discord.File(picture("red"), "a.png"), discord.File(picture("red"), "b.png")]
    sent = await channel.send("two", files=files)
    kept = await sent.edit(attachments=[sent.attachments[1], discord.File(picture("blue"), "c.png")])
    assert [a.filename for a in kept.attachments] == ["b.png", "c.png"]
    same = await kept.edit(content="still two")
    assert [a.filename for a in same.attachments] == ["b.png", "c.png"]
    none = await same.edit(attachments=[])
    assert none.attachments == []


async def test_a_nonce_prevents_duplicate_messages(loopback: Loopback, bot: LittleBot) -> None:
    loopback.faults.fail("POST", r"/channels/\d+/messages", drop="after")
    channel = bot.get_partial_messageable(int(loopback.games))
    with pytest.raises(Exception, match="disconnected"):
        await channel.send("once", nonce="n1")
    await channel.send("once", nonce="n1")
    assert [m["content"] for m in loopback.ada.visible(loopback.games)] == ["once"]


async def test_history(loopback: Loopback, bot: LittleBot) -> None:
    for n in range(5):
        loopback.ada.say(loopback.games, str(n))
    channel = bot.get_channel(int(loopback.games))
    assert isinstance(channel, discord.TextChannel)
    assert [m.content async for m in channel.history(limit=3)] == ["4", "3", "2"]
    first = next(loopback.world.in_channel(loopback.games))
    assert [m.id async for m in channel.history(after=discord.Object(int(first["id"])), limit=2)] == [
        int(m["id"]) for m in loopback.ada.visible(loopback.games)[1:3]
    ]
    fetched = await bot.fetch_channel(int(loopback.games))
    assert isinstance(fetched, discord.TextChannel)
    assert fetched.last_message_id == int(loopback.ada.last(loopback.games)["id"])


async def test_threads_and_channels_can_be_created_and_deleted(loopback: Loopback, bot: LittleBot) -> None:
    games = bot.get_channel(int(loopback.games))
    assert isinstance(games, discord.TextChannel)
    thread = await games.create_thread(name="Table two", type=discord.ChannelType.public_thread)
    await thread.send("hello")
    assert loopback.ben.last(str(thread.id))["content"] == "hello"
    await thread.edit(archived=True)
    with pytest.raises(discord.HTTPException) as error:
        await thread.get_partial_message(int(loopback.ben.last(str(thread.id))["id"])).edit(content="x")
    assert error.value.code == 50083
    await thread.send("awake again")
    mine = loopback.world.add_thread(loopback.games, "By Ada", loopback.ada.id)
    await loopback.until(lambda: ("thread", "By Ada") in bot.happened)
    loopback.world.delete_channel(mine["id"])
    await loopback.until(lambda: ("thread gone", "By Ada") in bot.happened)
    loopback.world.delete_channel(loopback.games)
    await loopback.until(lambda: ("channel gone", "games") in bot.happened)
    with pytest.raises(discord.NotFound) as gone:
        await bot.get_partial_messageable(int(loopback.games)).send("x")
    assert gone.value.code == 10003
    loopback.world.remove_guild(loopback.guild)
    await loopback.until(lambda: ("guild gone", "The Hearth") in bot.happened)


async def test_people_and_emojis(loopback: Loopback, bot: LittleBot) -> None:
    member = await bot.guilds[0].fetch_member(int(loopback.ben.id))
    assert member.display_name == "Ben"
    stranger = loopback.world.add_user("eve")
    with pytest.raises(discord.NotFound) as error:
        await bot.guilds[0].fetch_member(int(stranger["id"]))
    assert error.value.code == 10007
    with pytest.raises(discord.NotFound) as unknown:
        await bot.fetch_user(5)
    assert unknown.value.code == 10013
    emoji = await bot.create_application_emoji(name="candy", image=picture().getvalue())
    assert [e.name for e in await bot.fetch_application_emojis()] == ["candy"]
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(emoji=emoji, custom_id="x"))
    sent = await bot.get_partial_messageable(int(loopback.games)).send(view=view)
    assert loopback.world.messages[str(sent.id)]["components"][0]["components"][0]["emoji"]["id"] == str(emoji.id)
    await emoji.delete()
    with pytest.raises(discord.HTTPException) as invalid:
        await bot.get_partial_messageable(int(loopback.games)).send(view=view)
    assert invalid.value.code == 50035


async def test_message_content_requires_the_intent_or_a_mention(loopback: Loopback) -> None:
    async with living(loopback, intents=discord.Intents(guilds=True, guild_messages=True)) as bot:
        loopback.ada.say(loopback.games, "secret")
        loopback.ada.say(loopback.games, f"<@{bot.application_id}> hello")
        loopback.ada.say(loopback.ada.dm, "in private")
        loopback.ada.say(loopback.games, "last")
        told = [("message", "", "The Hearth"), ("message", f"<@{bot.application_id}> hello", "The Hearth")]
        await loopback.until(lambda: len([h for h in bot.happened if h[0] == "message"]) == 3)
        assert [h for h in bot.happened if h[0] == "message"] == [*told, ("message", "", "The Hearth")]


async def test_members_join(loopback: Loopback) -> None:
    loopback.gateway.allowed_privileged = 1 << 1
    async with living(loopback, intents=discord.Intents(guilds=True, members=True)) as bot:
        assert len(bot.guilds[0].members) == 5
        loopback.add_person("Eve")
        await loopback.until(lambda: ("joined", "Eve") in bot.happened)
