"""Failures of the database, of a snapshot and of the rules: no move is lost, and every player gets an answer."""

import asyncio
import logging
from typing import Any

import pytest

from bot.delivery.response import DEFER_AFTER
from bot.errors import UserError
from bot.tables.service import Sessions
from db import StoreUnavailable
from engine import GAMES
from engine.candy_chaser.rules import rules
from hob.testing.play import Evening, Person, evening, playing
from hob.testing.reading import controls_of, words_of
from tests.bot.faults import APOLOGY, damage, writes_fail
from tests.cogs.tables import over


def first_answer(hob: Evening) -> str:
    return next(c.label for c in controls_of(hob.table) if c.answers)


async def test_a_read_only_database_gets_an_apology_and_recovers_later() -> None:
    async with playing("Ada", "Ben") as hob:
        me, before = await hob.asked(), await hob.session()
        revision, state = before.revision, before.state
        with writes_fail(hob.store):
            said = await me.clicks(first_answer(hob), on=hob.table)
            assert said.startswith(APOLOGY) and "You smuggle" in said
            assert (await me.types("chaser move", candy="red")).startswith(APOLOGY)
        session = await hob.session()
        assert (session.revision, session.state) == (revision, state)
        row = await hob.store.get(session.id)
        assert row is not None and row.revision == revision
        assert await me.clicks(first_answer(hob), on=hob.table) == ""
        assert (await hob.session()).revision == revision + 1


async def test_a_table_brought_down_on_a_read_only_database_is_no_internal_error() -> None:
    async with playing("Ada", "Ben") as hob:
        first = hob.table.id
        with writes_fail(hob.store):
            assert await hob["Ada"].types("chaser table") == "The table is at the bottom again."
        await hob.passes(60)
        row = await hob.store.get((await hob.session()).id)
        assert row is not None and first != hob.table.id == row.screen["table"]["id"]


async def test_an_edit_that_hangs_delays_the_table_by_half_a_minute() -> None:
    async with playing("Ada", "Ben") as hob:
        hob.discord.discord.faults.fail("PATCH", rf"/channels/{hob.channel.id}/messages/.*", delay=290.0)
        me = await hob.asked()
        await me.types("chaser move", candy="red")
        assert f"• {me.name} rolls" not in hob.table_text()
        await hob.passes(60)
        assert f"• {me.name} rolls" in hob.table_text()


@pytest.mark.parametrize("path", ["/channels/{channel}/messages", "/users/@me/channels"])
async def test_a_dm_that_hangs_delays_the_others_by_half_a_minute(path: str) -> None:
    async with evening(moment=1) as hob:
        await hob.set_table("ghosts", "Ada", "Ben", "Cara")
        ada, ben, cara = hob["Ada"], hob["Ben"], hob["Cara"]
        hob.discord.discord.faults.fail("POST", path.format(channel=ada.user.dm_channel.id), delay=290.0)
        await ada.types("ghosts start")
        assert (ada.messages, ben.messages, cara.messages) == ([], [], [])
        await hob.passes(40)
        assert len(ben.messages) == len(cara.messages) == 1
        await hob.passes(300)
        assert len(ada.messages) == 1


async def test_a_response_that_hangs_holds_up_its_table_for_seconds() -> None:
    async with playing("Ada", "Ben", moment=1) as hob:
        me = await hob.asked()
        other = next(person for person in hob.people.values() if person is not me)
        rules = next(c.custom_id for c in controls_of(hob.table) if c.label == "Rules")
        hob.discord.discord.faults.fail("POST", "/interactions/.*", delay=290.0)
        other.begins(rules, hob.table)
        await hob.passes(1)
        await me.types("chaser move", candy="red")
        await hob.passes(20)
        assert "move one cube" in words_of(other.messages[-1])
        assert f"• {me.name} rolls" in hob.table_text()


