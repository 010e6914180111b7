"""A process for what would hold up the event loop: it ends when nothing is asked of it, and comes back."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.subprocess_worker import Worker


@pytest.fixture
async def worker() -> AsyncIterator[Worker]:
    one = Worker("bot.pictures.worker", patience=60)
    yield one
    await one.close()


def process_of(worker: Worker) -> int:
    assert worker._worker is not None
    return worker._worker.pid


async def test_an_idle_process_ends_and_starts_again_with_the_next_job(worker: Worker) -> None:
    assert not worker.running
    await worker.ask([])
    first = process_of(worker)
    await worker.ask([])
    assert process_of(worker) == first, "it stays while there is something to do now and then"
    worker.idle = 0.0
    assert await asyncio.gather(*(worker.ask([]) for _ in range(5))) == [b""] * 5, "no job is lost by it"
    while worker.running:  # noqa: ASYNC110  a process that ends sends no event
        await asyncio.sleep(0.001)
    worker.idle = None
    await worker.ask([])
    assert worker.running and process_of(worker) != first


async def test_a_process_that_is_closed_waits_for_nothing(worker: Worker) -> None:
    await worker.ask([])
    await worker.close()
    assert not worker.running and worker._resting is None
