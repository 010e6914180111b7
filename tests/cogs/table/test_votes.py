"""Votes to end a game or to let a computer play for an absent player, and reminders."""

from unittest import mock

from db import Store, StoreUnavailable
from hob.testing.play import Evening, Person, playing
from hob.testing.reading import controls_of
from tests.bot.faults import APOLOGY, answer_lost, crash_after_posting, writes_fail
from tests.cogs.tables import labels, other_than, tattling

DAY = 24 * 3600


async def test_the_table_votes_to_end() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        ben, cara, dora = hob["Ben"], hob["Cara"], hob.person("Dora")
        assert await ben.types("hob end") == "I've asked the others."
        vote = hob.channel.last_message
        assert vote.content == "Ben wants to end the game (1 of 3 agrees; more than half must)."
        assert "Only the players at this table can do that." in await dora.clicks("Agree")
        await ben.clicks("Agree")
        assert "1 of 3" in hob.channel.last_message.content
        assert await cara.clicks("Agree") == "Your vote decided it."
        assert "The table voted to end the game" in hob.table_text()
        assert all("wants to end" not in m.content for m in hob.channel.history())


async def test_a_vote_counts_only_for_the_question_that_was_read() -> None:
    """An undo vote can be replaced by a vote to end the game just before someone presses."""
    async with playing("Ada", "Ben", "Cara") as hob:
        ada, ben, cara = (hob[name] for name in ("Ada", "Ben", "Cara"))
        assert await hob.asked() is ada
        await ada.types("chaser move", candy="red")
        await ada.types("hob take-back")
        await ada.clicks("Ask to undo", on=ada.seen[-1])
        agree = next(c.custom_id for c in controls_of(hob.channel.last_message) if c.label == "Agree")
        assert await ben.types("hob end") == "I've asked the others."
        assert "That choice is no longer open." in await cara.forges(agree, hob.channel.last_message)
        session = await hob.session()
        assert session.playing and session.info.vote is not None and session.info.vote.agreed == [ben.id]


async def test_a_vote_for_a_computer_replaces_no_open_vote() -> None:
    """A question that others have begun to answer would disappear before they decide it."""
    async with playing("Ada", "Ben", "Cara", "Dora", look_around=3600) as hob:
        mover = await hob.asked()
        me, others = await sleeper_of(hob)
        await hob.passes(600)
        await mover.types("hob take-back")
        await mover.clicks("Ask to undo")
        other = next(person for person in others if person is not mover)
        assert "The table is already voting on something." in await other.types("hob seat", player=me.name)
        assert f"{mover.name} wants to undo: " in hob.channel.last_message.content
        await other.clicks("Keep playing")
        assert await other.types("hob seat", player=me.name) == "I've asked the others."


async def test_a_vote_on_the_end_is_decided_before_one_on_a_computer() -> None:
    async with playing("Ada", "Ben", "Cara", look_around=3600) as hob:
        me, (one, two) = await sleeper_of(hob)
        await hob.passes(600)
        guest, host = (two, one) if one is hob["Ada"] else (one, two)
        assert await guest.types("hob end") == "I've asked the others."
        assert "The table is already voting on something." in await host.types("hob seat", player=me.name)
        assert (
            f"{guest.name} wants to end the game (1 of 3 agrees; more than half must)."
            == hob.channel.last_message.content
        )
        for person in (host, guest):
            await person.clicks("Keep playing")
        assert await host.types("hob seat", player=me.name) == "I've asked the others."
        await guest.types("hob seat", player=me.name)
        assert f"The table votes to let a computer play for {me.name}" in hob.table_text()


async def test_a_vote_fails_once_a_majority_is_impossible_or_after_a_day() -> None:
    async with playing("Ada", "Ben", "Cara", look_around=3600) as hob:
        ada, ben, cara = (hob[name] for name in ("Ada", "Ben", "Cara"))
        await ben.types("hob end")
        stale = next(c.custom_id for c in controls_of(hob.channel.last_message) if c.label == "Agree")
        await cara.clicks("Keep playing")
        assert "Ben wants" in hob.channel.last_message.content
        assert await ada.clicks("Keep playing") == "The vote is over; the game goes on."
        assert all("wants to end" not in m.content for m in hob.channel.history())
        assert "There's nothing to vote on any more." in await ada.forges(stale, hob.table)
        await hob.passes(600)
        await cara.types("hob end")
        assert "Cara wants to end the game" in hob.channel.last_message.content
        await hob.passes(DAY + 60)
        assert all("wants to end" not in m.content for m in hob.channel.history())
        assert (await hob.session()).playing


