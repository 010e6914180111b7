"""Panels: a seat's direct message, and the ephemeral one behind *My hand*."""

import asyncio
import random
from typing import Any

import pytest

from hob.testing.play import Evening, Person, evening, play_on, playing
from hob.testing.reading import controls_of, words_of
from tests.bot.faults import answer_lost, crash_after_posting
from tests.cogs.cover_your_kingdom.evenings import ARTHUR, CALVIN, court
from tests.cogs.tables import tattling
from tests.engine.cover_your_kingdom.table import arrange


def notices(hob: Evening) -> list[str]:
    return [m.content for m in hob.channel.history() if "I couldn't DM you your cards" in m.content]


async def other_than(hob: Evening, me: Person) -> Person:
    return next(person for person in hob.people.values() if person is not me)


async def test_each_player_gets_one_message_with_cards_and_choices() -> None:
    async with playing("Ada", "Ben", computers=1) as hob:
        me = await hob.asked()
        for person in hob.people.values():
            [message] = person.messages
            text = words_of(message)
            assert text.splitlines()[0] == f"Candy Chaser in <#{hob.channel.id}>"
            assert "You smuggle **" in text and "Table" in text
            assert ("move one cube" in text) == (person is me)
        [link] = [c for c in controls_of(me.messages[0]) if c.label == "Table"]
        assert link.custom_id == f"https://discord.com/channels/{hob.guild.id}/{hob.channel.id}"


async def test_the_table_says_that_hands_are_being_sent() -> None:
    async with evening(moment=0) as hob:
        await hob.set_table("chaser", "Ada", "Ben", "Cara")
        await hob["Ada"].clicks("Start")
        assert "I'm still sending out the cards; *My hand* already shows you yours." in hob.table_text()
        await hob["Cara"].clicks("My hand")
        assert "You smuggle" in words_of(hob["Cara"].seen[-1])
        await hob.passes(6)
        assert "I'm still sending out the cards" not in hob.table_text()


async def test_dms_are_sent_one_a_second() -> None:
    async with evening(moment=0) as hob:
        await hob.set_table("chaser", "Ada", "Ben", "Cara", "Dora")
        await hob["Ada"].types("chaser start")
        seen = []
        for _ in range(5):
            seen.append(sum(len(person.messages) for person in hob.people.values()))
            await hob.passes(1)
        assert seen == [1, 2, 3, 4, 4]


async def test_a_move_in_a_dm_edits_it_and_updates_the_table() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        [message] = me.messages
        control = next(c for c in controls_of(message) if c.answers)
        await me.presses(control.custom_id, message)
        [after] = me.messages
        assert after.id == message.id
        assert f"{me.name} rolls" in after.content and "You have nothing to decide" in after.content
        assert f"• {me.name} rolls" in hob.table_text()


async def test_a_stale_press_in_a_dm_refreshes_it() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        [message] = me.messages
        controls = [c for c in controls_of(message) if c.answers]
        await me.types("chaser move", candy="blue")
        await me.forges(controls[1].custom_id, message)
        [after] = me.messages
        assert after.content.startswith("That choice is no longer open.") and not any(
            c.answers for c in controls_of(after)
        )


def drawings(hob: Evening, person: Person) -> int:
    """Count how often this person's messages were sent or edited, except for answers to their own presses."""
    return sum(len(hob.calls(method, f"/channels/{person.user.dm_channel.id}/*")) for method in ("POST", "PATCH"))


async def test_a_public_question_is_answered_in_the_dm_without_other_pings() -> None:
    async with evening(moment=1) as hob:
        await hob.set_table("ghosts", "Ada", "Ben", "Cara")
        await hob["Ada"].types("ghosts start")
        await hob.settle()
        for person in hob.people.values():
            await person.clicks("7", on=person.messages[-1])
        me = await hob.asked()
        await hob.passes(300)
        [message] = me.messages
        assert "Haunt a kid with your **7**." in message.content
        assert not [m for m in hob.channel.history() if m.content.startswith("<@")]
        [kids] = [c for c in controls_of(message) if c.answers]
        on_table = [c.label.split(" · ")[0] for c in controls_of(hob.table) if c.answers]
        named = [text.split(" · ")[0] for text, *_ in kids.options]
        assert len(on_table) == 6 and all(name.endswith(short) for name, short in zip(named, on_table, strict=True))
        await me.selects(kids.options[0][0], on=message)
        assert f"{me.name} haunts " in me.messages[-1].content and f"{me.name} haunts " in hob.table_text()


