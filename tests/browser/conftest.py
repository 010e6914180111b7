"""People in browser tabs, and for each test a playground with the real Hob."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest_asyncio
from playwright.async_api import Browser

from playground.browser import QUICK, Sitter, open_playground, sit_down

Seat = Callable[..., Awaitable[Sitter]]


@pytest_asyncio.fixture(loop_scope="session")
async def seat(browser: Browser) -> AsyncIterator[Seat]:
    """Return a function that opens a tab for one person, as in `await seat("Ada")`; all share one playground.

    Script errors on their pages fail the test.
    """
    people: list[Sitter] = []
    async with open_playground(**QUICK) as address:

        async def sit(name: str, **options: Any) -> Sitter:
            people.append(await sit_down(browser, address, name, len(people), **options))
            return people[-1]

        yield sit
        assert [problem for person in people for problem in person.problems] == []