async def test_a_response_that_hangs_is_not_sent_again() -> None:
    """Discord takes no response that late."""
    async with playing("Ada", "Ben", moment=1) as hob:
        me = await hob.asked()
        press = me.begins(next(c.custom_id for c in controls_of(hob.table) if c.answers), hob.table)
        hob.discord.discord.faults.fail("POST", f"/interactions/{press.id}/.*", delay=290.0, times=9)
        await hob.passes(9)
        assert f"• {me.name} rolls" not in hob.table_text()
        await hob.passes(2)
        assert f"• {me.name} rolls" in hob.table_text()


@pytest.mark.parametrize("method", ["DELETE", "GET"])
async def test_a_request_below_the_table_that_hangs_delays_it_by_half_a_minute(method: str) -> None:
    """Hob looks for messages below the table before a mention, and deletes the mention later."""
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        await hob.passes(300)
        me = await hob.asked()
        other = next(person for person in hob.people.values() if person is not me)
        hob.discord.discord.faults.fail(method, f"/channels/{hob.channel.id}/messages.*", delay=290.0)
        await me.types("chaser move", candy="red")
        await hob.passes(5)
        await other.types("chaser move", candy="blue")
        await hob.passes(60)
        assert f"• {other.name} rolls" in hob.table_text()


async def start_in_a_global_rate_limit(hob: Evening) -> None:
    """Start a game whose first direct message meets a global rate limit of 45 seconds."""
    limit: dict[str, Any] = {"message": "slow down", "retry_after": 45.0, "global": True}
    await hob.set_table("ghosts", "Ada", "Ben", "Cara")
    path = f"/channels/{hob['Ada'].user.dm_channel.id}/messages"
    hob.discord.discord.faults.fail("POST", path, status=429, body=limit)
    await hob["Ada"].types("ghosts start")


async def test_a_long_global_rate_limit_ends() -> None:
    async with evening(moment=1) as hob:
        await start_in_a_global_rate_limit(hob)
        await hob.passes(30)
        assert not any(person.messages for person in hob.people.values())
        await hob.passes(30)
        assert all(len(person.messages) == 1 for person in hob.people.values())


async def test_hob_sends_again_after_its_lease_lapsed_in_a_global_rate_limit() -> None:
    """discord.py would never send anything again if its wait was cancelled."""
    async with evening(moment=1) as hob:
        await start_in_a_global_rate_limit(hob)
        await hob.passes(5)
        hob.app.cancel_all()
        await hob.passes(60)
        assert all(len(person.messages) == 1 for person in hob.people.values())


async def test_a_full_disk_is_reported_and_survived() -> None:
    async with playing("Ada", "Ben") as hob:
        with writes_fail(hob.store, "max_page_count = 1", "max_page_count = 1000000"):
            for _ in range(80):
                before = (await hob.session()).revision
                said = await (await hob.asked()).clicks(first_answer(hob), on=hob.table)
                if said:
                    break
                if not (await hob.session()).playing:
                    pytest.fail("the disk was never full")
            assert said.startswith(APOLOGY)
            assert (await hob.session()).revision == before
        row = await hob.store.get((await hob.session()).id)
        assert row is not None and row.revision == before
        assert await (await hob.asked()).clicks(first_answer(hob), on=hob.table) == ""


async def test_computers_retry_slowly_while_the_database_is_away() -> None:
    async with playing("Ada", "Ben", computers=1) as hob:
        calls = 0
        commit = hob.store.commit

        async def refuse(change: Any) -> int:
            nonlocal calls
            calls += 1
            raise StoreUnavailable("The database is away.")

        hob.moment = 0
        for _ in range(3):
            if (await hob.session()).view().waiting == [1]:
                break
            await (await hob.asked()).types("chaser move", candy="red")
        hob.store.commit = refuse  # type: ignore[method-assign]
        await hob.passes(300)
        assert 2 <= calls <= 15
        hob.store.commit = commit  # type: ignore[method-assign]
        await hob.passes(60)
        assert (await hob.session()).view().waiting != [1]


