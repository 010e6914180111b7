"""A solo table in the direct messages with Hob: one person against computers, here to learn a game."""

import asyncio
from typing import Any

import pytest

from hob.testing.play import evening
from hob.testing.reading import controls_of, words_of
from tests.bot.faults import damage
from tests.cogs.tables import own, press_highlighted, shown


async def test_a_solo_lesson_can_be_finished_in_dms() -> None:
    async with evening() as hob:
        ada, ben, channel = hob.person("Ada"), hob.person("Ben"), hob.channel
        said = await ada.types("hob learn", game="Candy Chaser")
        assert said.startswith("Your Candy Chaser lesson is waiting in our DMs.") and "Go to table" in said
        assert not hob.channel.history(), "nothing is posted in the channel"
        await hob.settle()
        session = await own(hob, ada)
        assert (session.guild, session.status, len(session.info.seats)) == (None, "playing", 3)
        assert any("Candy Chaser · step 1/7" in words_of(message) for message in ada.messages)
        assert "• **Candy Chaser** in your DMs with Hob · your turn" in await ada.types("hob tables")
        assert await ada.types("chaser hand") == "Your Candy Chaser table is in your DMs with Hob."
        said = await ada.types_to_hob("chaser hand")
        assert "You smuggle" in said and "Hint" not in said, "the lesson has no hints"
        await hob.restart()
        hob.channel = ada.user.dm_channel
        for _ in range(7):
            await press_highlighted(hob, ada)
        await hob.passes(30)
        session = await own(hob, ada)
        assert "Play again" not in ada.labels() and "You aren't at any table" in await ada.types_to_hob("hob tables")
        assert "None of your games have been counted yet" in await ada.types_to_hob("hob stats"), "it was a lesson"
        assert "what you learned" in hob.table_text()
        await ada.forges(f"h:{session.id}:1:-:answer:x", hob.table)
        assert [c.label for c in controls_of(ada.seen[-1])] == ["Repeat lesson"], "with the refusal, too"
        said = await ada.clicks("Open a table")
        assert said.startswith(f"Type `/chaser new` in <#{channel.id}> or another server channel")
        assert [c.label for c in controls_of(ada.seen[-1])] == ["Play against computers", "Go there"]
        ways = ada.seen[-1]
        await ben.types("chaser new", channel)
        said = await ada.clicks("Open a table")
        assert said.startswith(
            f"A table for Candy Chaser is waiting for players in <#{channel.id}>: press **Join** there."
        )
        await ada.clicks("Play against computers", on=ways)
        mine = await own(hob, ada)
        assert (mine.status, mine.info.purpose, len(mine.info.seats)) == ("lobby", "", 3), "a real game"
        await ada.clicks("Cancel table")
        before = session.g
        said = await hob.at_once((ada, "Repeat lesson"), (ada, "Repeat lesson"))
        assert sorted(said) == ["", "Your Candy Chaser lesson is waiting in our DMs.\nGo to table"], said
        again = await own(hob, ada)
        assert again is not session and again.playing and before is not None and again.g is not None
        assert again.g.seed == before.seed, "from the same deal"
        assert "step 1/7" in ada.reads()


async def test_lessons_can_be_started_from_how_to_play_and_from_help() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types("muncher new")
        await ada.clicks("How to play")
        assert "Your Monster Muncher lesson is waiting in our DMs" in await ada.clicks("Learn to play")
        assert (await hob.session()).status == "lobby", "the lobby keeps waiting"
        await ada.types("hob help")
        await ada.selects("Ghosts Love Candy", menu="Learn a game…")
        assert "Your Ghosts Love Candy lesson is waiting in our DMs" in await ada.clicks("End the lesson")
        await hob.settle()
        session = await own(hob, ada)
        assert (session.game.slug, len(session.info.seats)) == ("ghosts-love-candy", 3)
        assert "step 1/8" in words_of(ada.messages[-1])
        assert not {"Hint", "Answer automatically"} & {*ada.labels()}, "there is enough to learn"
        assert "These buttons belong to a table that no longer exists" in await ada.forges(
            "h:000000:0:-:learn:poker", hob.table
        )


async def test_a_lobby_in_dms_must_be_started_or_cancelled_before_another_table() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types_to_hob("muncher new")
        said = await ada.types_to_hob("chaser new")
        assert "Start it, or press *Cancel table* there." in said and "More" not in said
        await ada.clicks("Cancel table")
        await ada.types_to_hob("chaser new")
        assert (await own(hob, ada)).game.slug == "candy-chaser"


async def test_a_stopped_dm_table_must_be_ended_before_another_one() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types_to_hob("muncher new", computers=1)
        await ada.types_to_hob("muncher start")
        damage(hob, (await own(hob, ada)).id, b"no table")
        await hob.restart()
        said = await ada.types_to_hob("chaser new")
        assert "end it under *More*" in said and "Start it" not in said
        await ada.types_to_hob("hob end")
        await ada.clicks("End it")
        await ada.types_to_hob("chaser new")
        assert (await own(hob, ada)).game.slug == "candy-chaser"