async def test_a_dm_is_redrawn_when_its_seats_question_opens_and_closes() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        other = await other_than(hob, me)
        for _ in range(3):
            before = drawings(hob, me), drawings(hob, other)
            await me.types("chaser move", candy="blue")
            assert "move one cube" in other.messages[-1].content and "move one cube" not in me.messages[-1].content
            assert not any(c.answers for c in controls_of(me.messages[-1]))
            assert (drawings(hob, me), drawings(hob, other)) == (before[0] + 1, before[1] + 1)
            me, other = other, me


async def test_a_waiting_players_dm_is_updated_every_ten_seconds() -> None:
    async with playing("Ada", "Ben", "Cara", moment=1) as hob:
        me = await hob.asked()
        await me.types("chaser move", candy="blue")
        first = await hob.asked()
        assert f"You have nothing to decide right now. **{first.name}** rolled" in me.messages[-1].content
        before = drawings(hob, me)
        await first.types("chaser move", candy="red")
        second = await hob.asked()
        assert f"**{first.name}** rolled" in me.messages[-1].content and drawings(hob, me) == before
        await hob.passes(9)
        assert f"You have nothing to decide right now. **{second.name}** rolled" in me.messages[-1].content
        await hob.passes(60)
        assert drawings(hob, me) == before + 1


async def test_a_waiting_players_dm_forgets_a_move_that_was_undone() -> None:
    async with court(arrange(5, CALVIN, ARTHUR), moment=1) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await hob.passes(20)
        await ada.types("cover settle", cards="2 Hentaurs", land="lowland")
        assert "Ada settles 2 Hentaurs in the Lowland" in words_of(ben.messages[-1])
        await ada.types("hob take-back")
        await ada.types("cover settle", cards="2 Hentaurs", land="highland")
        await hob.passes(60)
        assert "Ada settles 2 Hentaurs in the Highland" in words_of(ben.messages[-1])


async def test_a_panel_is_not_edited_while_others_choose() -> None:
    async with evening() as hob:
        await hob.set_table("ghosts", "Ada", "Ben", "Cara")
        await hob["Ada"].types("ghosts start")
        await hob.settle()
        before = drawings(hob, hob["Ben"])
        for name in ("Ada", "Cara"):
            await hob[name].types("ghosts choose", ghost="3")
        await hob.passes(60)
        assert drawings(hob, hob["Ben"]) == before


async def test_a_dm_offers_an_absent_player_their_seat_back() -> None:
    async with playing("Ada", "Ben") as hob:
        await hob["Ben"].types("hob seat", to="computer")
        assert "Take seat back" in [c.label for c in controls_of(hob["Ben"].messages[-1])]


async def test_a_secret_question_is_in_the_dm_only_while_it_is_open() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await tattling(hob)
        [message] = me.messages
        assert "You may tattle on a player." in message.content and any(c.answers for c in controls_of(message))
        await me.types("chaser pass")
        [message] = me.messages
        assert not any(c.answers for c in controls_of(message))


async def test_the_panel_behind_my_hand_is_updated_for_fourteen_minutes() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        other = await other_than(hob, me)
        await other.clicks("My hand")
        panel = other.seen[-1]
        assert "You have nothing to decide" in words_of(panel)
        await me.types("chaser move", candy="blue")
        assert "move one cube" in words_of(panel)
        await other.presses(next(c.custom_id for c in controls_of(panel) if c.answers), panel)
        await hob.passes(841)
        assert "This panel no longer updates. Press *My hand* for a new one." in words_of(panel)
        before = words_of(panel)
        await me.types("chaser move", candy="red")
        await other.types("chaser move", candy="red")
        assert words_of(panel) == before


