"""Late, double, foreign and forged presses: each is answered, and none does harm."""

import random
from typing import Any

import pytest

from bot.interactions.context import InteractionContext
from bot.screens.custom_id import Control
from bot.screens.message import Message
from db import StoreUnavailable
from engine.candy_chaser import rules
from hob.testing.play import Evening, evening, play_on, playing
from hob.testing.reading import controls_of, words_of
from tests.cogs.tables import tattling


async def a_move(hob: Evening) -> tuple[str, str]:
    """Return the label and the custom_id of the first cube's button."""
    control = next(c for c in controls_of(hob.table) if c.answers)
    return control.label, control.custom_id


async def test_a_press_updates_the_table_without_a_new_message() -> None:
    async with playing("Ada", "Ben") as hob:
        before, posted = hob.table.id, len(hob.channel.history())
        me = await hob.asked()
        label, _ = await a_move(hob)
        assert await me.clicks(label) == ""
        assert (hob.table.id, len(hob.channel.history())) == (before, posted)
        assert (await hob.asked()) is not me


async def test_a_stale_press_is_explained_with_the_panel() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        (label, _), other = await a_move(hob), controls_of(hob.table)[1]
        await me.clicks(label)
        revision = (await hob.session()).revision
        said = await me.forges(other.custom_id, hob.table)
        assert said.startswith("That choice is no longer open. **")
        assert "Candy Chaser in <#" in said and "You smuggle" in said
        assert (await hob.session()).revision == revision


async def test_a_repeated_press_is_silently_ignored() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        label, custom_id = await a_move(hob)
        await me.clicks(label)
        revision = (await hob.session()).revision
        assert await me.forges(custom_id, hob.table) == ""
        assert (await hob.session()).revision == revision


async def test_an_answer_to_a_step_named_offer_takes_no_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules.rules, "offer", rules.move_cube)
    monkeypatch.setattr(rules.move_cube, "__name__", "offer")
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        label, _ = await a_move(hob)
        await me.clicks(label)
        session = await hob.session()
        assert [answer.step for answer in await hob.store.answers(session.id)] == ["offer"]
        assert [*session.info.taken.values()] == [[]]


async def test_a_double_click_is_one_move() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        label, _ = await a_move(hob)
        revision = (await hob.session()).revision
        said = await hob.at_once((me, label), (me, label))
        assert said == ["", ""]
        assert (await hob.session()).revision == revision + 1


async def test_spectators_are_invited_to_watch_or_take_a_free_seat() -> None:
    async with playing("Ada", "Ben") as hob:
        me, dora = await hob.asked(), hob.person("Dora")
        label, _ = await a_move(hob)
        said = await dora.clicks(label)
        assert said == (f"That's {me.name}'s choice. Feel free to watch, and join the next table.")
        said = await dora.clicks("My hand")
        assert said == (
            "You're not in this game; only players have a hand.\n"
            "You can still watch: this table shows what everyone can see, and *Log* shows what has happened. "
            "After the game, *Replay* shows every hand."
        )
        await hob["Ben"].types("hob leave")
        await hob["Ben"].clicks("Leave")
        assert "You can also join: press *Take a seat*." in await dora.clicks("My hand", on=hob.table)
        assert "You're in (seat" in await dora.clicks("Take a seat", on=dora.seen[-1])


async def test_a_press_on_another_players_choice_is_refused_with_the_panel() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        other = next(person for person in hob.people.values() if person is not me)
        label, _ = await a_move(hob)
        said = await other.clicks(label)
        assert said.startswith(f"That's {me.name}'s choice. **{me.name}** rolled")
        assert "You smuggle" in said


async def test_simultaneous_presses_count_only_for_the_asked_player() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        other = next(person for person in hob.people.values() if person is not me)
        label, _ = await a_move(hob)
        revision = (await hob.session()).revision
        said = await hob.at_once((other, label), (me, label))
        assert said[1] == ""
        assert "You rolled" in said[0]  # the panel in the refusal belongs to the next question
        assert (await hob.session()).revision == revision + 1


