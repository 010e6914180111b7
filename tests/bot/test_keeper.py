"""What Hob looks at unasked: every table that is due, and no table that is over and done with."""

import asyncio
import time
from typing import Any

import pytest

from bot import keeper
from bot.attendance import Attendance
from bot.tables.refusals import Refusal
from db import SessionRow
from tests.bot.faults import damage
from tests.play import Evening, playing
from tests.reading import controls_of


async def ended(hob: Evening) -> str:
    await hob["Ada"].types("hob end")
    await hob["Ada"].clicks("End it")
    await hob.settle()
    return (await hob.live()).id


async def test_a_damaged_table_that_was_ended_does_not_come_back_to_life() -> None:
    async with playing("Ada", "Ben") as hob:
        ada, table = hob["Ada"], hob.table
        old = await ended(hob)
        damage(hob, old, b"{}")
        await hob.restart()
        log = next(c.custom_id for c in controls_of(table) if c.label == "Log")
        assert await ada.forges(log, hob.table) == "These buttons belong to no table of mine."
        assert "No Candy Chaser is played here" in await ada.types("chaser hand")
        row = await hob.store.get(old)
        assert row is not None and row.status == "over"
        await ada.types("chaser new")
        assert "a new table" in hob.table_text()
        assert await ada.forges(log, hob.table) == "These buttons belong to no table of mine."
        assert (await hob.live()).id != old


async def test_a_lobby_that_was_cancelled_when_hob_died_says_so_after_the_start() -> None:
    async with playing("Ada", "Ben") as hob:
        hob.channel = hob.guild.create_text_channel("other")
        await hob["Ada"].types("chaser new")
        live = await hob.live()
        info = live.draft()
        info.ended, hob.process.keeper.attendance.attending = "lobby-empty", False
        async with live.lock:
            await hob.process.sessions.change(live, info, status="closed")
        assert "a new table" in hob.table_text()
        await hob.restart()
        await hob.settle()
        assert "The lobby closed" in hob.table_text()


async def test_tables_that_fail_all_the_time_do_not_hide_another_that_is_due(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keeper, "LOOK", 2)
    async with playing("Ada", "Ben") as hob:
        mine, row = (await hob.live()).id, await hob.store.get((await hob.live()).id)
        assert row is not None
        for n, session in enumerate(("AAAAAA", "BBBBBB", "CCCCCC")):
            values: dict[str, Any] = vars(row) | {"id": session, "channel_id": n, "game": "gone", "due_at": float(n)}
            await hob.store.create(SessionRow(**values), [])
        me, table = await hob.asked(), hob.table
        hob.process.keeper.attendance.attending = False
        await me.types("chaser move", candy="red")
        assert " rolls " not in hob.table_text()
        await hob.restart()
        await hob.passes(60)
        assert " rolls " in hob.table_text() and hob.table.id == table.id
        gets, get = [], hob.store.get

        async def counted(session: str) -> SessionRow | None:
            gets.append(session)
            return await get(session)

        hob.store.get = counted  # type: ignore[method-assign]
        await hob.passes(300)
        assert mine not in gets and len(gets) <= 3
        with pytest.raises(Refusal, match="not-offered"):
            await hob.process.sessions.open("AAAAAA")


async def test_what_changes_while_hob_stops_is_found_by_the_next_start() -> None:
    """Whoever is just being attended to must not be put down as seen to."""
    begun, go_on, changed = asyncio.Event(), asyncio.Event(), []

    async def attend(id: str) -> float:
        begun.set()
        await go_on.wait()
        changed.append((id, attendance.woken(id)))
        return time.time() + 600

    attendance = Attendance("session", attend, time.time, 1.0)
    attendance.start()
    attendance.wake("ABCDEF")
    await begun.wait()
    stopping = asyncio.create_task(attendance.stop())
    await asyncio.sleep(0)
    attendance.wake("ABCDEF")
    attendance.wake("GHIJKL")
    go_on.set()
    await stopping
    assert changed == [("ABCDEF", True)]
    assert not attendance.known()