async def test_a_panel_behind_my_hand_is_not_updated_after_the_game() -> None:
    async with playing("Ada", "Ben", cards="channel") as hob:
        await play_on(hob, random.Random(3))
        assert hob.app.delivery.ephemeral.open_panels == {}
        await hob.passes(900)  # Hob has nothing to do


async def test_deleted_dms_are_sent_again_with_the_next_news() -> None:
    async with playing("Ada", "Ben") as hob:
        for person in hob.people.values():
            hob.discord.delete_message(person.user.dm_channel.id, person.messages[0].id)
        me = await tattling(hob)
        await hob.settle()
        [message] = me.messages
        assert "You may tattle on a player." in message.content


async def test_a_deleted_dm_is_sent_again_although_the_first_try_fails() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        hob.discord.delete_message(me.user.dm_channel.id, me.messages[0].id)
        hob.discord.inject_error("POST", f"/channels/{me.user.dm_channel.id}/messages", status=503)
        await me.types("chaser move", candy="blue")
        assert me.messages == []
        await hob.passes(60)
        assert "You smuggle" in words_of(me.messages[-1])


async def test_closed_dms_fall_back_to_my_hand_with_one_notice() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben", "Cara")
        ada, ben, cara = hob.people.values()
        ben.closes_messages()
        cara.closes_messages()
        await ada.types("chaser start")
        await hob.settle()
        both = f"<@{ben.id}> <@{cara.id}>"
        assert notices(hob) == [
            f"{both}: I couldn't DM you your cards. They're under *My hand*, where only you can see them."
        ]
        assert "I'm still sending out the cards" not in hob.table_text()
        tries = len(hob.calls("POST", f"/channels/{ben.user.dm_channel.id}/messages"))
        notice = next(m for m in hob.channel.history() if "I couldn't DM you" in m.content)
        said = await ben.clicks("My hand", on=notice)
        assert "You smuggle" in said and "Try DM again" in said
        assert len(notices(hob)) == 1
        await cara.clicks("My hand", on=notice)
        assert notices(hob) == []
        assert "Try DM again" not in await ada.clicks("My hand")
        for _ in range(3):
            await (await hob.asked()).types("chaser move", candy="red")
        assert notices(hob) == []
        assert len(hob.calls("POST", f"/channels/{ben.user.dm_channel.id}/messages")) == tries


async def test_no_notice_for_players_who_already_see_their_cards() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        await hob["Ben"].types("hob leave")
        await hob["Ben"].clicks("Leave")
        dan = hob.person("Dan")
        dan.closes_messages()
        assert "You smuggle" in await dan.types("chaser join")
        await hob.settle()
        assert notices(hob) == [] and "Try DM again" in words_of(dan.seen[-1])


async def test_a_second_panel_behind_my_hand_closes_the_first() -> None:
    async with playing("Ada", "Ben", moment=6) as hob:
        me = await hob.asked()
        await me.types("chaser hand")
        await me.types("chaser move", candy="blue")
        first, second = me.seen[-2:]
        assert first.content == f"Candy Chaser in <#{hob.channel.id}>\nThere's a newer panel below."
        assert controls_of(first) == [] and not first.embeds
        assert "You have nothing to decide right now." in second.content


async def test_a_press_in_the_panel_behind_my_hand_keeps_it() -> None:
    async with playing("Ada", "Ben", moment=6) as hob:
        me = await hob.asked()
        await me.types("chaser hand")
        panel = me.seen[-1]
        await me.presses(next(c.custom_id for c in controls_of(panel) if c.answers), panel)
        assert "You have nothing to decide right now." in words_of(panel) and "You smuggle" in words_of(panel)


