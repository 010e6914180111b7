"""The coach of a first game: a private note above each new kind of question, once."""

import random
from typing import Any

import pytest

from hob.testing.play import Evening, Person, play_on, playing
from hob.testing.reading import words_of
from tests.bot.delivery.damaged import overwrite
from tests.cogs.tables import into_tattling, note_bullets, tattle, tattling

MOVE, TATTLE = (note_bullets("candy-chaser", kind) for kind in ("move", "tattle"))


def coached(**options: Any) -> Any:
    return playing("Ada", "Ben", coach="first", **options)


async def panel(hob: Evening, me: Person) -> str:
    await me.clicks("My hand", on=hob.table)
    return words_of(me.seen[-1])


async def move(hob: Evening) -> None:
    me = await hob.asked()
    await me.types("chaser move", candy="red")


async def test_each_kind_of_question_is_explained_once_and_only_in_the_panel() -> None:
    async with coached() as hob:
        me = await hob.asked()
        assert MOVE in words_of(me.messages[-1]) and MOVE.count("• ") == 2, "it comes by DM without being asked for"
        assert MOVE in await panel(hob, me) and MOVE in await panel(hob, me), "as long as this question is open"
        assert MOVE not in hob.table_text()
        await move(hob)
        assert MOVE in await panel(hob, await hob.asked()), "each player's first move is explained"
        await move(hob)
        assert await hob.asked() is me and MOVE not in await panel(hob, me)
        await hob.lay(into_tattling)
        await (await hob.asked()).types("chaser move", candy="blue")
        assert TATTLE in await panel(hob, await hob.asked())


async def test_next_to_a_note_the_news_are_only_private_ones() -> None:
    async with playing("Ada", "Ben", "Cara", coach="first") as hob:
        me = await tattling(hob)
        assert TATTLE in (said := await panel(hob, me)) and "into the goal" not in said, "the table says it"
        target = next(person for person in hob.people.values() if person is not me)
        session = await hob.session()
        seat = session.info.seat_of(target.id)
        wrong = next(candy for candy in ("red", "green") if candy != session.g.objectives[seat])
        await tattle(hob, me, target, wrong)
        if (asked := await hob.asked()) is not target:
            await asked.types("chaser pass")
        assert await hob.asked() is target
        said = await panel(hob, target)
        assert TATTLE in said and f"guessed that you smuggle {wrong.capitalize()}: wrong!" in said
        assert "into the goal" not in said and "tattles on" not in said


async def test_the_coach_can_be_turned_off_and_on_again() -> None:
    async with coached() as hob:
        me = await hob.asked()
        await panel(hob, me)
        said = await me.clicks("Turn off coach", on=me.seen[-1])
        assert "OK, the coach is off." in said and MOVE not in said and MOVE not in await panel(hob, me)
        assert "• Coach: off" in await me.types("hob me")
        assert "• Coach: the first time you play each game" in await me.types("hob me", coach="first")
        assert MOVE in await panel(hob, me)


async def again(hob: Evening) -> None:
    """The same two play again."""
    await hob["Ada"].clicks("Play again")
    await hob["Ben"].clicks("Join")
    await hob["Ada"].clicks("Start")
    await hob.settle()


async def test_a_second_game_is_coached_only_with_the_coach_set_to_always() -> None:
    async with coached() as hob:
        first = await hob.asked()
        assert MOVE in await panel(hob, first)
        await play_on(hob, random.Random(4))
        await again(hob)
        if await hob.asked() is not first:
            await move(hob)
        assert await hob.asked() is first
        assert MOVE not in await panel(hob, first)
        assert "• Coach: in every game" in await first.types("hob me", coach="on")
        assert MOVE in await panel(hob, first)


async def test_unanswered_notes_of_an_ended_game_are_shown_again() -> None:
    async with coached() as hob:
        first = await hob.asked()
        assert MOVE in await panel(hob, first)
        await move(hob)
        second = await hob.asked()
        assert MOVE in await panel(hob, second)
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        await hob.restart()
        await again(hob)
        for _ in range(2):
            me = await hob.asked()
            assert (MOVE in await panel(hob, me)) == (me is second), "a player who has moved isn't taught again"
            await move(hob)
        await hob.lay(into_tattling)
        await (await hob.asked()).types("chaser move", candy="blue")
        assert TATTLE in await panel(hob, await hob.asked()), "new kinds of questions are explained"


@pytest.mark.parametrize("stored", ["{", '{"seats": 0}'])
async def test_a_damaged_first_table_keeps_no_later_hand_back(stored: str) -> None:
    async with coached() as hob:
        first, damaged = await hob.asked(), (await hob.session()).id
        assert MOVE in await panel(hob, first)
        overwrite(hob, damaged, "table", stored)
        await hob.restart()
        await first.types("chaser hand")  # sets it aside
        hob.channel = hob.guild.create_text_channel("other")
        await hob.set_table("chaser", "Ada", "Ben")
        await hob["Ada"].types("chaser start")
        await hob.settle()
        if await hob.asked() is not first:
            await move(hob)
        assert MOVE in first.messages[-1].content and MOVE in await panel(hob, first)


async def test_notes_explain_only_currently_legal_actions() -> None:
    """In Monster Muncher a Snack needs a Monster, which no player has in the first turn."""
    turn, snack = (note_bullets("monster-muncher", kind) for kind in ("turn", "snack"))
    async with coached(command="muncher") as hob:
        told: list[str] = []
        for _ in range(12):
            session = await hob.session()
            seat, me = session.view().waiting[0], await hob.asked()
            question = session.view(seat).question_of(seat)
            assert question is not None and question.options is not None
            said = await panel(hob, me)
            snacks = [one for one in question.options if one.startswith("play/") and one.count("/") == 2]
            if question.say == "turn":
                told += [kind for kind, note in (("turn", turn), ("snack", snack)) if note in said]
                assert snack not in said or snacks
            elif len(question.options) < 2:
                assert "> • " not in said
            with hob.discord.at_work():
                monsters = [one for one in question.options if one.startswith("play/") and one.count("/") == 1]
                await hob.app.sessions.answer(session, seat, (monsters or question.options)[0], None, me.id)
            await hob.settle()
        assert told.count("turn") == 2 and "snack" in told, "each of the two players gets each note once"


async def test_notes_already_shown_are_not_repeated_after_a_restart() -> None:
    async with coached() as hob:
        me = await hob.asked()
        await panel(hob, me)
        await move(hob)
        await hob.restart()
        await move(hob)
        assert await hob.asked() is me and MOVE not in await panel(hob, me)


async def test_the_operator_can_turn_the_coach_off() -> None:
    async with playing("Ada", "Ben", coach="off") as hob:
        me = await hob.asked()
        assert MOVE not in await panel(hob, me) and "Turn off coach" not in words_of(me.seen[-1])
        assert "• Coach: off" in await me.types("hob me")


async def test_coached_players_get_dms_even_in_a_game_without_secrets() -> None:
    note = note_bullets("kingdoms-candy", "action")
    async with coached(command="kingdom") as hob:
        me = await hob.asked()
        assert note in words_of(me.messages[-1])
        await me.clicks("Turn off coach", on=me.messages[-1])
        assert note not in words_of(me.messages[-1])
    async with playing("Ada", "Ben", command="kingdom") as hob:
        assert not hob["Ada"].messages and not hob["Ben"].messages
