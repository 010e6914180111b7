"""The Hob that all tests of a file share; each of them has its own table or channel."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from bot.gateway.client import Hob
from hob.testing.pointing import real_discord_stays
from playground.discord import Loopback
from tests.sockets.server import InProcessHob


@pytest.fixture(scope="module")
def hob_class() -> type[InProcessHob]:
    """Return the class of `home`. A file that needs another one overrides this."""
    return InProcessHob


@pytest.fixture(scope="module")
def portal() -> dict[str, Any]:
    """Return what the operator has set for the application in Discord's portal. Overridden in the same way."""
    return {}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def home(
    tmp_path_factory: pytest.TempPathFactory, hob_class: type[InProcessHob], portal: dict[str, Any]
) -> AsyncIterator[InProcessHob]:
    with real_discord_stays(Hob):
        async with Loopback(deadline=60.0) as loopback:
            loopback.world.portal = portal
            one = hob_class(loopback, tmp_path_factory.mktemp("home"))
            await one.start()
            try:
                await one.online()
                await loopback.until(lambda: loopback.world.commands.get(None))
                yield one
                assert one.lives
            finally:
                await one.close()
            assert loopback.api.unknown == []
