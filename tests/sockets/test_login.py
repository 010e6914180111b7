"""Hob starts while Discord or the network is down."""

from __future__ import annotations

import asyncio
import logging
import math
import socket
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientConnectorError, ClientRequest

from bot.gateway.client import Hob
from hob.testing.pointing import real_discord_stays
from hob.testing.wires import WireConnector
from playground.discord import Loopback
from tests.sockets.server import InProcessHob, Party, running
from tests.sockets.virtual import VirtualHob, virtual_discord
from tests.waiting import until

pytestmark = pytest.mark.slow


async def test_the_network_is_down_at_login(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with (
        real_discord_stays(Hob),
        socket.socket() as reserved,
    ):
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        reserved.bind(("127.0.0.1", 0))  # refuses connections, and keeps the port from other processes
        loopback = Loopback(port=reserved.getsockname()[1], deadline=math.inf)
        home = InProcessHob(loopback, tmp_path)
        await home.start()
        await until(lambda: any("can't reach Discord" in line for line in caplog.messages))
        assert home.lives
        async with loopback:
            try:
                await home.online()
                party = Party.of(home, 0, 2, 7)
                await party.set_table()
                assert (await home.sessions(party.channel))[0].status == "playing"
            finally:
                await home.close()


@pytest.mark.parametrize("path", [r"/users/@me", r"/applications/\d+/commands", r"/gateway(/bot)?"])
async def test_login_is_retried_while_discord_returns_errors(tmp_path: Path, path: str) -> None:
    async with virtual_discord() as discord:
        discord.faults.fail(".*", path, status=503)
        async with running(VirtualHob(discord, tmp_path)):
            pass


async def test_a_login_that_hangs_costs_less_than_a_minute(tmp_path: Path) -> None:
    async with virtual_discord() as discord:
        discord.faults.fail("GET", "/users/@me")  # the check of the login limits gets its answer
        discord.faults.fail("GET", "/users/@me", delay=290.0)
        began = asyncio.get_running_loop().time()
        async with running(VirtualHob(discord, tmp_path)):
            assert asyncio.get_running_loop().time() - began < 60


async def test_a_gateway_that_is_down_at_the_start_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "hob.shards")
    async with virtual_discord() as discord:
        discord.gateway.refuse()
        home = VirtualHob(discord, tmp_path)
        await home.start()
        try:
            await asyncio.sleep(600.0)
            discord.gateway.admit()
            await discord.until(lambda: "connected to Discord again" in caplog.messages)
        finally:
            await home.close()
    logged = [record for record in caplog.records if record.name.startswith(("hob.shards", "discord.client"))]
    assert [record.getMessage().partition(": ")[0] for record in logged] == [
        "can't reach Discord, retrying",
        "connected to Discord again",
    ]


async def test_an_outage_is_logged_once_and_again_when_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """In virtual time: discord.py tries for two minutes, then Hob logs in again and again."""
    caplog.set_level(logging.DEBUG, "hob.shards")

    async def unreachable(_: WireConnector, request: ClientRequest, *__: Any) -> Any:
        raise ClientConnectorError(request.connection_key, OSError("connection refused"))

    async with virtual_discord() as discord, running(VirtualHob(discord, tmp_path)) as home:
        await discord.until(lambda: home.hob.connections and home.hob.connections.shard_states[0])
        with monkeypatch.context() as outage:
            outage.setattr(WireConnector, "_create_connection", unreachable)
            await discord.gateway.cut()
            await asyncio.sleep(600.0)
        await discord.until(lambda: "connected to Discord again" in caplog.messages)
        await asyncio.sleep(60.0)
    tries = [record for record in caplog.records if record.levelno == logging.DEBUG]
    assert len(tries) > 5, "each is logged for those who look for it"
    logged = [record for record in caplog.records if record.levelno > logging.DEBUG and record.name != "hob"]
    assert [record.getMessage().partition(": ")[0] for record in logged if "shards" in record.name] == [
        "can't reach Discord, retrying",
        "gateway down for too long, restarting the client",
        "connected to Discord again",
    ]
    assert "discord.client" not in {record.name for record in logged}, "no traceback at each try"
