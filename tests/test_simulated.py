"""The simulated Discord of an evening keeps time, and tells what went wrong in the bot."""

import asyncio

import pytest

from hob.testing.play import evening


async def test_time_passes_only_when_a_test_lets_it() -> None:
    async with evening() as hob:
        began, due = hob.clock(), asyncio.create_task(asyncio.sleep(3600))
        await hob.store.counts()
        await hob.passes(3599)
        assert not due.done()
        await hob.passes(1)
        assert due.done() and hob.clock() - began == pytest.approx(3600, abs=0.1)


async def test_the_loop_of_a_test_has_its_own_time_again_after_an_evening() -> None:
    loop = asyncio.get_running_loop()
    before = loop.time()
    async with evening() as hob:
        await hob.passes(86400)
        assert loop.time() - before > 86400
    assert loop.time() - before < 3600


async def test_exceptions_of_the_bot_fail_the_evening() -> None:
    async def broken() -> None:
        raise ZeroDivisionError

    with pytest.raises(BaseExceptionGroup):
        async with evening() as hob:
            hob.bot.on_thought = broken  # type: ignore[attr-defined]
            hob.bot.dispatch("thought")
            await hob.settle()


async def test_a_request_that_this_discord_does_not_know_fails_the_evening() -> None:
    with pytest.raises(AssertionError):
        async with evening() as hob:
            with hob.discord.at_work(), pytest.raises(Exception, match="404"):
                await hob.bot.http.get_template("x")