async def test_a_player_who_leaves_loses_the_controls_of_my_hand() -> None:
    async with playing("Ada", "Ben", "Cara", moment=6) as hob:
        me = await hob.asked()
        await me.types("chaser hand")
        panel = me.seen[-1]
        await me.types("hob leave")
        await me.clicks("Leave")
        assert [c.label for c in controls_of(panel)] == ["Table"]


async def test_an_absent_player_without_dms_has_at_most_four_buttons_in_a_row() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        ada, ben = hob.people.values()
        ben.closes_messages()
        await ada.types("chaser start")
        await hob.settle()
        await ben.types("hob seat", to="computer")
        await ben.types("chaser hand")
        last = [c.label for c in controls_of(ben.seen[-1])][-3:]
        assert last == ["Take seat back", "Rules", "Table"]
        assert "Try DM again" not in words_of(ben.seen[-1])
        await ben.clicks("Take seat back")
        assert "Try DM again" in words_of(ben.seen[-1])


async def test_dms_can_be_tried_again() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        ada, ben = hob.people.values()
        ben.closes_messages()
        await ada.types("chaser start")
        await hob.settle()
        await ben.clicks("My hand", on=hob.table)
        said = await ben.clicks("Try DM again")
        assert "I'm trying again: you should get your cards by DM in a moment." in said
        await hob.settle()  # they are still closed
        assert notices(hob) == [] and "Try DM again" in words_of(ben.seen[-2])
        ben.opens_messages()
        await ben.clicks("Try DM again")
        await hob.settle()
        assert "You smuggle" in words_of(ben.messages[-1]) and notices(hob) == []


async def test_a_retried_notice_is_reused_and_a_later_one_is_new() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben", "Cara")
        ada, ben, cara = hob.people.values()
        ben.closes_messages()
        path = f"/channels/{hob.channel.id}/messages"
        hob.discord.inject_error("POST", path, status=502, times=None)
        await ada.types("chaser start")
        cara.closes_messages()  # the game continues
        await (await hob.asked()).types("chaser move", candy="red")
        await hob.passes(60)
        hob.discord.heal(path)
        await hob.passes(60)
        assert len(notices(hob)) == 1

        def nonces() -> list[str]:
            posts = hob.calls("POST", path)
            return list(dict.fromkeys(c.json["nonce"] for c in posts if "I couldn't DM you" in c.json["content"]))

        tries = [c for c in hob.calls("POST", path) if "I couldn't DM you" in (c.json or {}).get("content", "")]
        assert len(tries) > 2 and len(nonces()) == 1
        await ben.clicks("My hand", on=hob.table)
        await hob.restart()  # Hob forgets which people have their cards in an ephemeral panel
        await ben.clicks("Try DM again")
        await hob.settle()
        assert len(notices(hob)) == 1 and len(nonces()) == 2


async def test_a_notice_of_unknown_delivery_names_others_not_reached() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben", "Cara")
        ada, ben, cara = hob.people.values()
        ben.closes_messages()
        cara.closes_messages()
        with answer_lost(hob, f"/channels/{hob.channel.id}/messages"):
            await ada.types("chaser start")
            await hob.passes(60)
        [notice] = notices(hob)
        assert notice.startswith(f"<@{ben.id}> <@{cara.id}>: I couldn't DM you")


async def test_a_notice_that_names_another_player_replaces_the_first() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben", "Cara")
        ada, ben, cara = hob.people.values()
        ben.closes_messages()
        await ada.types("chaser start")
        await hob.settle()
        [first] = [m.id for m in hob.channel.history() if "I couldn't DM you" in m.content]
        path = f"/channels/{hob.channel.id}/messages/{first}"
        hob.discord.inject_error("DELETE", path, status=503, times=None)
        hob.discord.inject_error("PATCH", f"/channels/{cara.user.dm_channel.id}/*", status=403, code=50007, times=None)
        cara.closes_messages()
        await (await hob.asked()).types("chaser move", candy="red")
        assert [f"<@{cara.id}>" in notice for notice in notices(hob)] == [False, True]
        hob.discord.heal()
        await hob.passes(60)
        assert [f"<@{cara.id}>" in notice for notice in notices(hob)] == [True]


