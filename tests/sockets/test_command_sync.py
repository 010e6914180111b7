"""Discord rejects the slash commands: games go on, and the commands come once Discord accepts them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from bot.gateway.client import MAX_UNREADABLE
from cogs.games import BUILT_IN
from playground.discord import Loopback
from playground.discord.state import COMMAND_CREATES, DAY
from tests.sockets.invariants import all_right
from tests.sockets.server import InProcessHob, Party, patient_discord, running
from tests.sockets.virtual import VirtualHob, virtual_discord

pytestmark = pytest.mark.slow
COMMANDS = r"/applications/\d+/commands"
MISSING: dict[str, Any] = {"status": 403, "body": {"message": "Missing Access", "code": 50001}}


class Synced(InProcessHob):
    """Hob with pauses between command syncs that a test ends."""

    def __init__(self, discord: Loopback, data: Path, games: tuple[str, ...]) -> None:
        super().__init__(discord, data)
        self.games = games
        self.slept: list[float] = []
        self.wakes = asyncio.Event()

    async def start(self) -> None:
        await super().start()
        self.hob.command_sync.sleep = self.sleep

    async def online(self) -> None:
        """Don't wait for the commands."""
        await self.discord.until(lambda: self.discord.gateway.online)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.discord.world.note("sleeps", {})
        await self.wakes.wait()

    @property
    def puts(self) -> int:
        return sum(method == "PUT" and path.endswith("/commands") for method, path, _ in self.discord.api.calls)

    @property
    def commands(self) -> set[str]:
        return {command["name"] for command in self.discord.world.commands.get(None, {}).values()}


def hob(discord: Loopback, data: Path, games: tuple[str, ...] = BUILT_IN) -> AbstractAsyncContextManager[Synced]:
    return running(Synced(discord, data, games))


@pytest.fixture
async def discord() -> AsyncIterator[Loopback]:
    async with patient_discord() as discord:
        yield discord


def too_many_creates(discord: Loopback) -> Callable[[], object]:
    creates = discord.world.command_creates.setdefault(None, [])
    creates += [discord.clock()] * (COMMAND_CREATES - len(creates))
    return lambda: discord.advance(DAY)


def answers(**answer: Any) -> Callable[[Loopback], Callable[[], object]]:
    def begin(discord: Loopback) -> Callable[[], object]:
        discord.faults.fail("PUT", COMMANDS, times=1000, **answer)
        return discord.faults.clear

    return begin


REJECTIONS = {
    "400/30034": (too_many_creates, "30034"),
    "403/50001": (answers(**MISSING), "Missing Access"),
    "500": (answers(status=500), ""),
    "429": (answers(status=429, body={"retry_after": 300.0}), "Retry in 300.00 seconds"),
    "400/50035": (
        answers(
            status=400,
            body={
                "code": 50035,
                "message": "Invalid Form Body",
                "errors": {"0": {"name": {"_errors": [{"code": "X", "message": "This name is taken."}]}}},
            },
        ),
        "This name is taken.",
    ),
}


@pytest.mark.parametrize("rejection", REJECTIONS)
async def test_games_continue_while_command_sync_is_rejected(
    tmp_path: Path, discord: Loopback, rejection: str, caplog: pytest.LogCaptureFixture
) -> None:
    """An operator adds games, but Discord doesn't accept their commands yet."""
    async with hob(discord, tmp_path, games=("candy-chaser",)) as one:
        await discord.until(lambda: one.commands == {"hob", "chaser"})
        party = Party.of(one, 0, 2, 7)
        await party.set_table()
    begin, why = REJECTIONS[rejection]
    accept = begin(discord)
    async with hob(discord, tmp_path) as one:
        party.hob_server = one
        pressed = len(one.pressed)
        await party.press_on(lambda: len(one.pressed) >= pressed + 5)
        await all_right(one)
        other = Party.of(one, 1, 2, 7)
        await other.set_table()
        assert one.commands == {"hob", "chaser"} and (await one.sessions(other.channel))[0].status == "playing"
        if why:  # discord.py retries a 500 itself
            await discord.until(lambda: one.slept)
            assert why in caplog.text and "games continue" in caplog.text
            assert one.puts == 2 and one.slept == [300.0 if rejection == "429" else 30.0]
        accept()
        one.wakes.set()
        await discord.until(lambda: "muncher" in one.commands)
        third = Party.of(one, 2, 2, 7, group="muncher")
        await third.set_table()
        assert party.faults + other.faults + third.faults == []


