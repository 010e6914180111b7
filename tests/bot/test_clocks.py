"""The machine's clock is set back or forward during a game, and nothing stalls until the clock is right again."""

import os
import time
from pathlib import Path

import pytest

from bot.gateway.probe import HEARTBEAT_FILE, find_problem
from bot.tables import reminders, votes
from bot.timing import DAY, HOUR, end_of
from hob.testing.play import Evening, evening, playing
from hob.testing.reading import words_of
from tests.bot.tables.tables import ADA, BEN, CARA, at_play

BY = [-HOUR, HOUR, -7 * DAY]
by = pytest.mark.parametrize("by", BY, ids=["an-hour-back", "an-hour-forward", "a-week-back"])


async def new_game(hob: Evening, name: str) -> None:
    hob.channel = hob.guild.create_text_channel(name)
    await hob["Ada"].types("chaser new")
    await hob["Ben"].types("chaser join")
    await hob["Ada"].types("chaser start")


def hands(hob: Evening) -> int:
    """Count the people who have a hand of the newest game in their direct messages."""
    where = f"in <#{hob.channel.id}>"
    return sum(any(where in words_of(m) for m in person.messages) for person in hob.people.values())


@by
async def test_hands_reach_new_games_after_a_clock_change(by: float) -> None:
    async with playing("Ada", "Ben") as hob:
        hob.clock_is_off = by
        await new_game(hob, "second")
        await hob.settle()
        assert hands(hob) == 2
        hob.clock_is_off = 0.0  # right again
        await new_game(hob, "third")
        await hob.settle()
        assert hands(hob) == 2


@by
async def test_tables_and_dms_follow_the_game(by: float) -> None:
    async with playing("Ada", "Ben", "Cara", moment=1) as hob:
        me = await hob.asked()
        await me.types("chaser move", candy="blue")
        hob.clock_is_off = by
        await (await hob.asked()).types("chaser move", candy="red")
        await hob.passes(25)
        asked = await hob.asked()
        assert f"**{asked.name}** rolled" in hob.table_text()
        others = [person for person in hob.people.values() if person is not asked]
        assert all(f"**{asked.name}** rolled" in words_of(person.messages[-1]) for person in others)


@pytest.mark.slow
@by
@pytest.mark.parametrize("thinking", ["", "easy"], ids=["by-chance", "thinking"])
async def test_computers_continue(by: float, thinking: str) -> None:
    async with playing("Ada", computers=2, moment=0, thinking=thinking) as hob:
        for _ in range(2):
            await hob.passes(15)
            assert await hob.asked() is hob["Ada"]
            await hob["Ada"].types("chaser move", candy="red")
            hob.clock_is_off += by
        await hob.passes(15)
        assert await hob.asked() is hob["Ada"]


async def test_a_present_player_is_notified_within_two_minutes() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        await (await hob.asked()).types("chaser move", candy="red")
        me = await hob.asked()
        hob.clock_is_off = -HOUR
        await hob.passes(125)
        pings = [m.content.split("\n")[0] for m in hob.channel.history() if m.content.startswith("<@")]
        assert pings == [f"<@{me.id}>"]


async def test_a_nudge_works_after_one_from_the_future() -> None:
    async with playing("Ada", "Ben", moment=1, late_ring=1e6, nudge_after={"live": 30.0}, nudge_gap=60.0) as hob:
        asked = await hob.asked()
        other = next(person for person in hob.people.values() if person is not asked)

        def pings() -> list[int]:
            return [m.id for m in hob.channel.history() if m.content.startswith(f"<@{asked.id}>")]

        for _ in range(2):
            await hob.passes(40)
            before = pings()
            await other.clicks("More")
            assert await other.clicks(f"Nudge {asked.name}") == f"{asked.name} has been nudged."
            await hob.passes(5)
            assert len(pings()) == 1 and pings() != before
            hob.clock_is_off -= HOUR


async def test_my_hand_is_kept_fresh_for_fourteen_minutes() -> None:
    async with playing("Ada", "Ben", moment=1) as hob:
        me = await hob.asked()
        other = next(person for person in hob.people.values() if person is not me)
        await other.clicks("My hand")
        panel = other.seen[-1]
        hob.clock_is_off = -HOUR
        await me.types("chaser move", candy="blue")
        assert "move one cube" in words_of(panel)
        await hob.passes(841)
        assert "This panel no longer updates" in words_of(panel)


async def test_requests_that_discord_rejects_for_a_moment_are_retried() -> None:
    async with playing("Ada", "Ben", moment=1) as hob:
        me = await hob.asked()
        path = f"/channels/{hob.channel.id}/messages/{hob.table.id}"
        hob.discord.inject_error("PATCH", path, status=500, times=4)
        await me.types("chaser move", candy="blue")
        await hob.passes(5)
        assert f"{me.name} rolls" not in hob.table_text()
        hob.clock_is_off = -HOUR
        await hob.passes(70)
        assert f"{me.name} rolls" in hob.table_text()


async def test_a_clock_set_back_does_not_hide_what_was_due_before() -> None:
    """The machine boots with a wrong clock, which is corrected before Hob restarts."""
    async with playing("Ada", computers=2, moment=0) as hob:
        await hob.passes(15)
        hob.app.scheduler.runner.accepting = False
        await hob["Ada"].types("chaser move", candy="red")
        hob.clock_is_off = -DAY
        await hob.restart()
        await hob.passes(40)
        assert (await hob.asked()) is hob["Ada"]


