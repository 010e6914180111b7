"""Panels: the direct message of a seat, and the one behind My hand."""

import random

from tests.bot.faults import answer_lost
from tests.cogs.tables import tattling
from tests.play import Evening, Person, evening, play_on, playing
from tests.reading import controls_of, words_of


def notices(hob: Evening) -> list[str]:
    return [m.content for m in hob.channel.history() if "your cards did not reach you" in m.content]


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


async def test_hands_are_on_their_way_until_they_are_there() -> None:
    async with evening(moment=0) as hob:
        await hob.set_table("chaser", "Ada", "Ben", "Cara")
        await hob["Ada"].clicks("Start")
        assert "Hands are on their way; *My hand* already works." in hob.table_text()
        await hob["Cara"].clicks("My hand")
        assert "You smuggle" in words_of(hob["Cara"].seen[-1])
        await hob.passes(6)
        assert "Hands are on their way" not in hob.table_text()


async def test_messages_go_out_one_a_second() -> None:
    async with evening(moment=0) as hob:
        await hob.set_table("chaser", "Ada", "Ben", "Cara", "Dora")
        await hob["Ada"].types("chaser start")
        seen = []
        for _ in range(5):
            seen.append(sum(len(person.messages) for person in hob.people.values()))
            await hob.passes(1)
        assert seen == [1, 2, 3, 4, 4]


async def test_a_move_in_the_message_edits_it_in_place_and_the_table_follows() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        [message] = me.messages
        control = next(c for c in controls_of(message) if c.answers)
        await me.presses(control.custom_id, message)
        [after] = me.messages
        assert after.id == message.id
        assert f"{me.name} rolls" in after.content and "Nothing to decide" in after.content
        assert f"• {me.name} rolls" in hob.table_text()


async def test_a_stale_press_in_the_message_makes_it_fresh() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        [message] = me.messages
        controls = [c for c in controls_of(message) if c.answers]
        await me.types("chaser move", candy="blue")
        await me.forges(controls[1].custom_id, message)
        [after] = me.messages
        assert after.content.startswith("That choice is over.") and not any(c.answers for c in controls_of(after))


async def test_a_public_question_costs_no_call_for_the_message() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        other = await other_than(hob, me)
        path = f"/channels/{other.user.dm_channel.id}/*"
        before = len(hob.calls("*", path)) + len(hob.calls("PATCH", path))
        await me.types("chaser move", candy="blue")
        await hob.settle()
        assert len(hob.calls("*", path)) + len(hob.calls("PATCH", path)) == before


def drawings(hob: Evening, person: Person) -> int:
    """How often this person's messages were sent or edited, but for the answers to their own presses."""
    return sum(len(hob.calls(method, f"/channels/{person.user.dm_channel.id}/*")) for method in ("POST", "PATCH"))


async def test_a_message_that_shows_a_public_question_is_not_drawn_anew_for_it() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        other = await other_than(hob, me)
        [message] = me.messages
        move = [c.custom_id for c in controls_of(message) if c.answers]
        before = drawings(hob, me), drawings(hob, other)
        for _ in range(3):
            for person in (me, other):
                await person.types("chaser move", candy="blue")
        assert (drawings(hob, me), drawings(hob, other)) == before
        await me.forges(move[0], message)
        assert me.messages[0].content.startswith("That choice is over.")  # a press on what is over makes it fresh


async def test_a_message_is_drawn_once_when_a_secret_question_closes_whatever_public_ones_follow() -> None:
    async with evening() as hob:
        await hob.set_table("ghosts", "Ada", "Ben", "Cara")
        await hob["Ada"].types("ghosts start")
        await hob.settle()
        ben, before = hob["Ben"], drawings(hob, hob["Ben"])
        for name, ghost in (("Ada", "3"), ("Ben", "9"), ("Cara", "1")):
            await hob[name].types("ghosts choose", ghost=ghost)
        assert drawings(hob, ben) == before + 2  # chosen, and all have chosen
        assert "Haunt a kid with your **9**." in words_of(ben.messages[-1])
        while (await hob.live()).view().questions[0].say != "choose":
            person = await hob.asked()
            control = next(c for c in controls_of(hob.table) if c.answers)
            picked = [value for _, value, _ in control.options[: control.least]]
            hands = person._hands(hob.table)
            if picked:
                await person._keep(await hands.select(hob.table, picked, custom_id=control.custom_id))
            else:
                await person.presses(control.custom_id, hob.table)
            assert drawings(hob, ben) == before + 2 + ((await hob.live()).view().questions[0].say == "choose")


