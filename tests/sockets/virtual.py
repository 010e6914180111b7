"""Hob and a Discord in one process and in virtual time: minutes take seconds, however slow the machine is."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest

from bot.app import App
from bot.gateway.client import Hob
from bot.pictures.painter import Painter, Sizes
from bot.pictures.scene import Scene, Stack
from bot.settings import Settings
from cogs.games import extensions
from db import Store
from hob.testing.pointing import real_discord_stays
from hob.testing.simulated import BEGAN, NEVER
from hob.testing.stopped_clock import StoppedClock
from hob.testing.wires import WiredLoopback
from tests.sockets.server import InProcessHob


class FakePainter(Painter):
    """Return a few bytes instead of a picture: nothing here looks at pictures, and painting costs most of the time."""

    async def png(self, scene: Scene | Stack) -> bytes:
        return scene.key.encode()

    def warm(self, game: str, sizes: Sizes) -> None:
        pass


class VirtualHob(InProcessHob):
    """Hob with an operator's settings, on the loopback's clock; its computers decide at random."""

    pauses: dict[str, float] = {}
    chosen = {"computers": "random", "coach": "off"}

    def process_with(self, settings: Settings, store: Store) -> App:
        app = App(settings, store, extensions(self.games), self.discord.world.time, asyncio.get_running_loop().time)
        app.painter = FakePainter()
        return app


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Take all chance inside from a seed: cards, dice, computers' choices and pauses."""
    luck = random.Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("secrets.token_hex", "secrets.token_urlsafe"):
            patch.setattr(name, lambda size: luck.randbytes(size).hex())
        patch.setattr("secrets.randbits", luck.getrandbits)
        patch.setattr("secrets.choice", luck.choice)
        patch.setattr("random.uniform", luck.uniform)
        yield


@asynccontextmanager
async def virtual_discord(clock: StoppedClock | None = None, **options: Any) -> AsyncIterator[WiredLoopback]:
    """Start a loopback without sockets. Inside, time jumps to the next timer when there is nothing else to do."""
    clock = clock or StoppedClock(asyncio.get_running_loop())
    with (
        real_discord_stays(Hob),
        clock.installed(),
        clock.passing(),
        pytest.MonkeyPatch.context() as patch,
    ):
        discord = WiredLoopback(heartbeat=NEVER, elapsed=clock.time, began=BEGAN, **options)
        patch.setattr("aiohttp.TCPConnector", lambda **_: discord.connector())
        async with discord:
            yield discord
