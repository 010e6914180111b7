"""*Review with the coach*: a player's most costly decisions, after the game."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast
from unittest import mock

import pytest

from bot.computers.ai_scheduler import SearchJob
from bot.tables.service import OFFER
from cogs import FEATURES, games
from cogs.coach.mistakes import Decision, decisions_of
from cogs.replay.cog import ReplayViewer
from cogs.replay.replays import Replay
from engine import GAMES
from engine.ai import MoveStats, SearchResult
from engine.candy_chaser.view import ChaserView
from hob.testing.play import Evening, Person, play_on, play_some, playing
from hob.testing.reading import controls_of, words_of
from tests.cogs.tables import other_than, over, tattle

LOOK = "Review with the coach"


def searching(hob: Evening, worth: Callable[[SearchJob, str], float], **facts: Any) -> Any:
    """Make every search return these worths for the actions it compares, as odds, too, and ten times as much later.

    `facts` are the same for all.
    """

    async def submit(slug: str, level: str, job: Any, *budget: float) -> SearchResult:
        wanted: SearchJob = job()
        g = GAMES[slug].load(wanted.state)
        options = wanted.among or g.asks[wanted.seat].options
        worths = {option: worth(wanted, option) for option in options}
        stats = [MoveStats(option, 100, n, later=10 * n, **{"ahead": n, **facts}) for option, n in worths.items()]
        return SearchResult(wanted.seat, wanted.level, sorted(stats, key=lambda one: -one.worth))

    return mock.patch.object(hob.app.ai, "submit", side_effect=submit)


def by_name(job: SearchJob, option: str) -> float:
    """Rate an option by a number drawn for its name, the same in every search."""
    return random.Random(option).random()


async def interrupted(hob: Evening, ada: Person) -> None:
    """Stop Hob during a review that makes no progress, and use the buttons of the answer that it then edits."""
    with mock.patch.object(hob.app.ai, "submit", lambda *about: asyncio.sleep(10**5)):
        custom_id = next(c.custom_id for c in controls_of(hob.table) if c.label == LOOK)
        looking = ada.begins(custom_id, hob.table)
        await hob.discord.settle()
        assert ": 0%" in hob.discord.result(looking).response.content
        assert "I'm still working on your review." in await ada.clicks(LOOK, on=hob.table)
        with hob.discord.at_work():
            await hob.bot.close()
    told = hob.discord.result(looking).response
    assert "I was restarted during the review." in told.content and [c.label for c in controls_of(told)] == [LOOK]
    await hob.restart()
    with mock.patch.object(hob.app.ai, "submit", lambda *about: asyncio.sleep(10**5)):
        assert ": 0%" in await ada.clicks(LOOK, on=told), "the review starts again"
        await hob.discord.bot_is_away(0)
    await hob.restart()


@pytest.mark.slow
async def test_a_review_lists_the_costliest_choices_and_replays_them() -> None:
    async with playing("Ada", "Ben", command="muncher") as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        session = await hob.session()
        assert "You can do that once the game is over." in await ada.forges(f"h:{session.id}:0:-:past:", hob.table)
        await play_on(hob, random.Random(3))
        await hob.settle()
        stranger = hob.person("Cara")
        assert "Only the players at this table" in await stranger.clicks(LOOK, on=hob.table)
        await interrupted(hob, ada)
        assert "I couldn't" not in ada.reads()
        with searching(hob, by_name) as search:
            await ada.clicks(LOOK, on=hob.table)
            told = [str(call.json) for call in hob.calls("*") if call.json]
            assert any("Reviewing your choices: 0%" in one for one in told), "immediately"
            assert search.called
            found = ada.seen[-1]
            said = words_of(found)
            assert "Monster Muncher · your costliest choices" in said and "**3. Step " in said
            assert "You chose: **" in said and "I'd have chosen: **" in said
            assert (
                "A few moves after my choice: +9 hunger for you, 0 for your best rival. After yours: +1 for you" in said
            )
            assert [c.label for c in controls_of(found)] == ["Show 1", "Show 2", "Show 3"]
            assert "your costliest choices" not in ben.reads(), "only she sees it"
        await hob.restart()
        await ada.clicks("Show 1", on=found)
        assert " of " in words_of(ada.seen[-1]).split("\n")[0] and ada.seen[-1].id != found.id
        with searching(hob, by_name) as search:
            await ada.clicks(LOOK, on=hob.table)
            await hob.settle()
            assert words_of(ada.seen[-1]) == said, "the same after a restart"
            searches = search.call_count
            assert await ada.clicks(LOOK, on=hob.table) == said and search.call_count == searches
        busy = hob.app.ai
        busy._mean_seconds["monster-muncher", "hard"] = 10**6  # there is only time for the weakest search
        await ben.clicks(LOOK, on=hob.table)
        assert words_of(ben.seen[-1]) == "I couldn't review this game. Please try again."
        assert busy.counts.reduced == busy.counts.completed > 6
        await busy.close()  # no worker answers from now on
        await ben.clicks(LOOK, on=hob.table)
        assert words_of(ben.seen[-1]) == "I couldn't review this game. Please try again."


@pytest.mark.slow
async def test_a_review_searches_in_processes_of_its_own() -> None:
    async with playing("Ada", "Ben", moment=0) as hob:
        me, _, _ = await tattles_wrongly(hob)
        searched = hob.app.ai.counts.completed
        said = await look(hob, me)
        assert "The move that ended your game: " in said and "You chose: **Tattle" in said
        assert hob.app.ai.counts.completed > searched


async def test_changed_and_undone_answers_are_not_reviewed() -> None:
    async with playing("Ada", "Ben", "Cara", command="ghosts") as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        for ghost in "7", "9":
            await ada.types("ghosts choose", ghost=ghost)
        await hob["Cara"].types("ghosts choose", ghost="5")
        await ben.types("ghosts choose", ghost="2")
        session = await hob.session()
        assert await hob.asked() is ada
        await play_some(hob, random.Random(1), 1)
        assert len(await hob.store.answers(session.id)) == 5
        await ben.types("hob take-back")
        await ben.clicks("Ask to undo", on=ben.seen[-1])
        await hob["Cara"].clicks("Agree", on=hob.channel.last_message)
        assert await ada.clicks("Agree", on=hob.channel.last_message) == "That move has been undone."
        await ben.types("ghosts choose", ghost="8")
        assert session.g is not None
        entries, seats = await hob.store.answers(session.id), session.info.seat_of
        replay = await Replay.of(session.game, session.g, {}, entries)
        assert decisions_of(replay, seats(ada.id), ada.id) == [Decision(0, 1, "9")]
        assert decisions_of(replay, seats(ben.id), ben.id) == [Decision(6, 4, "8")], "Ada's first answer was undone"
        named = [replace(entry, step=OFFER) for entry in replay.entries]  # as if the game's own step had that name
        same = await Replay.of(session.game, session.g, {}, named)
        assert decisions_of(same, seats(ada.id), ada.id) == [Decision(0, 1, "9")]


async def test_an_impossible_review_is_explained() -> None:
    async with playing("Ada", "Ben") as hob:
        ada = hob["Ada"]
        await ada.types("hob end")
        await ada.clicks("End it")
        assert "You made no decisions in this game" in await ada.clicks(LOOK, on=hob.table)
        session = await hob.session()
        assert session.g is not None
        session.g.log.append(("begins", 0))  # as if the game had been played with other rules
        ReplayViewer.of(hob.app).replays._cache.clear()
        assert "My rules for this game have changed" in await ada.clicks(LOOK, on=hob.table)


CHOSEN, OTHER = "red", "blue"


def wrong(job: SearchJob, option: str) -> float:
    """Rate the chosen option low and the other one high."""
    return 0.2 if option == CHOSEN else 0.9 if option == OTHER else 0.1


async def moves_once(hob: Evening) -> Person:
    """Let the asked player move the cube `CHOSEN`, and end the game."""
    me = await hob.asked()
    await me.types("chaser move", candy=CHOSEN)
    await end(hob)
    return me


async def end(hob: Evening) -> None:
    await hob["Ada"].types("hob end")
    await hob["Ada"].clicks("End it")
    if (await hob.session()).playing:
        await hob["Ben"].clicks("Agree")
    await hob.settle()
    assert (await hob.session()).status == "over"


async def look(hob: Evening, me: Person) -> str:
    await me.clicks(LOOK, on=hob.table)
    await hob.settle()
    return words_of(me.seen[-1])


async def test_a_choice_that_costs_in_every_sample_is_a_mistake() -> None:
    async with playing("Ada", "Ben", moment=0) as hob:
        me = await moves_once(hob)
        with searching(hob, wrong):
            said = await look(hob, me)
        assert "your costliest choices" in said and "You chose: **Red" in said and "I'd have chosen: **Blue" in said
        assert "+9 spaces for you, 0 for your best rival. After yours: +2 for you, 0 for them." in said


async def test_a_review_names_the_step_and_asks_a_question_once() -> None:
    async with playing("Ada", "Ben", command="kingdom", moment=0) as hob:
        me = await hob.asked()
        await play_some(hob, random.Random(1), 12)
        await end(hob)
        with searching(hob, lambda job, option: 0.9 if option == "pass" else 0.1):
            said = await look(hob, me)
        first, second = (said.index(f"**{n}. Step ") for n in (1, 2))
        assert "round 1" in said[first:second] and "round 2" in said[second:]
        assert said.count("Your turn: collect, buy a Monster or an Ability, or pass.") == 1
        await me.clicks("Show 2", on=me.seen[-1])
        step = words_of(me.seen[-1]).split("\n")[0].partition(" · step ")[2]
        assert f"**2. Step {step}** · round 2" in said


async def test_a_hint_that_was_followed_is_never_a_mistake_in_the_review() -> None:
    async with playing("Ada", "Ben", moment=0) as hob:
        me = await hob.asked()
        with searching(hob, lambda job, option: 0.9 if option == CHOSEN else 0.1):
            await me.clicks("My hand", on=hob.table)
            await me.clicks("Hint", on=me.seen[-1])
            await me.clicks("Do that", on=me.seen[-1])
        await hob.restart()
        await end(hob)
        with searching(hob, wrong):
            assert await look(hob, me) == "Well played: none of your choices was clearly a mistake."


async def test_a_choice_that_costs_in_some_samples_is_no_mistake() -> None:
    async with playing("Ada", "Ben", moment=0) as hob:
        me = await moves_once(hob)

        seeds: list[int] = []

        def noisy(job: SearchJob, option: str) -> float:
            """Rate the two options the other way round in every second comparison."""
            if job.among and job.seed not in seeds:
                seeds.append(job.seed)
            swing = -0.2 if job.among and seeds.index(job.seed) % 2 else 0.3
            return 0.5 - (swing if option == CHOSEN else 0.0)

        with searching(hob, noisy):
            assert (await look(hob, me)).startswith("Well played")
        assert len(seeds) > 2, "it searched again"


async def tattles_wrongly(hob: Evening) -> tuple[Person, Person, str]:
    """Play until a cube is in the goal and let a player tattle wrongly; return the player, the other one, the candy."""
    for _ in range(60):
        view = cast(ChaserView, (await hob.session()).view())
        if view.tattling:
            break
        lowest = min(view.cubes, key=view.cubes.__getitem__)
        forward = [candy for candy, place in view.landings.items() if place > view.cubes[candy]]
        candy = max(forward, key=view.landings.__getitem__, default=lowest)
        await (await hob.asked()).types("chaser move", candy=candy)
    me = await hob.asked()
    other, session = await other_than(hob, me), await hob.session()
    assert session.g is not None
    smuggled = session.g.objectives[session.info.seat_of(other.id)]  # type: ignore[attr-defined]
    candy = next(candy for candy in ("blue", "purple", "green") if candy != smuggled)
    await tattle(hob, me, other, candy)
    await hob.settle()
    assert (await hob.session()).status == "over"
    return me, other, candy


async def test_the_last_move_is_reviewed_as_a_good_gamble_if_none_was_better() -> None:
    async with playing("Ada", "Ben", moment=0) as hob:
        me, other, candy = await tattles_wrongly(hob)

        def gamble(job: SearchJob, option: str) -> float:
            return 0.61 if option.endswith(f"/{candy}") else 0.5

        with searching(hob, gamble, ahead=0.61, over=1.0):
            said = await look(hob, me)
            assert said.startswith("Candy Chaser · the move that ended your game")
            assert "Well played: none of your choices was clearly a mistake" in said
            assert "The move that ended your game: " in said and "You chose: **Tattle" in said
            assert "A good gamble that failed this time: it wins 61% of my simulations." in said
            assert "I'd have chosen" not in said and [c.label for c in controls_of(me.seen[-1])] == ["Show 1"]
            assert "ended your game" not in await look(hob, other), "it wasn't their table"


async def test_the_move_that_ended_a_game_may_be_a_mistake() -> None:
    async with playing("Ada", "Ben", moment=0) as hob:
        me, _, _ = await tattles_wrongly(hob)
        with searching(hob, lambda job, option: 0.9 if option == "pass" else 0.5, over=1.0):
            said = await look(hob, me)
        assert "your costliest choices" in said and "The move that ended your game: " in said
        assert "I'd have chosen: **Don't tattle**" in said
        assert "My choice wins in 90% of my simulations, yours in only 50%." in said
        assert "space" not in said.partition("I'd have chosen")[2], "no cube moves any more"


async def test_a_feature_that_is_left_out_is_not_created_in_mid_run(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(games, "FEATURES", tuple(name for name in FEATURES if name != "replay"))
    async with playing("Ada", "Ben") as hob:
        await over(hob)
        assert "something went wrong on my side" in await hob["Ada"].clicks(LOOK, on=hob.table)
        assert "interaction failed" in caplog.text and "raise LookupError" in caplog.text
        assert "watch" not in hob.app.interactions.handlers
