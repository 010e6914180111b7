"""The menu behind *More*: being away, leaving, joining, ending the game, the shuffle."""

import asyncio
import random
import subprocess
import sys

import pytest

from engine.machine import Event
from hob.testing.play import play_some, playing
from hob.testing.reading import controls_of, words_of
from tests.bot.faults import APOLOGY, writes_fail
from tests.cogs.tables import labels, other_than


async def test_the_menu_shows_only_applicable_actions() -> None:
    async with playing("Ada", "Ben") as hob:
        mod, dora = hob.person("Mod", manage_messages=True), hob.person("Dora")
        await hob["Ada"].clicks("More")
        assert labels(hob["Ada"]) == [
            "Table as text",
            "Move table down",
            "Let computer play",
            "Check the shuffle",
            "Leave",
            "End the game",
        ]
        await hob["Ben"].clicks("More")
        assert "Vote to end" in labels(hob["Ben"]) and "End the game" not in labels(hob["Ben"])
        await dora.clicks("More")
        assert labels(dora) == ["Table as text", "Move table down", "Check the shuffle"]
        await mod.clicks("More")
        assert labels(mod) == ["Table as text", "Move table down", "Check the shuffle", "End the game"]


async def test_the_table_as_text_describes_the_board_and_players() -> None:
    async with playing("Ada", "Ben", computers=1) as hob:
        await hob["Ben"].clicks("More")
        said = await hob["Ben"].clicks("Table as text")
        assert "rolled" in said and "**Board**" in said and "The goal is closed." in said
        assert "B Ember, computer (normal), 5 Tattletale cards" in said


async def test_the_table_can_be_moved_down_but_not_too_often() -> None:
    async with playing("Ada", "Ben") as hob:
        ada, first = hob["Ada"], hob.table.id
        await hob.passes(30)
        await ada.clicks("More")
        assert await ada.clicks("Move table down") == "The table is at the bottom again."
        second = hob.table.id
        assert second != first
        assert [m.id for m in hob.channel.history() if m.embeds] == [second]
        said = await ada.types("chaser table")
        assert said.startswith("The table is right here: https://discord.com/channels/") and str(second) in said
        await hob.passes(30)
        await ada.types("chaser table")
        assert hob.table.id != second


async def test_simultaneous_requests_move_the_table_down_once() -> None:
    async with playing("Ada", "Ben") as hob:
        await hob.passes(60)
        for person in hob.people.values():
            await person.clicks("More")
        await hob.at_once((hob["Ada"], "Move table down"), (hob["Ben"], "Move table down"))
        assert len([m for m in hob.channel.history() if m.embeds]) == 1


async def test_a_replaced_player_is_offered_their_seat_back_on_any_action() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        await me.clicks("More")
        assert "A computer is playing for you." in await me.clicks("Let computer play")
        assert f"A computer takes over for {me.name}" in hob.table_text()
        assert f"{me.name}, computer is playing" in hob.table_text()
        await hob.passes(2)
        other = await hob.asked()
        assert other is not me and f"• {me.name} rolls" in hob.table_text()
        await other.types("chaser move", candy="blue")  # the computer answers the next question for me
        await hob.settle()
        assert (await hob.asked()) is other
        await other.types("hob end")
        session = await hob.session()
        seat = session.info.seat_of(me.id)
        said = await me.forges(f"h:{session.id}:{session.view().questions[0].number}:{seat}:answer:blue", hob.table)
        assert said == "A computer is playing for you. Take your seat back?\nTake seat back"
        assert "A computer is playing for you." in await me.types("chaser move", candy="blue")
        assert "A computer is playing for you." in await me.forges(
            f"h:{session.id}:{session.view().questions[0].number}:{seat}:narrow:blue", hob.table
        )
        said = await me.clicks("Take seat back")
        assert "You're back in your seat." in said and "You smuggle" in said
        assert f"{me.name} takes over from the computer" in hob.table_text()


async def test_the_seat_command() -> None:
    async with playing("Ada", "Ben") as hob:
        ada = hob["Ada"]
        assert "A computer is playing for you." in await ada.types("hob seat", to="computer")
        assert (await hob.session()).info.seats[0].away
        assert "You're back in your seat." in await ada.types("hob seat", to="me")
        assert not (await hob.session()).info.seats[0].away
        said = await ada.types("hob seat", player="Zoe")
        assert said.startswith("There's no player called “Zoe”. You can choose: Ada, Ben.")
        assert "No computer is playing for you." in await ada.types("hob seat")
        assert "That is your own seat." in await ada.types("hob seat", player="Ada")
        me = await hob.asked()
        other = await other_than(hob, me)
        assert f"The table isn't waiting for {other.name}." in await me.types("hob seat", player=other.name)
        said = await other.types("hob seat", player=me.name)
        assert said.startswith("It's too early for a vote. At this table, each player has 10 minutes to act.\n")
        assert await ada.completes("hob seat", "player") == [
            person.name for person in [await hob.asked()] if person is not ada
        ]


