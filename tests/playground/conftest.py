"""A loopback Discord with a bot; Discord's own API description judges their requests and responses."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.supervisor import use_gateway
from hob.testing.pointing import real_discord_stays
from playground.discord import Loopback
from tests.playground.discord_api.description import faults, recorded
from tests.playground.living import living
from tests.playground.sample_bot import LittleBot


@pytest.fixture
def back_to_discord() -> Iterator[None]:
    with real_discord_stays():
        yield


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return the file in which every request of the bot is recorded."""
    return tmp_path / "record.jsonl"


@pytest.fixture
async def loopback(back_to_discord: None, record: Path) -> AsyncIterator[Loopback]:
    # A busy machine may need longer than Discord's deadline for an answer.
    async with Loopback(record=record, deadline=math.inf) as one:
        use_gateway(one.base)
        yield one
        assert one.api.unknown == []
    assert faults(recorded(record)) == []


@pytest.fixture
async def bot(loopback: Loopback) -> AsyncIterator[LittleBot]:
    async with living(loopback) as one:
        yield one
