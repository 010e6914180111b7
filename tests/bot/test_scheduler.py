"""The scheduler looks at every table that is due, and at no table that is finished."""

import asyncio
import time
from typing import Any

import pytest

from bot import scheduler as keeper
from bot.errors import UserError
from bot.gate import InteractionGate
from bot.tables.service import Sessions
from bot.task_runner import MAX_CONCURRENT, KeyedTaskRunner
from bot.timing import DAY
from db import SessionRow
from hob.testing.play import Evening, playing
from hob.testing.reading import controls_of, words_of
from tests.bot.faults import damage


async def ended(hob: Evening) -> str:
    await hob["Ada"].types("hob end")
    await hob["Ada"].clicks("End it")
    await hob.settle()
    return (await hob.session()).id


async def test_an_ended_damaged_table_stays_ended() -> None:
    async with playing("Ada", "Ben") as hob:
        ada, table = hob["Ada"], hob.table
        old = await ended(hob)
        damage(hob, old, b"{}")
        await hob.restart()
        log = next(c.custom_id for c in controls_of(table) if c.label == "Log")
        assert await ada.forges(log, hob.table) == "These buttons belong to a table that no longer exists."
        assert "No one is playing Candy Chaser here" in await ada.types("chaser hand")
        row = await hob.store.get(old)
        assert row is not None and row.status == "over"
        await ada.types("chaser new")
        assert "new table" in hob.table_text()
        assert await ada.forges(log, hob.table) == "These buttons belong to a table that no longer exists."
        assert (await hob.session()).id != old


async def test_a_lobby_that_was_cancelled_when_hob_died_says_so_after_the_start() -> None:
    async with playing("Ada", "Ben") as hob:
        hob.channel = hob.guild.create_text_channel("other")
        await hob["Ada"].types("chaser new")
        session = await hob.session()
        info = session.info.copy_for_edit()
        info.ended, hob.app.scheduler.runner.accepting = "lobby-empty", False
        async with session.lock:
            await hob.app.sessions.change(session, info, status="closed")
        assert "new table" in hob.table_text()
        await hob.restart()
        await hob.settle()
        assert "The lobby closed" in hob.table_text()


async def test_constantly_failing_tables_do_not_hide_a_due_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keeper, "POLL_LIMIT", 2)
    async with playing("Ada", "Ben") as hob:
        mine, row = (await hob.session()).id, await hob.store.get((await hob.session()).id)
        assert row is not None
        for n, session_id in enumerate(("AAAAAA", "BBBBBB", "CCCCCC")):
            values: dict[str, Any] = vars(row) | {"id": session_id, "channel_id": n, "game": "gone", "due_at": float(n)}
            await hob.store.create(SessionRow(**values), [])
        me, table = await hob.asked(), hob.table
        hob.app.scheduler.runner.accepting = False
        await me.types("chaser move", candy="red")
        assert " rolls " not in hob.table_text()
        await hob.restart()
        await hob.passes(60)
        assert " rolls " in hob.table_text() and hob.table.id == table.id
        gets, get = [], hob.store.get

        async def counted(session_id: str) -> SessionRow | None:
            gets.append(session_id)
            return await get(session_id)

        hob.store.get = counted  # type: ignore[method-assign]
        await hob.passes(300)
        assert mine not in gets and len(gets) <= 3
        with pytest.raises(UserError, match="not-offered"):
            await hob.app.sessions.open("AAAAAA")


@pytest.mark.parametrize("ahead", [0.0, 200.0], ids=["", "whose-clock-is-ahead"])
async def test_a_successor_shows_what_the_previous_process_left(ahead: float) -> None:
    async with playing("Ada", "Ben") as hob:
        keeper, store = hob.app.scheduler, hob.store
        await hob["Ada"].clicks("My hand")  # Hob keeps this panel fresh for some minutes
        await hob.settle()
        id = (await hob.session()).id
        other = Sessions(store, lambda: hob.clock() + ahead)

        async def moves_and_dies() -> None:
            session = await other.open(id)
            [(seat, ask)] = session.g.asks.items()  # type: ignore[union-attr]
            posted = session.screen.table
            assert posted is not None
            posted.at = other.clock()
            await other.answer(session, seat, ask.options[0], None, session.info.seats[seat].person)
            await other.save_screen(session, other.clock())
            hob.app.forget({0})
            keeper.poll()

        assert id in keeper.runner.scheduled_ids(), "it decides itself when to look next"
        with hob.discord.at_work():
            await moves_and_dies()
        await hob.settle()
        assert hob.table_text().count(" rolls ") == 1

        due = store.due

        async def slowly(*those: Any) -> list[str]:
            store.due = due  # type: ignore[method-assign]
            found = await due(*those)
            await moves_and_dies()
            return found

        store.due = slowly  # type: ignore[method-assign]
        with hob.discord.at_work():
            keeper.poll()
        await hob.settle()
        assert hob.table_text().count(" rolls ") == 2