async def test_a_refused_vote_shows_its_result_and_blocks_for_ten_minutes() -> None:
    async with playing("Ada", "Ben", "Cara", look_around=3600) as hob:
        ada, ben, cara = (hob[name] for name in ("Ada", "Ben", "Cara"))
        await ben.types("hob end")
        await ada.clicks("Keep playing")
        await cara.clicks("Keep playing")
        assert "• Ada and Cara would rather keep playing (1 of 3 wanted to end the game)" in hob.table_text()
        for person in (ben, cara):
            assert "The table just voted against this. You can ask again <t:" in await person.types("hob end")
        assert (await hob.session()).info.vote is None
        await hob.restart()
        assert "The table just voted against this." in await ben.types("hob end")
        await hob.passes(600)
        assert "I've asked the others." in await ben.types("hob end")


async def test_a_refused_computer_vote_also_has_a_cooldown() -> None:
    async with playing("Ada", "Ben", "Cara", look_around=3600) as hob:
        me, (one, two) = await sleeper_of(hob)
        await hob.passes(600)
        await one.types("hob seat", player=me.name)
        await two.clicks("Wait")
        result = f"• {two.name} would rather wait for {me.name} (1 of 2 wanted a computer to take over)"
        assert result in hob.table_text()
        assert "The table just voted against this." in await two.types("hob seat", player=me.name)
        guest = two if one is hob["Ada"] else one
        assert "I've asked the others." in await guest.types("hob end"), "another vote may be started"


async def test_a_vote_does_not_wait_for_a_player_who_left() -> None:
    async with playing("Ada", "Ben", "Cara", "Dora") as hob:
        await hob["Ben"].types("hob end")
        await hob["Cara"].types("hob end")
        assert "(2 of 4 agree; more than half must)" in hob.channel.last_message.content
        await hob["Dora"].types("hob leave")
        assert await hob["Dora"].clicks("Leave", on=hob["Dora"].seen[-1]) == "The game has ended."
        assert "The table voted to end the game" in hob.table_text()


async def test_a_deleted_vote_message_is_reposted_when_the_vote_changes() -> None:
    async with playing("Ada", "Ben", "Cara", "Dora") as hob:
        await hob["Ben"].types("hob end")
        hob.discord.delete_message(hob.channel.id, hob.channel.last_message.id)
        await hob["Cara"].types("hob end")
        await hob["Cara"].clicks("More")
        assert hob.channel.last_message.content == "Ben wants to end the game (2 of 4 agree; more than half must)."


async def sleeper_of(hob: Evening) -> tuple[Person, list[Person]]:
    """Return the person the table waits for after the first move, and the others."""
    await (await hob.asked()).types("chaser move", candy="red")
    me = await hob.asked()
    return me, [person for person in hob.people.values() if person is not me]


async def test_players_can_vote_to_replace_an_inactive_player() -> None:
    async with playing("Ada", "Ben", "Cara", cards="channel") as hob:
        me, (one, two) = await sleeper_of(hob)
        await one.clicks("More")
        assert f"Computer for {me.name}" not in labels(one)
        await hob.passes(600)
        await one.clicks("More")
        await one.clicks(f"Computer for {me.name}")
        assert (
            f"Let a computer play for {me.name}? (1 of 2 agrees; more than half must)"
            in hob.channel.last_message.content
        )
        await two.types("hob seat", player=me.name)
        assert f"The table votes to let a computer play for {me.name}" in hob.table_text()
        assert "Let a computer play" not in hob.channel.last_message.content
        await hob.passes(200)
        pings = [m for m in hob.channel.history() if "the table voted to let a computer play for you" in m.content]
        assert len(pings) == 1 and f"<@{me.id}>" in pings[0].content
        assert "A computer is playing for you." in await me.types("chaser move", candy="blue")
        await me.clicks("Take seat back")
        assert not any(seat.away for seat in (await hob.session()).info.seats)


