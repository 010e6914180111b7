"""Run the little bot, logged in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from playground.discord import Loopback
from tests.playground.sample_bot import LittleBot


@asynccontextmanager
async def living(loopback: Loopback, **options: Any) -> AsyncIterator[LittleBot]:
    """Yield a logged-in bot; stop it at the end of the block."""
    bot = LittleBot(**options)
    task = asyncio.create_task(bot.start(loopback.token))
    try:
        await loopback.until(lambda: "ready" in bot.happened or task.done())
        if task.done():
            task.result()
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)