async def test_work_postponed_before_a_clock_jump_is_done_soon() -> None:
    async with playing("Ada", "Ben", moment=1) as hob:
        session, looked = await hob.session(), []
        await hob.store.save_screen(session.id, session.screen.to_stored(), hob.clock() + 600, session.revision, None)
        attend = hob.app.scheduler.runner.handle

        async def noted(id: str) -> float | None:
            looked.append(id)
            return await attend(id)

        hob.app.scheduler.runner.handle = noted
        hob.clock_is_off = -DAY
        await hob.passes(40)
        assert session.id in looked


async def test_a_warning_from_a_fast_clock_ends_no_running_game() -> None:
    async with playing("Ada", "Ben", moment=1) as hob:
        await hob.passes(60)
        hob.clock_is_off = 5 * DAY
        await hob.passes(700)
        assert (await hob.session()).info.warned_at and "ends" in hob.table_text()
        hob.clock_is_off = 0.0
        await hob.passes(60)
        assert not (await hob.session()).info.warned_at
        hob.clock_is_off = 7 * DAY  # past the end of the warning
        await hob.passes(60)
        assert (await hob.session()).status == "playing"


async def test_an_idle_game_from_a_fast_clock_ends_in_time() -> None:
    timing = {"abandoned_after": {"live": 2 * DAY}, "abandoned_life": {"live": 0.5 * DAY}}
    async with playing("Ada", "Ben", look_around=3600, **timing) as hob:
        hob.clock_is_off = 300 * DAY
        await (await hob.asked()).types("chaser move", candy="red")
        hob.clock_is_off = 0.0
        await hob.passes(1.9 * DAY)
        assert (await hob.session()).playing and not (await hob.session()).info.warned_at
        await hob.passes(0.3 * DAY)
        assert (await hob.session()).info.warned_at
        await hob.passes(0.6 * DAY)
        assert "no one had played for a long time" in hob.table_text()


async def test_a_lobby_from_a_fast_clock_closes_within_two_days() -> None:
    async with evening(games=["candy-chaser"], look_around=3600) as hob:
        hob.clock_is_off = 30 * DAY
        await hob.person("Ada").types("chaser new")
        hob.clock_is_off = 0.0
        await hob.passes(2 * DAY)
        assert "no one started the game" in hob.table_text()


def test_a_duration_lasts_at_most_twice_as_long() -> None:
    assert end_of(100.0, 60.0, 130.0) == 160.0
    assert end_of(100.0, 60.0, 50.0) == 160.0  # at most 110 seconds to go
    assert end_of(100.0, 60.0, 30.0) == 30.0  # the clock was set back by more than that
    assert end_of(0.0, 60.0, 1e9) == 60.0


def test_votes_and_nudges_work_after_the_clock_is_set_back() -> None:
    info = at_play(ADA, BEN, CARA, asked={1: 10 * HOUR})
    assert votes.absent_seats(info, 10 * HOUR, HOUR) == reminders.overdue_seats(info, ADA, 10 * HOUR, HOUR) == []
    assert votes.absent_seats(info, HOUR, HOUR) == reminders.overdue_seats(info, ADA, HOUR, HOUR) == [1]
    info.nudged_at = 10 * HOUR
    assert reminders.is_recently_reminded(info, 10 * HOUR, HOUR) and not reminders.is_recently_reminded(
        info, HOUR, HOUR
    )
    info = votes.propose_undo(info, ADA, 1, [], 10 * HOUR)
    assert votes.expires_at(info, HOUR, 10 * HOUR) == 11 * HOUR and votes.expires_at(info, HOUR, HOUR) == HOUR
    assert reminders.restart_wait(reminders.warn(info, HOUR, []), HOUR).warned_at == 0


def test_a_heartbeat_from_the_future_does_not_look_healthy(tmp_path: Path) -> None:
    beat = tmp_path / HEARTBEAT_FILE
    beat.touch()
    assert find_problem(tmp_path) is None
    os.utime(beat, (time.time() + HOUR,) * 2)
    assert "before the clock was set back" in str(find_problem(tmp_path))


@by
async def test_a_table_posted_again_after_it_was_deleted_follows_the_game(by: float) -> None:
    async with playing("Ada", "Ben", moment=1) as hob:
        for _ in range(2):  # the second time it comes back after a delay
            hob.discord.delete_message(hob.channel.id, hob.table.id)
            await hob.passes(5)
        hob.clock_is_off = by
        await hob.passes(250)
        for _ in range(2):
            me = await hob.asked()
            await me.types("chaser move", candy="red")
            await hob.passes(35)
            assert f"{me.name} rolls" in hob.table_text()
            hob.clock_is_off += by


@by
async def test_moments_can_be_shared_after_a_clock_change(by: float) -> None:
    async with playing("Ada", "Ben") as hob:
        ada = hob["Ada"]
        await ada.types("hob end")
        await ada.clicks("End it")
        await ada.clicks("Replay", on=hob.table)
        await ada.clicks("Share this moment")
        hob.clock_is_off = by
        await hob.passes(10)
        await ada.clicks("Share this moment")
        shared = [m for m in hob.channel.history() if m.content == "Ada shared a moment from this game:"]
        assert len(shared) == 2