async def test_the_table_waits_for_a_newcomer_only_since_they_joined() -> None:
    async with playing("Ada", "Ben", "Cara", cards="channel") as hob:
        me, (one, two) = await sleeper_of(hob)
        await hob.passes(600)
        for other in (one, two):
            await other.types("hob seat", to="computer")
        await me.types("hob leave")
        await me.clicks("Leave")
        await hob.passes(DAY)
        dora = hob.person("Dora")
        await dora.types("hob me", cards="channel")
        await dora.types("chaser join")
        assert "It's too early for a vote." in await one.types("hob seat", player="Dora")
        await hob.passes(120)
        assert f"<@{dora.id}>\nYou rolled" in hob.channel.last_message.content


async def test_an_outvoted_player_gets_a_new_message_with_the_way_back() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        me, others = await sleeper_of(hob)
        await hob.passes(900)
        [before] = me.messages
        for other in others:
            await other.types("hob seat", player=me.name)
        await hob.settle()
        [message] = me.messages
        assert message.id != before.id
        assert message.content.endswith("\nA computer is playing for you. Take your seat back?")
        assert [c.label for c in controls_of(message)] == ["Take seat back", "Rules", "Table"]
        await me.clicks("Take seat back", on=message)
        assert "A computer is playing for you" not in me.messages[-1].content


async def test_an_inactive_player_who_returns_ends_the_vote() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        me, (one, two) = await sleeper_of(hob)
        await hob.passes(600)
        await one.types("hob seat", player=me.name)
        assert await me.clicks("Wait") == "The vote is over; the game goes on."
        assert (await hob.session()).info.vote is None
        assert "Let a computer play" not in hob.channel.last_message.content
        await two.types("hob seat", player=me.name)
        assert "(1 of 2 agrees; more than half must)" in hob.channel.last_message.content
        assert not any(seat.away for seat in (await hob.session()).info.seats)


async def test_a_player_who_acts_ends_the_vote_and_has_their_full_time_again() -> None:
    """In Cover Your Kingdom, a player who has taken the first of two actions is asked again at once."""
    async with playing("Ada", "Ben", "Cara", "Dora", command="cover", look_around=3600) as hob:
        me, session = await hob.asked(), await hob.session()
        one, two, _ = (person for person in hob.people.values() if person is not me)
        await hob.passes(700)
        assert await one.types("hob seat", player=me.name) == "I've asked the others."
        agree = next(c.custom_id for c in controls_of(hob.channel.last_message) if c.label == "Agree")
        await me.types("cover discard", card=(await me.completes("cover discard", "card"))[0])
        assert await hob.asked() is me and session.info.vote is None
        assert "There's nothing to vote on any more." in await two.forges(agree, hob.table)
        await two.clicks("More")
        assert {f"Nudge {me.name}", f"Computer for {me.name}"}.isdisjoint(labels(two))
        assert "It's too early for a vote." in await one.types("hob seat", player=me.name)
        await hob.passes(600)
        assert await one.types("hob seat", player=me.name) == "I've asked the others."


async def test_in_slow_games_votes_and_nudges_wait_longer() -> None:
    async with playing("Ada", "Ben", look_around=3600) as hob:
        await hob.change(pace="days")
        me, (other,) = await sleeper_of(hob)
        await hob.passes(3600)
        early = "It's too early for a vote. At this table, each player has 24 hours to act."
        assert early in await other.types("hob seat", player=me.name)
        session = await hob.session()
        early = "It's too early for a nudge. At this table, each player has 6 hours to act."
        assert early in await other.forges(f"h:{session.id}:0:-:more:nudge#2", hob.table)
        await other.clicks("More")
        assert f"Nudge {me.name}" not in labels(other)
        await hob.passes(DAY)
        await other.clicks("More")
        assert {f"Nudge {me.name}", f"Computer for {me.name}"} <= set(labels(other))