async def test_a_lobby_survives_a_database_outage() -> None:
    async with playing("Ada", "Ben") as hob:
        with writes_fail(hob.store):
            hob.channel = hob.guild.create_text_channel("other")
            assert await hob["Ada"].types("chaser new") == APOLOGY
            assert hob.channel.history() == []


async def test_failed_reads_are_reported_too() -> None:
    async with playing("Ada", "Ben") as hob:
        table = hob.table
        await hob.restart()

        async def away(*_: Any) -> Any:
            raise StoreUnavailable("The database is away.")

        get, at = hob.store.get, hob.store.at_channel
        hob.store.get = hob.store.at_channel = away  # type: ignore[method-assign]
        hob.app.sessions.in_memory.forget()
        assert await hob["Ada"].clicks("My hand", on=table) == APOLOGY
        assert await hob["Ada"].types("chaser hand") == APOLOGY
        hob.store.get, hob.store.at_channel = get, at  # type: ignore[method-assign]
        assert "You smuggle" in await hob["Ada"].clicks("My hand", on=table)


async def test_a_damaged_snapshot_freezes_only_its_table_until_mended() -> None:
    async with playing("Ada", "Ben") as hob:
        broken = await hob.session()
        first, second = hob.channel, hob.guild.create_text_channel("second")
        hob.channel = second
        await hob["Ada"].types("chaser new", channel=second, computers=1)
        await hob.change(pictures=False)
        await hob["Ada"].types("chaser start", channel=second)
        before = damage(hob, broken.id, b"not a snapshot")
        await hob.restart()
        hob.channel = first
        said = await hob["Ada"].types("chaser hand", channel=first)
        assert said.startswith("I stopped this table because of an error (")
        assert "before anything was lost. The bot's log has the details." in said
        assert "I stopped this table" in hob.table_text()
        assert [c.label for c in controls_of(hob.table)] == ["Log", "More"]
        assert (await hob["Ada"].clicks("Log", on=hob.table)).startswith("I stopped this table")
        assert "You smuggle" in await hob["Ada"].types("chaser hand", channel=second)
        assert "I stopped this table" not in words_of(second.history()[0])

        damage(hob, broken.id, before)
        await hob.restart()
        await hob.passes(700)
        assert "moves a cube" in hob.table_text()  # no press was needed
        me = await hob.asked()
        assert await me.clicks(first_answer(hob), on=hob.table) == ""
        assert (await hob.session()).status == "playing"


async def test_a_frozen_table_that_cannot_be_mended_can_be_ended_by_its_host() -> None:
    async with playing("Ada", "Ben") as hob:
        damage(hob, (await hob.session()).id, b"{}")
        await hob.restart()
        assert "I stopped this table" in await hob["Ben"].types("hob end")
        assert "End Candy Chaser for everyone?" in await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        assert "Ada ended the game." in hob.table_text() and controls_of(hob.table) == []
        await hob["Ada"].types("chaser new")
        assert "new table" in hob.table_text()