async def test_presses_after_the_end_are_answered_with_game_over() -> None:
    async with playing("Ada", "Ben") as hob:
        _, custom_id = await a_move(hob)
        hand = next(c for c in controls_of(hob.table) if c.label == "My hand")
        dora = hob.person("Dora")
        await play_on(hob, random.Random(2))
        for person in (hob["Ada"], dora):
            said = await person.forges(custom_id, hob.table)
            assert said.startswith("This game is over.") and "Play again" in said
        assert (await hob["Ada"].forges(hand.custom_id, hob.table)).startswith("This game is over.")


FORGED = [
    "",
    "hello",
    "h:",
    "h:AAAAAA",
    "h:aaaaaa:1:0:answer:blue",
    "h:AAAAAA:1:0:answer:" + "x" * 61,
    "h:AAAAAA:1:0:answer:BLUE",
    "h:AAAAAA:1:0:dance:blue",
    "h:AAAAAA:1:12:answer:blue",
    "h:AAAAAA:1234567:0:answer:blue",
    "h:AAAAAA:1:0:answer:blue#x",
    "h:AAAAAA:1:0:answer:blue",  # no such session
    "h:000000:0:-:rules:nogame#2",
    "h:000000:0:-:hand:",
    "h:{id}:1:0:answer:blue\n",
    "h:{id}:1:7:answer:blue",  # no such seat
    "h:{id}:0:-:more:dance",
    "h:{id}:0:-:lobby:dance",
    "h:{id}:0:-:vote:",
    "h:{id}:0:-:more:vote/",
    "h:{id}:{q}:{s}:narrow:no/such/thing",
    "h:{id}:{q}:{s}:narrow:_99999",
    "h:{id}:{q}:{s}:answer:pink",
    "h:{id}:{q}:{s}:answer:s1/s1/s1",
    "h:{id}:{q}:{s}:confirm:",
    "h:{id}:{q}:{s}:pick:blue",
    "h:{id}:999:{s}:answer:blue",
    "h:{id}:0:-:log:999999",
    "h:{id}:0:-:log:file/x",
    "h:{id}:0:-:rules:zzz",
]


async def test_a_forged_custom_id_is_answered_and_changes_nothing() -> None:
    async with playing("Ada", "Ben") as hob:
        session, me = await hob.session(), await hob.asked()
        seat = session.info.seat_of(me.id)
        for custom_id in FORGED:
            forged = custom_id.format(id=session.id, q=session.g.question if session.g else 0, s=seat)
            for values in ((), ("²", "blue"), ("_²",), ("x" * 100,)):
                said = await me.forges(forged, hob.table, *values)
                if values == ("²", "blue") and forged.count(":") == 5 and ":answer:" in forged:
                    continue
                assert said, f"{forged!r} with {values} is not answered"
                assert "went wrong on my side" not in said, forged
            assert (await hob.session()).revision == session.revision, forged


@pytest.mark.parametrize("rest", ["{q}:{s}:answer:pink#1", "{q}:{s}:narrow:#1", "0:-:more:stay#2", "0:-:rules:goal#2"])
async def test_private_messages_never_replace_the_table(rest: str) -> None:
    async with playing("Ada", "Ben") as hob:
        session, me, before = await hob.session(), await hob.asked(), hob.table_text()
        custom_id = f"h:{session.id}:{rest.format(q=session.view().questions[0].number, s=session.info.seat_of(me.id))}"
        assert await me.forges(custom_id, hob.table)
        assert hob.table_text() == before


async def test_a_closed_choice_asks_for_no_confirmation() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        me = await tattling(hob)
        session = await hob.session()
        seat = session.info.seat_of(me.id)
        option = next(o for o in session.view(seat).question_of(seat).options if "/" in o)
        said = await me.forges(f"h:{session.id}:1:{seat}:answer:{option}#1", me.messages[-1])
        assert "That choice is no longer open." in words_of(me.messages[-1]) and "Back" not in said


