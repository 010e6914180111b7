"""The AI worker processes: results, order, share of the search budget, and recovery when a worker dies."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from benchmarks import thinking
from bot.computers.ai_scheduler import AIScheduler, SearchJob, decks_of
from bot.computers.worker import run_job
from bot.timing import Timing
from engine import GAMES
from engine.ai import LEVELS, Level, SearchResult, analyse, choose
from engine.game import Game
from hob.testing.stopped_clock import StoppedClock
from playground.discord.state import LONGEST


@pytest.fixture
async def thinker() -> AsyncIterator[AIScheduler]:
    thinker = AIScheduler(timeout=LONGEST)
    yield thinker
    await thinker.close()


@pytest.fixture
async def two() -> AsyncIterator[AIScheduler]:
    thinker = AIScheduler(processes=2, timeout=LONGEST)
    yield thinker
    await thinker.close()


def job(slug: str = "candy-chaser", wrong: int = 0, level: Level = "normal", **options: Any) -> SearchJob:
    """Return the first decision at a table with the minimum number of seats; `wrong` shifts the seat."""
    game = GAMES[slug]
    g = game.deal(seats=game.seats[0], seed="thinking", **options)
    return SearchJob(type(game), game.dump(g), min(g.asks) + wrong, level, 7, decks_of(game))


def thinks(thinker: AIScheduler, job: SearchJob | None, within: float = 3600) -> "asyncio.Task[SearchResult | None]":
    """Submit a job; `None` stands for a question that is no longer open when its turn comes."""
    slug, level = (job.game.slug, job.level) if job is not None else ("candy-chaser", "easy")
    return thinker.submit(slug, cast(Level, level), lambda: job, within)


async def best(thinker: AIScheduler, job: SearchJob) -> str | None:
    thought = await thinks(thinker, job)
    return thought.best if thought is not None else None


def wanted(job: SearchJob) -> str:
    game = GAMES[job.game.slug]
    return choose(game, game.load(job.state), job.seat, job.level, job.seed)


async def process_of(thinker: AIScheduler) -> asyncio.subprocess.Process:
    await thinks(thinker, job())
    (worker,) = thinker.workers
    assert worker._process
    return worker._process


@pytest.mark.slow
async def test_the_search_process_finds_what_a_direct_search_finds(thinker: AIScheduler) -> None:
    for asked in (*(job(level=level) for level in LEVELS), job("kingdoms-candy")):
        assert await best(thinker, asked) == wanted(asked)
    game, asked = GAMES["candy-chaser"], job()
    thought = await thinks(thinker, asked)
    assert thought == analyse(game, game.load(asked.state), asked.seat, "normal", asked.seed)
    assert thinker.counts.completed == 5 and thinker.counts.reduced == thinker.counts.failed == 0


@pytest.mark.slow
async def test_a_failing_search_does_not_affect_others(thinker: AIScheduler, caplog: pytest.LogCaptureFixture) -> None:
    assert await thinks(thinker, job(wrong=5)) is None
    assert "search for candy-chaser failed" in caplog.text
    assert await thinks(thinker, job()._replace(state=b"torn")) is None
    assert await thinks(thinker, job()._replace(game=type("Nowhere", (Game,), {"slug": "no-game"}))) is None
    assert await thinks(thinker, job()._replace(decks={"own": lambda: None})) is None  # can't be pickled
    assert await best(thinker, job()) == wanted(job())
    assert thinker.counts.failed == 4 and thinker.counts.completed == 1


@pytest.mark.slow
async def test_questions_closed_while_queued_are_skipped(thinker: AIScheduler) -> None:
    thoughts = [thinks(thinker, job()), *[thinks(thinker, None) for _ in range(100)], thinks(thinker, job())]
    first, *closed, last = await asyncio.gather(*thoughts)
    assert first and first == last and first.best == wanted(job()) and set(closed) == {None}
    assert thinker.counts.completed == 2 and thinker.counts.failed == 0


@pytest.mark.slow
async def test_two_processes_search_at_the_same_time(two: AIScheduler) -> None:
    at_work: list[SearchJob] = []
    both = asyncio.Event()

    def watch(worker: Any) -> None:
        ask = worker.submit

        async def watched(asked: SearchJob) -> bytes:
            at_work.append(asked)
            if len(at_work) == 2:
                both.set()
            await both.wait()
            return bytes(await ask(asked))

        worker.submit = watched

    for worker in two.workers:
        watch(worker)
    first, second, third = job(), job("monster-muncher"), job("kingdoms-candy")
    found = await asyncio.gather(*(thinks(two, asked) for asked in (first, second, third)))
    assert [thought and thought.best for thought in found] == [wanted(first), wanted(second), wanted(third)]
    assert at_work == [first, second, third]


@pytest.mark.slow
async def test_a_process_that_dies_while_searching_costs_one_search(two: AIScheduler) -> None:
    await asyncio.gather(thinks(two, job()), thinks(two, job()))
    dying = two._idle[-1]._process
    assert dying
    os.kill(dying.pid, signal.SIGSTOP)  # it has the job and doesn't answer
    lost = thinks(two, job())
    for _ in range(5):
        await asyncio.sleep(0)
    assert len(two._idle) == 1
    others = [thinks(two, job()) for _ in range(3)]
    os.kill(dying.pid, signal.SIGKILL)
    assert await lost is None
    assert all(await asyncio.gather(*others)) and await thinks(two, job())
    assert two.counts.failed == 1


@pytest.mark.slow
async def test_a_hanging_process_is_abandoned(thinker: AIScheduler) -> None:
    os.kill((await process_of(thinker)).pid, signal.SIGSTOP)
    (worker,) = thinker.workers
    worker._timeout = 0.05
    assert await thinks(thinker, job()) is None
    worker._timeout = LONGEST
    assert await thinks(thinker, job())


# ---- overload
@pytest.fixture
async def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Freeze the loop's clock, so that a slow machine doesn't matter."""
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(loop, "time", partial(float, loop.time()))