async def test_repeated_computer_takeovers_are_reported_once() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await other_than(hob, await hob.asked())
        for _ in range(2):
            await me.types("hob seat", to="computer")
        assert hob.table_text().count(f"A computer takes over for {me.name}") == 1
        for _ in range(2):
            await me.types("hob seat", to="me")
        assert "computer takes over" not in hob.table_text()  # nothing happened in between, so the log mentions neither


async def test_the_table_pauses_without_human_players_and_resumes_with_one() -> None:
    async with playing("Ada", "Ben", computers=1) as hob:
        said = await hob["Ada"].types("hob seat", to="computer")
        assert "To take over again, press *My hand*, then *Take seat back*." in said
        await hob["Ada"].clicks("Log", on=hob.table)
        assert (await hob.session()).info.seats[0].away
        await hob["Ada"].clicks("My hand", on=hob.table)
        await hob["Ada"].clicks("Take seat back", on=hob["Ada"].seen[-1])
        assert not (await hob.session()).info.seats[0].away
        await hob["Ada"].types("hob seat", to="computer")
        said = await hob["Ben"].types("hob seat", to="computer")
        assert said == (
            "A computer is playing for you. "
            "No one else is playing here, so the table pauses until someone takes a seat."
        )
        revision = (await hob.session()).revision
        await hob.passes(600)
        assert (await hob.session()).revision == revision
        assert "Paused: no one is playing. Use `/chaser join`, or take your seat back." in hob.table_text()
        await hob["Ada"].clicks("Take seat back", on=hob.table)
        await hob.passes(10)
        assert "Paused" not in hob.table_text() and "Take seat back" not in hob.table_text()


async def test_what_a_seat_has_done_before_is_not_its_newcomers_doing() -> None:
    async with playing("Ada", "Ben", "Cara", command="ghosts") as hob:
        await play_some(hob, random.Random(1), 6)
        await hob["Ada"].types("hob leave")
        await hob["Ada"].clicks("Leave")
        said = await hob.person("Dora").types("ghosts join")
        assert "Ada haunts" in said and "8 more" in said, "the news of the whole game"
        assert "undo" not in said and hob["Dora"].seen[-1].content.startswith("You're in (seat A).")
        await hob["Ben"].types("hob leave")
        await hob["Ben"].clicks("Leave")
        said = await hob["Ben"].types("ghosts join")
        assert "Ada haunts" not in said and "5 more" in said and "Ask to undo" in said, "the news since they acted"


async def test_a_player_who_left_can_take_a_free_seat() -> None:
    async with playing("Ada", "Ben") as hob:
        await hob["Ben"].types("hob leave")
        await hob["Ben"].clicks("Leave")
        assert "You're in (seat B)." in await hob["Ben"].types("chaser join")
        assert "• Ben is back" in hob.table_text() and "Ben takes Ben's seat" not in hob.table_text()


async def test_leaving_needs_confirmation_and_frees_the_seat_for_a_newcomer() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        ben, dora = hob["Ben"], hob.person("Dora")
        assert await dora.types("chaser join") == "All seats are taken. Feel free to join the next table."
        await ben.clicks("More")
        assert "Leave the game? A computer will take over for you." in await ben.clicks("Leave")
        await ben.clicks("Stay")
        assert (await hob.session()).info.seats[1].person == ben.id
        await ben.types("hob leave")
        assert await ben.clicks("Leave") == (
            "You left the game. While your seat is free, *Take a seat* or `/chaser join` brings you back."
        )
        assert "Ben leaves; a computer takes over" in hob.table_text()
        assert "B Ben, seat is free" in hob.table_text()
        assert "not in this game" in words_of(ben.messages[-1])
        assert all(not control.custom_id.startswith("h:") for control in controls_of(ben.messages[-1]))
        assert await dora.completes("chaser join", "seat") == ["Ben"]
        said = await dora.types("chaser join", seat="Ben")
        assert "You're in (seat B)." in said and "You smuggle" in said
        assert "Dora takes Ben's seat" in hob.table_text()
        assert "B Dora" in hob.table_text()
        await hob.settle()
        assert "You smuggle" in words_of(dora.messages[0])
        assert await dora.types("chaser join") != ""


