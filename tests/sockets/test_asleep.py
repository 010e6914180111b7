"""A Hob is suspended for longer than its lease: another one takes over, and unfinished work isn't shown."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from benchmarks._processes import painters
from benchmarks.campaign.cluster import Hob, HobCluster, run_cluster
from benchmarks.campaign.faults import PAST_LEASE
from benchmarks.campaign.people import Table
from benchmarks.clicks import picture
from tests.needs import POSTGRESQL
from tests.sockets.invariants import all_right, ledger, shown
from tests.sockets.server import Party, Pressed

pytestmark = pytest.mark.slow


async def moves(cluster: HobCluster, party: Party) -> Pressed:
    """Press something on the table as the current player."""

    await cluster.tables()  # load the seats

    def found() -> Pressed | None:
        there = party.at_table()
        return cluster.press(*there[0][:3], party.rng) if there else None

    press: Pressed = await cluster.discord.until(found)
    return press


def held(hob: Hob) -> set[str]:
    """Return the shards that this Hob serves, according to its log."""
    found: set[str] = set()
    for line in hob.log.read_text().splitlines():
        if match := re.search(r"(serving|released) shards (.+) of 2$", line):
            shards = set(match[2].split(", "))
            found = found | shards if match[1] == "serving" else found - shards
    return found


async def test_work_begun_before_a_freeze_is_not_shown(tmp_path: Path) -> None:
    POSTGRESQL.or_skip()
    async with run_cluster(tmp_path, "postgresql", hobs=2, shards=2) as cluster:
        discord, wires = cluster.discord, cluster.discord.gateway
        await cluster.start()
        await cluster.shared()
        await discord.until(lambda: discord.world.commands.get(None))
        party = Table.of(cluster, 0, 2, 3, guild=cluster.servers[1])
        await Party.set_table(party)  # with pictures
        await discord.until(lambda: all(party.bots(person, person.dm) for person in party.people))
        await all_right(cluster)
        table = str((await cluster.sessions())[0].screen["table"]["id"])
        await discord.until(lambda: picture(discord.world.messages[table]))
        [sleeper] = [hob for hob in cluster.hobs if "1" in held(hob)]
        assert sleeper.process is not None
        pid = sleeper.process.pid

        # The painters stop first: the move's text is shown, but its picture is still being painted.
        brushes = await discord.until(lambda: painters(pid))
        for brush in brushes:
            os.kill(brush, signal.SIGSTOP)
        press = await moves(cluster, party)
        assert await cluster.settled(press) and press.accepted, press.said
        os.kill(pid, signal.SIGSTOP)
        unheard = await moves(cluster, party)
        await asyncio.sleep(PAST_LEASE)

        def another() -> bool:
            return sum(session.shard[0] == 1 and session.wire is not None for session in wires.sessions.values()) == 2

        await discord.until(another)
        for _ in range(3):
            press = await moves(cluster, party)
            assert await cluster.settled(press) and press.accepted, press.said
            await all_right(cluster)  # the table may follow the answer

        changes = list[dict[str, Any]]()
        before = shown(discord.world.messages[table])
        discord.world.watchers.append(
            lambda kind, data: changes.append(shown(data)) if kind == "edit" and data["id"] == table else None
        )
        for process in (*brushes, pid):
            os.kill(process, signal.SIGCONT)
        await discord.until(lambda: "1" not in held(sleeper))
        await cluster.shared()  # by then, the sleeper has dropped what it had begun
        assert [change for change in changes if change != before] == [], "the newer message stays"
        assert not unheard.it.over, "the press was for another Hob process to answer"
        assert await cluster.settled(await moves(cluster, party))
        await all_right(cluster)
        found = await ledger(cluster, await cluster.sessions(), cluster.pressed)
        assert (found.lost, found.doubled, found.astray, party.faults) == ([], [], [], [])
        assert "Traceback" not in "".join(hob.log.read_text() for hob in cluster.hobs)
