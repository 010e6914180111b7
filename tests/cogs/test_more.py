"""What stands behind More: who is away, who leaves and who comes, votes, nudges, the shuffle."""

import asyncio
import subprocess
import sys

from tests.cogs.test_verbs import tattling
from tests.play import Evening, Person, controls_of, playing, words_of

DAY = 24 * 3600


def labels(person: Person) -> list[str]:
    return [control.label for control in controls_of(person.seen[-1])]


async def other_than(hob: Evening, me: Person) -> Person:
    return next(person for person in hob.people.values() if person is not me)


async def test_only_what_applies_is_shown() -> None:
    async with playing("Ada", "Ben") as hob:
        mod, dora = hob.person("Mod", manage_messages=True), hob.person("Dora")
        await hob["Ada"].clicks("More")
        assert labels(hob["Ada"]) == [
            "Table in words",
            "Bring the table down",
            "Let a computer play for me",
            "Leave",
            "End the game",
            "Check the shuffle",
        ]
        await dora.clicks("More")
        assert labels(dora) == ["Table in words", "Bring the table down", "Check the shuffle"]
        await mod.clicks("More")
        assert labels(mod) == ["Table in words", "Bring the table down", "End the game", "Check the shuffle"]


async def test_the_table_in_words() -> None:
    async with playing("Ada", "Ben", computers=1) as hob:
        await hob["Ben"].clicks("More")
        said = await hob["Ben"].clicks("Table in words")
        assert "rolled" in said and "**Board**" in said and "The goal is closed." in said
        assert "B Ember, computer, 5 tattle cards" in said


async def test_bringing_the_table_down_and_not_too_often() -> None:
    async with playing("Ada", "Ben") as hob:
        ada, first = hob["Ada"], hob.table.id
        await hob.passes(30)
        await ada.clicks("More")
        assert await ada.clicks("Bring the table down") == "The table stands at the bottom again."
        second = hob.table.id
        assert second != first
        assert [m.id for m in hob.channel.history() if m.embeds] == [second]
        said = await ada.types("chaser table")
        assert said.startswith("The table is right here: https://discord.com/channels/") and str(second) in said
        await hob.passes(30)
        await ada.types("chaser table")
        assert hob.table.id != second


async def test_two_people_bring_the_table_down_at_once() -> None:
    async with playing("Ada", "Ben") as hob:
        await hob.passes(60)
        for person in hob.people.values():
            await person.clicks("More")
        await hob.at_once((hob["Ada"], "Bring the table down"), (hob["Ben"], "Bring the table down"))
        assert len([m for m in hob.channel.history() if m.embeds]) == 1


async def test_a_computer_plays_for_me_and_any_press_brings_me_back() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        await me.clicks("More")
        assert "A computer plays for you now." in await me.clicks("Let a computer play for me")
        assert f"{me.name} lets a computer play on" in hob.table_text()
        assert f"{me.name}, computer plays" in hob.table_text()
        await hob.passes(2)
        other = await hob.asked()
        assert other is not me and f"• {me.name} rolls" in hob.table_text()
        await other.types("chaser move", candy="blue")  # and the computer answers it for me
        await hob.settle()
        assert (await hob.asked()) is other
        await other.types("chaser end")
        live = await hob.live()
        seat = live.info.seat_of(me.id)
        said = await me.forges(f"h:{live.id}:{live.view().questions[0].number}:{seat}:answer:blue", hob.table)
        assert said == "A computer plays for you. Take your seat back?\nTake my seat back"
        assert "A computer plays for you." in await me.types("chaser move", candy="blue")
        assert "A computer plays for you." in await me.forges(
            f"h:{live.id}:{live.view().questions[0].number}:{seat}:narrow:blue", hob.table
        )
        said = await me.clicks("Take my seat back")
        assert "Your seat is yours again." in said and "You smuggle" in said
        assert f"{me.name} takes the seat back" in hob.table_text()


