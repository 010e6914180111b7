"""A connection can be closed in any state."""

import asyncio
import contextlib

import pytest

from bot.gateway import shards
from hob.testing.stopped_clock import StoppedClock


async def test_a_task_that_misses_its_cancellation_ends_soon() -> None:
    """In one second discord.py could resume, and hear presses."""

    async def connect() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()

    async def cancel() -> float:
        connecting = asyncio.create_task(connect())
        await asyncio.sleep(0)
        began = asyncio.get_running_loop().time()
        await shards.cancel_and_wait(connecting)
        assert connecting.cancelled()
        return asyncio.get_running_loop().time() - began

    clock = StoppedClock(asyncio.get_running_loop())
    with clock.installed(), clock.passing():
        assert await cancel() < 0.1


@pytest.mark.parametrize("ticks", range(5))
async def test_a_connection_made_during_shutdown_is_closed(ticks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "CANCEL_INTERVAL", 0.01)
    hello = asyncio.Event()

    async def connect() -> None:
        """Connect like discord.py: open the socket within a timeout, then listen until it closes."""
        await asyncio.wait_for(hello.wait(), 60)
        await asyncio.Event().wait()

    connecting = asyncio.create_task(connect())
    await asyncio.sleep(0.01)
    hello.set()
    for _ in range(ticks):
        await asyncio.sleep(0)
    async with asyncio.timeout(60):
        await shards.cancel_and_wait(connecting)
    assert connecting.cancelled()
