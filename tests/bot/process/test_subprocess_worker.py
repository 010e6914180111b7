"""A worker process for blocking work: it ends when idle and is restarted on demand."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.process.subprocess_worker import SubprocessWorker
from tests.waiting import until

pytestmark = pytest.mark.slow  # each test starts a process


@pytest.fixture
async def worker() -> AsyncIterator[SubprocessWorker]:
    one = SubprocessWorker("bot.pictures.worker", "8", timeout=60)
    yield one
    await one.close()


def process_of(worker: SubprocessWorker) -> int:
    assert worker._process is not None
    return worker._process.pid


async def test_an_idle_process_ends_and_starts_again_with_the_next_job(worker: SubprocessWorker) -> None:
    assert not worker.running
    await worker.submit([])
    first = process_of(worker)
    await worker.submit([])
    assert process_of(worker) == first, "it stays while there is occasional work"
    worker.idle = 0.0
    assert await asyncio.gather(*(worker.submit([]) for _ in range(5))) == [b""] * 5, "no job is lost"
    await until(lambda: not worker.running)
    worker.idle = None
    await worker.submit([])
    assert worker.running and process_of(worker) != first


async def test_closing_a_process_waits_for_nothing(worker: SubprocessWorker) -> None:
    await worker.submit([])
    await worker.close()
    assert not worker.running and worker._idle_timer is None
