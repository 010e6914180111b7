"""The coach of a first game: a private note above each new kind of question, once."""

from typing import Any

from cogs.game_uis import GAME_UIS
from tests.cogs.tables import into_tattling
from tests.play import Evening, Person, playing
from tests.reading import words_of

MOVE, TATTLE = (GAME_UIS["candy-chaser"].tr(f"coach.{kind}") for kind in ("move", "tattle"))


def coached(**options: Any) -> Any:
    return playing("Ada", "Ben", coach="first", **options)


async def panel(hob: Evening, me: Person) -> str:
    await me.clicks("My hand", on=hob.table)
    return words_of(me.seen[-1])


async def move(hob: Evening) -> None:
    me = await hob.asked()
    await me.types("chaser move", candy="red")


async def test_each_kind_of_question_is_explained_once_in_the_panel_and_only_there() -> None:
    async with coached() as hob:
        me = await hob.asked()
        assert f"> {MOVE}" in words_of(me.messages[-1]), "it comes by message, unasked"
        assert MOVE in await panel(hob, me) and MOVE in await panel(hob, me), "as long as this question is open"
        assert MOVE not in hob.table_text()
        await move(hob)
        assert MOVE in await panel(hob, await hob.asked()), "everybody's first one"
        await move(hob)
        assert await hob.asked() is me and MOVE not in await panel(hob, me)
        await hob.lay(into_tattling)
        await (await hob.asked()).types("chaser move", candy="blue")
        assert TATTLE in await panel(hob, await hob.asked())


async def test_enough_is_enough_until_it_is_wanted_again() -> None:
    async with coached() as hob:
        me = await hob.asked()
        await panel(hob, me)
        said = await me.clicks("Turn off coach", on=me.seen[-1])
        assert "OK, no more notes." in said and MOVE not in said and MOVE not in await panel(hob, me)
        assert "• Coach: off" in await me.types("hob me")
        assert "• Coach: in your first game of each kind" in await me.types("hob me", coach="first")
        assert MOVE in await panel(hob, me)


async def test_a_second_game_is_not_coached_and_another_kind_of_game_is() -> None:
    async with coached() as hob:
        first = await hob.asked()
        assert MOVE in await panel(hob, first)
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        await hob["Ada"].clicks("Play again")
        await hob["Ben"].clicks("Join")
        await hob["Ada"].clicks("Start")
        await hob.settle()
        while await hob.asked() is not first:
            await move(hob)
        assert MOVE not in await panel(hob, first)
        assert "• Coach: in every game" in await first.types("hob me", coach="on")
        assert MOVE in await panel(hob, first)


async def test_notes_are_remembered_when_hob_comes_back() -> None:
    async with coached() as hob:
        me = await hob.asked()
        await panel(hob, me)
        await move(hob)
        await hob.restart()
        await move(hob)
        assert await hob.asked() is me and MOVE not in await panel(hob, me)


async def test_nobody_is_coached_where_the_operator_wants_it_so() -> None:
    async with playing("Ada", "Ben", coach="off") as hob:
        me = await hob.asked()
        assert MOVE not in await panel(hob, me) and "Turn off coach" not in words_of(me.seen[-1])
        assert "• Coach: off" in await me.types("hob me")


async def test_the_coach_writes_to_people_in_a_game_without_secrets_too() -> None:
    note = GAME_UIS["kingdoms-candy"].tr("coach.action")
    async with coached(command="kingdom") as hob:
        me = await hob.asked()
        assert note in words_of(me.messages[-1])
        await me.clicks("Turn off coach", on=me.messages[-1])
        assert note not in words_of(me.messages[-1])
    async with playing("Ada", "Ben", command="kingdom") as hob:
        assert not hob["Ada"].messages and not hob["Ben"].messages