class Watched(AIScheduler):
    """An AI scheduler that records the submitted jobs and answers without searching."""

    def __init__(self, processes: int = 1) -> None:
        super().__init__(processes)
        self.asked: list[SearchJob] = []
        for worker in cast(Any, self.workers):
            worker.submit = self._answer

    async def _answer(self, asked: SearchJob) -> bytes:
        self.asked.append(asked)
        return run_job(asked._replace(level="easy"))


@pytest.mark.usefixtures("still")
async def test_queued_searches_share_scarce_time_equally(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "hob.computers")
    thinker = Watched()  # a normal search is expected to take 0.3 seconds until one has been measured
    found = await asyncio.gather(*(thinks(thinker, job(), within=4) for _ in range(20)))
    assert all(found) and {asked.level for asked in thinker.asked} == {"normal"}
    assert thinker.asked[0].share == pytest.approx((4 * 0.7 / 6 - 0.15) / 0.85, abs=0.02)
    assert thinker.asked[-1].share == 1  # the last one gets all the remaining time
    assert thinker.counts.reduced == sum(asked.share < 1 for asked in thinker.asked) > 5
    assert caplog.text.count("computer players overloaded: search budget at 37 %, queue length 19") == 1


@pytest.mark.usefixtures("still")
async def test_a_small_share_is_never_exceeded() -> None:
    thinker, asked = Watched(), job()
    think = [thinker.submit(asked.game.slug, "normal", lambda: asked, 4, share=0.25) for _ in range(20)]
    assert all(await asyncio.gather(*think))
    assert {one.share for one in thinker.asked} == {0.25} and thinker.counts.reduced == 0
    thinker.asked.clear()
    think = [thinker.submit(asked.game.slug, "normal", lambda: asked, 2, share=0.25) for _ in range(20)]
    assert all(await asyncio.gather(*think))
    assert 0 < thinker.asked[0].share < 0.15 and thinker.counts.reduced > 5, (
        "the share shrinks to what fits, apart from the fixed cost"
    )
    thinker.asked.clear()
    thinker.counts.reduced = 0
    assert all(await asyncio.gather(*(thinks(thinker, asked, 0.5) for _ in range(3))))
    assert thinker.asked[0].level == "normal" and thinker.counts.reduced >= 2, "the last one gets its whole share"


