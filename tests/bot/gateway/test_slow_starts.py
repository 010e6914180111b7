"""Servers that become available late, or not for days: Hob leaves their tables alone until then."""

import random

import pytest

from bot.times import DAY
from hob.testing.play import play_some, playing
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
