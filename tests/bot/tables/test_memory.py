"""What idle and finished tables keep in memory."""

from random import Random

import pytest

from bot.tables import memory
from hob.testing.play import evening, play_on, playing


async def test_an_idle_table_keeps_only_its_game_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "WARM_LIMIT", 1)
    async with playing("Ada", "Ben") as hob:
        first, me = await hob.session(), await hob.asked()
        await me.clicks("My hand", on=hob.table)
        assert first._cache and first._views
        here, hob.channel = hob.channel, hob.guild.create_text_channel("second")
        await hob.set_table("chaser", "Cara", "Dan")
        await hob.settle()
        assert not first._cache and not first._views
        hob.channel = here
        assert await hob.session() is first and "You smuggle" in await me.clicks("My hand", on=hob.table)


async def test_an_idle_table_drops_expensive_caches_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table was already idle when the result was ready."""
    monkeypatch.setattr(memory, "WARM_LIMIT", 1)
    async with playing("Ada", "Ben") as hob:
        first = await hob.session()
        hob.channel = hob.guild.create_text_channel("second")
        await hob.set_table("chaser", "Cara", "Dan")
        await hob.settle()
        first.cached("late", lambda: "a message")
        assert first.view(0) and first._cache and first._views
        await hob["Cara"].types("chaser start")
        await hob.settle()
        assert not first._cache and not first._views


async def test_few_finished_games_stay_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "ENDED_LIMIT", 1)
    async with evening(games=["candy-chaser"]) as hob:
        for number in range(3):
            hob.channel = hob.guild.create_text_channel(f"table-{number}")
            await hob.set_table("chaser", "Ada", "Ben")
            await hob["Ada"].types("chaser start")
            last = await hob.session()
            await play_on(hob, Random(number))
        hob.channel = hob.guild.create_text_channel("running")
        await hob.set_table("chaser", "Cara", "Dan")
        await hob.settle()
        assert {session.id for session in hob.app.sessions.in_memory.values()} == {last.id, (await hob.session()).id}
