"""A browser, and a playground with the real Hob in it; both are ended with the test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from playground.browser import QUICK, Sitter, chromium, opened, sit_down
from tests.needs import CHROMIUM

Seat = Callable[..., Awaitable[Sitter]]


@pytest.fixture
def luck() -> str:
    """What Hob's luck is made of, for a test whose game must not be long; with "" nobody knows."""
    return ""


@pytest.fixture
async def seat(luck: str) -> AsyncIterator[Seat]:
    """`await seat("Ada")`: somebody in a tab of their own, before a playground that all of a test share.

    Whatever their pages' scripts complained of fails the test.
    """
    CHROMIUM.or_skip()
    people: list[Sitter] = []
    async with AsyncExitStack() as stack:
        bot = f"playground.screenshots hob {luck}" if luck else "bot run"
        address = await stack.enter_async_context(opened(bot=bot, **QUICK))
        browser = await stack.enter_async_context(chromium())

        async def sit(name: str, **options: Any) -> Sitter:
            people.append(await sit_down(browser, address, name, len(people), **options))
            return people[-1]

        yield sit
        assert [problem for person in people for problem in person.problems] == []