async def test_a_secret_question_is_drawn_into_the_message_when_it_opens_and_out_when_it_closes() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await tattling(hob)
        [message] = me.messages
        assert "You may tattle." in message.content and any(c.answers for c in controls_of(message))
        await me.types("chaser pass")
        [message] = me.messages
        assert not any(c.answers for c in controls_of(message))


async def test_the_panel_behind_my_hand_follows_its_seats_questions_for_fourteen_minutes() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        other = await other_than(hob, me)
        await other.clicks("My hand")
        panel = other.seen[-1]
        assert "Nothing to decide" in words_of(panel)
        await me.types("chaser move", candy="blue")
        assert "move one cube" in words_of(panel)
        await other.types("chaser move", candy="red")
        await hob.passes(841)
        before = words_of(panel)
        await (await hob.asked()).types("chaser move", candy="red")
        await (await hob.asked()).types("chaser move", candy="red")
        assert words_of(panel) == before


async def test_messages_that_are_deleted_come_again_when_there_is_something_to_say() -> None:
    async with playing("Ada", "Ben") as hob:
        for person in hob.people.values():
            hob.discord.delete_message(person.user.dm_channel.id, person.messages[0].id)
        me = await tattling(hob)
        await hob.settle()
        [message] = me.messages
        assert "You may tattle." in message.content


async def test_closed_messages_fall_back_to_my_hand_with_one_notice() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben", "Cara")
        ada, ben, cara = hob.people.values()
        ben.closes_messages()
        cara.closes_messages()
        await ada.types("chaser start")
        await hob.settle()
        both = f"<@{ben.id}> <@{cara.id}>"
        assert notices(hob) == [
            f"{both}: your cards did not reach you by message. They are behind *My hand*; only you see them."
        ]
        assert "Hands are on their way" not in hob.table_text()
        tries = len(hob.calls("POST", f"/channels/{ben.user.dm_channel.id}/messages"))
        notice = next(m for m in hob.channel.history() if "did not reach you" in m.content)
        said = await ben.clicks("My hand", on=notice)
        assert "You smuggle" in said and "Try messages again" in said
        assert len(notices(hob)) == 1
        await cara.clicks("My hand", on=notice)
        assert notices(hob) == []
        assert "Try messages again" not in await ada.clicks("My hand")
        for _ in range(3):
            await (await hob.asked()).types("chaser move", candy="red")
        assert notices(hob) == []
        assert len(hob.calls("POST", f"/channels/{ben.user.dm_channel.id}/messages")) == tries


async def test_somebody_away_without_messages_has_four_buttons_beside_each_other_at_most() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        ada, ben = hob.people.values()
        ben.closes_messages()
        await ada.types("chaser start")
        await hob.settle()
        await ben.types("hob seat", to="computer")
        await ben.types("chaser hand")
        last = [c.label for c in controls_of(ben.seen[-1])][-3:]
        assert last == ["Take my seat back", "Rules", "Table"]
        assert "Try messages again" not in words_of(ben.seen[-1])
        await ben.clicks("Take my seat back")
        assert "Try messages again" in words_of(ben.seen[-1])


async def test_trying_messages_again() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        ada, ben = hob.people.values()
        ben.closes_messages()
        await ada.types("chaser start")
        await hob.settle()
        await ben.clicks("My hand", on=hob.table)
        said = await ben.clicks("Try messages again")
        assert "I try again: your cards should come by message in a moment." in said
        await hob.settle()
        assert len(notices(hob)) == 1  # they are closed still
        ben.opens_messages()
        await ben.clicks("My hand", on=hob.table)
        await ben.clicks("Try messages again")
        await hob.settle()
        assert "You smuggle" in words_of(ben.messages[-1]) and notices(hob) == []


