"""Check the loopback Discord with a second client library and with Discord's own API description."""

from __future__ import annotations

import math
from pathlib import Path

import discord
import hikari
import pytest

from playground.discord import Loopback
from tests.playground.discord_api.description import Exchange, bodies, faults, recorded
from tests.playground.living import living
from tests.playground.sample_bot import picture


async def test_hikari_logs_in_and_answers() -> None:
    async with Loopback(deadline=math.inf) as loopback:
        url = f"{loopback.base}/api/v10"
        bot = hikari.GatewayBot(
            loopback.token,
            intents=hikari.Intents.GUILDS,
            banner=None,
            logs=None,
            auto_chunk_members=False,
            rest_url=url,
        )

        @bot.listen()
        async def answer(event: hikari.InteractionCreateEvent) -> None:
            it = event.interaction
            assert isinstance(it, hikari.CommandInteraction | hikari.ComponentInteraction)
            row = bot.rest.build_message_action_row().add_interactive_button(
                hikari.ButtonStyle.PRIMARY, "b", label="Press"
            )
            kind = hikari.ResponseType.MESSAGE_CREATE
            await it.create_initial_response(kind, f"{it.user.username} in {it.guild_id}", component=row)

        await bot.start(check_for_updates=False)
        try:
            me = bot.get_me()
            assert me and me.id == int(loopback.world.bot["id"])
            await loopback.until(lambda: bot.cache.get_guilds_view())
            builder = bot.rest.slash_command_builder("hello", "Says hello")
            await bot.rest.set_application_commands(me.id, [builder])
            it = await loopback.answered(loopback.ben.slash(loopback.games, "hello"))
            message = loopback.reply(it)
            assert message["content"] == f"ben in {loopback.guild}"
            pressed = await loopback.answered(loopback.ada.click(message, "Press"))
            assert loopback.reply(pressed)["content"].startswith("ada in")
            sent = await bot.rest.create_message(int(loopback.games), "file", attachment=hikari.Bytes(b"x", "x.txt"))
            assert sent.attachments[0].size == 1
            dm = await bot.rest.create_dm_channel(int(loopback.ada.id))
            await dm.send("letter")
            await loopback.gateway.cut(4000)
            await loopback.until(lambda: loopback.gateway.online)
        finally:
            await bot.close()
        assert loopback.api.unknown == []


async def a_days_work(loopback: Loopback) -> None:
    """Send every kind of request that a bot makes, all of them valid."""
    async with living(loopback) as bot:
        await bot.application_info()
        message = loopback.reply(await loopback.answered(loopback.ada.slash(loopback.games, "play", colour="red")))
        await loopback.answered(loopback.ada.autocomplete(loopback.games, "play", "colour", "r"))
        await loopback.answered(loopback.ben.click(message, "Vote"))
        await loopback.answered(loopback.ben.select(message, "colours", "red"))
        opened = await loopback.answered(loopback.ben.click(message, "Form"))
        await loopback.answered(loopback.ben.submit(opened, name="Ben", pick=["blue"]))
        hand = await loopback.answered(loopback.ben.click(message, "My hand"))
        await loopback.until(lambda: loopback.reply(hand)["content"])
        letter = await loopback.answered(loopback.cara.slash(loopback.games, "chaser letter"))
        await loopback.until(lambda: loopback.reply(letter)["content"])
        emoji = await bot.create_application_emoji(name="candy", image=picture().getvalue())
        assert len(await bot.fetch_application_emojis()) == 1
        guild = await bot.fetch_guild(int(loopback.guild))
        await guild.fetch_member(int(loopback.dan.id))
        await guild.fetch_channels()
        await guild.fetch_roles()
        await bot.tree.fetch_commands()
        games = await bot.fetch_channel(int(loopback.games))
        assert isinstance(games, discord.TextChannel)
        await games.typing()
        layout = discord.ui.LayoutView(timeout=None)
        layout.add_item(discord.ui.Container(discord.ui.TextDisplay("text")))
        await games.send(view=layout)
        thread = await games.create_thread(name="Two", type=discord.ChannelType.public_thread)
        sent = await thread.send("hello", file=discord.File(picture(), "a.png"))
        answer = await sent.reply("there")
        await answer.edit(content="here", attachments=[])
        await thread.edit(archived=True)
        await answer.delete()
        assert [m.content async for m in thread.history(limit=5)] == ["hello"]
        await bot.fetch_channel(int(loopback.cara.dm))
        await emoji.delete()


async def test_a_days_recorded_exchanges_match_discords_api_specification(loopback: Loopback, record: Path) -> None:
    await a_days_work(loopback)
    exchanges = recorded(record)
    assert len(exchanges) >= 35
    for exchange in exchanges:
        assert list(exchange) == ["method", "path", "request", "status", "response"]
        assert exchange["path"].startswith("/") and "?" not in exchange["path"] and exchange["status"] < 300
    assert bodies(exchanges) > 50
    assert faults(exchanges) == []


SENT: Exchange = {
    "method": "POST", "path": "/channels/1000000000000000007/messages", "request": {"content": "hello"}, "status": 400,
    "response": {"code": 50006, "message": "Cannot send an empty message"},
}  # fmt: skip


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"path": "/channels/1000000000000000007/letters", "status": 200}, "no such route"),
        ({"response": {"message": "Cannot send"}}, "'code' is a required property"),
        ({"response": {"content": "hello"}, "status": 200}, "'id' is a required property"),
        ({"request": {"content": 7}, "response": None, "status": 200}, "content: 7 is not of type"),
        ({"request": {"embeds": [{"title": "x" * 257}]}, "response": None, "status": 200}, "embeds/0/title"),
    ],
)
def test_deviations_from_the_api_specification_are_found(wrong: Exchange, said: str) -> None:
    assert any(said in fault for fault in faults([{**SENT, **wrong}]))


def test_numeric_ids_and_rejected_bodies_are_accepted() -> None:
    mentions, files = {"users": [1000000000000000007]}, [{"id": 0, "filename": "a"}]
    request = {"content": "x", "allowed_mentions": mentions, "attachments": files}
    assert faults([{**SENT, "request": {"content": 7}}]) == []
    assert faults([{**SENT, "request": request, "status": 200, "response": None}]) == []
