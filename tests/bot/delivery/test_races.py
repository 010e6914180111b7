"""Presses, deletions and restarts that cross each other, in many orders of Discord's events and the threads' work."""

import random

import pytest

from cogs.game_uis import GAME_UIS
from hob.testing.play import play_some, playing
from hob.testing.reading import controls_of, words_of


@pytest.mark.parametrize("group", [ui.group for ui in GAME_UIS.values()])
@pytest.mark.parametrize("seed", range(3))
async def test_one_current_table_remains_after_crossing_presses(group: str, seed: int) -> None:
    async with playing("Ada", "Ben", "Cara", command=group, seed=seed) as hob:
        luck = random.Random(seed)
        for _ in range(6):
            await play_some(hob, luck, 2)
            session = await hob.session()
            if session.status != "playing":
                break
            old, pressed = hob.table, [c.custom_id for c in controls_of(hob.table) if c.label]
            for person in luck.sample(["Ada", "Ben", "Cara"], 2):
                hob[person].begins(luck.choice(pressed), old)
            if luck.random() < 0.5:
                hob.discord.delete_message(hob.channel.id, old.id)
            await hob.passes(150)
            tables = [message for message in hob.channel.history() if controls_of(message)]
            assert [message.id for message in tables] == [hob.table.id], [words_of(message) for message in tables]
        before = [words_of(message) for message in hob.channel.history()]
        await hob.restart()
        await hob.passes(60)
        assert [words_of(message) for message in hob.channel.history()] == before, "all was up to date"