async def test_closed_questions_leave_the_queue_of_an_overloaded_machine() -> None:
    thinker, asked, free = Watched(), job(), asyncio.Event()
    answer = thinker.workers[0].submit

    async def slow(given: SearchJob) -> bytes:
        await free.wait()
        return await answer(given)

    cast(Any, thinker.workers[0]).submit = slow
    clock = StoppedClock(asyncio.get_running_loop())
    with clock.installed(), clock.passing():
        running = thinks(thinker, asked, within=4)
        closed = [thinker.submit(asked.game.slug, "normal", lambda: None, 4) for _ in range(100)]
        still_open = thinks(thinker, asked, within=4)
        await asyncio.sleep(3)
        assert thinker.queue_length == 101
        assert await asyncio.gather(*closed) == [None] * 100
        assert thinker.queue_length == 1 and thinker.counts.failed == 0
        await asyncio.sleep(60)
        free.set()
        assert await running and await still_open, "a question that is still open keeps its place"


@pytest.mark.usefixtures("still")
async def test_twice_the_processes_shed_half_as_much() -> None:
    one, two = Watched(1), Watched(2)
    for thinker in (one, two):
        await asyncio.gather(*(thinks(thinker, job(), within=4) for _ in range(20)))
    assert two.asked[0].share > 1.9 * one.asked[0].share


@pytest.mark.usefixtures("still")
async def test_under_overload_all_computers_play_like_a_beginner() -> None:
    thinker = Watched()
    found = await asyncio.gather(*(thinks(thinker, job(level="hard"), within=4) for _ in range(100)))
    assert all(found) and thinker.asked[0].level == "easy" and thinker.counts.failed == 0


@pytest.mark.usefixtures("still")
async def test_an_urgent_search_does_not_wait_for_a_patient_one() -> None:
    thinker = Watched()
    slow, soon = thinks(thinker, job(level="hard"), within=3600), thinks(thinker, job(), within=1)
    assert await slow and await soon
    assert thinker.asked[0].share < 1


@pytest.mark.slow
async def test_many_tables_get_no_random_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "AIScheduler", partial(AIScheduler, timeout=LONGEST))
    moves, counts = await thinking.keep_up(
        3, 3600, 1, Timing(computer_pause=0.05, computer_secret=LONGEST, computer_patience=LONGEST), 6
    )
    assert moves >= 6 and counts.completed > 0 and counts.late == counts.failed == 0


# ---- shutdown
@pytest.mark.slow
async def test_closing_does_not_wait_for_searches(thinker: AIScheduler) -> None:
    process = await process_of(thinker)
    os.kill(process.pid, signal.SIGSTOP)
    thoughts = [thinks(thinker, job()) for _ in range(3)]
    await asyncio.sleep(0)
    await thinker.close()
    assert all(thought.cancelled() for thought in thoughts) and process.returncode is not None
    assert await thinks(thinker, job()) is None


@pytest.mark.slow
async def test_the_process_ends_with_its_parent() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.computers.worker", stdin=asyncio.subprocess.PIPE
    )
    assert process.stdin
    process.stdin.close()
    assert await process.wait() == 0


@pytest.mark.slow
async def test_the_process_knows_operators_decks(thinker: AIScheduler, tmp_path: Path) -> None:
    game = GAMES["ghosts-love-candy"]
    assert game.decks is not None
    house = Path(sys.modules[type(game).__module__].__file__ or "").parent / "cards.toml"
    (tmp_path / "shop.toml").write_text(house.read_text(encoding="utf-8").replace('source = "house"', ""))
    game.decks.add_folder(tmp_path)
    try:
        asked = job(game.slug, deck="shop")
        assert asked.decks and await best(thinker, asked) == wanted(asked)
    finally:
        del game.decks["shop"]