async def test_the_seat_command() -> None:
    async with playing("Ada", "Ben") as hob:
        ada = hob["Ada"]
        assert "A computer plays for you now." in await ada.types("chaser seat", to="computer")
        assert (await hob.live()).info.seats[0].away
        assert "Your seat is yours again." in await ada.types("chaser seat", to="me")
        assert not (await hob.live()).info.seats[0].away
        said = await ada.types("chaser seat", player="Zoe")
        assert said.startswith("I do not know a player called “Zoe”. You can choose: Ada, Ben.")
        assert "You play your seat yourself." in await ada.types("chaser seat")
        assert "That is your own seat." in await ada.types("chaser seat", player="Ada")
        me = await hob.asked()
        other = await other_than(hob, me)
        assert f"The table does not wait for {other.name}." in await me.types("chaser seat", player=other.name)
        said = await other.types("chaser seat", player=me.name)
        assert said.startswith("It is too early for a vote; this table waits 10 minutes first.\n")
        assert await ada.completes("chaser seat", "player") == [
            person.name for person in [await hob.asked()] if person is not ada
        ]


async def test_a_computer_asked_for_twice_is_told_once() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await other_than(hob, await hob.asked())
        for _ in range(2):
            await me.types("chaser seat", to="computer")
        assert hob.table_text().count(f"{me.name} lets a computer play on") == 1
        for _ in range(2):
            await me.types("chaser seat", to="me")
        assert hob.table_text().count(f"{me.name} takes the seat back") == 1


async def test_the_table_pauses_when_no_person_sits_and_goes_on_when_one_comes_back() -> None:
    async with playing("Ada", "Ben", computers=1) as hob:
        for person in list(hob.people.values()):
            await person.types("chaser seat", to="computer")
        revision = (await hob.live()).revision
        await hob.passes(600)
        assert (await hob.live()).revision == revision
        assert "Paused: no person sits here. `/chaser join` or take your seat back." in hob.table_text()
        await hob["Ada"].types("chaser seat", to="me")
        await hob.passes(10)
        assert "Paused" not in hob.table_text()


async def test_who_left_comes_back_to_a_free_seat() -> None:
    async with playing("Ada", "Ben") as hob:
        await hob["Ben"].types("chaser leave")
        await hob["Ben"].clicks("Leave")
        assert "You sit at seat B." in await hob["Ben"].types("chaser join")
        assert "• Ben comes back" in hob.table_text() and "takes the seat" not in hob.table_text()


async def test_leaving_wants_a_second_press_and_leaves_a_seat_to_a_newcomer() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        ben, dora = hob["Ben"], hob.person("Dora")
        assert await dora.types("chaser join") == "All seats are taken. The next table has room for you."
        await ben.clicks("More")
        assert "Leave the game? A computer plays on in your seat." in await ben.clicks("Leave")
        await ben.clicks("Stay")
        assert (await hob.live()).info.seats[1].person == ben.id
        await ben.types("chaser leave")
        assert await ben.clicks("Leave") == (
            "You left the table. While your seat is free, `/chaser join` brings you back."
        )
        assert "Ben leaves; a computer plays on" in hob.table_text()
        assert "B Ben, seat is free" in hob.table_text()
        assert "no seat here" in words_of(ben.messages[-1])
        assert all(not control.custom_id.startswith("h:") for control in controls_of(ben.messages[-1]))
        assert await dora.completes("chaser join", "seat") == ["Ben"]
        said = await dora.types("chaser join", seat="Ben")
        assert "You sit at seat B." in said and "You smuggle" in said
        assert "Dora takes the seat of Ben" in hob.table_text()
        assert "B Dora" in hob.table_text()
        await hob.settle()
        assert "You smuggle" in words_of(dora.messages[0])
        assert await dora.types("chaser join") != ""


