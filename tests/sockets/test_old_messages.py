"""Messages older than an hour: Discord limits their edits, and may count the answers to presses, too."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from playground.discord import Interaction, Loopback
from playground.discord.fault_injection import TOO_OLD, USUAL, Bucket
from tests.sockets.invariants import all_right
from tests.sockets.server import Party, running
from tests.sockets.virtual import VirtualHob, seeded, virtual_discord

HOUR = 3700.0
ANSWERS_ARE_FREE = [Bucket("PATCH", r"/channels/.*", 3, 6.0, older=3600.0) if one.older else one for one in USUAL]


class Watch:
    """The delays of acknowledgements, and the requests that Discord rejected."""

    def __init__(self, discord: Loopback) -> None:
        self.discord, self.waits = discord, list[float]()
        discord.world.watchers.append(self._noted)

    def _noted(self, kind: str, data: dict[str, Any]) -> None:
        if kind in ("answer", "failed"):
            it: Interaction = data["interaction"]
            self.waits.append(self.discord.world.clock() - it.born if kind == "answer" else 1e9)

    @property
    def rejected(self) -> int:
        return [code for _, _, code in self.discord.api.refused].count(TOO_OLD)

    @property
    def edits(self) -> int:
        return sum(method == "PATCH" and status == 200 for method, _, status in self.discord.api.calls)


@asynccontextmanager
async def virtual_evening(tmp_path: Path, buckets: list[Bucket]) -> AsyncIterator[tuple[VirtualHob, Watch]]:
    """Start Hob in virtual time, which stands still while any work is done, and always in the same way."""
    with seeded(1):
        async with virtual_discord(buckets=buckets) as discord:
            async with running(VirtualHob(discord, tmp_path)) as home:
                yield home, Watch(discord)
            assert discord.api.unknown == []


def table_of(party: Party) -> dict[str, Any]:
    [*_, table] = [message for message in party.bots(party.people[0], party.channel) if message["components"]]
    return table


async def test_five_minutes_at_an_old_table_with_seven_computers(tmp_path: Path) -> None:
    async with virtual_evening(tmp_path, USUAL) as (home, watch):
        discord, world = home.discord, home.discord.world
        party = Party.of(home, 1, 1, seed=7, group="cover")
        [host] = party.guests
        await host.types("cover new", computers=7)
        await host.clicks("Start")
        played = 0.0
        while played < 300:
            if world.age(table_of(party)["id"]) < HOUR:  # a rematch posts a new table
                discord.advance(HOUR)
            began = world.clock()
            await party.act()
            await party.wake()
            await asyncio.sleep(party.rng.uniform(0.2, 2.0))
            played += world.clock() - began
        assert watch.rejected <= 5
        assert len(watch.waits) > 40 and max(watch.waits) <= 1.0
        assert watch.edits > 20 and party.faults == []  # more if the computers have more to decide


@pytest.mark.parametrize(
    ("group", "people", "buckets"),
    [("chaser", 2, USUAL), ("chaser", 2, ANSWERS_ARE_FREE), ("ghosts", 3, USUAL)],
    ids=["on the table", "on the table, answers are free", "in direct messages"],
)
async def test_quick_presses_on_old_messages(tmp_path: Path, group: str, people: int, buckets: list[Bucket]) -> None:
    async with virtual_evening(tmp_path, buckets) as (home, watch):
        discord = home.discord
        party = Party.of(home, 1, people, seed=7, group=group)
        await party.set_table()
        await asyncio.sleep(10)
        discord.advance(HOUR)
        for _ in range(20):  # there isn't always something to press
            await party.act()
            await asyncio.sleep(0.3)
        assert len(watch.waits) >= 12 and max(watch.waits) <= 1.0
        assert watch.rejected == 0 and party.faults == []
        await asyncio.sleep(20)
        await all_right(home)


async def test_a_press_is_shown_while_other_edits_are_rejected(tmp_path: Path) -> None:
    """Hob holds no lock while Discord rejects edits for any reason."""
    async with virtual_evening(tmp_path, USUAL) as (home, watch):
        discord = home.discord
        party = Party.of(home, 1, 3, seed=7)
        host, typing, pressing = party.guests
        await host.types("chaser new")
        await asyncio.sleep(10)
        rejected: dict[str, Any] = {"status": 429, "body": {"retry_after": 20.0}, "headers": {"Retry-After": "20"}}
        discord.faults.fail("PATCH", rf"/channels/{party.channel}/.*", times=99, **rejected)
        await typing.types("chaser join")
        await asyncio.sleep(2)
        it = await discord.answered(pressing.person.click(table_of(party), "Join"))
        assert it.answer == 7 and max(watch.waits) <= 1.0
        assert all(person.name in str(table_of(party)["embeds"]) for person in party.people)
        discord.faults.clear()
        await asyncio.sleep(30)
        await all_right(home)
