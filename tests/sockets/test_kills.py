"""Hob is killed at random moments while people play, and comes back: nothing is lost, nothing happens twice."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
from collections import Counter
from pathlib import Path

import pytest

from db import SessionRow
from tests.sockets.house import House, Party, house, replayed
from tests.sockets.right import all_right

KILLS = int(os.environ.get("TEST_KILLS", "5"))
SEED = int(os.environ.get("TEST_SEED", "1"))
TABLES = 4
# aiohttp warns of its own doing when a form arrives in unlucky pieces; here that would be a failing request.
pytestmark = pytest.mark.filterwarnings("ignore:unread_data")


async def nothing_lost(home: House) -> None:
    """Each acknowledged press is among the answers, each question was answered once, and the answers lead here."""
    store = await home.kept()
    rows: dict[str, SessionRow] = {row.id: row for row in await home.sessions()}
    kept, backs = {}, 0
    for row in rows.values():
        answers = await store.answers(row.id)
        assert [answer.revision for answer in answers] == sorted({answer.revision for answer in answers})
        given = [answer for answer in answers if answer.back_to is None]
        twice = [key for key, n in Counter((a.question, a.seat) for a in given).items() if n > 1]
        assert not twice, f"{row.id} answered twice: {twice}"
        assert await replayed(store, row), f"the answers of {row.id} do not lead to its state"
        kept |= {(row.id, a.question, a.option): a.person for a in given}
        undone = [answer.back_to for answer in answers if answer.back_to is not None]
        assert len({*undone}) == len(undone), f"{row.id}: the same answer was taken back twice"
        backs += len(undone)
    told = sum(press.accepted and "It is taken back." in press.said for press in home.pressed)
    assert backs >= told, f"{told} were told that it is taken back, {backs} are kept"
    answering = [p for p in home.pressed if p.control.kind not in ("back", "vote")]
    moves = [p for p in answering if p.control.kind == "confirm" or "/" not in p.option]
    for press in moves:
        if press.accepted:
            told = (press.control.session, press.control.question, press.option)
            assert kept.get(told) == press.person, f"lost: {told}, answered {press.said!r}"


async def live_once(home: House, parties: list[Party], rng: random.Random) -> None:
    """A start, sometimes killed in the midst of it; then play, and the end at any moment."""
    await home.start()
    if rng.random() < 0.3:
        await asyncio.sleep(rng.random() * 1.5)
        return
    await home.online()
    await all_right(home)
    playing = [asyncio.create_task(party.press_on(lambda: False)) for party in parties]
    enough = len(home.pressed) + rng.randint(2, 30)
    with contextlib.suppress(TimeoutError):  # a slow life ends as well
        await home.discord.until(lambda: len(home.pressed) >= enough or any(t.done() for t in playing), within=4.0)
    await asyncio.sleep(rng.random() * 0.2)
    await home.kill()
    await asyncio.gather(*playing)


async def test_killed_at_any_moment_hob_loses_nothing(tmp_path: Path) -> None:
    rng = random.Random(SEED)
    async with house(tmp_path) as home:
        parties = [Party.of(home, number, 2 + number % 3, SEED) for number in range(TABLES)]
        await home.start()
        await home.online()
        for party in parties:
            party.pictures, party.backs = False, 0.4  # so that much happens in a short life
            await party.set_table()
        await home.kill()
        for _ in range(KILLS):
            await live_once(home, parties, rng)
            await home.kill()
        await home.start()
        await home.online()
        await all_right(home)
        await nothing_lost(home)
        assert [fault for party in parties for fault in party.faults] == []
        assert len(home.pressed) > KILLS, "the people have not played"
        answered = sum(press.accepted for press in home.pressed)
        backs = sum(press.control.kind in ("back", "vote") for press in home.pressed)
        print(f"{KILLS} kills, {len(home.pressed)} presses, {backs} to go back, {answered} accepted")
        assert await home.stop() == 0
