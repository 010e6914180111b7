"""Idle games, games that every player has left, and people who open too many tables."""

import pytest

from hob.testing.play import Evening, evening, playing
from hob.testing.reading import words_of

DAY = 86400.0
QUICK = {"abandoned_after": {"live": 2 * DAY, "days": 9 * DAY}, "abandoned_life": {"live": 0.5 * DAY, "days": DAY}}
WARNING = "The game ends soon unless someone plays."


async def days(hob: Evening, number: float) -> None:
    await hob.passes(number * DAY)
    await hob.passes(60)


@pytest.mark.slow
async def test_an_idle_game_is_warned_about_then_ended() -> None:
    async with playing("Ada", "Ben", look_around=3600.0, **QUICK) as hob:
        await days(hob, 1.5)
        assert WARNING not in hob.table_text()
        me, pings = await hob.asked(), len(hob.channel.history())
        await days(hob, 0.8)
        assert WARNING in hob.table_text()
        assert len(hob.channel.history()) > pings, f"{me.name} is rung once more"
        await hob.restart()
        await days(hob, 0.6)
        ended = "I ended the game, as no one had played for a long time."
        assert ended[:-1] in hob.table_text()
        assert f"The game is over: {ended}" in words_of(hob["Ben"].messages[-1])
        await hob["Ada"].types("chaser new")
        assert "new table" in hob.table_text()


async def test_any_press_withdraws_the_warning() -> None:
    async with playing("Ada", "Ben", look_around=3600.0, **QUICK) as hob:
        await days(hob, 2.3)
        assert WARNING in hob.table_text()
        await hob["Ben"].clicks("My hand")
        await hob.settle()
        assert WARNING not in hob.table_text()
        await days(hob, 1)
        assert (await hob.session()).playing
        await days(hob, 2)
        assert not (await hob.session()).playing


async def test_a_game_at_slow_pace_is_given_days() -> None:
    async with playing("Ada", "Ben", look_around=3600.0, **QUICK) as hob:
        await hob.change(pace="days")
        await days(hob, 8)
        assert (await hob.session()).playing and WARNING not in hob.table_text()
        await days(hob, 1.2)
        assert WARNING in hob.table_text()


async def test_opening_many_tables_is_rate_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(moment=0) as hob:
        monkeypatch.setattr(hob.settings.limits, "new_by_person", 2)
        ada, ben = hob.person("Ada"), hob.person("Ben")
        said = [
            await ada.types("chaser new", channel=hob.guild.create_text_channel(f"games-{number}"))
            for number in range(3)
        ]
        assert said[:2] == ["", ""] and said[2].startswith("That was quick! You can open another table in")
        await ben.types("chaser new", channel=hob.guild.create_text_channel("games-of-ben"))
        assert await hob.store.open_tables() == 3
        await hob.passes(61)
        await ada.types("chaser new", channel=hob.guild.create_text_channel("games-9"))
        assert await hob.store.open_tables() == 4


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        ("tables_of_person", "You're already at 1 open table."),
        ("tables_of_server", "This server already has 1 open table"),
        ("tables", "I'm running as many tables as I can."),
    ],
)
async def test_the_number_of_tables_is_limited(monkeypatch: pytest.MonkeyPatch, limit: str, said: str) -> None:
    async with evening(moment=0) as hob:
        monkeypatch.setattr(hob.settings.limits, limit, 1)
        ada = hob.person("Ada")
        await ada.types("chaser new")
        other = hob.guild.create_text_channel("other")
        assert (await ada.types("chaser new", channel=other)).startswith(said)
        assert await hob.store.open_tables() == 1
        await ada.types("hob end")
        await ada.types("chaser new", channel=other)
        assert await hob.store.open_tables() == 1
