"""The loopback Discord checked by others: a second client library, and Discord's own description of its interface."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import discord
import hikari
import pytest

from playground.discord import Loopback
from tests.playground.conftest import living
from tests.playground.little_bot import picture

CHECK = Path(__file__).parents[3] / "shared" / "discord-api" / "check_exchanges.py"
# discord.py writes these two ids as numbers; Discord takes both.
NUMBERS = ("POST /users/@me/channels recipient_id", "POST /channels/{channel_id}/messages message_reference/message_id")


async def test_hikari_logs_in_and_answers() -> None:
    async with Loopback() as loopback:
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
    """Every kind of request that a bot makes, all of them well formed."""
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


async def test_discords_own_description_finds_no_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for owner, name in ((discord.http.Route, "BASE"), (discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY")):
        monkeypatch.setattr(owner, name, getattr(owner, name))
    record = tmp_path / "record.jsonl"
    async with Loopback(record=record) as loopback:
        loopback.point(discord)
        await a_days_work(loopback)
        assert loopback.api.unknown == []
    exchanges: list[dict[str, Any]] = [json.loads(line) for line in record.read_text().splitlines()]
    assert len(exchanges) >= 35
    for exchange in exchanges:
        assert list(exchange) == ["method", "path", "request", "status", "response"]
        assert exchange["path"].startswith("/") and "?" not in exchange["path"] and exchange["status"] < 300
    if CHECK.exists():
        command = [sys.executable, str(CHECK), str(record)]
        checked = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
        *faults, total = checked.stdout.splitlines()
        assert int(total.split()[0]) > 50, checked.stderr
        assert [f for f in faults if not any(theirs in f for theirs in NUMBERS)] == []
