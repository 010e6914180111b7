"""What Hob keeps in memory while people play."""

from __future__ import annotations

import contextlib
import gc
import weakref
from pathlib import Path

import aiohttp
import pytest

from bot.delivery.edits import PendingPicture
from bot.interactions.context import InteractionContext
from bot.pictures.painter import PaintJob
from playground.discord import Loopback
from tests.sockets.server import InProcessHob, Party, patient_discord, running

pytestmark = pytest.mark.slow


async def test_answered_presses_and_pictures_are_freed_at_once(tmp_path: Path) -> None:
    """Objects are freed without the garbage collector, which rarely runs."""

    def kept() -> list[str]:
        return [
            type(thing).__name__
            for thing in gc.get_objects()
            if isinstance(thing, PendingPicture | PaintJob | InteractionContext)
        ]

    gc.collect()
    gc.freeze()  # leave out the objects of other tests; finding ours among them would take long
    async with patient_discord() as discord, running(InProcessHob(discord, tmp_path)) as home:
        party = Party.of(home, 0, 3, 7)
        await party.set_table()
        gc.collect()
        gc.disable()
        try:
            await party.press_on(lambda: len(home.pressed) >= 20)
            with contextlib.suppress(TimeoutError):  # let the last paintings and answers finish
                await discord.until(lambda: not kept())
            assert kept() == []
        finally:
            gc.enable()


async def test_a_simulated_discord_is_freed_when_it_stops() -> None:
    async with Loopback() as loopback, aiohttp.ClientSession() as session:
        async with session.get(f"{loopback.base}/cdn/emojis/1.png") as answer:
            assert answer.status == 404
        world = weakref.ref(loopback.world)
    del loopback
    gc.collect()
    gc.collect()  # some connections need a second pass, because closing them in a finalizer revived them
    assert world() is None, "hundreds of them in one process would take gigabytes, and slow down the garbage collector"