async def test_who_has_seen_cards_sits_nowhere_else() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        for name in ("Ben", "Cara"):
            await hob[name].types("chaser leave")
            await hob[name].clicks("Leave")
        said = await hob["Cara"].types("chaser join", seat="Ben")
        assert said == "You have seen Cara's cards; you may only sit there."
        dora = hob.person("Dora")
        await dora.types("chaser join", seat="Cara")
        said = await hob["Cara"].types("chaser join")
        assert said == "You have seen Dora's cards; you may only sit there, and that seat is taken."
        eve = hob.person("Eve")
        said = await eve.types("chaser join", seat="Dora")
        assert said == "That seat is not free. You can choose: Ben."
        assert "You sit at seat B." in await hob["Ben"].types("chaser join")
        assert "You already sit at this table." in await hob["Ben"].types("chaser join")


async def test_a_free_seat_is_taken_behind_more() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        dora, eve = hob.person("Dora"), hob.person("Eve")
        for name in ("Cara", "Ben"):
            await hob[name].types("chaser leave")
            await hob[name].clicks("Leave")
        await hob["Ada"].clicks("More", on=hob.table)
        assert "Take a free seat" not in labels(hob["Ada"])
        for person in (dora, eve):
            await person.clicks("More", on=hob.table)
            assert labels(person)[0] == "Take a free seat"
        said = await dora.clicks("Take a free seat")
        assert said.startswith("You sit at seat B.") and "You smuggle" in said
        await hob["Ben"].clicks("More", on=hob.table)  # who has seen B's cards sits nowhere else
        assert "Take a free seat" not in labels(hob["Ben"])
        await hob["Cara"].clicks("More", on=hob.table)
        assert "You sit at seat C." in await hob["Cara"].clicks("Take a free seat")
        assert "• Cara comes back" in hob.table_text()
        assert await eve.clicks("Take a free seat") == "All seats are taken. The next table has room for you."
        assert "You already sit at this table." in await dora.clicks("Take a free seat")


async def test_the_host_moves_on_when_the_host_leaves() -> None:
    async with playing("Ada", "Ben") as hob:
        await hob["Ada"].types("chaser leave")
        await hob["Ada"].clicks("Leave")
        assert "End Candy Chaser for everybody? Nobody wins." in await hob["Ben"].types("chaser end")
        await hob["Ben"].types("chaser leave")
        await hob["Ben"].clicks("Leave")
        assert "Paused" in hob.table_text()
        dora = hob.person("Dora")
        await dora.types("chaser join")
        assert "End Candy Chaser for everybody?" in await dora.types("chaser end")


async def test_the_host_ends_the_game_with_a_second_press() -> None:
    async with playing("Ada", "Ben") as hob:
        ada = hob["Ada"]
        assert "End Candy Chaser for everybody? Nobody wins." in await ada.types("chaser end")
        assert await ada.clicks("Play on") == "The game goes on."
        await ada.types("chaser end")
        await ada.clicks("End it")
        text = hob.table_text()
        assert text.startswith("Ada ended the game.") or text.startswith("Ada ended the game")
        assert "Seed “" in text and "You smuggle" not in text
        assert "Ada: Smuggled " in text and "Ben: Smuggled " in text
        assert [c.label for c in controls_of(hob.table)] == ["Play again", "Log", "Rules", "Check the shuffle"]
        await hob.settle()
        assert "The game is over: Ada ended the game." in words_of(hob["Ben"].messages[-1])


async def test_only_host_and_moderators_end_it() -> None:
    async with playing("Ada", "Ben") as hob:
        live = await hob.live()
        forged = f"h:{live.id}:0:-:more:end/yes#2"
        assert "Only the host, Ada, can do that." in await hob["Ben"].forges(forged, hob.table)
        assert "Only the players" in await hob.person("Dora").types("chaser end")
        mod = hob.person("Mod", manage_messages=True)
        await mod.types("chaser end")
        await mod.clicks("End it")
        assert "Mod ended the game" in hob.table_text()


