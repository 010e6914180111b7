"""The Hob that all tests of a file share; each of them has its own table or channel."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from tests.sockets.server import InProcessHob, patient_discord, running


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
    async with patient_discord() as discord:
        discord.world.portal = portal
        async with running(hob_class(discord, tmp_path_factory.mktemp("home"))) as home:
            yield home