async def test_the_last_person_is_warned_that_leaving_ends_the_game() -> None:
    async with playing("Ada", "Ben", computers=1) as hob:
        assert "A computer will take over for you." in await hob["Ada"].types("hob leave")
        await hob["Ben"].types("hob leave")
        await hob["Ben"].clicks("Leave")
        said = await hob["Ada"].types("hob leave")
        assert said.startswith("Leave the game? No one else is playing, so the game ends.")
        assert await hob["Ada"].clicks("Leave") == "The game has ended."


async def test_a_player_who_saw_cards_can_take_only_that_seat() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        for name in ("Ben", "Cara"):
            await hob[name].types("hob leave")
            await hob[name].clicks("Leave")
        said = await hob["Cara"].types("chaser join", seat="Ben")
        assert said == "You've seen Cara's cards, so the only seat you can take is theirs."
        dora = hob.person("Dora")
        await dora.types("chaser join", seat="Cara")
        said = await hob["Cara"].types("chaser join")
        assert said == "You've seen Dora's cards, so the only seat you could take is theirs, and it's taken."
        eve = hob.person("Eve")
        said = await eve.types("chaser join", seat="Dora")
        assert said == "That seat isn't free. You can choose: Ben."
        assert "You're in (seat B)." in await hob["Ben"].types("chaser join")
        assert "You're already at this table." in await hob["Ben"].types("chaser join")


async def test_a_free_seat_can_be_taken_from_the_table() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        await hob["Ben"].types("hob leave")
        await hob["Ben"].clicks("Leave")
        last = ["My hand", "Rules", "Take a seat", "More"]
        assert [c.label for c in controls_of(hob.table)][-4:] == last
        dora = hob.person("Dora")
        await dora.clicks("More", on=hob.table)
        await dora.clicks("Log", on=dora.seen[-1])
        assert "Ben leaves; a computer takes over" in words_of(dora.seen[-1])
        said = await dora.clicks("Take a seat", on=hob.table)
        assert said.startswith("You're in (seat B).") and "You smuggle" in said
        assert [c.label for c in controls_of(hob.table)][-4:] == ["My hand", "Rules", "Log", "More"]


async def test_a_free_seat_can_be_taken_from_the_more_menu() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        dora, eve = hob.person("Dora"), hob.person("Eve")
        for name in ("Cara", "Ben"):
            await hob[name].types("hob leave")
            await hob[name].clicks("Leave")
        await hob["Ada"].clicks("More", on=hob.table)
        assert "Take a seat" not in labels(hob["Ada"])
        for person in (dora, eve):
            await person.clicks("More", on=hob.table)
            assert labels(person)[:2] == ["Log", "Take a seat"]
        said = await dora.clicks("Take a seat", on=dora.seen[-1])
        assert said.startswith("You're in (seat B).") and "You smuggle" in said
        await hob["Ben"].clicks("More", on=hob.table)  # a player who has seen B's cards can't sit anywhere else
        assert "Take a seat" not in labels(hob["Ben"])
        await hob["Cara"].clicks("More", on=hob.table)
        assert "You're in (seat C)." in await hob["Cara"].clicks("Take a seat")
        assert "• Cara is back" in hob.table_text()
        assert await eve.clicks("Take a seat") == "All seats are taken. Feel free to join the next table."
        assert "You're already at this table." in await dora.clicks("Take a seat")


async def test_the_host_role_passes_on_when_the_host_leaves() -> None:
    async with playing("Ada", "Ben") as hob:
        await hob["Ada"].types("hob leave")
        await hob["Ada"].clicks("Leave")
        assert "End Candy Chaser for everyone? No one wins." in await hob["Ben"].types("hob end")
        await hob["Ben"].types("hob leave")
        await hob["Ben"].clicks("Leave")
        assert hob.table_text().startswith("Everyone left the game\n")
        assert "The game is over: Everyone left the game." in words_of(hob["Ben"].messages[-1])
        dora = hob.person("Dora")
        await dora.types("chaser new")
        assert "new table" in hob.table_text(), "the channel is free at once"