async def test_the_table_votes_to_end() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        ben, cara, dora = hob["Ben"], hob["Cara"], hob.person("Dora")
        assert "Your vote counts." in await ben.types("chaser end")
        vote = hob.channel.last_message
        assert vote.content == "Ben would like to end the game (1 of 3 agrees)."
        assert "Only the players of this table can do that." in await dora.clicks("Agree")
        await ben.clicks("Agree")
        assert "1 of 3" in hob.channel.last_message.content
        assert await cara.clicks("Agree") == "Your vote decides it."
        assert "The table ended the game" in hob.table_text()
        assert all("would like to end" not in m.content for m in hob.channel.history())


async def test_a_vote_ends_at_the_first_impossible_majority_and_after_a_day() -> None:
    async with playing("Ada", "Ben", "Cara", look_around=3600) as hob:
        ada, ben, cara = (hob[name] for name in ("Ada", "Ben", "Cara"))
        await ben.types("chaser end")
        stale = next(c.custom_id for c in controls_of(hob.channel.last_message) if c.label == "Agree")
        await cara.clicks("Play on")
        assert "Ben would like" in hob.channel.last_message.content
        assert await ada.clicks("Play on") == "The vote is over; the game goes on."
        assert all("would like to end" not in m.content for m in hob.channel.history())
        assert "There is nothing to vote on any more." in await ada.forges(stale, hob.table)
        await cara.types("chaser end")
        assert "Cara would like to end the game" in hob.channel.last_message.content
        await hob.passes(DAY + 60)
        assert all("would like to end" not in m.content for m in hob.channel.history())
        assert (await hob.live()).playing


async def test_who_leaves_is_not_waited_for_in_a_vote() -> None:
    async with playing("Ada", "Ben", "Cara", "Dora") as hob:
        await hob["Ben"].types("chaser end")
        await hob["Cara"].types("chaser end")
        assert "(2 of 4 agree)" in hob.channel.last_message.content
        await hob["Dora"].types("chaser leave")
        assert await hob["Dora"].clicks("Leave", on=hob["Dora"].seen[-1]) == "The game has ended."
        assert "The table ended the game" in hob.table_text()


async def test_a_deleted_vote_message_comes_again_when_it_changes() -> None:
    async with playing("Ada", "Ben", "Cara", "Dora") as hob:
        await hob["Ben"].types("chaser end")
        hob.env.backend.delete_message(hob.channel.id, hob.channel.last_message.id)
        await hob["Cara"].types("chaser end")
        await hob["Cara"].clicks("More")
        assert hob.channel.last_message.content == "Ben would like to end the game (2 of 4 agree)."


async def sleeper_of(hob: Evening) -> tuple[Person, list[Person]]:
    """Whom the table waits for after the first move, and the others."""
    await (await hob.asked()).types("chaser move", candy="red")
    me = await hob.asked()
    return me, [person for person in hob.people.values() if person is not me]


async def test_the_others_vote_a_computer_for_a_sleeper() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        me, (one, two) = await sleeper_of(hob)
        await one.clicks("More")
        assert f"Computer for {me.name}" not in labels(one)
        await hob.passes(600)
        await one.clicks("More")
        await one.clicks(f"Computer for {me.name}")
        assert f"Let a computer play for {me.name}? (1 of 2 agrees)" in hob.channel.last_message.content
        await two.types("chaser seat", player=me.name)
        assert f"The table lets a computer play for {me.name}" in hob.table_text()
        assert "Let a computer play" not in hob.channel.last_message.content
        await hob.passes(200)
        pings = [m for m in hob.channel.history() if "the table lets a computer play for you" in m.content]
        assert len(pings) == 1 and f"<@{me.id}>" in pings[0].content
        assert "A computer plays for you." in await me.types("chaser move", candy="blue")
        await me.clicks("Take my seat back")
        assert not any(seat.away for seat in (await hob.live()).info.seats)


