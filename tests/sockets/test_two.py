"""Two Hobs by accident, or for the moment of an upgrade: one attends, and the other goes on where it ends."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.sockets.house import House, Party, house

pytestmark = pytest.mark.filterwarnings("ignore:unread_data")
WAITS = "another Hob works with this store"


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as home:
        yield home


@contextlib.asynccontextmanager
async def beside(home: House) -> AsyncIterator[House]:
    """A second process with the same data folder and token."""
    other = House(home.discord, home.data)
    other.log = home.data / "other.log"
    await other.start()
    try:
        await home.discord.until(lambda: WAITS in other.log.read_text() or not other.lives, within=60)
        assert other.lives, other.log.read_text()[-3000:]
        yield other
    finally:
        await other.close()


async def test_the_second_takes_over_from_a_killed_one_and_every_press_is_kept(home: House) -> None:
    await home.start()
    await home.online()
    party = Party.of(home, 1, 3, seed=7)
    party.twice = 0.0
    await party.set_table()
    async with beside(home) as other:
        await party.press_on(lambda: len(home.pressed) >= 12)
        await home.kill()
        await home.discord.until(lambda: home.discord.gateway.online or not other.lives, within=60)
        assert other.lives, other.log.read_text()[-3000:]
        await party.press_on(lambda: len(home.pressed) >= 24)
        assert party.faults == []
        assert "Traceback" not in home.log.read_text() + other.log.read_text()
    store = await home.kept()
    tables = [row.id for row in await home.sessions()]  # more than one if a game ended and somebody played again
    kept = {(table, a.question, a.option) for table in tables for a in await store.answers(table)}
    told = (4, 7)  # by a message or by the table itself; a mere deferral says nothing yet
    before: set[tuple[str, int, str]] = set()  # a candy chosen in the panel may be pressed once more behind My hand
    accepted = 0
    for press in (p for p in home.pressed if p.control.kind == "confirm" or "/" not in p.option):
        move = (press.control.session, press.control.question, press.option)
        if press.it.answer in told and press.accepted:
            accepted += 1
            assert move in kept, press.said
        elif press.it.answer in told:
            assert move not in kept or move in before, press.said
        before.add(move)
    assert accepted >= 8