async def test_failing_rules_freeze_the_table_in_its_last_state(monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing("Ada", "Ben") as hob:
        me, session = await hob.asked(), await hob.session()
        revision, state = session.revision, session.state

        def broken(g: Any, me: int) -> None:
            raise ZeroDivisionError("the die fell off the table")

        monkeypatch.setitem(rules, "roll_die", broken)
        said = await me.clicks(first_answer(hob), on=hob.table)
        assert said.startswith("I stopped this table")
        session = await hob.session()
        assert (session.status, session.state) == ("frozen", state)
        assert session.info.fault in hob.table_text()
        assert await hob.store.answers(session.id) == []
        for label in ("More", "Log"):
            assert await me.clicks(label, on=hob.table)
        assert "I stopped this table" in await me.types("chaser move", candy="red")
        assert "I stopped this table" in me.messages[-1].content
        await me.clicks("More", on=hob.table)
        labels = [c.label for c in controls_of(me.seen[-1])]
        assert ("End the game" in labels) == (me.name == "Ada") and "Leave" not in labels

        monkeypatch.undo()
        await hob.restart()
        await me.types("chaser hand")
        await hob.settle()
        assert "moves a cube" in hob.table_text()
        assert await me.clicks(first_answer(hob), on=hob.table) == ""
        assert (await hob.session()).revision == revision + 2  # frozen, then the move


async def test_an_internal_error_is_answered_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: Any) -> None:
        try:
            raise KeyError("PINK".lower())
        except KeyError:
            raise ValueError("PINK".lower())  # noqa: B904

    async with playing("Ada", "Ben") as hob:
        me, revision, id = await hob.asked(), (await hob.session()).revision, (await hob.session()).id
        monkeypatch.setattr("bot.delivery.panels.panel_message", fails)
        said = "Sorry, something went wrong on my side. Nothing is lost; please try again."
        assert await me.clicks("My hand", on=hob.table) == said
        assert await me.types("chaser hand") == said
        assert await me.types("chaser move", candy="pink") == said
        assert f"interaction failed: {id} hand" in caplog.text and f"interaction failed: {id} command" in caplog.text
        assert "caused by KeyError\n" in caplog.text and "in fails" in caplog.text
        assert "pink" not in caplog.text, "a choice may be secret"
        monkeypatch.undo()
        assert "You smuggle" in await me.clicks("My hand", on=hob.table)
        assert (await hob.session()).revision == revision


async def test_the_log_of_a_failed_command_leaves_out_what_was_typed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with playing("Ada", "Ben") as hob:

        async def fails(ctx: Any, *_: Any) -> None:
            raise ValueError(f"unexpected: {ctx.interaction.data}")

        monkeypatch.setattr(hob.app.interactions, "run", fails)
        assert "something went wrong" in await hob["Ada"].types("chaser move", candy="pink")
        assert "command failed: CommandInvokeError\n" in caplog.text and "caused by ValueError\n" in caplog.text
        assert "in fails" in caplog.text and "pink" not in caplog.text


async def test_a_change_by_another_process_wins() -> None:
    async with playing("Ada", "Ben") as hob:
        me, session = await hob.asked(), await hob.session()
        other = Sessions(hob.store, hob.clock)
        seat = session.view().waiting[0]
        with hob.discord.at_work():
            theirs = await other.open(session.id)
            await other.answer(theirs, seat, "blue", None, me.id)
        assert await me.clicks(first_answer(hob), on=hob.table) == "", "the same press, checked again"
        assert f"{me.name} has moved Blue" in hob.table_text()
        assert len(await hob.store.answers(session.id)) == 1


async def slowly(hob: Evening, seconds: float) -> None:
    """Delay every commit by `seconds`."""
    commit = hob.store.commit

    async def late(change: Any) -> int:
        await asyncio.sleep(seconds)
        return await commit(change)

    hob.store.commit = late  # type: ignore[method-assign]


@pytest.mark.parametrize("seconds", [DEFER_AFTER - 0.01, DEFER_AFTER, DEFER_AFTER + 0.01, 5])
async def test_a_slow_answer_is_deferred_and_still_arrives(seconds: float) -> None:
    async with playing("Ada", "Ben") as hob:
        await slowly(hob, seconds)
        me = await hob.asked()
        hob.moment = seconds + 3
        assert await me.clicks(first_answer(hob), on=hob.table) == ""
        assert f"• {me.name} rolls" in hob.table_text()
        other = await hob.asked()
        assert f"{other.name} rolls" in await other.types("chaser move", candy="red")


async def test_a_slow_lobby_command_is_answered() -> None:
    """Without an answer Discord would keep showing that Hob is thinking."""
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        await slowly(hob, DEFER_AFTER + 1)
        assert (await hob["Ada"].types("hob computer")).startswith("The table is right here")
        assert (await hob["Ada"].types("chaser start")).startswith("The table is right here")
        assert (await hob.session()).playing