async def test_changes_during_shutdown_are_found_at_the_next_start() -> None:
    """A table that changes while it is being handled must not be marked as handled."""
    begun, go_on, changed = asyncio.Event(), asyncio.Event(), []

    async def attend(id: str) -> float:
        begun.set()
        await go_on.wait()
        changed.append((id, attendance.is_stale(id)))
        return time.time() + 600

    attendance = KeyedTaskRunner("session", attend, time.time, 1.0, InteractionGate())
    attendance.accepting = True
    attendance.wake("ABCDEF")
    await begun.wait()
    stopping = asyncio.create_task(attendance.stop())
    await asyncio.sleep(0)
    attendance.wake("ABCDEF")
    attendance.wake("GHIJKL")
    go_on.set()
    await stopping
    assert changed == [("ABCDEF", True)]
    assert not attendance.scheduled_ids()


async def test_presses_come_before_scheduled_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.task_runner.SLOW_TASK_AFTER", 60)
    monkeypatch.setattr("bot.gate.MAX_WAIT", 60)
    answered, at_once, begun = asyncio.Event(), [], set[str]()

    async def attend(id: str) -> None:
        begun.add(id)
        at_once.append(len(begun))
        await asyncio.sleep(0)
        begun.discard(id)

    presses = InteractionGate()
    attendance = KeyedTaskRunner("session", attend, time.time, 1.0, presses)
    attendance.accepting = True
    press = asyncio.create_task(answered.wait())
    presses.register(press)
    press.add_done_callback(presses.unregister)
    catching_up = asyncio.create_task(attendance.run_batch(map(str, range(50))))
    attendance.wake("changed")
    for _ in range(20):
        await asyncio.sleep(0)
    assert not at_once
    answered.set()
    await catching_up
    await attendance.drain()
    assert len(at_once) == 51 and max(at_once) <= MAX_CONCURRENT + 1

    monkeypatch.setattr("bot.task_runner.SLOW_TASK_AFTER", 0.001)
    ended, stuck = asyncio.Event(), []

    async def waits(id: str) -> None:
        stuck.append(id)
        await ended.wait()

    attendance.handle = waits
    await attendance.run_batch(map(str, range(50)))
    await asyncio.sleep(0)
    assert len(stuck) == 50, "tables that wait for Discord delay no others"
    ended.set()
    await attendance.stop()


async def test_work_due_during_a_poll_is_polled_right_after() -> None:
    async with playing("Ada", "Ben", look_around=30) as hob:
        keeper, row = hob.app.scheduler, await hob.store.get((await hob.session()).id)
        [job] = keeper.jobs
        look, attended, attend = job.poll, [], keeper.runner.handle
        assert row is not None

        async def meanwhile(until: float) -> None:
            job.poll = look  # type: ignore[method-assign]
            values: dict[str, Any] = vars(row) | {"id": "AAAAAA", "channel_id": 1, "game": "gone", "due_at": 0.0}
            await hob.store.create(SessionRow(**values), [])
            keeper.poll()

        async def noted(id: str) -> float | None:
            attended.append(id)
            return await attend(id)

        job.poll, keeper.runner.handle = meanwhile, noted  # type: ignore[method-assign]
        await hob.passes(30)
        assert "AAAAAA" in attended


async def test_polling_goes_on_after_a_fault_of_a_features_job() -> None:
    async with playing("Ada", "Ben", look_around=30) as hob:
        [job] = hob.app.scheduler.jobs
        polled: list[float] = []

        async def fails_once(until: float) -> None:
            polled.append(until)
            if len(polled) == 1:
                raise RuntimeError("unexpected")

        job.poll = fails_once  # type: ignore[method-assign]
        await hob.passes(95)
        assert len(polled) == 3
        hob.discord.errors.clear()


async def test_a_fault_of_a_features_job_hides_no_due_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(self: keeper.Job, until: float) -> None:
        raise RuntimeError("unexpected")

    async with playing("Ada", "Ben") as hob:
        hob.channel = hob.guild.create_text_channel("other")
        await hob["Ada"].types("chaser new")
        assert "new table" in hob.table_text()
        await hob.discord.bot_is_away(2 * DAY)
        [job] = hob.app.scheduler.jobs
        monkeypatch.setattr(type(job), "poll", fails)
        await hob.restart()
        await hob.passes(120)
        assert "The lobby closed" in hob.table_text()


async def test_a_hint_in_the_making_holds_up_no_other_player(monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing("Ada", "Ben", moment=0) as hob:
        me = await hob.asked()
        other = next(person for person in hob.people.values() if person is not me)
        monkeypatch.setattr(hob.app.ai, "submit", lambda *about: asyncio.sleep(30))
        me.begins(f"h:{(await hob.session()).id}:0:-:coach:hint", hob.table)
        await hob.passes(1)
        await me.types("chaser move", candy="red")
        await hob.passes(5)
        assert "move one cube" in words_of(other.messages[-1])
        await hob.passes(60)
        assert not (await hob.session()).responding
