"""The store under a running Hob: put back from a copy that another program made, or locked by another program."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot import app
from bot.cli.probe import find_problem
from bot.gateway import health
from bot.gateway.client import Hob
from bot.interactions import gate, reply
from db import Leases
from playground.discord import Loopback, Person
from tests.pointing import real_discord_stays
from tests.sockets.house import PATIENT, Inside, Party, Pressed
from tests.sockets.right import all_right

pytestmark = pytest.mark.filterwarnings("ignore:unread_data")
INTERRUPTED = "Sorry, I was interrupted"


@asynccontextmanager
async def hob_in(data: Path, discord: Loopback) -> AsyncIterator[Inside]:
    home = Inside(discord, data)
    await home.start()
    try:
        await home.online()
        await discord.until(lambda: discord.world.commands.get(None))
        yield home
    finally:
        await home.close()


async def test_a_copy_from_just_before_a_stop_is_noticed_when_it_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It was copied after the last regular beat, and people went on until the stop."""
    monkeypatch.setattr(health, "HEALTH_INTERVAL", 3600.0)
    store, copy = tmp_path / "hob.sqlite3", tmp_path / "copy"
    with real_discord_stays(Hob):
        async with Loopback(deadline=60.0) as discord:
            async with hob_in(tmp_path, discord) as home:
                while find_problem(tmp_path) is not None:  # noqa: ASYNC110  a file sends no event
                    await asyncio.sleep(0.01)
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
            async with hob_in(tmp_path, discord) as home:
                assert "the store is older than what Discord shows: 1 tables are drawn anew" in caplog.messages
                await all_right(home)
                assert (await home.sessions())[0].revision == before.revision


@contextmanager
def locked(home: Inside, patience: float = 0.0) -> Iterator[None]:
    """Another program writes into the database; a press is acknowledged after `patience`."""
    with (
        pytest.MonkeyPatch.context() as impatient,
        contextlib.closing(sqlite3.connect(home.data / "hob.sqlite3", isolation_level=None)) as other,
    ):
        impatient.setattr(reply, "DEFER_AFTER", patience)
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Inside]:
    with real_discord_stays(Hob):
        async with Loopback(deadline=60.0) as discord, hob_in(tmp_path, discord) as home:
            yield home


async def table(home: Inside, number: int) -> Party:
    party = Party.of(home, number, 2, seed=7)
    party.twice, party.pictures = 0.0, False
    await party.set_table()
    await all_right(home)
    return party


async def press(party: Party) -> tuple[Person, Pressed]:
    """A press of which Discord knows that Hob has heard it, and no more."""

    def here() -> list[Any]:
        return [one for one in party.choices(("answer",)) if one[1]["channel_id"] == party.channel]

    (person, message, control, _), *_ = await party.house.discord.until(here)
    pressed = party.house.press(person, message, control, party.rng)
    await party.house.discord.answered(pressed.it)
    assert pressed.it.answer == 6
    return person, pressed


def told(party: Party, person: Person) -> list[str]:
    return [m["content"] for m in party.bots(person, party.channel) if m["content"].startswith(INTERRUPTED)]


async def goes_on(home: Inside, party: Party) -> None:
    """People press again once Hob is connected for good, and that counts."""
    before = revision = (await home.sessions(party.channel))[0].revision
    while revision == before:
        await home.online()
        await party.act()
        [row] = await home.sessions(party.channel)
        revision = row.revision
    await all_right(home)
    assert party.faults == []


async def test_presses_are_answered_when_the_store_is_locked_until_the_lease_is_over(home: Inside) -> None:
    parties = [await table(home, number) for number in range(2)]
    leases = leases_of(home)
    now, ttl = leases._now, leases._ttl
    with locked(home):
        people = [(await press(party))[0] for party in parties]
        leases._now, leases._ttl = lambda: now() + 60, 0.1  # a minute later; no beat waits for long
        leases.wake()
        for party, person in zip(parties, people, strict=True):
            await home.discord.until(lambda party=party, person=person: told(party, person))
            assert len(told(party, person)) == 1
        leases._ttl = ttl
    for party in parties:
        await goes_on(home, party)


async def test_a_press_is_answered_that_is_ready_when_the_lease_is_not_sure(
    home: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock ends when the lease has not been beaten for too long, and before anything is abandoned."""
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


async def test_a_press_is_answered_that_is_not_ready_when_hob_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "DRAIN_TIMEOUT", 0.1)
    monkeypatch.setattr(Inside, "pauses", PATIENT | {"ANSWER_WITHIN": 0.1})
    with real_discord_stays(Hob):
        async with Loopback(deadline=60.0) as discord, hob_in(tmp_path, discord) as home:
            party = await table(home, 1)
            with locked(home):
                person, _ = await press(party)
                home.over.set()
                await discord.until(lambda: told(party, person))


async def test_a_crowd_is_acknowledged_before_anything_of_it_is_written(
    home: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those who came first, at whose tables Hob is at work."""
    parties = [await table(home, number) for number in range(3)]
    monkeypatch.setattr(gate, "MAX_CONCURRENT", 2)
    with locked(home, patience=3600.0):
        await asyncio.gather(*(press(party) for party in parties))
    for party in parties:
        await goes_on(home, party)


def leases_of(home: Inside) -> Leases:
    leases = home.hob.leases
    assert leases is not None
    return leases
