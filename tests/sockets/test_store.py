"""The store under a running Hob: restored from another program's copy, or locked by another program."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot import app, gate
from bot.delivery import response
from bot.gateway import health
from bot.gateway.probe import find_problem
from db import Leases
from playground.discord import Person
from playground.discord.state import LONGEST
from tests.sockets.invariants import all_right
from tests.sockets.server import PATIENT, InProcessHob, Party, Pressed, patient_discord, running

pytestmark = pytest.mark.slow
INTERRUPTED = "Sorry, I was interrupted"


async def test_restoring_a_slightly_older_copy_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The copy was made after the last regular heartbeat, and people played on until the stop."""
    monkeypatch.setattr(health, "HEALTH_INTERVAL", 3600.0)
    store, copy = tmp_path / "hob.sqlite3", tmp_path / "copy"
    async with patient_discord() as discord:
        async with running(InProcessHob(discord, tmp_path)) as home:
            await home.discord.until(lambda: find_problem(tmp_path) is None)
            party = Party.of(home, 1, 2, seed=7)
            await party.set_table()
            await all_right(home)
            [before] = await home.sessions()
            with (
                contextlib.closing(sqlite3.connect(store)) as source,
                contextlib.closing(sqlite3.connect(copy)) as target,
            ):
                source.backup(target)
            await party.press_on(lambda: len(home.pressed) >= 4)
            await all_right(home)
            assert (await home.sessions())[0].revision > before.revision
        shutil.copy(copy, store)
        async with running(InProcessHob(discord, tmp_path)) as home:
            assert "database older than what Discord shows; tables to redraw: 1" in caplog.messages
            await all_right(home)
            assert (await home.sessions())[0].revision == before.revision


@contextmanager
def locked(home: InProcessHob, defer_after: float = 0.0) -> Iterator[None]:
    """Lock the database as another program would; presses are acknowledged after `defer_after` seconds."""
    with (
        pytest.MonkeyPatch.context() as impatient,
        contextlib.closing(sqlite3.connect(home.data / "hob.sqlite3", isolation_level=None)) as other,
    ):
        impatient.setattr(response, "DEFER_AFTER", defer_after)
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[InProcessHob]:
    async with patient_discord() as discord, running(InProcessHob(discord, tmp_path)) as home:
        yield home


async def table(home: InProcessHob, number: int) -> Party:
    party = Party.of(home, number, 2, seed=7)
    party.twice, party.pictures = 0.0, False
    await party.set_table()
    await all_right(home)
    return party


async def press(party: Party) -> tuple[Person, Pressed]:
    """Press a button; return the person and the press, which Hob has only acknowledged."""
    (person, message, control, _), *_ = await party.hob_server.discord.until(party.at_table)
    pressed = party.hob_server.press(person, message, control, party.rng)
    await party.hob_server.discord.answered(pressed.it)
    assert pressed.it.answer == 6
    return person, pressed


def told(party: Party, person: Person) -> list[str]:
    return [m["content"] for m in party.bots(person, party.channel) if m["content"].startswith(INTERRUPTED)]


async def goes_on(home: InProcessHob, party: Party) -> None:
    """Check that presses count again once Hob is connected."""
    before = revision = (await home.sessions(party.channel))[0].revision
    async with asyncio.timeout(LONGEST):
        while revision == before:
            await home.online()
            await party.act()
            [row] = await home.sessions(party.channel)
            revision = row.revision
    await all_right(home)
    assert party.faults == []


async def test_presses_are_answered_if_the_store_lock_outlasts_the_lease(home: InProcessHob) -> None:
    parties = [await table(home, number) for number in range(2)]
    leases = leases_of(home)
    now, ttl = leases._now, leases.ttl
    with locked(home):
        people = [(await press(party))[0] for party in parties]
        leases._now, leases.ttl = lambda: now() + 60, 0.1  # a minute later, with a short timeout for heartbeats
        leases.wake()
        for party, person in zip(parties, people, strict=True):
            await home.discord.until(lambda party=party, person=person: told(party, person))
            assert len(told(party, person)) == 1
        leases.ttl = ttl
    for party in parties:
        await goes_on(home, party)


async def test_a_press_completed_while_the_lease_is_unsure_is_answered(
    home: InProcessHob, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock ends after the lease's last heartbeat is too old, and before any work is abandoned."""
    party, leases = await table(home, 1), leases_of(home)
    now = leases._now

    async def never() -> Any:
        await asyncio.Event().wait()

    with monkeypatch.context() as away:
        away.setattr(leases, "heartbeat", never)
        with locked(home):
            person, _ = await press(party)
            away.setattr(leases, "_now", lambda: now() + 60)
        await home.discord.until(lambda: told(party, person))
    leases.wake()
    await home.discord.until(lambda: leases.is_sure)
    await goes_on(home, party)


async def test_a_press_while_the_lease_is_unsure_waits_for_it(home: InProcessHob) -> None:
    """After a long freeze, presses may come before the next heartbeat."""
    party = await table(home, 1)
    leases_of(home).sure_until = 0.0
    person, message, control, _ = party.at_table()[0]
    pressed = home.press(person, message, control, party.rng)
    await home.discord.answered(pressed.it)
    assert pressed.it.answer is not None, "it waited as long as allowed"
    await goes_on(home, party)


async def test_a_press_still_pending_when_hob_stops_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "DRAIN_TIMEOUT", 0.1)
    monkeypatch.setattr(InProcessHob, "pauses", PATIENT | {"ANSWER_WITHIN": 0.1})
    async with patient_discord() as discord, running(InProcessHob(discord, tmp_path)) as home:
        party = await table(home, 1)
        with locked(home):
            person, _ = await press(party)
            home.over.set()
            await discord.until(lambda: told(party, person))


async def test_many_presses_are_acknowledged_before_any_is_written(
    home: InProcessHob, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This includes the first presses, although Hob is already working at their tables."""
    parties = [await table(home, number) for number in range(3)]
    monkeypatch.setattr(gate, "MAX_CONCURRENT", 2)
    with locked(home, defer_after=3600.0):
        await asyncio.gather(*(press(party) for party in parties))
    for party in parties:
        await goes_on(home, party)


def leases_of(home: InProcessHob) -> Leases:
    leases = home.hob.cluster.leases
    assert leases is not None
    return leases
