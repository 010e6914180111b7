"""Hob starts while Discord or the network is down."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.gateway.client import Hob
from hob.testing.pointing import free_port, real_discord_stays
from playground.discord import Loopback
from tests.sockets.server import InProcessHob, Party

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def afterwards() -> Iterator[None]:
    with real_discord_stays(Hob):
        yield


async def test_the_network_is_down_at_login(tmp_path: Path) -> None:
    loopback = Loopback(port=free_port(), deadline=60.0)
    home = InProcessHob(loopback, tmp_path)
    await home.start()
    await asyncio.sleep(0.3)
    assert home.lives
    async with loopback:
        try:
            await home.online()
            await loopback.until(lambda: loopback.world.commands.get(None))
            party = Party.of(home, 0, 2, 7)
            await party.set_table()
            assert (await home.sessions(party.channel))[0].status == "playing"
        finally:
            await home.close()


@pytest.mark.parametrize("path", [r"/users/@me", r"/applications/\d+/commands", r"/gateway(/bot)?"])
async def test_login_is_retried_while_discord_returns_errors(tmp_path: Path, path: str) -> None:
    async with Loopback(deadline=60.0) as loopback:
        loopback.faults.fail(".*", path, status=503)
        home = InProcessHob(loopback, tmp_path)
        await home.start()
        try:
            await home.online()
            await loopback.until(lambda: loopback.world.commands.get(None))
        finally:
            await home.close()
