"""Wait for what sends no event: a file, a process, the log, a thread."""

import asyncio
from collections.abc import Callable
from typing import Any

from playground.discord.state import LONGEST


async def until(condition: Callable[[], Any]) -> None:
    """Check the condition every few milliseconds; raise TimeoutError after `LONGEST`."""
    async with asyncio.timeout(LONGEST):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
