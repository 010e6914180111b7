"""Servers that become available late, or not for days: Hob leaves their tables alone until then."""

import asyncio
import random

import pytest

from bot.gateway.client import Hob
from bot.timing import DAY
from hob.testing.play import evening, play_some, playing
from hob.testing.reading import words_of


@pytest.mark.parametrize("span", [60.0, 5 * DAY], ids=["a minute", "days"])
async def test_tables_wait_for_their_server_at_a_slow_start(span: float) -> None:
    async with playing("Ada", "Ben", moment=1.0) as hob:
        hob.discord.create_guild("another")
        await play_some(hob, random.Random(1), 3)
        before = [words_of(message) for message in hob.channel.history()]
        gateway = hob.discord.discord.gateway
        gateway.withheld.add(str(hob.guild.id))
        await hob.restart()
        await hob.passes(span)
        assert [words_of(message) for message in hob.channel.history()] == before
        assert (await hob.session()).playing
        gateway.release(str(hob.guild.id))
        await hob.passes(60)
        assert (await hob.session()).playing
        await play_some(hob, random.Random(1), 3)
        assert [words_of(message) for message in hob.channel.history()] != before


async def test_no_idle_game_ends_before_its_server_is_available(monkeypatch: pytest.MonkeyPatch) -> None:
    set_up = Hob.setup_hook

    async def long_before_it_is_connected(bot: Hob) -> None:
        await set_up(bot)
        await asyncio.sleep(1200)

    async with playing("Ada", "Ben", look_around=3600) as hob:
        await hob.passes(3 * DAY + 600)
        assert "The game ends soon" in hob.table_text()
        await hob.discord.bot_is_away(2 * DAY)
        gateway = hob.discord.discord.gateway
        gateway.withheld.add(str(hob.guild.id))
        monkeypatch.setattr(Hob, "setup_hook", long_before_it_is_connected)
        await hob.restart()
        await hob.passes(1200)
        assert (await hob.session()).playing
        gateway.release(str(hob.guild.id))
        await hob.passes(1200)
        assert "The game ends soon" in hob.table_text(), "no one could play before"


@pytest.mark.parametrize("cut_off", [False, True], ids=["its server", "Hob"])
async def test_an_idle_game_is_warned_about_again_after_an_outage(cut_off: bool) -> None:
    async with playing("Ada", "Ben", look_around=3600) as hob:
        hob.discord.create_guild("another")
        gateway, server = hob.discord.discord.gateway, str(hob.guild.id)
        await hob.passes(3 * DAY + 600)
        assert "The game ends soon" in hob.table_text()
        gateway.withheld.add(server)
        if cut_off:
            await hob.restart()
        else:
            hob.discord.lose_server(hob.guild.id, unavailable=True)
        await hob.passes(2 * DAY)
        gateway.release(server)
        await hob.passes(DAY - 3600)
        assert "The game ends soon" in hob.table_text()
        await hob.passes(2 * 3600)
        assert "I ended the game" in hob.table_text()


async def test_a_lobby_gets_its_time_again_after_an_outage_of_its_server() -> None:
    async with evening(games=["candy-chaser"], look_around=3600) as hob:
        hob.discord.create_guild("another")
        gateway, server = hob.discord.discord.gateway, str(hob.guild.id)
        await hob.set_table("chaser", "Ada", "Ben")
        hob.discord.lose_server(hob.guild.id, unavailable=True)
        gateway.withheld.add(server)
        await hob.passes(2 * DAY)
        await hob.restart()
        await hob.passes(DAY)
        gateway.release(server)
        await hob.passes(DAY - 120)
        assert "Ready to start." in hob.table_text()
        await hob.passes(300)
        assert "no one started the game within a day" in hob.table_text()