@pytest.mark.parametrize("rejection", REJECTIONS)
async def test_a_rejected_sync_does_not_delay_startup(tmp_path: Path, rejection: str) -> None:
    """In virtual time, where only waiting takes time: Hob is online in seconds, and syncs after its pause."""
    async with virtual_discord() as discord:
        accept = REJECTIONS[rejection][0](discord)
        one = VirtualHob(discord, tmp_path)
        await one.start()
        try:
            await discord.until(lambda: discord.gateway.online, within=10.0)
            await asyncio.sleep(10.0)
            assert not discord.world.commands.get(None)
            accept()
            await asyncio.sleep(330.0)
            assert discord.world.commands.get(None) and discord.gateway.online
        finally:
            await one.close()


async def test_retry_pauses_grow_exponentially(tmp_path: Path, discord: Loopback) -> None:
    discord.faults.fail("PUT", COMMANDS, times=8, **MISSING)
    async with hob(discord, tmp_path) as one:
        one.wakes.set()
        await discord.until(lambda: one.commands)
        assert one.slept == [30.0, 60.0, 120.0, 240.0, 480.0, 960.0, 1920.0, 3600.0]


async def test_client_restarts_do_not_shorten_the_retry_pause(tmp_path: Path, discord: Loopback) -> None:
    """A restarted client doesn't shorten the pause; the newest client makes the next attempt."""
    discord.faults.fail("PUT", COMMANDS, times=1, **MISSING)
    async with hob(discord, tmp_path) as one:
        await discord.until(lambda: one.slept)
        for _ in range(2):
            before = set(discord.gateway.sessions)
            for _ in range(MAX_UNREADABLE):
                discord.gateway.say("null")
            await discord.until(lambda: discord.gateway.online and not before & set(discord.gateway.sessions))  # noqa: B023
        assert one.puts == 1 and one.slept == [30.0]
        one.wakes.set()
        await discord.until(lambda: one.commands)
        assert one.puts == 2


async def test_unchanged_commands_are_not_synced_again(
    tmp_path: Path, discord: Loopback, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "hob")
    async with hob(discord, tmp_path) as one:
        await discord.until(lambda: "commands synced: " in caplog.text)
    async with hob(discord, tmp_path) as one:
        await discord.until(lambda: "commands unchanged since the last sync" in caplog.text)
        assert one.puts == 1
    discord.world.commands[None].clear()  # as by another program with this token
    async with hob(discord, tmp_path) as one:
        await discord.until(lambda: one.commands)
        assert one.puts == 2


async def test_reverting_to_the_synced_commands_clears_the_failure(tmp_path: Path, discord: Loopback) -> None:
    """An operator offers fewer games, which Discord rejects, and then the same ones as before."""
    async with hob(discord, tmp_path) as one:
        await discord.until(lambda: one.commands)
    discord.faults.fail("PUT", COMMANDS, **MISSING)
    async with hob(discord, tmp_path, games=("candy-chaser",)) as one:
        await discord.until(lambda: one.slept)
        assert one.read("SELECT commands_failure FROM marks") == [
            "403 Forbidden (error code: 50001): Missing Access",
        ]
    async with hob(discord, tmp_path) as one:
        await discord.until(lambda: one.read("SELECT commands_failed_at FROM marks") == [None])
        assert one.puts == 2


async def test_a_stop_during_the_sync_is_not_recorded_as_a_rejection(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with virtual_discord() as discord:
        discord.faults.fail("GET|PUT", COMMANDS, delay=20.0)
        one = VirtualHob(discord, tmp_path)
        await one.start()
        try:
            await discord.until(lambda: discord.gateway.online)
            await asyncio.sleep(5.0)
            one.over.set()
            await asyncio.sleep(10.0)
            assert one.read("SELECT commands_failure FROM marks") == [""]
            assert "commands not synced" not in caplog.text
        finally:
            await one.close()
