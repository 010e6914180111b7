"""A loopback Discord and a bot that lives in it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest

from playground.discord import Loopback
from tests.playground.little_bot import LittleBot

Living = Callable[..., Any]


@asynccontextmanager
async def living(loopback: Loopback, **options: Any) -> AsyncIterator[LittleBot]:
    """A bot that has logged in, and is ended with the block."""
    bot = LittleBot(**options)
    task = asyncio.create_task(bot.start(loopback.token))
    try:
        await loopback.until(lambda: "ready" in bot.happened or task.done())
        if task.done():
            task.result()
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
async def loopback(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Loopback]:
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    socket = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(socket, "DEFAULT_GATEWAY", socket.DEFAULT_GATEWAY)
    monkeypatch.setattr(discord.asset.Asset, "BASE", discord.asset.Asset.BASE)
    async with Loopback() as one:
        one.point(discord)
        yield one
        assert one.api.unknown == []


@pytest.fixture
async def bot(loopback: Loopback) -> AsyncIterator[LittleBot]:
    async with living(loopback) as one:
        yield one