async def test_a_slowly_opened_lobby_is_still_posted() -> None:
    async with playing("Ada", "Ben") as hob:
        create = hob.store.create

        async def late(*those: Any) -> None:
            await asyncio.sleep(3)
            await create(*those)

        hob.store.create = late  # type: ignore[method-assign]
        hob.channel = hob.guild.create_text_channel("slow")
        assert await hob["Ada"].types("chaser new") == "The table is open."
        assert "new table" in hob.table_text()
        assert len(hob.channel.history()) == 1


async def test_a_lobby_that_is_found_before_it_is_answered_is_posted_once() -> None:
    async with playing("Ada", "Ben") as hob:
        create = hob.store.create

        async def found(*those: Any) -> None:
            await create(*those)
            hob.app.scheduler.poll()
            await asyncio.sleep(1)

        hob.store.create = found  # type: ignore[method-assign]
        hob.channel = hob.guild.create_text_channel("found")
        await hob["Ada"].types("chaser new")
        assert "new table" in hob.table_text()
        assert len(hob.channel.history()) == 1
        await hob["Ben"].clicks("Join")
        assert "B Ben" in hob.table_text()


async def test_stopping_finishes_the_current_press() -> None:
    async with playing("Ada", "Ben") as hob:
        me, table = await hob.asked(), hob.table
        await slowly(hob, 1)
        custom_id = next(c.custom_id for c in controls_of(table) if c.answers)
        record = me.begins(custom_id, table)
        await hob.discord.settle()
        assert record.answer is None
        with hob.discord.at_work():
            closing = asyncio.create_task(hob.bot.close())
        await hob.passes(10)
        assert closing.done() and closing.exception() is None
        assert record.answer is not None
        assert len(await hob.store.answers((await hob.session()).id)) == 1


async def test_stopping_works_when_idle_and_twice() -> None:
    async with playing("Ada", "Ben") as hob:
        with hob.discord.at_work():
            await hob.bot.close()
            await hob.bot.close()
            hob.app.scheduler.wake((await hob.session()).id)
            hob.app.scheduler.poll()
        assert not hob.app.scheduler.runner.scheduled_ids()


async def test_no_lock_is_held_during_requests() -> None:
    """The task that sends a request to Discord doesn't hold the session's lock."""
    async with playing("Ada", "Ben") as hob:
        session = await hob.session()
        held, holder = [], []
        request, acquire = hob.bot.http.request, session.lock.acquire

        async def acquired() -> bool:
            taken = await acquire()
            holder[:] = [asyncio.current_task()]
            return taken

        session.lock.acquire = acquired  # type: ignore[method-assign, assignment]

        async def watch(*those: Any, **more: Any) -> Any:
            held.append(session.lock.locked() and holder == [asyncio.current_task()])
            return await request(*those, **more)

        hob.bot.http.request = watch  # type: ignore[method-assign]
        for _ in range(3):
            await (await hob.asked()).types("chaser move", candy="red")
        await hob.passes(100)
        assert held and not any(held)


async def test_unused_sessions_leave_the_memory() -> None:
    async with playing("Ada", "Ben") as hob:
        sessions = hob.app.sessions
        id = (await hob.session()).id
        with hob.discord.at_work():
            loads = await asyncio.gather(*[sessions.open(id) for _ in range(5)])
            assert len(set(map(id_of, loads))) == 1
            for _ in range(20):
                with pytest.raises(UserError):
                    await sessions.open("AAAAAA")
        assert sessions._loading._tasks == {}


def id_of(thing: object) -> int:
    return id(thing)


async def test_options_are_kept_for_the_rematch_after_the_game_ends() -> None:
    async with playing("Ada", "Ben") as hob:
        await over(hob)
        ada: Person = hob["Ada"]
        await ada.clicks("Play again")
        assert (await hob.session()).game is GAMES["candy-chaser"]


