"""Interactions go before background work, but they can't delay it forever."""

import asyncio
from unittest import mock

import pytest

from bot.delivery.response import DEFER_AFTER
from bot.gate import InteractionGate
from db import SessionChange
from hob.testing.play import playing
from hob.testing.reading import controls_of


def pressed(presses: InteractionGate) -> asyncio.Event:
    """Start an interaction; its answer is ready when the event is set, and then takes 60 seconds to send."""
    ready = asyncio.Event()

    async def press() -> None:
        await ready.wait()
        presses.release(task)
        await asyncio.sleep(60)

    task = asyncio.create_task(press())
    presses.register(task)
    return ready


async def several_steps() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_background_work_runs_one_by_one_after_all_presses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.gate.MAX_WAIT", 60)
    presses, done, meanwhile = InteractionGate(), list[str](), list[asyncio.Event]()

    async def after(name: str) -> None:
        await presses.yield_to_interactions()
        done.append(name)
        if name == "Ben's picture":
            meanwhile.append(pressed(presses))

    await after("nothing is pressed")
    ada, ben = pressed(presses), pressed(presses)
    names = ["Ada's picture", "Ben's picture", "Cid's picture"]
    waiting = [asyncio.create_task(after(name)) for name in names]
    await several_steps()
    ada.set()
    await several_steps()
    assert done == ["nothing is pressed"], "Ben has no answer yet"
    ben.set()
    await several_steps()
    assert done[1:] == names[:2], "new presses come before Cid's picture"
    meanwhile[0].set()
    await asyncio.wait(waiting)
    assert done[1:] == names and len(presses.active_tasks) == 3, "answers in flight delay no one"
    for press in presses.active_tasks:
        press.cancel()


async def test_background_work_continues_under_constant_presses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.gate.MAX_WAIT", 0.01)
    presses = InteractionGate()
    pressed(presses)
    await asyncio.gather(*(presses.yield_to_interactions() for _ in range(50)))
    [press] = presses.active_tasks
    press.cancel()
    await asyncio.wait([press])
    presses.unregister(press)
    assert not presses.active_tasks


async def test_many_presses_are_acknowledged_at_once_and_answered_in_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.gate.MAX_CONCURRENT", 2)
    async with playing("Ada", "Ben", "Cid", "Dora", moment=0) as hob:
        await hob.settle()
        hob.discord.world.lag = lambda: 0  # all presses arrive at the same moment
        me, before = await hob.asked(), len(hob.calls("POST", "/interactions/*"))
        move = next(control.label for control in controls_of(hob.table) if control.answers)
        others = [hob[name] for name in ("Ada", "Ben", "Cid", "Dora") if name != me.name]
        *hands, moved = await hob.at_once(*[(person, "My hand") for person in others], (me, move))
        answers = [call.json["type"] for call in hob.calls("POST", "/interactions/*")[before:]]
        assert answers == [6, 6, 6, 6], "running work counts too: its answers would come last"
        assert all("You smuggle" in hand for hand in hands) and moved == ""
        assert f"• {me.name} rolls" in hob.table_text(), "deferred work was counted, and shows"
        assert not hob.app.gate.active_tasks and not hob.app.gate.is_full


async def test_turns_come_in_order_of_presses_and_none_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.gate.MAX_CONCURRENT", 2)
    monkeypatch.setattr("bot.gate.MAX_WAIT", 60)
    presses, begun, ready = InteractionGate(), list[int](), [asyncio.Event() for _ in range(7)]

    async def press(number: int) -> None:
        task = asyncio.current_task()
        assert task is not None
        presses.register(task)
        try:
            await presses.acquire(task)
            begun.append(number)
            await ready[number].wait()
        finally:
            presses.unregister(task)

    tasks = [asyncio.create_task(press(number)) for number in range(6)]
    await several_steps()
    assert begun == [0, 1] and presses.is_full
    tasks[2].cancel()
    ready[1].set()
    await several_steps()
    assert begun == [0, 1, 3], "a cancelled waiter waits no longer"
    monkeypatch.setattr("bot.gate.MAX_WAIT", 0.01)
    ready[6].set()
    await asyncio.wait([asyncio.create_task(press(6))])
    assert begun == [0, 1, 3, 6], "no one waits forever for those who wait for something else"
    for event in ready:
        event.set()
    await asyncio.wait(tasks)
    assert begun == [0, 1, 3, 6, 4, 5] and not presses.active_tasks and not presses.is_full


async def test_a_press_that_is_interrupted_several_times_is_over() -> None:
    async with playing("Ada", "Ben", moment=0) as hob:
        me, session = await hob.asked(), await hob.session()
        hob.discord.discord.faults.fail("POST", "/interactions/.*", delay=60.0)  # the deferral
        async with session.lock:
            me.begins(next(c.custom_id for c in controls_of(hob.table) if c.answers), hob.table)
            await hob.passes(DEFER_AFTER + 1)
            for _ in range(3):
                hob.app.cancel_all()
                await hob.passes(0.1)
        await hob.passes(60)
        assert not hob.app.gate.active_tasks


async def test_a_press_that_waited_for_the_shard_is_deferred_in_time() -> None:
    """Discord's three seconds count from the press, not from the moment when this process gets the shard."""
    async with playing("Ada", "Ben", moment=0) as hob:
        me, attends, commit = await hob.asked(), hob.app.cluster.attends, hob.store.commit

        async def slowly(change: SessionChange) -> int:
            await asyncio.sleep(1.5)
            return await commit(change)

        with mock.patch.object(hob.store, "commit", slowly):
            hob.app.cluster.attends = lambda guild: False  # type: ignore[method-assign]
            press = me.begins(next(c.custom_id for c in controls_of(hob.table) if c.answers), hob.table)
            await hob.passes(1.7)
            hob.app.cluster.attends = attends  # type: ignore[method-assign]
            hob.bot.take_over("")
            await hob.passes(5)
        assert not press.failed and (await hob.session()).info.moves == 1
