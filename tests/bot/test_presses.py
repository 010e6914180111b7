"""What is pressed goes before everything that nobody waits for; and that does not wait for ever."""

import asyncio

import pytest

from bot.presses import Presses


def pressed(presses: Presses) -> asyncio.Event:
    """Somebody presses; when the event is set, their answer is ready, and is on its way for long."""
    ready = asyncio.Event()

    async def press() -> None:
        await ready.wait()
        presses.answered(task)
        await asyncio.sleep(60)

    task = asyncio.create_task(press())
    presses.begins(task)
    return ready


async def several_steps() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_what_nobody_waits_for_comes_after_all_presses_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.presses.LONGEST", 60)
    presses, done, meanwhile = Presses(), list[str](), list[asyncio.Event]()

    async def after(name: str) -> None:
        await presses.first()
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
    assert done[1:] == names[:2], "before Cid's picture comes what was pressed meanwhile"
    meanwhile[0].set()
    await asyncio.wait(waiting)
    assert done[1:] == names and len(presses.under_way) == 3, "answers that are on their way hold nobody up"
    for press in presses.under_way:
        press.cancel()


async def test_where_presses_never_cease_everything_else_goes_on_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.presses.LONGEST", 0.01)
    presses = Presses()
    pressed(presses)
    await asyncio.gather(*(presses.first() for _ in range(50)))
    [press] = presses.under_way
    press.cancel()
    await asyncio.wait([press])
    presses.ends(press)
    assert not presses.under_way