async def test_a_secret_question_with_closed_dms_sends_one_ping() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        for person in hob.people.values():
            person.closes_messages()
        await hob["Ada"].types("chaser start")
        await hob.settle()
        me = await tattling(hob)
        await hob.passes(70)
        [ping] = [m for m in hob.channel.history() if m.content.startswith(f"<@{me.id}>\n")]
        assert [c.label for c in controls_of(ping)] == ["My hand"]


async def test_dms_closed_in_mid_game_fall_back_to_my_hand() -> None:
    async with playing("Ada", "Ben") as hob:
        for person in hob.people.values():
            path = f"/channels/{person.user.dm_channel.id}/messages/*"
            hob.discord.inject_error("PATCH", path, status=403, code=50007, times=None)
            person.closes_messages()
        me = await tattling(hob)
        await hob.passes(70)
        assert len(notices(hob)) == 1 and str(me.id) in notices(hob)[0]


async def test_a_panel_that_cannot_be_edited_does_not_stay_beside_the_next() -> None:
    async with playing("Ada", "Ben") as hob:
        ben = hob["Ben"]
        path = f"/channels/{ben.user.dm_channel.id}/messages/*"
        hob.discord.inject_error("PATCH", path, status=403, code=50007, times=None)
        ben.closes_messages()
        await (await hob.asked()).types("chaser move", candy="red")
        await hob.passes(600)
        hob.discord.heal(path)
        ben.opens_messages()
        await ben.clicks("My hand", on=hob.table)
        await ben.clicks("Try DM again")
        await hob.settle()
        [panel] = ben.messages
        assert words_of(panel).split("\n")[1] in words_of(ben.seen[-2])


@pytest.mark.parametrize("fault", [{"status": 400, "code": 50035}, {"status": 500}], ids=["invalid", "broken"])
async def test_one_rejected_panel_does_not_delay_the_others(fault: dict[str, int]) -> None:
    async with playing("Ada", "Ben", "Cara", command="ghosts") as hob:
        path = f"/channels/{hob['Ada'].user.dm_channel.id}/messages/*"
        hob.discord.inject_error("PATCH", path, times=None, **fault)
        for name in ("Ada", "Ben"):
            await hob[name].types("ghosts choose", ghost="1")
        await hob.passes(20)  # in which discord.py repeats a broken request
        assert "✓ Ada · ✓ Ben · … Cara" in hob.table_text()
        assert "1 ✓" in words_of(hob["Ben"].messages[-1])
        tries = len(hob.calls("PATCH", path))
        await hob.passes(65)
        assert len(hob.calls("PATCH", path)) - tries <= 3 * 5
        hob.discord.heal()
        await hob.passes(31)
        assert "1 ✓" in words_of(hob["Ada"].messages[-1])


LIMIT = {"status": 429, "headers": {"Retry-After": "50"}}


async def test_dms_are_updated_while_the_channel_is_rate_limited() -> None:
    async with playing("Ada", "Ben", "Cara", "Dora", command="ghosts") as hob:
        await hob["Ben"].types("hob end")
        vote = hob.channel.last_message.id
        hob.discord.discord.faults.fail("PATCH", f"/channels/{hob.channel.id}/messages/{vote}", **LIMIT)
        await hob["Cara"].types("hob end")
        await hob["Ada"].types("ghosts choose", ghost="1")
        await hob.passes(30)
        assert "1 ✓" in words_of(hob["Ada"].messages[-1])
        await hob.passes(50)
        assert "(2 of 4 agree; more than half must)" in next(words_of(m) for m in hob.channel.history() if m.id == vote)