async def test_a_notice_that_is_tried_again_is_the_same_and_a_later_one_another() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben", "Cara")
        ada, ben, cara = hob.people.values()
        ben.closes_messages()
        path = f"/channels/{hob.channel.id}/messages"
        hob.env.inject_error("POST", path, status=502, times=None)
        await ada.types("chaser start")
        cara.closes_messages()  # the game goes on meanwhile
        await (await hob.asked()).types("chaser move", candy="red")
        await hob.passes(60)
        hob.discord.heal(path)
        await hob.passes(60)
        assert len(notices(hob)) == 1

        def nonces() -> list[str]:
            posts = hob.calls("POST", path)
            return list(dict.fromkeys(c.json["nonce"] for c in posts if "did not reach you" in c.json["content"]))

        tries = [c for c in hob.calls("POST", path) if "did not reach you" in (c.json or {}).get("content", "")]
        assert len(tries) > 2 and len(nonces()) == 1
        await ben.clicks("My hand", on=hob.table)
        await ben.clicks("Try messages again")
        await hob.settle()
        assert len(notices(hob)) == 1 and len(nonces()) == 2


async def test_a_notice_whose_arrival_was_not_heard_names_whoever_else_was_not_reached() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben", "Cara")
        ada, ben, cara = hob.people.values()
        ben.closes_messages()
        cara.closes_messages()
        with answer_lost(hob, f"/channels/{hob.channel.id}/messages"):
            await ada.types("chaser start")
            await hob.passes(60)
        [notice] = notices(hob)
        assert notice.startswith(f"<@{ben.id}> <@{cara.id}>: your cards")


async def test_a_secret_need_of_closed_messages_is_one_ping_with_my_hand() -> None:
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


async def test_messages_closed_in_mid_game() -> None:
    async with playing("Ada", "Ben") as hob:
        for person in hob.people.values():
            path = f"/channels/{person.user.dm_channel.id}/messages/*"
            hob.env.inject_error("PATCH", path, status=403, code=50007, times=None)
            person.closes_messages()
        me = await tattling(hob)
        await hob.passes(70)
        assert len(notices(hob)) == 1 and str(me.id) in notices(hob)[0]


async def test_a_message_that_fails_for_a_moment_is_sent_later() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        ben = hob["Ben"]
        path = f"/channels/{ben.user.dm_channel.id}/messages"
        hob.env.inject_error("POST", path, status=500, times=None)
        await hob["Ada"].types("chaser start")
        await hob.passes(20)
        assert ben.messages == [] and notices(hob) == []
        assert len(hob.calls("POST", path)) <= 2
        hob.discord.heal()
        await hob.passes(40)
        assert "You smuggle" in words_of(ben.messages[0])


async def test_one_live_message_per_seat_however_often_it_rings() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        await play_on(hob, random.Random(8))
        await hob.settle()
        assert [len(person.messages) for person in hob.people.values()] == [1, 1, 1]


async def test_my_hand_of_a_seat_whose_question_was_answered_early() -> None:
    async with evening() as hob:
        await hob.set_table("ghosts", "Ada", "Ben", "Cara")
        await hob["Ada"].types("ghosts start")
        await hob.settle()
        ada = hob["Ada"]
        said = await ada.types("ghosts choose", ghost="3")
        assert "You chose " in said and "You may change it until everybody has chosen." in said
        assert "✓ A Ada" in hob.table_text() and "… B Ben" in hob.table_text()
        await ada.types("ghosts choose", ghost="5")
        await hob["Ben"].types("ghosts choose", ghost="3")
        await hob["Cara"].types("ghosts choose", ghost="3")
        assert "✓" not in hob.table_text()


async def test_a_restart_while_hands_are_on_their_way_loses_none() -> None:
    async with evening(moment=0) as hob:
        await hob.set_table("chaser", "Ada", "Ben", "Cara", "Dora")
        await hob["Ada"].types("chaser start")
        await hob.passes(1)
        await hob.restart()
        await hob.passes(10)
        assert [len(person.messages) for person in hob.people.values()] == [1, 1, 1, 1]