async def test_a_sleeper_who_wakes_ends_the_vote() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        me, (one, two) = await sleeper_of(hob)
        await hob.passes(600)
        await one.types("chaser seat", player=me.name)
        assert await me.clicks("Wait") == "The vote is over; the game goes on."
        assert (await hob.live()).info.vote is None
        assert "Let a computer play" not in hob.channel.last_message.content
        await two.types("chaser seat", player=me.name)
        assert "(1 of 2 agrees)" in hob.channel.last_message.content
        assert not any(seat.away for seat in (await hob.live()).info.seats)


async def test_over_days_a_sleeper_has_a_day() -> None:
    async with playing("Ada", "Ben", look_around=3600) as hob:
        await hob.change(pace="days")
        me, (other,) = await sleeper_of(hob)
        await hob.passes(3600)
        early = "It is too early for a vote; this table waits 24 hours first."
        assert early in await other.types("chaser seat", player=me.name)
        live = await hob.live()
        early = "It is too early to nudge; this table waits 6 hours first."
        assert early in await other.forges(f"h:{live.id}:0:-:more:nudge#2", hob.table)
        await other.clicks("More")
        assert f"Nudge {me.name}" not in labels(other)
        await hob.passes(DAY)
        await other.clicks("More")
        assert {f"Nudge {me.name}", f"Computer for {me.name}"} <= set(labels(other))


async def test_a_nudge_rings_again_once_an_hour() -> None:
    async with playing("Ada", "Ben") as hob:
        me, (other,) = await sleeper_of(hob)
        live = await hob.live()
        forged = f"h:{live.id}:0:-:more:nudge#2"
        assert "It is too early to nudge; this table waits 10 minutes first." in await other.forges(forged, hob.table)
        await hob.passes(600)
        [before] = [m for m in hob.channel.history() if m.content.startswith(f"<@{me.id}>")]
        await other.clicks("More")
        assert await other.clicks(f"Nudge {me.name}") == f"{me.name} has been nudged."
        [after] = [m for m in hob.channel.history() if m.content.startswith(f"<@{me.id}>")]
        assert after.id != before.id
        assert "This table was nudged within the last hour." in await other.forges(forged, hob.table)
        await other.clicks("More")
        assert f"Nudge {me.name}" not in labels(other)
        assert "It is too early" in await me.forges(forged, hob.table)
        await hob.passes(3600)
        assert "has been nudged" in await other.forges(forged, hob.table)


async def test_a_nudge_for_a_secret_choice_carries_my_hand() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await tattling(hob)
        other = await other_than(hob, me)
        await hob.passes(700)
        await other.clicks("More")
        assert await other.clicks(f"Nudge {me.name}") == f"{me.name} has been nudged."
        [ping] = [m for m in hob.channel.history() if m.content.startswith(f"<@{me.id}>")]
        assert [c.label for c in controls_of(ping)] == ["My hand"]


async def test_who_wants_no_rings_is_not_nudged() -> None:
    async with playing("Ada", "Ben") as hob:
        me, (other,) = await sleeper_of(hob)
        await me.types("hob me", rings="off")
        await hob.passes(700)
        await other.clicks("More")
        assert "hears no rings" in await other.clicks(f"Nudge {me.name}")
        assert all(str(me.id) not in m.content for m in hob.channel.history())


async def test_check_the_shuffle_before_and_after_the_end() -> None:
    async with playing("Ada", "Ben") as hob:
        ada = hob["Ada"]
        await ada.clicks("More")
        said = await ada.clicks("Check the shuffle")
        seal = (await hob.live()).info.seal
        assert len(seal) == 64
        assert said == f"The seed is shown when the game ends. Its seal is `{seal}`."
        await ada.types("chaser end")
        await ada.clicks("End it")
        said = await hob.person("Dora").clicks("Check the shuffle")
        command = next(line for line in said.splitlines() if line.startswith("`python -c"))
        program = command.strip("`").removeprefix('python -c "').removesuffix('"')
        done = await asyncio.to_thread(
            subprocess.run, [sys.executable, "-c", program], capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == seal