async def test_dms_are_updated_while_anothers_hand_is_rate_limited() -> None:
    async with playing("Ada", "Ben", "Cara", command="ghosts") as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await ben.clicks("My hand", on=hob.table)
        panel = ben.seen[-1]
        hob.discord.discord.faults.fail("PATCH", "/webhooks/.*", **LIMIT)
        await ben.types("ghosts choose", ghost="1")
        await ada.types("ghosts choose", ghost="1")
        await hob.passes(30)
        assert "1 ✓" in words_of(ada.messages[-1]) and "There's a newer panel below." not in words_of(panel)
        await hob.passes(50)
        assert "There's a newer panel below." in words_of(panel)


async def test_a_block_of_the_address_stops_all_dms_of_a_table() -> None:
    async with playing("Ada", "Ben", "Cara", command="ghosts") as hob:
        await hob.passes(60)
        channels = "|".join(str(person.user.dm_channel.id) for person in hob.people.values())
        ban = {"status": 429, "via": False, "headers": {"Retry-After": "600"}, "times": 1000}
        hob.discord.discord.faults.fail("PATCH", f"/channels/({channels})/messages/.*", **ban)
        before = len(hob.calls("PATCH", "/channels/*"))
        for name in ("Ada", "Ben"):
            await hob[name].types("ghosts choose", ghost="1")
        await hob.passes(300)
        tried = {call.path for call in hob.calls("PATCH", "/channels/*")[before:]}
        assert len({path for path in tried if str(hob.channel.id) not in path}) == 1
        hob.discord.heal()
        await hob.passes(400)
        assert "1 ✓" in words_of(hob["Ada"].messages[-1])


async def test_dms_are_updated_while_that_of_someone_who_left_is_broken() -> None:
    async with playing("Ada", "Ben", "Cara", command="ghosts") as hob:
        path = f"/channels/{hob['Cara'].user.dm_channel.id}/messages/*"
        hob.discord.inject_error("PATCH", path, status=500, times=None)
        await hob["Cara"].types("hob leave")
        await hob["Cara"].clicks("Leave")
        await hob["Ada"].types("ghosts choose", ghost="1")
        await hob.passes(40)  # in which discord.py repeats a broken request
        assert "1 ✓" in words_of(hob["Ada"].messages[-1]) and controls_of(hob["Cara"].messages[-1])
        hob.discord.heal()
        await hob.passes(60)
        assert not [c for c in controls_of(hob["Cara"].messages[-1]) if c.answers]


async def test_who_takes_the_seat_of_someone_with_a_broken_dm_gets_their_cards() -> None:
    async with playing("Ada", "Ben", "Cara", command="ghosts") as hob:
        path = f"/channels/{hob['Cara'].user.dm_channel.id}/messages/*"
        hob.discord.inject_error("PATCH", path, status=500, times=None)
        await hob["Cara"].types("hob leave")
        await hob["Cara"].clicks("Leave")
        await hob.passes(40)
        dora = hob.person("Dora")
        await dora.types("ghosts join")
        await hob.passes(90)
        assert any(c.answers for c in controls_of(dora.messages[-1])) and len(hob["Cara"].messages) == 1


async def test_a_result_whose_dm_is_rejected_is_announced_once() -> None:
    async with playing("Ada", "Ben") as hob:
        path = f"/channels/{hob['Ben'].user.dm_channel.id}/messages/*"
        hob.discord.inject_error("PATCH", path, status=400, code=50035, times=None)
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        await hob.passes(600)
        assert len(hob.calls("PATCH", path)) == 1 and "Ada ended the game" in hob.table_text()


async def test_a_result_reaches_a_dm_that_was_broken_for_a_while() -> None:
    async with playing("Ada", "Ben") as hob:
        path = f"/channels/{hob['Ben'].user.dm_channel.id}/messages/*"
        hob.discord.inject_error("PATCH", path, status=500, times=None)
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        await hob.passes(120)
        assert "The game is over" not in words_of(hob["Ben"].messages[-1])
        hob.discord.heal()
        await hob.passes(60)
        assert "The game is over" in words_of(hob["Ben"].messages[-1])


