"""A worker process for blocking work: it ends when idle and is restarted on demand."""

import asyncio
import sys
from collections.abc import AsyncIterator

import pytest

from bot.process.subprocess_worker import MEMORY_LIMIT, SubprocessWorker
from playground.discord.state import LONGEST
from tests.waiting import until

pytestmark = pytest.mark.slow  # each test starts a process


@pytest.fixture
async def worker() -> AsyncIterator[SubprocessWorker]:
    one = SubprocessWorker("bot.pictures.worker", "8", timeout=LONGEST)
    yield one
    await one.close()


LIMITED = f"""
import resource
resource.setrlimit(resource.RLIMIT_DATA, ({MEMORY_LIMIT // 2}, {MEMORY_LIMIT // 2}))
from bot.process.subprocess_worker import serve
serve(lambda job: b"%d" % resource.getrlimit(resource.RLIMIT_DATA)[0], nice=5)
"""


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


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
async def test_a_process_works_where_the_system_allows_it_less_memory(worker: SubprocessWorker) -> None:
    worker._command = (sys.executable, "-c", LIMITED)
    assert int(await worker.submit([])) == MEMORY_LIMIT // 2
