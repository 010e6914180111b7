"""Wait for what sends no event: a file, a process, the log, a thread."""

import asyncio
from collections.abc import Callable
from typing import Any


async def until(condition: Callable[[], Any]) -> None:
    """Check the condition every few milliseconds; raise TimeoutError if it isn't met in a minute."""
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