async def test_a_player_can_be_nudged_once_an_hour() -> None:
    async with playing("Ada", "Ben", cards="channel") as hob:
        me, (other,) = await sleeper_of(hob)
        session = await hob.session()
        forged = f"h:{session.id}:0:-:more:nudge#2"
        assert "It's too early for a nudge. At this table, each player has 10 minutes to act." in await other.forges(
            forged, hob.table
        )
        await hob.passes(600)
        [before] = [m for m in hob.channel.history() if m.content.startswith(f"<@{me.id}>")]
        await other.clicks("More")
        assert await other.clicks(f"Nudge {me.name}") == f"{me.name} has been nudged."
        [after] = [m for m in hob.channel.history() if m.content.startswith(f"<@{me.id}>")]
        assert after.id != before.id
        assert "There must be 1 hour between nudges." in await other.forges(forged, hob.table)
        await other.clicks("More")
        assert f"Nudge {me.name}" not in labels(other)
        assert "It's too early" in await me.forges(forged, hob.table)
        await hob.passes(3600)
        assert "has been nudged" in await other.forges(forged, hob.table)


async def test_another_players_offer_does_not_delay_a_nudge() -> None:
    async with playing("Ada", "Ben", command="kingdom") as hob:
        me = await hob.asked()
        other = await other_than(hob, me)
        await hob.passes(590)
        assert f"{other.name} converts 4 sugar" in await other.types("kingdom convert", candies="1")
        await hob.passes(20)
        await other.clicks("More")
        assert f"Nudge {me.name}" in labels(other)


async def test_a_nudge_for_a_secret_choice_has_a_my_hand_button() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await tattling(hob)
        other = await other_than(hob, me)
        await hob.passes(700)
        await other.clicks("More")
        assert await other.clicks(f"Nudge {me.name}") == f"{me.name} has been nudged."
        [ping] = [m for m in hob.channel.history() if m.content.startswith(f"<@{me.id}>")]
        assert [c.label for c in controls_of(ping)] == ["My hand"]


async def test_players_without_notifications_are_not_nudged() -> None:
    async with playing("Ada", "Ben") as hob:
        me, (other,) = await sleeper_of(hob)
        await me.types("hob me", rings="off")
        await hob.passes(700)
        await other.clicks("More")
        assert "have turned off their turn alerts" in await other.clicks(f"Nudge {me.name}")
        assert all(str(me.id) not in m.content for m in hob.channel.history())


async def test_a_nudge_button_names_a_player_who_will_be_notified() -> None:
    async with playing("Ada", "Ben", "Cara", command="ghosts", cards="channel") as hob:
        assert len((await hob.session()).view().waiting) == 3
        await hob["Ben"].types("hob me", rings="off")
        await hob.passes(700)
        await hob["Ada"].clicks("More")
        assert await hob["Ada"].clicks("Nudge Cara") == "Cara has been nudged."


async def test_more_opens_and_no_nudge_is_half_done_while_the_database_is_away() -> None:
    async with playing("Ada", "Ben") as hob:
        me, (other,) = await sleeper_of(hob)
        await hob.passes(700)
        hob.app.people.forget()
        with mock.patch.object(Store, "person", side_effect=StoreUnavailable("away")):
            await other.clicks("More")
        assert f"Nudge {me.name}" in labels(other)
        with mock.patch.object(type(hob.store.servers), "settings", side_effect=StoreUnavailable("away")):
            assert (await other.clicks(f"Nudge {me.name}")).startswith(APOLOGY)
        assert not (await hob.session()).info.nudged