async def test_a_dm_that_fails_temporarily_is_sent_later() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        ben = hob["Ben"]
        path = f"/channels/{ben.user.dm_channel.id}/messages"
        hob.discord.inject_error("POST", path, status=500, times=None)
        await hob["Ada"].types("chaser start")
        await hob.passes(20)
        assert ben.messages == [] and notices(hob) == []
        assert len(hob.calls("POST", path)) <= 5, "discord.py repeats a request four times"
        hob.discord.heal()
        await hob.passes(40)
        assert "You smuggle" in words_of(ben.messages[0])


async def test_each_seat_has_one_active_dm_despite_notifications() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        await play_on(hob, random.Random(8))
        await hob.settle()
        assert [len(person.messages) for person in hob.people.values()] == [1, 1, 1]


async def test_a_new_dm_counts_although_the_old_one_was_not_deleted_at_once() -> None:
    async with playing("Ada", "Ben", moment=1) as hob:
        await hob.passes(300)
        me = await hob.asked()
        other = next(person for person in hob.people.values() if person is not me)
        hob.discord.discord.faults.fail("DELETE", f"/channels/{other.user.dm_channel.id}/.*", status=503, times=2)
        await me.types("chaser move", candy="red")
        await hob.passes(5)
        dm = other.messages[-1]
        await other.clicks(next(c.label for c in controls_of(dm) if c.answers), on=dm)
        await me.types("chaser move", candy="blue")
        await hob.passes(5)
        now = other.messages[-1]
        assert now.id == dm.id and "move one cube" in now.content
        await hob.passes(120)
        [later] = other.messages
        assert later.id != dm.id, "the player is notified"


@pytest.mark.parametrize("where", ["in it", "at the table"])
async def test_a_dm_of_unknown_delivery_does_not_silence_the_next(where: str) -> None:
    """The player answers before Hob tries again."""
    async with playing("Ada", "Ben", moment=1) as hob:
        await hob.passes(300)
        me = await hob.asked()
        other = await other_than(hob, me)
        with answer_lost(hob, f"/channels/{other.user.dm_channel.id}/messages"):
            await me.types("chaser move", candy="red")
            await hob.passes(5)
            on = other.messages[-1] if where == "in it" else hob.table
            await other.clicks(next(c.label for c in controls_of(on) if c.answers), on=on)
            await hob.passes(50)
            [adopted] = other.messages
            assert "You have nothing to decide" in words_of(adopted)
            await me.types("chaser move", candy="blue")
            await hob.passes(70)
        [new] = other.messages
        assert new.id > adopted.id and "move one cube" in words_of(new), "the player is notified"


async def test_a_dm_of_unknown_delivery_in_a_lost_channel_is_sent_again() -> None:
    async with playing("Ada", "Ben", moment=1) as hob:
        await hob.passes(300)
        me = await hob.asked()
        other = await other_than(hob, me)
        path = f"/channels/{other.user.dm_channel.id}/messages"
        with answer_lost(hob, path):
            await me.types("chaser move", candy="red")
            await hob.passes(5)
        hob.discord.inject_error("GET", path, status=404, code=10003, times=None)
        before = len(hob.calls("POST", path))
        await hob.passes(90)
        assert len(hob.calls("GET", path)) == 1 and len(hob.calls("POST", path)) == before + 1


async def test_a_dm_sent_just_before_a_crash_is_adopted() -> None:
    async with playing("Ada", "Ben", moment=1) as hob:
        await hob.passes(300)
        me = await hob.asked()
        other = await other_than(hob, me)
        [old] = other.messages
        channel = other.user.dm_channel.id
        await crash_after_posting(hob, me.types("chaser move", candy="red"), channel)
        await hob.passes(120)
        [new] = other.messages
        assert new.id > old.id and len(hob.calls("POST", f"/channels/{channel}/messages")) == 2


