"""Computers that think: in a process of their own, in time for the table, and a table never waits for them."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.computers.thinker import Job, Thinker
from bot.computers.thinking import work
from bot.sessions.live import Live
from engine import GAMES
from engine.game import Game
from engine.ghosts_love_candy.state import CANDIES
from engine.players import choose
from tests.cogs.kingdoms_candy.evenings import lay
from tests.engine.kingdoms_candy.laying import table, villain
from tests.play import Evening, playing, press_something

Move = tuple[int, str]


async def answers(hob: Evening) -> list[Move]:
    live = await hob.live()
    return [(answer.seat, answer.option) for answer in await hob.store.answers(live.id) if answer.person is None]


async def at_computer(hob: Evening) -> Live:
    """Ada presses until the table waits for the computer alone, whose question has just opened."""
    live, luck = await hob.live(), Random(1)
    while live.view().waiting != [1]:
        await press_something(hob, hob["Ada"], live, 0, luck)
    return live


@contextlib.contextmanager
def thinking_takes(hob: Evening, seconds: float) -> Iterator[None]:
    """A slow machine, or many tables at once."""
    thinker: Any = hob.process.thinker
    ask = thinker.ask

    async def slowly(job: object) -> bytes:
        await asyncio.sleep(seconds)
        return bytes(await ask(job))

    thinker.ask = slowly
    yield
    thinker.ask = ask


def against_a_computer(command: str = "chaser", **options: Any) -> Any:
    return playing("Ada", command=command, computers=1, moment=0, thinking=True, **options)


# ---- at the table
async def test_a_computer_answers_what_it_thinks_at_the_time_of_all_computers() -> None:
    async with against_a_computer() as hob:
        live = await at_computer(hob)
        before = await answers(hob)
        await hob.passes(1.4)
        assert await answers(hob) == before
        thought = live.thoughts[1].option
        await hob.passes(0.2)
        assert thought and await answers(hob) == [*before, (1, thought)]


async def test_a_computer_takes_offers_one_pause_after_the_other() -> None:
    async with against_a_computer("kingdom") as hob:
        rival = villain("biscotto pepperfang", sugar=6)  # 2 sugar buy a Candy once, and the game is about to end
        await lay(hob, table(villain("uno"), rival, black_candies=3, events="black-candy"))
        await hob["Ada"].types("kingdom collect")
        while (await hob.live()).view().waiting == [1]:
            await hob.passes(0.5)
        made = [answer for answer in await hob.store.answers((await hob.live()).id) if answer.person is None]
        assert "use/pepperfang" in [answer.option for answer in made if answer.step == "offer"]
        times = [answer.at for answer in made if answer.step != "feed"]
        assert all(later >= earlier + 1.5 for earlier, later in pairwise(times))


async def test_a_late_thought_is_waited_for_a_while() -> None:
    async with against_a_computer() as hob:
        with thinking_takes(hob, 3):
            live = await at_computer(hob)
            before = await answers(hob)
            thought = live.thoughts[1]
            await hob.passes(2.8)
            assert await answers(hob) == before and thought.option is None
            await hob.passes(0.4)
            assert await answers(hob) == [*before, (1, thought.option)]


async def test_then_it_answers_at_random_and_the_thought_is_forgotten() -> None:
    async with against_a_computer() as hob:
        with thinking_takes(hob, 60):
            live = await at_computer(hob)
            before = await answers(hob)
            thought = live.thoughts[1]
            await hob.passes(3.9)
            assert await answers(hob) == before
            await hob.passes(0.2)
            assert len(await answers(hob)) == len(before) + 1
            assert thought.option is None and 1 not in live.thoughts


@pytest.mark.parametrize("seconds", [0, 1.9, 3])
async def test_a_secret_is_answered_at_its_time_whatever_is_thought(seconds: float) -> None:
    async with against_a_computer("muncher") as hob:
        with thinking_takes(hob, seconds):
            live = await at_computer(hob)
            assert live.view().questions[0].secret
            before, thought = await answers(hob), live.thoughts[1]
            await hob.passes(1.8)
            assert await answers(hob) == before and (thought.option is not None) == (seconds == 0)
            await hob.passes(0.4)
            assert len(await answers(hob)) > len(before)
            assert (thought.option is not None) == (seconds < 2)
            assert seconds == 3 or (await answers(hob))[len(before)] == (1, thought.option)


async def test_a_dead_process_is_replaced_and_the_table_never_notices() -> None:
    async with against_a_computer() as hob:
        await at_computer(hob)
        thinker = hob.process.thinker
        assert thinker and thinker._worker
        dead = thinker._worker
        os.kill(dead.pid, signal.SIGKILL)
        with hob.discord.at_work():
            await dead.wait()
        await hob.passes(2)
        live = await at_computer(hob)
        assert live.thoughts[1].option and thinker._worker is not dead


async def test_a_stop_in_mid_thought_loses_nothing() -> None:
    async with against_a_computer() as hob:
        with thinking_takes(hob, 60):
            await at_computer(hob)
            before = await answers(hob)
            await hob.restart()
        await hob.passes(2)
        assert len(await answers(hob)) > len(before)


async def test_computers_at_random_need_no_process() -> None:
    async with playing("Ada", command="chaser", computers=1, moment=0) as hob:
        live = await at_computer(hob)
        before = await answers(hob)
        await hob.passes(1.6)
        assert len(await answers(hob)) == len(before) + 1
        assert hob.process.thinker is None and not live.thoughts


async def test_who_sits_in_for_a_person_does_not_tell_their_love_card() -> None:
    """What they hand over to the Bathtub Pirate is anything; a computer hands over what it misses least."""

    def beg(g: Any) -> None:
        g.stashes[giver].candy += CANDIES[:2]
        g.then(("beg_candy", 2, g.row[0].kid, 0, [f"s{giver}"], "richer"))

    async with playing("Ada", "Cara", command="ghosts", computers=1, moment=0, thinking=True, computer_pause=60) as hob:
        await hob["Ada"].types("hob seat", to="computer")
        for giver, thinks in ((0, False), (1, True)):
            await hob.lay(beg)
            live = await hob.live()
            assert live.view().waiting == [giver] and (giver in live.thoughts) == thinks
            before = await answers(hob)
            await hob.passes(60)
            assert len(await answers(hob)) > len(before)


# ---- the process
@pytest.fixture
async def thinker() -> AsyncIterator[Thinker]:
    thinker = Thinker(patience=60)  # a busy machine may need it
    yield thinker
    await thinker.close()


def job(slug: str = "candy-chaser", wrong: int = 0, **options: Any) -> Job:
    """The first choice at a table of two or three, for a seat that is asked."""
    game = GAMES[slug]
    g = game.deal(seats=game.seats[0], seed="thinking", **options)
    decks = {name: deck for name, deck in (game.decks or {}).items() if name != "hob"}
    return Job(type(game), game.dump(g), min(g.asks) + wrong, 7, decks)


def wanted(job: Job) -> str:
    game = GAMES[job.game.slug]
    return choose(game, game.load(job.state), job.seat, "normal", job.luck)


async def worker_of(thinker: Thinker) -> asyncio.subprocess.Process:
    await thinker.think(job)
    assert thinker._worker
    return thinker._worker


async def test_the_process_thinks_as_anybody_would(thinker: Thinker) -> None:
    assert await thinker.think(job) == wanted(job()) == work(job()).decode()
    assert await thinker.think(lambda: job("kingdoms-candy")) == wanted(job("kingdoms-candy"))


async def test_what_cannot_be_thought_harms_no_other(thinker: Thinker, caplog: pytest.LogCaptureFixture) -> None:
    assert await thinker.think(lambda: job(wrong=5)) is None
    assert "a computer of candy-chaser answers at random" in caplog.text
    assert await thinker.think(lambda: job()._replace(state=b"torn")) is None
    assert await thinker.think(lambda: job()._replace(game=type("Nowhere", (Game,), {"slug": "no-game"}))) is None
    assert await thinker.think(lambda: job()._replace(decks={"own": lambda: None})) is None  # cannot be sent there
    assert await thinker.think(job) == wanted(job())


async def test_questions_that_are_closed_when_their_turn_comes_are_skipped(thinker: Thinker) -> None:
    thoughts = [thinker.think(job), *[thinker.think(lambda: None) for _ in range(100)], thinker.think(job)]
    first, *closed, last = await asyncio.gather(*thoughts)
    assert first == last == wanted(job()) and set(closed) == {None}


async def test_a_process_that_dies_in_mid_thought_costs_one_thought(thinker: Thinker) -> None:
    worker = await worker_of(thinker)
    os.kill(worker.pid, signal.SIGSTOP)  # it has the job and does not answer
    thought = thinker.think(job)
    for _ in range(5):
        await asyncio.sleep(0)
    assert thinker._turn.locked()
    os.kill(worker.pid, signal.SIGKILL)
    assert await thought is None
    assert await thinker.think(job)


async def test_a_process_that_hangs_is_given_up(thinker: Thinker) -> None:
    os.kill((await worker_of(thinker)).pid, signal.SIGSTOP)
    thinker._patience = 0.05
    assert await thinker.think(job) is None
    thinker._patience = 20
    assert await thinker.think(job)


async def test_closing_waits_for_no_thought(thinker: Thinker) -> None:
    worker = await worker_of(thinker)
    os.kill(worker.pid, signal.SIGSTOP)
    thoughts = [thinker.think(job) for _ in range(3)]
    await asyncio.sleep(0)
    await thinker.close()
    assert all(thought.cancelled() for thought in thoughts) and worker.returncode is not None
    assert await thinker.think(job) is None


async def test_the_process_ends_with_its_parent() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.computers.thinking", stdin=asyncio.subprocess.PIPE
    )
    assert process.stdin
    process.stdin.close()
    assert await process.wait() == 0


async def test_operators_decks_are_known_to_it(thinker: Thinker, tmp_path: Path) -> None:
    game = GAMES["ghosts-love-candy"]
    assert game.decks is not None
    house = Path(sys.modules[type(game).__module__].__file__ or "").parent / "cards.toml"
    (tmp_path / "shop.toml").write_text(house.read_text(encoding="utf-8").replace('source = "house"', ""))
    game.decks.add_folder(tmp_path)
    try:
        asked = job(game.slug, deck="shop")
        assert asked.decks and await thinker.think(lambda: asked) == wanted(asked) == work(asked).decode()
    finally:
        del game.decks["shop"]