async def test_dms_are_not_retried_after_the_end() -> None:
    async with playing("Ada", "Ben") as hob:
        session = await hob.session()
        await play_on(hob, random.Random(2))
        assert (await hob["Ada"].forges(f"h:{session.id}:0:-:more:messages", hob.table)).startswith(
            "This game is over."
        )


async def test_a_refusal_becomes_an_apology_if_its_panel_cannot_be_loaded(caplog: pytest.LogCaptureFixture) -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        label, custom_id = await a_move(hob)
        table = hob.table
        await me.clicks(label)
        await me.types("hob me", cards="channel")
        await hob.restart()

        async def away(*_: Any) -> Any:
            raise StoreUnavailable("The database is away.")

        hob.app.people._rows.clear()
        person, hob.store.person = hob.store.person, away  # type: ignore[method-assign]
        stale = custom_id.replace(":1:", ":0:")
        assert (await me.forges(stale, table)).startswith("Sorry, I couldn't save that")
        assert "interaction failed" not in caplog.text
        hob.store.person = person  # type: ignore[method-assign]


async def test_buttons_of_an_unknown_table_are_refused() -> None:
    async with playing("Ada", "Ben") as hob:
        said = await hob["Ada"].forges("h:AAAAAA:1:0:answer:blue", hob.table)
        assert said == "These buttons belong to a table that no longer exists."
        assert hob.app.sessions._loading._tasks == {}


async def test_the_panel_offers_the_same_choices_as_the_table() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        await me.clicks("My hand")
        panel = me.seen[-1]
        control = next(c for c in controls_of(panel) if c.answers)
        revision = (await hob.session()).revision
        said = await me.presses(control.custom_id, panel)
        assert (await hob.session()).revision == revision + 1
        assert "rolls" in said and "You have nothing to decide" in said
        assert "You have nothing to decide" in words_of(me.seen[-1])


async def test_the_table_names_the_thinking_computer_and_offers_no_choices() -> None:
    async with playing("Ada", computers=1, moment=1) as hob:
        if (await hob.session()).view().waiting == [0]:
            await hob["Ada"].types("chaser move", candy="red")
        assert "-# Ember is thinking." in hob.table_text()
        assert not any(c.answers for c in controls_of(hob.table))
        await hob.passes(3)
        assert "is thinking" not in hob.table_text()
        assert any(c.answers for c in controls_of(hob.table))


async def test_a_line_says_that_a_computer_thinks_for_a_player() -> None:
    async with playing("Ada", "Ben", moment=1) as hob:
        me = await hob.asked()
        await me.types("hob seat", to="computer")
        assert f"-# A computer is thinking for {me.name}." in hob.table_text()
        assert not any(c.answers for c in controls_of(hob.table))


async def test_repeating_the_same_secret_choice_stores_it_once() -> None:
    async with evening() as hob:
        await hob.set_table("ghosts", "Ada", "Ben", "Cara")
        await hob["Ada"].types("ghosts start")
        await hob.settle()
        ada = hob["Ada"]
        for _ in range(2):
            await ada.types("ghosts choose", ghost="7")
        seven = next(c.custom_id for c in controls_of(ada.messages[-1]) if c.label.startswith("7"))
        await ada.presses(seven, ada.messages[-1])
        session = await hob.session()
        assert [answer.option for answer in await hob.store.answers(session.id)] == ["7"]
        await ada.types("ghosts choose", ghost="5")
        assert [answer.option for answer in await hob.store.answers(session.id)] == ["7", "5"]
        assert "You chose: " in ada.messages[-1].embeds[0].description


async def test_a_button_of_a_features_own_kind_reaches_its_handler() -> None:
    async def dance(ctx: InteractionContext) -> None:
        await ctx.send_ephemeral(Message(content="You dance."))

    async with playing("Ada") as hob:
        hob.app.interactions.handle("dance-hall", dance, table="none")
        assert await hob["Ada"].forges(Control.aside("dance-hall"), hob.table) == "You dance."