async def test_a_dm_table_that_cannot_be_moved_down_leaves_the_hand_alone() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types_to_hob("muncher new", computers=1)
        await ada.types_to_hob("muncher start")
        await hob.passes(60)
        before = [(message.id, words_of(message)) for message in ada.messages]
        assert "Your turn" in before[-1][1], "the hand is below the table"
        hob.discord.discord.faults.fail("POST", f"/channels/{ada.user.dm_channel.id}/messages", status=503)
        assert "Discord didn't accept the message." in await ada.types_to_hob("muncher table")
        await hob.passes(60)
        assert [(message.id, words_of(message)) for message in ada.messages] == before


async def test_only_one_dm_table_is_open_and_a_new_lesson_replaces_the_old(monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types_to_hob("hob learn", game="chaser")
        first = await own(hob, ada)
        assert "The table is right here" not in ada.reads() and len(ada.messages) == 1, "the answer is the table"
        said = await ada.types_to_hob("muncher new")
        assert said.startswith("You're playing Candy Chaser in our DMs, and there's room for only one table.")
        send = hob.app.delivery.messenger.send

        async def slowly(*what: Any, **more: Any) -> Any:
            await asyncio.sleep(4)
            return await send(*what, **more)

        with monkeypatch.context() as slow:
            slow.setattr(hob.app.delivery.messenger, "send", slowly)
            slow.setattr(hob.settings.limits, "tables_of_person", 1)
            said = await ada.types("hob learn", game="muncher")
            assert said.startswith("You haven't finished your Candy Chaser lesson") and first.playing
            sure = ada.seen[-1]
            assert [c.label for c in controls_of(sure)] == ["End the lesson", "Go to table"]
            await ada.clicks("End the lesson", on=sure)
            assert hob.calls("POST", "/interactions/*")[-1].json["type"] == 6, "a slow response is deferred"
            await hob.settle()
        assert "Your Monster Muncher lesson is waiting in our DMs." in words_of(ada.seen[-1])
        second = await own(hob, ada)
        assert (first.status, second.status, second.game.slug) == ("over", "playing", "monster-muncher")
        assert "Another table was opened here" in shown(ada, first.id)
        said = await ada.clicks("End the lesson", on=sure)
        assert said.startswith("You haven't finished your Monster Muncher lesson") and second.playing, (
            "that was about the other table"
        )
        await ada.types_to_hob("hob leave")
        await ada.clicks("Leave")
        assert second.status == "over", "no one is left"
        await ada.types_to_hob("muncher new", computers=1)
        lobby = ada.find("Start")
        assert "Join" not in words_of(lobby), "no one else can"
        said = await ada.types("hob learn", game="chaser")
        assert said.startswith("There's room for only one table in our DMs")
        await ada.clicks("Start", on=lobby)
        assert (await own(hob, ada)).playing, "a table that isn't a lesson stays open"


async def test_switching_lessons_sends_no_game_over_message() -> None:
    async with evening(coach="first") as hob:
        ada = hob.person("Ada")
        await ada.types_to_hob("hob learn", game="chaser")
        await hob.passes(600)
        await ada.types("hob learn", game="muncher")
        await ada.clicks("End the lesson", on=ada.seen[-1])
        await hob.settle()
        assert (await own(hob, ada)).game.slug == "monster-muncher"
        assert not [m for m in ada.messages if words_of(m).startswith("The game is over")]


async def test_dm_commands_apply_to_the_channel_game_after_the_solo_game_ends() -> None:
    async with evening(coach="first") as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        await hob["Ada"].types("chaser start")
        ada = hob["Ada"]
        await ada.types("hob learn", game="chaser")
        await hob.settle()
        mine, theirs = await own(hob, ada), await hob.session()
        assert await hob.app.people.is_coached(ada.id, theirs), "it still counts as her first game"
        assert mine is not theirs
        await ada.types_to_hob("hob end")
        assert mine.playing and "End it" in ada.labels()
        await ada.clicks("End it")
        assert mine.status == "over" and theirs.playing
        await ada.types_to_hob("hob leave")
        await ada.clicks("Leave")
        assert theirs.info.seat_of(ada.id) is None


async def test_closed_dms_are_reported_immediately_and_leave_no_table() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        ada.closes_messages()
        for _ in range(2):
            said = await ada.types("hob learn", game="chaser")
            assert said.startswith("I can't DM you: your privacy settings don't let me.")
        tries = len(hob.calls("POST", f"/channels/{ada.user.dm_channel.id}/messages"))
        await hob.passes(7200)
        assert len(hob.calls("POST", f"/channels/{ada.user.dm_channel.id}/messages")) == tries, "nothing else is sent"
        assert "You aren't at any table" in await ada.types("hob tables")
        ada.opens_messages()
        path = f"/channels/{ada.user.dm_channel.id}/messages"
        hob.discord.inject_error("POST", path, status=404, code=10003, message="gone", times=1)
        said = await ada.types("hob learn", game="chaser")
        assert said == "I couldn't open our DMs just now. Please try again in a moment."
        assert "Your Candy Chaser" in await ada.types("hob learn", game="chaser")
        await hob.settle()
        session = await own(hob, ada)
        assert session.playing
        ada.closes_messages()
        before = session.revision
        hob.channel = ada.user.dm_channel
        await press_highlighted(hob, ada)
        assert session.revision > before, "presses are kept"
        ada.opens_messages()
        for _ in range(6):
            await press_highlighted(hob, ada)
        await hob.passes(30)
