"""*Review with the coach*: a player's most costly decisions, after the game."""

import asyncio
import random
from unittest import mock

import pytest

from cogs.coach.review import Decision, decisions_of
from cogs.replay.cog import ReplayViewer
from cogs.replay.replays import Replays
from tests.play import Evening, Person, play_on, play_some, playing
from tests.reading import controls_of, words_of

LOOK = "Review with the coach"


async def interrupted(hob: Evening, ada: Person) -> None:
    """Stop Hob during a review that makes no progress, and use the buttons of the answer that it then edits."""
    with mock.patch.object(hob.app.ai, "submit", lambda *about: asyncio.sleep(10**5)):
        custom_id = next(c.custom_id for c in controls_of(hob.table) if c.label == LOOK)
        looking = ada.begins(custom_id, hob.table)
        await hob.env.settle()
        assert ": 0%" in hob.discord.result(looking).response.content
        assert "I'm still working on your review." in await ada.clicks(LOOK, on=hob.table)
        with hob.discord.at_work():
            await hob.bot.close()
    told = hob.discord.result(looking).response
    assert "I was restarted during the review." in told.content and [c.label for c in controls_of(told)] == [LOOK]
    await hob.restart()
    with mock.patch.object(hob.app.ai, "submit", lambda *about: asyncio.sleep(10**5)):
        assert ": 0%" in await ada.clicks(LOOK, on=told), "and it begins anew"
        await hob.discord.bot_is_away(0)
    await hob.restart()


@pytest.mark.slow
async def test_who_has_played_reads_what_cost_most_and_sees_it_again() -> None:
    async with playing("Ada", "Ben", command="muncher") as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        live = await hob.live()
        assert "You can do that once the game is over." in await ada.forges(f"h:{live.id}:0:-:past:", hob.table)
        await play_on(hob, random.Random(3))
        await hob.settle()
        stranger = hob.person("Cara")
        assert "Only the players at this table" in await stranger.clicks(LOOK, on=hob.table)
        await interrupted(hob, ada)
        assert "I could not" not in ada.reads()
        hob.moment = 0
        thoughts = hob.app.ai.counts.completed
        await ada.clicks(LOOK, on=hob.table)
        told = [str(call.json) for call in hob.calls("*") if call.json]
        assert any("Reviewing your choices: 0%" in one for one in told), "at once"
        assert hob.app.ai.counts.completed > thoughts
        found = ada.seen[-1]
        said = words_of(found)
        assert "Monster Muncher · your costliest choices" in said and "**1." in said
        assert "You chose: **" in said and "I'd have chosen: **" in said
        assert "A few moves later, with my choice: you " in said or "mine won more often" in said
        looks = [c.label for c in controls_of(found)]
        assert 1 <= len(looks) <= 3 and looks[0] == "Show 1"
        assert "your costliest choices" not in ben.reads(), "it is hers alone"
        await hob.restart()
        await ada.clicks("Show 1", on=found)
        assert " of 46" in words_of(ada.seen[-1]).split("\n")[0] and ada.seen[-1].id != found.id
        await ada.clicks(LOOK, on=hob.table)
        await hob.settle()
        assert words_of(ada.seen[-1]) == said, "the same after a restart"
        thoughts = hob.app.ai.counts.completed
        assert await ada.clicks(LOOK, on=hob.table) == said and hob.app.ai.counts.completed == thoughts
        busy = hob.app.ai
        busy._mean_seconds["monster-muncher", "normal"] = 10**6  # there is only time for the weakest search
        await ben.clicks(LOOK, on=hob.table)
        assert words_of(ben.seen[-1]) == "I couldn't review this game. Please press again."
        assert busy.counts.reduced == busy.counts.completed - thoughts > 6
        await busy.close()  # no worker answers from now on
        await ben.clicks(LOOK, on=hob.table)
        assert words_of(ben.seen[-1]) == "I couldn't review this game. Please press again."


async def test_what_was_changed_or_taken_back_is_not_looked_back_at() -> None:
    async with playing("Ada", "Ben", "Cara", command="ghosts") as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        for ghost in "7", "9":
            await ada.types("ghosts choose", ghost=ghost)
        await hob["Cara"].types("ghosts choose", ghost="5")
        await ben.types("ghosts choose", ghost="2")
        live = await hob.live()
        assert await hob.asked() is ada
        await play_some(hob, random.Random(1), 1)
        assert len(await hob.store.answers(live.id)) == 5
        await ben.types("hob take-back")
        await ben.clicks("Ask to undo", on=ben.seen[-1])
        await hob["Cara"].clicks("Agree", on=hob.channel.last_message)
        assert await ada.clicks("Agree", on=hob.channel.last_message) == "Done, that move is undone."
        await ben.types("ghosts choose", ghost="8")
        replay, seats = await Replays(hob.app.sessions).of(live), live.info.seat_of
        assert decisions_of(replay, seats(ada.id), ada.id) == [Decision(0, "9")]
        assert decisions_of(replay, seats(ben.id), ben.id) == [Decision(6, "8")], "Ada's answer to the first is gone"


async def test_where_there_is_nothing_to_look_back_at_it_is_said_why() -> None:
    async with playing("Ada", "Ben") as hob:
        ada = hob["Ada"]
        await ada.types("hob end")
        await ada.clicks("End it")
        assert "You didn't decide anything in this game" in await ada.clicks(LOOK, on=hob.table)
        live = await hob.live()
        assert live.g is not None
        live.g.log.append(("begins", 0))  # as if the game had been played with other rules
        ReplayViewer.of(hob.app).replays._cache.clear()
        assert "Hob's rules for this game have changed" in await ada.clicks(LOOK, on=hob.table)
