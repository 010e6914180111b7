"""People in tabs of a browser, before a playground with the real Hob in it; it ends with the test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest_asyncio
from playwright.async_api import Browser

from playground.browser import QUICK, Sitter, open_playground, sit_down

Seat = Callable[..., Awaitable[Sitter]]


@pytest_asyncio.fixture(loop_scope="session")
async def seat(browser: Browser) -> AsyncIterator[Seat]:
    """`await seat("Ada")`: somebody in a tab of their own, before a playground that all of a test share.

    Whatever their pages' scripts complained of fails the test.
    """
    people: list[Sitter] = []
    async with open_playground(**QUICK) as address:

        async def sit(name: str, **options: Any) -> Sitter:
            people.append(await sit_down(browser, address, name, len(people), **options))
            return people[-1]

        yield sit
        assert [problem for person in people for problem in person.problems] == []