async def test_blocked_requests_are_not_repeated_before_the_block_ends() -> None:
    """Cloudflare blocks an address after too many rejected requests, and says for how long."""
    async with playing("Ada", "Ben", moment=0) as hob:
        await hob.settle()
        hob.discord.discord.faults.fail(
            "PATCH|POST", "/channels/.*", status=429, via=False, headers={"Retry-After": "600"}, times=1000
        )
        await (await hob.asked()).clicks(first_answer(hob), on=hob.table)
        await hob.passes(10)
        before = len(hob.calls("*", "/channels/*"))
        for _ in range(4):
            await hob["Ada"].clicks("My hand")
            await hob.passes(125)
        assert 0 < len(hob.calls("*", "/channels/*")) == before
        hob.discord.heal()
        await hob.passes(150)
        assert [c for c in controls_of((await hob.asked()).messages[-1]) if c.answers], "everything is shown now"


@pytest.mark.parametrize(("status", "lines"), [(503, 1), (403, 2)])
async def test_an_outage_of_discord_is_logged_for_one_of_two_tables(
    status: int, lines: int, caplog: pytest.LogCaptureFixture
) -> None:
    """A rejection concerns one table, so it is logged for each."""
    async with playing("Ada", "Ben") as hob:
        await hob["Ada"].types("chaser new", channel=hob.guild.create_text_channel("elsewhere"))
        await hob.settle()
        hob.discord.discord.faults.fail("PATCH|POST", "/channels/.*", status=status, times=1000)
        with caplog.at_level(logging.INFO, "hob.delivery"):
            with hob.discord.at_work():
                assert await hob.store.maintenance.redraw(None) == 2
            await hob.passes(120)
            hob.discord.heal()
            await hob.passes(600)
        for part in ("not updated (", "updated again"):
            assert len([line for line in caplog.messages if part in line]) == lines, caplog.messages


async def test_direct_messages_that_fail_in_an_outage_are_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben", "Cara")
        for status in (503, 522) * 500:  # an outage has several kinds of errors
            hob.discord.discord.faults.fail("POST", "/users/@me/channels", status=status)
        with caplog.at_level(logging.INFO, "hob"):
            await hob["Ada"].clicks("Start")
            await hob.passes(120)
            hob.discord.heal()
            await hob.passes(60)
        assert len([line for line in caplog.messages if line.startswith("session ") and "DM to seat" in line]) == 1
        assert all(hob[name].messages for name in ("Ada", "Ben", "Cara"))


async def test_a_rejection_is_logged_after_an_outage_logged_for_another_table(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with playing("Ada", "Ben") as hob:
        await hob["Ada"].types("chaser new", channel=hob.guild.create_text_channel("elsewhere"))
        await hob.settle()
        faults = hob.discord.discord.faults
        faults.fail("PATCH|POST", "/channels/.*", status=503, times=1000)
        with caplog.at_level(logging.INFO, "hob.delivery"):
            with hob.discord.at_work():
                assert await hob.store.maintenance.redraw(None) == 2
            await hob.passes(120)
            hob.discord.heal()
            faults.fail("PATCH|POST", "/channels/.*", status=403, times=1000)
            await hob.passes(120)
        failed = [line.split(",")[0].split() for line in caplog.messages if "not updated (" in line]
        assert [words[4] for words in failed] == ["(503", "(403", "(403"] and failed[1][1] != failed[2][1]


async def test_a_table_with_an_invalid_message_is_logged_when_updated_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with playing("Ada", "Ben") as hob:
        await hob.settle()
        hob.discord.inject_error("*", "/channels/*", status=400, code=50035, times=None)
        with caplog.at_level(logging.INFO, "hob.delivery"):
            with hob.discord.at_work():
                assert await hob.store.maintenance.redraw(None) == 1
            await hob.passes(120)
            hob.discord.heal()
            await hob.passes(4000)
        for part in ("invalid message rejected", "updated again"):
            assert any(part in line for line in caplog.messages), caplog.messages