@pytest.mark.parametrize("again", [False, True], ids=["running", "restarted"])
async def test_a_replaced_dm_is_deleted_after_an_outage_although_no_one_plays(again: bool) -> None:
    async with playing("Ada", "Ben", moment=1) as hob:
        await hob.passes(300)
        me = await hob.asked()
        other = next(person for person in hob.people.values() if person is not me)
        [old] = other.messages
        hob.discord.discord.faults.fail("DELETE", f"/channels/{other.user.dm_channel.id}/.*", status=503, times=3)
        await me.types("chaser move", candy="red")
        await hob.passes(5)
        if again:
            await hob.restart()
        await hob.passes(300)
        [new] = other.messages
        assert new.id != old.id, "the player was notified"


async def test_my_hand_of_a_seat_whose_question_was_answered_early() -> None:
    async with evening() as hob:
        await hob.set_table("ghosts", "Ada", "Ben", "Cara")
        await hob["Ada"].types("ghosts start")
        await hob.settle()
        ada = hob["Ada"]
        said = await ada.types("ghosts choose", ghost="3")
        assert "You chose: " in said and "You can change it until everyone has chosen." in said
        assert "✓ A Ada" in hob.table_text() and "… B Ben" in hob.table_text()
        await ada.types("ghosts choose", ghost="5")
        await hob["Ben"].types("ghosts choose", ghost="3")
        await hob["Cara"].types("ghosts choose", ghost="3")
        assert "✓" not in hob.table_text()


async def test_a_restart_while_hands_are_sent_loses_none() -> None:
    async with evening(moment=0) as hob:
        await hob.set_table("chaser", "Ada", "Ben", "Cara", "Dora")
        await hob["Ada"].types("chaser start")
        await hob.passes(1)
        await hob.restart()
        await hob.passes(10)
        assert [len(person.messages) for person in hob.people.values()] == [1, 1, 1, 1]


async def test_a_person_who_leaves_never_sees_what_the_next_one_draws() -> None:
    """The seat changes hands while another player's message takes long to edit."""
    async with playing("Ada", "Ben", "Cara", command="cover", seed=2) as hob:
        dora, session, me = hob.person("Dora"), await hob.session(), await hob.asked()
        seat, request, go_on = session.info.seat_of(me.id), hob.bot.http.request, asyncio.Event()
        [first] = [person for person in hob.people.values() if person.id == session.info.seats[0].person]
        assert seat and first is not me

        async def slowly(route: Any, **more: Any) -> Any:
            if route.method == "PATCH" and str(first.user.dm_channel.id) in route.url:
                await go_on.wait()
            return await request(route, **more)

        hob.bot.http.request = slowly  # type: ignore[method-assign]
        session.screen.panels[0].mark = ""  # as after a change of their choices
        hob.app.scheduler.wake(session.id)
        await hob.settle()
        await me.types("hob leave")
        await me.clicks("Leave", on=me.seen[-1])
        await dora.types("cover join")
        for _ in range(10):
            if session.view().waiting != [seat]:
                break
            option = session.view(seat).question_of(seat).options[0]  # type: ignore[union-attr,index]
            with hob.discord.at_work():
                await hob.app.sessions.answer(session, seat, option, None, dora.id)
        told = len(hob.calls("PATCH", f"/channels/{me.user.dm_channel.id}/*"))
        go_on.set()
        await hob.passes(20)
        edits = hob.calls("PATCH", f"/channels/{me.user.dm_channel.id}/*")[told:]
        assert edits and not any("Your hand" in str(edit.json) for edit in edits)


async def test_a_panel_that_is_queued_while_sending_is_cancelled_is_sent() -> None:
    async with playing("Ada", "Ben") as hob:
        ben, delivery = hob["Ben"], hob.app.delivery
        path = f"/channels/{ben.user.dm_channel.id}/messages"
        session = await hob.session()
        seat = session.info.seat_of(ben.id)
        assert seat is not None
        hob.discord.discord.faults.fail("POST", path, delay=60)
        with hob.discord.at_work():
            delivery.panels.queue.add(session, seat, True)
        await hob.passes(3)
        with hob.discord.at_work():
            delivery.cancel_sending()
            delivery.panels.queue.add(session, seat, True)
        await hob.passes(10)
        assert not len(delivery.panels.queue)
