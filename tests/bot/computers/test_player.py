"""Computer players search in their own process and answer in time; a table never waits for a search."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any, cast

import pytest

from bot.computers.ai_scheduler import SearchJob
from bot.tables.session import TableSession
from engine.ghosts_love_candy.state import CANDIES
from hob.testing.play import Evening, evening, playing, press_something
from tests.cogs.kingdoms_candy.evenings import lay
from tests.engine.kingdoms_candy.laying import table, villain

Move = tuple[int, str]


async def answers(hob: Evening) -> list[Move]:
    session = await hob.session()
    return [(answer.seat, answer.option) for answer in await hob.store.answers(session.id) if answer.person is None]


async def at_computer(hob: Evening) -> TableSession:
    """Let Ada play until the table waits only for the computer, right after its question has opened."""
    session, luck = await hob.session(), Random(1)
    for _ in range(10):
        if session.view().waiting == [1]:
            return session
        await press_something(hob, hob["Ada"], session, 0, luck)
    raise AssertionError("it never waits for the computer alone")


@contextlib.contextmanager
def thinking_takes(hob: Evening, seconds: float) -> Iterator[None]:
    """Delay every search, as on a slow machine or with many tables at once."""
    (worker,) = cast(Any, hob.app.ai).workers
    ask = worker.submit

    async def slowly(job: object) -> bytes:
        await asyncio.sleep(seconds)
        return bytes(await ask(job))

    worker.submit = slowly
    yield
    worker.submit = ask


def against_a_computer(command: str = "chaser", **options: Any) -> Any:
    return playing("Ada", command=command, computers=1, moment=0, thinking="normal", **options)


# ---- at the table
@pytest.mark.slow
async def test_a_computer_answers_with_its_search_result_after_the_usual_pause() -> None:
    async with against_a_computer() as hob:
        session = await at_computer(hob)
        before = await answers(hob)
        await hob.passes(1.4)
        assert await answers(hob) == before
        thought = session.pending_searches[1].result
        await hob.passes(0.2)
        assert thought and await answers(hob) == [*before, (1, thought.best)]


@pytest.mark.slow
async def test_a_computer_takes_offers_one_by_one_with_pauses() -> None:
    async with against_a_computer("kingdom") as hob:
        rival = villain("biscotto pepperfang", sugar=6)  # 2 sugar buy one Candy, once, and the game is about to end
        await lay(hob, table(villain("uno"), rival, black_candies=3, events="black-candy"))
        await hob["Ada"].types("kingdom collect")
        await hob.passes(15)
        assert (await hob.session()).view().waiting != [1]
        made = [answer for answer in await hob.store.answers((await hob.session()).id) if answer.person is None]
        assert "use/pepperfang" in [answer.option for answer in made if answer.step == "offer"]
        times = [answer.at for answer in made if answer.step != "feed"]
        assert all(later >= earlier + 1.5 for earlier, later in pairwise(times))


@pytest.mark.slow
async def test_a_computer_weighs_an_offer_that_lapses_where_it_can_be_declined() -> None:
    async with against_a_computer("kingdom") as hob:
        laid = table(villain("uno"), villain("mopsel", sugar=1), events="sugar-shower")
        laid.first = 1
        await lay(hob, laid)
        await hob["Ada"].types("kingdom collect")
        await hob["Ada"].types("kingdom done")
        for _ in range(12):
            await hob.passes(0.5)
        (swept,) = [option for _, option in await answers(hob) if option.startswith("sweep/")]
        session = await hob.session()
        assert session.view().waiting == [0] and not any(
            offer.startswith("sweep") for offer in session.view().offers.get(1, [])
        )
        assert (swept == "sweep/none") == ("Ember discards" not in await hob["Ada"].types("hob log"))


@pytest.mark.slow
async def test_a_late_search_is_waited_for() -> None:
    async with against_a_computer() as hob:
        with thinking_takes(hob, 3):
            session = await at_computer(hob)
            before = await answers(hob)
            pondering = session.pending_searches[1]
            await hob.passes(2.8)
            assert await answers(hob) == before and pondering.result is None
            await hob.passes(0.4)
            assert await answers(hob) == [*before, (1, pondering.result.best)]


@pytest.mark.slow
async def test_after_the_wait_it_answers_at_random_and_ignores_the_search() -> None:
    async with against_a_computer() as hob:
        with thinking_takes(hob, 60):
            session = await at_computer(hob)
            before = await answers(hob)
            pondering = session.pending_searches[1]
            await hob.passes(3.9)
            assert await answers(hob) == before
            await hob.passes(0.2)
            assert len(await answers(hob)) == len(before) + 1
            assert pondering.result is None and 1 not in session.pending_searches


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0, 1.9, 3])
async def test_secret_answers_come_on_time_however_long_the_search(seconds: float) -> None:
    async with against_a_computer("muncher") as hob:
        with thinking_takes(hob, seconds):
            session = await at_computer(hob)
            assert session.view().questions[0].secret
            before, pondering = await answers(hob), session.pending_searches[1]
            await hob.passes(1.8)
            assert await answers(hob) == before and (pondering.result is not None) == (seconds == 0)
            await hob.passes(0.4)
            assert len(await answers(hob)) > len(before)
            assert (pondering.result is not None) == (seconds < 2)
            assert seconds == 3 or (await answers(hob))[len(before)] == (1, pondering.result.best)


@pytest.mark.slow
async def test_a_dead_process_is_replaced_and_the_table_never_notices() -> None:
    async with against_a_computer() as hob:
        await at_computer(hob)
        (worker,) = cast(Any, hob.app.ai).workers
        dead = worker._process
        os.kill(dead.pid, signal.SIGKILL)
        with hob.discord.at_work():
            await dead.wait()
        await hob.passes(2)
        session = await at_computer(hob)
        assert session.pending_searches[1].result and worker._process is not dead


@pytest.mark.slow
async def test_stopping_during_a_search_loses_nothing() -> None:
    async with against_a_computer() as hob:
        with thinking_takes(hob, 60):
            await at_computer(hob)
            before = await answers(hob)
            await hob.restart()
        await hob.passes(2)
        assert len(await answers(hob)) > len(before)


async def test_random_computers_need_no_process() -> None:
    async with playing("Ada", command="chaser", computers=1, moment=0) as hob:
        session = await at_computer(hob)
        before = await answers(hob)
        await hob.passes(1.6)
        assert len(await answers(hob)) == len(before) + 1
        assert not session.pending_searches and not any(worker.running for worker in hob.app.ai.workers)


@pytest.mark.slow
async def test_a_substitute_computer_does_not_reveal_the_love_card() -> None:
    """The stand-in doesn't search for what to give away, because a good answer would reveal the Love card."""

    def beg(g: Any) -> None:
        g.stashes[giver].candy += CANDIES[:2]
        g.push_steps(("beg_candy", 2, g.row[0].kid, 0, [f"s{giver}"], "richer"))

    async with playing(
        "Ada", "Cara", command="ghosts", computers=1, moment=0, thinking="normal", computer_pause=60
    ) as hob:
        await hob["Ada"].types("hob seat", to="computer")
        for giver, thinks in ((0, False), (1, True)):
            await hob.lay(beg)
            session = await hob.session()
            assert session.view().waiting == [giver] and (giver in session.pending_searches) == thinks
            before = await answers(hob)
            await hob.passes(60)
            assert len(await answers(hob)) > len(before)


@pytest.mark.slow
async def test_computers_play_at_their_level_and_replace_people_at_normal() -> None:
    async with evening(moment=0, thinking="hard", computer_pause=60) as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        await ada.types("chaser new", computers=1)
        await ada.selects("Easy")
        await ben.types("chaser join")
        await ada.types("chaser start")
        await ben.types("hob seat", to="computer")
        asked: list[tuple[int, str]] = []
        (worker,) = cast(Any, hob.app.ai).workers
        ask = worker.submit

        async def watched(job: SearchJob) -> bytes:
            asked.append((job.seat, job.level))
            return bytes(await ask(job))

        worker.submit = watched
        for seat in (1, 2, 3):
            await hob.lay(lambda g, seat=seat: g.push_steps(("roll_die", seat)))
        assert asked == [(1, "hard"), (2, "easy"), (3, "normal")]
