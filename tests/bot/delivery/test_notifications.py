"""Notifications: one sound per prompt, by direct message or by mention, never both."""

from typing import Any

import pytest

from hob.testing.play import Evening, Person, evening, playing
from hob.testing.reading import controls_of, words_of
from tests.bot.faults import answer_lost, crash_after_posting
from tests.cogs.tables import tattle, tattling

MINUTE = 60


def pings(hob: Evening) -> list[Any]:
    return [m for m in hob.channel.history() if m.content.startswith("<@")]


def sounds(hob: Evening, person: Person) -> int:
    """Count the messages and mentions that made this person's phone sound."""
    posts = hob.calls("POST", "/channels/*/messages")
    mine = f"/channels/{person.user.dm_channel.id}/messages"
    rung = [c for c in posts if person.id in (c.json or {}).get("allowed_mentions", {}).get("users", [])]
    return len([c for c in posts if c.path == mine]) + len(rung)


async def after_a_move(hob: Evening) -> tuple[Person, Person]:
    """Return the person the table waits for after the first move, and another one."""
    await (await hob.asked()).types("chaser move", candy="red")
    me = await hob.asked()
    return me, next(person for person in hob.people.values() if person is not me)


async def test_quiet_hours_are_read_once_and_again_after_a_takeover(monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing("Ada", "Ben", cards="channel") as hob:
        settings, read = hob.store.servers.settings, list[int]()
        monkeypatch.setattr(hob.store.servers, "settings", lambda server: read.append(server) or settings(server))
        for _ in range(3):
            await after_a_move(hob)
        assert read == []
        hob.app.forget([0])  # another process had the shard, and may have changed them
        await after_a_move(hob)
        assert read == [hob.guild.id]


async def test_a_present_player_gets_one_notification_after_a_minute() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        me, other = await after_a_move(hob)
        before = sounds(hob, me)
        await hob.passes(57)
        assert sounds(hob, me) == before and pings(hob) == []
        await hob.passes(5)
        [ping] = pings(hob)
        assert ping.content.splitlines()[0] == f"<@{me.id}>" and "move one cube" in ping.content
        assert sounds(hob, me) == before + 1
        await hob.passes(3600)
        assert sounds(hob, me) == before + 1
        assert all(str(other.id) not in m.content for m in hob.channel.history())


async def test_an_absent_player_is_notified_at_once() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        me, _ = await after_a_move(hob)
        await hob.passes(200)
        await me.types("chaser move", candy="blue")
        other = await hob.asked()
        [ping] = pings(hob)
        assert ping.content.startswith(f"<@{other.id}>")


async def test_a_ping_is_deleted_once_obsolete_and_only_one_exists() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        for _ in range(4):
            me = await hob.asked()
            await hob.passes(200)
            await me.types("chaser move", candy="blue")
            assert len(pings(hob)) == 1
        me = await hob.asked()
        await me.types("chaser move", candy="blue")
        assert pings(hob) == []


async def test_looking_at_the_cards_counts_as_present() -> None:
    async with playing("Ada", "Ben", moment=0, cards="channel") as hob:
        me, _ = await after_a_move(hob)
        await hob.passes(50)
        await me.clicks("My hand")
        await hob.passes(50)
        assert pings(hob) == []
        await hob.passes(11)
        assert len(pings(hob)) == 1


async def test_a_secret_choice_notifies_by_a_new_dm_and_not_in_the_channel() -> None:
    async with playing("Ada", "Ben", moment=1) as hob:
        me = await tattling(hob)
        [old] = me.messages
        assert "You may tattle on a player." in old.content  # the existing message is redrawn at once, without a sound
        before = sounds(hob, me)
        await hob.passes(70)
        [new] = me.messages
        assert new.id != old.id and "You may tattle on a player." in new.content
        assert sounds(hob, me) == before + 1 and pings(hob) == []
        await hob.passes(3600)
        assert sounds(hob, me) == before + 1


async def test_a_public_choice_notifies_by_a_new_dm_and_not_in_the_channel() -> None:
    async with playing("Ada", "Ben", moment=1) as hob:
        me, _ = await after_a_move(hob)
        [old] = me.messages
        before = sounds(hob, me)
        await hob.passes(62)
        [new] = me.messages
        assert new.id != old.id and "move one cube" in new.content
        assert sounds(hob, me) == before + 1 and pings(hob) == []


async def test_a_follow_up_question_sends_no_second_notification() -> None:
    async with playing("Ada", "Ben", "Cara", "Dora", moment=1) as hob:
        me = await tattling(hob)
        await hob.passes(70)
        before = sounds(hob, me)
        target = next(person for person in hob.people.values() if person is not me)
        await tattle(hob, me, target)
        assert (await hob.asked()) is me
        await hob.passes(600)
        assert sounds(hob, me) == before


async def test_an_open_follow_up_notifies_if_nothing_has_yet() -> None:
    async with playing("Ada", "Ben", "Cara", "Dora", moment=1) as hob:
        me = await tattling(hob)
        before = sounds(hob, me)
        target = next(person for person in hob.people.values() if person is not me)
        await hob.passes(40)
        await tattle(hob, me, target)
        await hob.passes(55)
        assert sounds(hob, me) == before  # a person who has just pressed isn't notified yet
        await hob.passes(10)
        assert sounds(hob, me) == before + 1


async def test_players_with_notifications_off_are_not_notified() -> None:
    async with playing("Ada", "Ben", moment=1) as hob:
        for person in hob.people.values():
            await person.types("hob me", rings="off")
        me, other = await after_a_move(hob)
        before = sounds(hob, me), sounds(hob, other)
        await hob.passes(3600)
        assert (sounds(hob, me), sounds(hob, other)) == before


async def test_computers_and_replaced_players_are_not_notified() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        me, _ = await after_a_move(hob)
        await hob.passes(61)
        assert len(pings(hob)) == 1
        await me.types("hob seat", to="computer")
        assert pings(hob) == []
        await hob.passes(600)
        assert all(str(me.id) not in m.content for m in pings(hob))


async def test_players_without_dms_share_a_ping_that_drops_those_who_answered() -> None:
    async with evening(moment=1) as hob:
        await hob.set_table("ghosts", "Ada", "Ben", "Cara")
        ada, ben, _cara = hob.people.values()
        for person in (ada, ben):
            await person.types("hob me", cards="channel")
        await ada.types("ghosts start")
        await hob.settle()
        before = {person.name: sounds(hob, person) for person in hob.people.values()}
        await hob.passes(70)
        [ping] = pings(hob)
        assert ping.content.splitlines()[0] == f"<@{ada.id}> <@{ben.id}>"
        assert [c.label for c in controls_of(ping)] == ["My hand"]
        await ada.types("ghosts choose", ghost="3")
        [after] = pings(hob)
        assert after.id == ping.id and after.content.splitlines()[0] == f"<@{ben.id}>"
        await ben.types("ghosts choose", ghost="3")
        assert pings(hob) == []
        assert {name: sounds(hob, hob[name]) - n for name, n in before.items()} == {"Ada": 1, "Ben": 1, "Cara": 0}
        # The direct message with Cara's hand contained the question, so it was her notification.


async def in_a_lobby(hob: Evening) -> tuple[Person, Person]:
    """Seat Ada and Ben, who get their cards by *My hand*, and Cara, who acted last; return the first two."""
    await hob.set_table("ghosts", "Ada", "Ben", "Cara")
    ada, ben, cara = hob.people.values()
    for person in (ada, ben):
        await person.types("hob me", cards="channel")
    await hob.passes(300)
    await cara.types("ghosts join")
    return ada, ben


async def test_a_second_ping_names_both_but_notifies_only_the_new_player() -> None:
    async with evening(moment=1) as hob:
        ada, ben = await in_a_lobby(hob)
        await hob["Ada"].types("ghosts start")
        await hob.settle()
        [first] = pings(hob)
        assert first.content.splitlines()[0] == f"<@{ben.id}>"
        await hob.passes(70)
        [second] = pings(hob)
        assert second.content.splitlines()[0] == f"<@{ada.id}> <@{ben.id}>"
        assert (sounds(hob, ada), sounds(hob, ben)) == (1, 1)


async def test_a_ping_stays_while_a_filter_blocks_the_next_one() -> None:
    async with evening(moment=1) as hob:
        ada, ben = await in_a_lobby(hob)
        await ada.types("ghosts start")
        await hob.settle()
        [first] = pings(hob)
        assert first.content.splitlines()[0] == f"<@{ben.id}>"
        hob.discord.inject_error("POST", f"/channels/{hob.channel.id}/messages", status=400, code=200000, times=None)
        await hob.passes(70)
        assert [ping.id for ping in pings(hob)] == [first.id]
        hob.discord.heal()
        await hob.passes(300)
        [second] = pings(hob)
        assert second.content.splitlines()[0] == f"<@{ada.id}> <@{ben.id}>"


async def test_an_answered_ping_goes_though_a_filter_blocks_the_next_one() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        me, other = await after_a_move(hob)
        await hob.passes(300)
        [ping] = pings(hob)
        assert ping.content.splitlines()[0] == f"<@{me.id}>"
        hob.discord.inject_error("POST", f"/channels/{hob.channel.id}/messages", status=400, code=200000, times=None)
        await me.types("chaser move", candy="blue")
        await hob.passes(300)
        assert await hob.asked() is other and pings(hob) == []


async def test_a_deleted_ping_causes_no_error() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        me, _ = await after_a_move(hob)
        await hob.passes(61)
        hob.discord.delete_message(hob.channel.id, pings(hob)[0].id)
        await me.types("chaser move", candy="blue")
        assert pings(hob) == [] and (await hob.session()).screen.retry_at == 0


async def talk(hob: Evening, number: int) -> None:
    talker = hob.people.get("Talker") or hob.person("Talker")
    for n in range(number):
        await talker.actor.send(hob.channel, f"talk {n}")


async def test_a_buried_table_is_reposted_with_the_ping_in_it() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        me, _ = await after_a_move(hob)
        old = hob.table.id
        await talk(hob, 8)
        await hob.passes(130)
        table = hob.table
        assert table.id != old and hob.channel.last_message.id == table.id
        assert table.content.splitlines()[0] == f"<@{me.id}>"
        assert [m.id for m in hob.channel.history() if m.embeds] == [table.id]
        await me.clicks(next(c.label for c in controls_of(table) if c.answers), on=table)
        assert hob.table.id == table.id and hob.table.content == ""


@pytest.mark.parametrize("again", [False, True], ids=["running", "restarted"])
async def test_a_buried_table_is_deleted_after_an_outage(again: bool) -> None:
    """The player answers at the new table before Hob tries again."""
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        me, _ = await after_a_move(hob)
        await talk(hob, 8)
        before, old = sounds(hob, me), hob.table.id
        path = f"/channels/{hob.channel.id}/messages/{old}"
        hob.discord.discord.faults.fail("DELETE", path, status=503, times=2)
        await hob.passes(70)
        assert {m.id for m in hob.channel.history() if m.embeds} == {old, hob.table.id} and hob.table.id != old
        if again:
            await hob.restart()
        await me.clicks(next(c.label for c in controls_of(hob.table) if c.answers), on=hob.table)
        await hob.passes(60)
        assert [m.id for m in hob.channel.history() if m.embeds] == [hob.table.id]
        assert sounds(hob, me) == before + 1 and len(hob.calls("DELETE", path)) == 3


async def test_a_buried_table_reposted_just_before_a_crash_is_adopted() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        me, _ = await after_a_move(hob)
        await talk(hob, 8)
        before, old = sounds(hob, me), hob.table.id
        await crash_after_posting(hob, hob.passes(70))
        await hob.passes(300)
        [table] = [m for m in hob.channel.history() if m.embeds]
        assert table.id != old and table.content.splitlines()[0] == f"<@{me.id}>"
        assert sounds(hob, me) == before + 1 and [m.id for m in pings(hob)] == [table.id]
        await me.clicks(next(c.label for c in controls_of(table) if c.answers), on=table)
        assert f"• {me.name} rolls" in hob.table_text() and hob.table.content == ""


@pytest.mark.parametrize("again", [False, True], ids=["a lost answer", "a crash"])
async def test_the_end_of_a_buried_game_notifies_once_despite(again: bool) -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        ada, ben, old = hob["Ada"], hob["Ben"], hob.table.id
        await hob.passes(200)
        await talk(hob, 8)
        before = sounds(hob, ben)
        await ada.types("hob end")
        if again:
            await crash_after_posting(hob, ada.clicks("End it"))
        else:
            with answer_lost(hob, f"/channels/{hob.channel.id}/messages"):
                await ada.clicks("End it")
        await hob.passes(120)
        assert sounds(hob, ben) == before + 1
        [table] = [m for m in hob.channel.history() if m.embeds]
        assert table.id != old and "Ada ended the game" in words_of(table)
        assert [m.id for m in pings(hob)] == [table.id] and table.content == f"<@{ben.id}>"


async def test_a_message_that_may_not_be_deleted_is_tried_once() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel", look_around=3600) as hob:
        me, _ = await after_a_move(hob)
        await hob.passes(70)
        [ping] = pings(hob)
        path = f"/channels/{hob.channel.id}/messages/{ping.id}"
        hob.discord.inject_error("DELETE", path, status=400, code=50021, times=None)
        await me.types("chaser move", candy="blue")
        await hob.passes(3600)
        assert len(hob.calls("DELETE", path)) == 1


async def test_a_ping_is_deleted_when_permissions_are_back() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        me, _ = await after_a_move(hob)
        await hob.passes(70)
        [ping] = pings(hob)
        for method in ("GET", "POST", "PATCH", "DELETE"):
            path = f"/channels/{hob.channel.id}/messages*"
            hob.discord.inject_error(method, path, status=403, code=50001, times=None)
        await me.types("chaser move", candy="blue")
        await hob.passes(60)
        hob.discord.heal()
        await (await hob.asked()).types("chaser move", candy="blue")
        await hob.passes(5)
        assert ping.id not in {m.id for m in hob.channel.history()}


async def test_a_ping_is_deleted_while_a_filter_blocks_the_table() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        me, _ = await after_a_move(hob)
        await hob.passes(70)
        [ping] = pings(hob)
        for method in ("POST", "PATCH"):
            hob.discord.inject_error(
                method, f"/channels/{hob.channel.id}/messages*", status=400, code=200000, times=None
            )
        await me.types("chaser move", candy="blue")
        await hob.passes(60)
        assert ping.id not in {m.id for m in hob.channel.history()}


async def test_a_ping_is_not_delayed_by_one_that_cannot_be_deleted() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        me, other = await after_a_move(hob)
        await hob.passes(200)
        [old] = pings(hob)
        path = f"/channels/{hob.channel.id}/messages/{old.id}"
        hob.discord.inject_error("DELETE", path, status=503, times=None)
        await me.types("chaser move", candy="blue")
        assert [m.content.startswith(f"<@{other.id}>") for m in pings(hob)] == [False, True]
        hob.discord.heal()
        await hob.passes(60)
        assert [m.content.startswith(f"<@{other.id}>") for m in pings(hob)] == [True]


async def test_a_ping_stays_in_a_table_that_is_moved_down_in_an_outage() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        me, other = await after_a_move(hob)
        await talk(hob, 8)
        await hob.passes(200)
        old = hob.table.id
        hob.discord.discord.faults.fail("POST", f"/channels/{hob.channel.id}/messages", drop="after")
        await other.types("chaser table")
        await hob.passes(60)
        assert hob.table.id != old and hob.table.content.splitlines()[0] == f"<@{me.id}>"
        await me.clicks(next(c.label for c in controls_of(hob.table) if c.answers), on=hob.table)
        assert hob.table.content == ""


async def test_an_ended_table_moved_down_in_an_outage_keeps_the_next_ones_ping() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        ada, ben, ended = hob["Ada"], hob["Ben"], hob.table
        await ada.types("hob end")
        await ada.clicks("End it")
        await ada.clicks("Play again", on=hob.table)
        await ben.clicks("Join", on=hob.table)
        await ada.clicks("Start", on=hob.table)
        await after_a_move(hob)
        await hob.passes(70)
        [ping] = pings(hob)
        await ada.clicks("More", on=next(m for m in hob.channel.history() if m.id == ended.id))
        hob.discord.discord.faults.fail("POST", f"/channels/{hob.channel.id}/messages", status=503)
        assert "Discord didn't accept the message." in await ada.clicks("Move table down", on=ada.seen[-1])
        await hob.passes(10)
        assert [m.id for m in pings(hob)] == [ping.id]


async def test_a_ping_lost_in_an_outage_sounds_once_if_the_table_is_moved_down() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        me, other = await after_a_move(hob)
        before, path = sounds(hob, me), f"/channels/{hob.channel.id}/messages"
        with answer_lost(hob, path):
            while not pings(hob):
                await hob.passes(1)
        [ping] = pings(hob)
        hob.discord.discord.faults.fail("POST", path, status=503)
        assert "Discord didn't accept the message." in await other.types("chaser table")
        await hob.passes(120)
        assert [m.id for m in pings(hob)] == [ping.id] and sounds(hob, me) == before + 1


async def test_a_ping_in_the_table_also_works_over_the_channel_route() -> None:
    async with playing("Ada", "Ben", moment=2, cards="channel") as hob:
        me, _ = await after_a_move(hob)
        await talk(hob, 8)
        await hob.passes(130)
        assert hob.table.content
        await me.types("chaser move", candy="blue")
        assert hob.table.content == ""


async def test_seven_messages_do_not_bury_the_table() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        await after_a_move(hob)
        old = hob.table.id
        await talk(hob, 7)
        await hob.passes(130)
        assert hob.table.id == old and len(pings(hob)) == 1


async def test_hobs_own_messages_do_not_keep_a_table_from_being_buried() -> None:
    async with evening(moment=1) as hob:
        await hob.set_table("chaser", "Ada", "Ben", "Cara")
        for person in hob.people.values():
            person.closes_messages()
        await hob["Ada"].types("chaser start")
        await hob.settle()
        me, _ = await after_a_move(hob)
        await hob["Ben"].types("hob end")
        old = hob.table.id
        assert [m.id > old for m in hob.channel.history()] == [False, True, True], "a notice and a vote"
        await talk(hob, 20)
        await hob.passes(130)
        assert hob.table.id != old and hob.table.content.splitlines()[0] == f"<@{me.id}>"


async def test_a_table_just_posted_is_not_reposted() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        await after_a_move(hob)
        await hob.passes(30)
        await hob["Ada"].types("chaser table")
        old = hob.table.id
        await talk(hob, 9)
        await hob.passes(61)
        assert hob.table.id == old and len(pings(hob)) == 1


async def test_without_message_history_a_table_counts_as_buried_after_30_minutes() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        hob.forbid(read_message_history=False)
        me, _ = await after_a_move(hob)
        old = hob.table.id
        await hob.passes(200)
        assert hob.table.id == old and len(pings(hob)) == 1
        await hob.passes(1800)
        await me.types("chaser move", candy="blue")
        assert hob.table.id != old and hob.table.content.startswith("<@")


async def test_a_restart_neither_repeats_nor_loses_a_notification() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        me, _ = await after_a_move(hob)
        before = sounds(hob, me)
        await hob.passes(30)
        await hob.restart()
        await hob.passes(20)
        assert sounds(hob, me) == before
        await hob.passes(20)
        assert sounds(hob, me) == before + 1
        [ping] = pings(hob)
        await hob.restart()
        await hob.passes(600)
        assert sounds(hob, me) == before + 1 and [m.id for m in pings(hob)] == [ping.id]
        await me.types("chaser move", candy="blue")
        assert all(m.id != ping.id for m in pings(hob))


async def test_a_failed_notification_is_sent_later() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        me, _ = await after_a_move(hob)
        path = f"/channels/{hob.channel.id}/messages"
        hob.discord.inject_error("POST", path, status=500, times=None)
        await hob.passes(70)
        assert pings(hob) == []
        hob.discord.heal()
        await hob.passes(60)
        [ping] = pings(hob)
        assert ping.content.startswith(f"<@{me.id}>")


async def test_pings_contain_no_secrets() -> None:
    async with playing("Ada", "Ben", moment=1) as hob:
        me = await tattling(hob)
        me.closes_messages()
        await hob.passes(70)
        texts = "\n".join(words_of(m) for m in hob.channel.history() if not m.embeds)
        assert "smuggle" not in texts


async def test_a_vote_about_a_player_ends_when_they_move() -> None:
    async with playing("Ada", "Ben", "Cara", moment=1) as hob:
        me, other = await after_a_move(hob)
        await hob.passes(600)
        await other.types("hob seat", player=me.name)
        assert "Let a computer play" in hob.channel.last_message.content
        await me.types("chaser move", candy="blue")
        await hob.passes(5)
        assert (await hob.session()).info.vote is None
        assert not any("Let a computer play" in m.content for m in hob.channel.history())


async def test_a_deleted_vote_message_is_reposted_with_the_next_vote() -> None:
    async with playing("Ada", "Ben", "Cara", "Dora") as hob:
        await hob["Ben"].types("hob end")
        hob.discord.delete_message(hob.channel.id, hob.channel.last_message.id)
        await hob["Cara"].types("hob end")
        assert "(2 of 4 agree; more than half must)" in hob.channel.last_message.content


@pytest.mark.parametrize("again", [False, True], ids=["a broken connection", "a restart"])
async def test_a_vote_that_ends_before_its_message_id_is_known_is_removed(again: bool) -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        hob.moment = 0
        with answer_lost(hob, f"/channels/{hob.channel.id}/messages"):
            await hob["Ben"].types("hob end")
            assert "(1 of 3 agrees; more than half must)" in hob.channel.last_message.content
            await hob["Ada"].clicks("Keep playing")
            await hob["Cara"].clicks("Keep playing")
        if again:
            await hob.restart()
        await hob.passes(5)
        assert (await hob.session()).info.vote is None
        assert not any("agrees" in m.content for m in hob.channel.history())


async def test_a_vote_message_with_unknown_id_is_found() -> None:
    async with playing("Ada", "Ben", "Cara", "Dora") as hob:
        hob.moment = 0
        with answer_lost(hob, f"/channels/{hob.channel.id}/messages"):
            await hob["Ben"].types("hob end")
        vote = hob.channel.last_message.id
        await hob.restart()
        await hob["Cara"].types("hob end")
        await hob.passes(5)
        [message] = [m for m in hob.channel.history() if "(2 of 4 agree; more than half must)" in m.content]
        assert message.id == vote


async def test_a_vote_message_that_is_replaced_in_an_outage_exists_once() -> None:
    async with playing("Ada", "Ben", "Cara", "Dora") as hob:
        await hob["Ben"].types("hob end")
        path, old = f"/channels/{hob.channel.id}/messages", hob.channel.last_message.id
        hob.discord.inject_error("PATCH", f"{path}/{old}", status=400, code=20022, times=None)
        hob.discord.inject_error("DELETE", f"{path}/{old}", status=503, times=None)
        hob.discord.inject_error("POST", path, status=503)
        await hob["Cara"].types("hob end")
        await hob.passes(60)
        votes = [m for m in hob.channel.history() if " of 4 agree" in m.content]
        assert ["(2 of 4 agree; more than half must)" in m.content for m in votes] == [False, True]
        hob.discord.heal()
        await hob.passes(60)
        assert "(2 of 4 agree; more than half must)" in hob.channel.last_message.content
        assert old not in {m.id for m in hob.channel.history()}


async def test_a_vote_in_an_archived_thread_expires_without_retries() -> None:
    async with playing("Ada", "Ben", "Cara", look_around=3600) as hob:
        await hob["Ben"].types("hob end")
        path = f"/channels/{hob.channel.id}/messages/{hob.channel.last_message.id}"
        hob.discord.inject_error("DELETE", path, status=400, code=50083, times=None)
        await hob.passes(86400)
        await hob.passes(3600)
        assert len(hob.calls("DELETE", path)) == 1


async def end_in_an_outage(hob: Evening) -> None:
    """End a game while Discord takes no messages in the channel; both players are present."""
    path = f"/channels/{hob.channel.id}/messages*"
    for method in ("GET", "POST"):
        hob.discord.inject_error(method, path, status=503, times=None)
    for name in ("Ben", "Ada"):
        await hob[name].types("chaser hand")
    await hob["Ada"].types("hob end")
    await hob["Ada"].clicks("End it")
    await hob.passes(300)


async def test_a_late_game_over_message_does_not_mention_those_present() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        await end_in_an_outage(hob)
        hob.discord.heal()
        await hob.passes(60)
        assert (await hob.session()).screen.said_farewell
        assert pings(hob) == []


async def test_a_new_nickname_after_the_end_makes_nobody_absent() -> None:
    async with playing("Ada", "Ben", moment=1, cards="channel") as hob:
        await end_in_an_outage(hob)
        hob.discord.rename(hob.guild.id, hob["Ada"].id, "Ada the First")
        await hob["Ada"].clicks("More", on=hob.table)
        await hob.passes(60)
        assert "Ada the First" in hob.table_text()
        hob.discord.heal()
        await hob.passes(60)
        assert (await hob.session()).screen.said_farewell
        assert not any(f"<@{hob['Ben'].id}>" in message.content for message in hob.channel.history())


async def test_the_closed_dm_notice_disappears_when_its_player_leaves() -> None:
    async with evening(moment=1) as hob:
        await hob.set_table("chaser", "Ada", "Ben", "Cara")
        hob["Ben"].closes_messages()
        await hob["Ada"].types("chaser start")
        await hob.settle()
        assert "I couldn't DM you" in hob.channel.last_message.content
        await hob["Ben"].types("hob leave")
        await hob["Ben"].clicks("Leave")
        await hob.settle()
        assert not any("I couldn't DM you" in m.content for m in hob.channel.history())


@pytest.mark.parametrize("leaves", [False, True])
async def test_an_outvoted_player_who_is_back_or_gone_is_not_told_of_it(leaves: bool) -> None:
    async with playing("Ada", "Ben", "Cara", cards="channel") as hob:
        me = await hob.asked()
        await hob.passes(700)
        for other in hob.people.values():
            if other is not me:
                await other.types("hob seat", player=me.name)
        assert (await hob.session()).info.outvoted == [me.id]
        if leaves:
            await me.types("hob leave")
            await me.clicks("Leave")
        else:
            await me.types("chaser hand")
            await me.clicks("Take seat back")
        await hob.passes(600)
        said = [message.content for message in hob.channel.history()]
        assert any(content.startswith("<@") for content in said), "the next player is notified"
        assert not any("voted to let a computer play for you" in content for content in said)