async def nudge_in_quiet_hours(hob: Evening) -> tuple[Person, Person, int, str]:
    """Return who was nudged, by whom, when the quiet hours end, and Hob's response."""
    me, (other,) = await sleeper_of(hob)
    hour = int(hob.clock() % DAY // 3600)
    end = int(hob.clock() // 3600 + 2) * 3600
    await hob.person("Mia", manage_guild=True).types("hob server", quiet=f"{hour}-{(hour + 2) % 24}")
    await hob.passes(700)
    await other.clicks("More")
    return me, other, end, await other.clicks(f"Nudge {me.name}")


async def test_a_nudge_during_quiet_hours_says_when_it_comes() -> None:
    async with playing("Ada", "Ben", cards="channel") as hob:
        me, _, end, said = await nudge_in_quiet_hours(hob)
        assert said == f"I'll nudge {me.name} <t:{end}:R>, when this server's quiet hours end."
        assert not any(m.content.startswith(f"<@{me.id}>") for m in hob.channel.history())
        await hob.passes(end - hob.clock() + 60)
        assert any(m.content.startswith(f"<@{me.id}>") for m in hob.channel.history())


async def test_a_nudge_after_quiet_hours_skips_seats_that_computers_play() -> None:
    for way in ("computer", "leave"):
        async with playing("Ada", "Ben", cards="channel") as hob:
            me, other, end, _ = await nudge_in_quiet_hours(hob)
            await other.types("hob seat", to="computer")
            if way == "computer":
                await me.types("hob seat", to="computer")
            else:
                await me.types("hob leave")
                await me.clicks("Leave")
            await hob.passes(end - hob.clock() + 60)
            assert all("You rolled" not in message.content for message in hob.channel.history()), way


async def test_an_unstored_vote_sends_no_outvoted_message() -> None:
    async with playing("Ada", "Ben", "Cara", cards="channel") as hob:
        me, (one, two) = await sleeper_of(hob)
        await hob.passes(600)
        await one.types("hob seat", player=me.name)
        with writes_fail(hob.store):
            assert APOLOGY in await two.types("hob seat", player=me.name)
        await hob.passes(60)
        await me.types("chaser move", candy="blue")
        assert f"• {me.name} rolls" in hob.table_text()
        await hob.passes(300)
        said = [m.content for m in hob.channel.history()]
        assert any(content.startswith("<@") for content in said), "the next player is notified"
        assert not any("voted to let a computer play for you" in content for content in said)


async def test_a_nudge_sent_just_before_a_crash_is_not_repeated() -> None:
    async with playing("Ada", "Ben", cards="channel") as hob:
        me, (other,) = await sleeper_of(hob)
        await hob.passes(3600)
        await other.clicks("More")
        await crash_after_posting(hob, other.clicks(f"Nudge {me.name}"))
        await hob.passes(300)
        sent = [c for c in hob.calls("POST") if str(me.id) in str((c.json or {}).get("content"))]
        assert len(sent) == 2, "the turn alert, and the nudge"
        assert len([m for m in hob.channel.history() if m.content.startswith(f"<@{me.id}>")]) == 1


async def test_a_nudge_follows_a_turn_alert_whose_answer_was_lost() -> None:
    async with playing("Ada", "Ben", cards="channel") as hob:
        me, (other,) = await sleeper_of(hob)
        path = f"/channels/{hob.channel.id}/messages"
        with answer_lost(hob, path):
            while not any(m.content.startswith(f"<@{me.id}>") for m in hob.channel.history()):
                await hob.passes(1)
        hob.discord.inject_error("GET", f"{path}*", status=503, times=None)
        await hob.passes(700)
        await other.clicks("More")
        assert f"{me.name} has been nudged." in await other.clicks(f"Nudge {me.name}")
        hob.discord.heal()
        await hob.passes(300)
        sent = [c for c in hob.calls("POST") if str(me.id) in str((c.json or {}).get("content"))]
        assert len(sent) == 2, "the turn alert, and the nudge"


async def test_a_nudge_survives_a_crash_right_after_it() -> None:
    async with playing("Ada", "Ben", look_around=3600, cards="channel") as hob:
        me, (other,) = await sleeper_of(hob)
        await hob.passes(3600)
        before = len([m for m in hob.channel.history() if m.content.startswith(f"<@{me.id}>")])
        hob.app.scheduler.runner.accepting = False  # no background work for this press
        await other.clicks("More")
        assert f"{me.name} has been nudged." in await other.clicks(f"Nudge {me.name}")
        pings = [c for c in hob.calls("POST") if str(me.id) in str((c.json or {}).get("content"))]
        await hob.restart()
        await hob.passes(60)
        again = [c for c in hob.calls("POST") if str(me.id) in str((c.json or {}).get("content"))]
        assert len(again) == len(pings) + 1 and before == 1
