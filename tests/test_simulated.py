"""The simulated Discord of an evening keeps time, and tells what went wrong in the bot."""

import asyncio
import gc
import weakref
from pathlib import Path

import pytest

from hob.testing.play import evening
from hob.testing.stopped_clock import CLOCKED

ROOT = Path(__file__).parent.parent
# The watchdog's thread and a lock on SQLite's file wait in real time, metrics measure it.
REAL_TIME = ("bot.gateway.health", "db.connect", "bot.process.metrics", "bot.process.metrics_exporter")


def test_each_reader_of_the_monotonic_clock_has_virtual_or_real_time() -> None:
    files = [file for package in ("bot", "cogs", "db", "engine") for file in (ROOT / package).rglob("*.py")]
    reading = [file.relative_to(ROOT) for file in files if "time.monotonic()" in file.read_text(encoding="utf-8")]
    assert {".".join(file.with_suffix("").parts) for file in reading} == {*CLOCKED, *REAL_TIME}


async def test_time_passes_only_on_request() -> None:
    async with evening() as hob:
        began, due = hob.clock(), asyncio.create_task(asyncio.sleep(3600))
        await hob.store.counts()
        await hob.passes(3599)
        assert not due.done()
        await hob.passes(1)
        assert due.done() and hob.clock() - began == pytest.approx(3600, abs=0.1)


async def test_an_evening_restores_the_event_loops_clock() -> None:
    loop = asyncio.get_running_loop()
    before = loop.time()
    async with evening() as hob:
        await hob.passes(86400)
        assert loop.time() - before > 86400
    assert loop.time() - before < 3600


async def test_an_event_comes_before_or_after_its_requests_response() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        happened: list[str] = []

        async def deleted(_: object) -> None:
            happened.append("event")

        hob.bot.add_listener(deleted, "on_raw_message_delete")
        with hob.discord.at_work():
            for _ in range(20):
                message = await hob.bot.get_partial_messageable(hob.channel.id).send("x")
                await message.delete()
                happened.append("response")
                await asyncio.sleep(1)
        firsts = happened[::2]
        assert {"event", "response"} == {*firsts} and len(happened) == 40


async def test_threads_work_in_order_while_the_loop_goes_on() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        began: list[int] = []
        loop = asyncio.get_running_loop()
        works = [loop.run_in_executor(None, began.append, number) for number in range(9)]
        before = len(began)
        await hob.settle()
        assert before < 9 and began == [*range(9)] and all(work.done() for work in works)


async def test_an_evening_leaves_the_memory_when_it_ends() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        await hob.person("Ada").types("chaser new")
        app = weakref.ref(hob.app)
    del hob
    gc.collect()
    gc.collect()  # some connections need a second pass, because closing them in a finalizer revived them
    assert app() is None, "thousands of evenings in one process would take gigabytes"


async def test_exceptions_of_the_bot_fail_the_evening() -> None:
    async def broken() -> None:
        raise ZeroDivisionError

    with pytest.raises(BaseExceptionGroup):
        async with evening() as hob:
            hob.bot.on_thought = broken  # type: ignore[attr-defined]
            hob.bot.dispatch("thought")
            await hob.settle()


async def test_unknown_requests_fail_the_evening() -> None:
    with pytest.raises(AssertionError):
        async with evening() as hob:
            with hob.discord.at_work(), pytest.raises(Exception, match="404"):
                await hob.bot.http.get_template("x")
