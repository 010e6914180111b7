"""Two Hobs, by accident or during an upgrade: one serves, and the other takes over when it ends."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.sockets.invariants import ledger
from tests.sockets.server import HobServer, Party, hob_server

pytestmark = pytest.mark.slow
WAITS = "another Hob uses this database"


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[HobServer]:
    async with hob_server(tmp_path) as home:
        yield home


@contextlib.asynccontextmanager
async def beside(home: HobServer) -> AsyncIterator[HobServer]:
    """Run a second process with the same data folder and token."""
    other = HobServer(home.discord, home.data)
    other.log = home.data / "other.log"
    await other.start()
    try:
        await home.discord.until(lambda: WAITS in other.log.read_text() or not other.lives)
        assert other.lives, other.log.read_text()[-3000:]
        yield other
    finally:
        await other.close()


async def test_a_second_process_takes_over_without_losing_presses(home: HobServer) -> None:
    await home.start()
    await home.online()
    party = Party.of(home, 1, 3, seed=7)
    party.twice = 0.0
    await party.set_table()
    async with beside(home) as other:
        await party.press_on(lambda: sum(press.moves for press in home.pressed) >= 6)
        await home.kill()
        await home.discord.until(lambda: home.discord.gateway.online or not other.lives)
        assert other.lives, other.log.read_text()[-3000:]
        before = len(home.pressed)
        await party.press_on(lambda: sum(press.moves for press in home.pressed[before:]) >= 6)
        assert party.faults == []
        assert "Traceback" not in home.log.read_text() + other.log.read_text()
    kept = await ledger(home, await home.sessions(), home.pressed)
    assert kept.lost == kept.doubled == kept.astray == []