async def test_the_host_can_end_the_game_after_confirming() -> None:
    async with playing("Ada", "Ben") as hob:
        ada = hob["Ada"]
        assert "End Candy Chaser for everyone? No one wins." in await ada.types("hob end")
        assert await ada.clicks("Keep playing") == "The game goes on."
        await ada.types("hob end")
        await ada.clicks("End it")
        text = hob.table_text()
        assert text.startswith("Ada ended the game\n")
        assert "You smuggle" not in text
        assert "Ada: Smuggled " in text and "Ben: Smuggled " in text
        assert [c.label for c in controls_of(hob.table)] == [
            *("Play again", "Replay", "Rules", "More"),
            "Review with the coach",
        ]
        await hob.settle()
        assert "The game is over: Ada ended the game." in words_of(hob["Ben"].messages[-1])


async def test_only_the_host_and_moderators_can_end_the_game() -> None:
    async with playing("Ada", "Ben") as hob:
        session = await hob.session()
        forged = f"h:{session.id}:0:-:more:end/yes#2"
        assert "Only the host, Ada, can do that." in await hob["Ben"].forges(forged, hob.table)
        assert "Only the players" in await hob.person("Dora").types("hob end")
        mod = hob.person("Mod", manage_messages=True)
        await mod.types("hob end")
        await mod.clicks("End it")
        assert "Mod ended the game" in hob.table_text()


async def test_check_the_shuffle_before_and_after_the_end() -> None:
    async with playing("Ada", "Ben") as hob:
        ada = hob["Ada"]
        await ada.clicks("More")
        said = await ada.clicks("Check the shuffle")
        seal = (await hob.session()).info.seal
        assert len(seal) == 64
        assert said.split("\n") == [
            "**The shuffle is sealed.** No one can change it during the game, not even me. "
            "You can check that when the game ends.",
            f"When the game ends, I'll show the shuffle's seed. Its seal is `{seal}`.",
        ]
        assert seal[:4] not in hob.table_text()
        await ada.types("hob end")
        await ada.clicks("End it")
        dora = hob.person("Dora")
        await dora.clicks("More")
        said = await dora.clicks("Check the shuffle")
        assert said.startswith(
            "**The shuffle was fair.** The seed matches its seal, and replaying your moves with that seed"
        )
        command = next(line for line in said.splitlines() if line.startswith("`python -c"))
        program = command.strip("`").removeprefix('python -c "').removesuffix('"')
        done = await asyncio.to_thread(
            subprocess.run, [sys.executable, "-c", program], capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == seal


async def test_the_shuffle_verdict_names_the_mismatch() -> None:
    async with playing("Ada", "Ben") as hob:
        ada = hob["Ada"]
        await (await hob.asked()).types("chaser move", candy="red")
        await ada.types("hob end")
        await ada.clicks("End it")
        session = await hob.session()
        assert session.g is not None

        async def verdict() -> str:
            await ada.clicks("More", on=hob.table)
            return (await ada.clicks("Check the shuffle")).split("\n")[0]

        assert (await verdict()).startswith("**The shuffle was fair.**")
        session.g.log.append(Event("begins"))  # as if other rules had been played
        assert (await verdict()).startswith("**The seed matches its seal.** My rules for this game have changed")
        session.info.seal = "0" * 64
        assert (await verdict()).startswith("**Something is wrong.**")


async def test_an_older_menu_is_deleted_when_a_new_menu_or_panel_opens() -> None:
    async with playing("Ada", "Ben", cards="channel") as hob:
        ada = hob["Ada"]
        await ada.clicks("More", on=hob.table)
        await ada.clicks("More", on=hob.table)
        await hob.settle()
        deleted = len(hob.calls("DELETE", "/webhooks/*"))
        assert deleted == 1, "the second menu replaces the first"
        await ada.clicks("My hand", on=hob.table)
        await hob.settle()
        assert len(hob.calls("DELETE", "/webhooks/*")) == 2, "the panel is last"


@pytest.mark.parametrize(("command", "button"), [("leave", "Leave"), ("end", "End it")])
async def test_a_question_is_deleted_if_its_answer_is_refused(command: str, button: str) -> None:
    async with playing("Ada", "Ben", cards="channel") as hob:
        ada = hob["Ada"]
        await ada.types(f"hob {command}")
        with writes_fail(hob.store):
            assert APOLOGY in await ada.clicks(button)
        assert not hob.calls("DELETE", "/webhooks/*")
        await (await hob.asked()).types("chaser move", candy="red")
        await hob.settle()
        assert len(hob.calls("DELETE", "/webhooks/*")) == 1, "the panel is alone"
