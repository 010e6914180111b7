"""Players use *Hint*"""

import pytest

from hob.testing.play import playing
from hob.testing.reading import controls_of, words_of

ASK = "Hint"


@pytest.mark.slow
async def test_a_player_on_turn_can_ask_for_a_hint() -> None:
    async with playing("Ada", "Ben", moment=0) as hob:
        me = await hob.asked()
        await me.clicks("My hand", on=hob.table)
        panel, before = me.seen[-1], (await hob.session()).g
        said = await me.clicks(ASK, on=panel)
        choice, why, number, *_ = said.split("\n")
        assert choice.startswith("I'd choose: **")
        assert "% of my simulations" in number and "%" not in why, "the reason comes first, then one number"
        assert await me.clicks(ASK, on=panel) == said, "the same question has the same answer"
        assert len(hob.calls("DELETE", "/webhooks/*")) == 1, "it is shown once"
        assert (await hob.session()).g is before, "nothing was chosen for them"


@pytest.mark.slow
async def test_a_hint_can_be_followed_with_one_press() -> None:
    async with playing("Ada", "Ben", moment=0) as hob:
        me = await hob.asked()
        await me.clicks("My hand", on=hob.table)
        said = await me.clicks(ASK, on=me.seen[-1])
        answer, press = me.seen[-1], controls_of(me.seen[-1])[0].custom_id
        chosen = said.partition("**")[2].partition("**")[0].removesuffix(" (yours)")  # such as "Blue → 3"
        done = await me.clicks("Do that", on=answer)
        candy, _, there = chosen.partition(" ")[0], *chosen.rpartition(" ")[1:]
        assert f"{me.name} rolls" in done and f"{candy} moves to" in done and done.rstrip(".").endswith(f"to {there}")
        assert len((await hob.session()).view().waiting) == 1 and await hob.asked() is not me
        await me.forges(press, answer)
        assert hob.table_text().count(" rolls ") == 1, "it is done once"


@pytest.mark.slow
async def test_a_hint_is_deleted_once_its_question_is_answered() -> None:
    async with playing("Ada", "Ben", moment=0) as hob:
        me = await hob.asked()
        await me.clicks("My hand", on=hob.table)
        panel = me.seen[-1]
        await me.clicks(ASK, on=panel)
        await me.clicks(controls_of(panel)[0].label, on=panel)  # perhaps another choice
        await hob.settle()
        assert len(hob.calls("DELETE", "/webhooks/*")) == 1


@pytest.mark.slow
async def test_a_followed_hint_stays_until_the_next_question() -> None:
    async with playing("Ada", "Ben", moment=0) as hob:
        me = await hob.asked()
        await me.clicks("My hand", on=hob.table)
        await me.clicks(ASK, on=me.seen[-1])
        await me.clicks("Do that", on=me.seen[-1])
        await hob.settle()
        assert hob.calls("DELETE", "/webhooks/*") == []
        other = await hob.asked()
        await other.clicks(controls_of(hob.table)[0].label, on=hob.table)
        await hob.settle()
        assert await hob.asked() is me and len(hob.calls("DELETE", "/webhooks/*")) == 1


async def test_a_stale_hint_pressed_after_a_restart_becomes_the_panel() -> None:
    async with playing("Ada", "Ben", moment=0) as hob:
        me = await hob.asked()
        await me.clicks("My hand", on=hob.table)
        await me.clicks(ASK, on=me.seen[-1])
        hint = me.seen[-1]
        await hob.restart()
        await me.clicks(controls_of(hob.table)[0].label, on=hob.table)
        await hob.settle()
        said = await me.clicks("Do that", on=hint)
        assert said.startswith("That choice is no longer open.") and "Do that" not in words_of(me.seen[-1])
        assert me.seen[-1].id == hint.id, "the panel replaces the hint's message"


async def test_a_player_not_on_turn_gets_no_hint() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        other = next(person for person in hob.people.values() if person is not me)
        await other.clicks("My hand", on=hob.table)
        assert ASK not in words_of(other.seen[-1])
        session = await hob.session()
        said = await other.forges(f"h:{session.id}:0:-:coach:hint", hob.table)
        assert said.startswith("You have nothing to decide right now.")
        dora = hob.person("Dora")
        assert "Only the players at this table" in await dora.forges(f"h:{session.id}:0:-:coach:hint", hob.table)
        assert "a table that no longer exists" in await me.forges(f"h:{session.id}:0:-:coach:dance", hob.table)


async def test_hints_can_be_turned_off_for_a_table() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        await hob.change(hints=False)
        await me.clicks("My hand", on=hob.table)
        assert ASK not in words_of(me.seen[-1])
        session = await hob.session()
        said = await me.forges(f"h:{session.id}:0:-:coach:hint", hob.table)
        assert said.startswith("Hints are turned off at this table.")


async def test_a_player_replaced_by_a_computer_gets_no_hints() -> None:
    async with playing("Ada", "Ben", computer_pause=600) as hob:
        me = await hob.asked()
        await me.types("hob seat", to="computer")
        session = await hob.session()
        assert "A computer is playing for you." in await me.forges(f"h:{session.id}:0:-:coach:hint", hob.table)


async def test_a_hint_that_times_out_gets_an_apology(monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        await hob.app.ai.close()  # no worker answers from now on
        await me.clicks("My hand", on=hob.table)
        assert "I couldn't come up with a suggestion in time. Please try again." in await me.clicks(ASK, on=me.seen[-1])


async def test_the_fifth_row_still_fits_with_the_hint_button() -> None:
    """A row holds five buttons. If a player's DMs are closed, the panel is in the channel and needs no link to it."""
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        session = await hob.session()
        me.closes_messages()
        with hob.discord.at_work():
            session.screen.closed[session.info.seat_of(me.id) or 0] = me.id
        await me.clicks("My hand", on=hob.table)
        labels = [control.label for control in controls_of(me.seen[-1])]
        assert labels[-3:] == [ASK, "Try DM again", "Rules"]


async def test_a_given_hint_is_recorded_and_survives_a_restart() -> None:
    async with playing("Ada", "Ben", moment=0) as hob:
        me = await hob.asked()
        await me.clicks("My hand", on=hob.table)
        said = await me.clicks(ASK, on=me.seen[-1])
        session = await hob.session()
        seat, question = session.info.seat_of(me.id), session.view().questions[0].number
        assert seat is not None
        advised = session.info.hints_given[seat][question]
        assert advised[0].capitalize() == said.partition("**")[2].split(" ")[0]
        await hob.restart()
        assert (await hob.session()).info.hints_given == {seat: {question: advised}}


@pytest.mark.slow
async def test_an_impatient_player_causes_one_search() -> None:
    """Computers of all tables share the search processes, so repeated presses must not keep them busy."""
    async with playing("Ada", "Ben", moment=0) as hob:
        me, computers = await hob.asked(), hob.app.ai
        hob.discord.world.lag = lambda: 0  # the last press is also the last to arrive
        await me.clicks("My hand", on=hob.table)
        panel = me.seen[-1]
        custom_id = next(c.custom_id for c in controls_of(panel) if c.label == ASK)
        presses = [me.begins(custom_id, panel) for _ in range(8)]
        await hob.discord.settle()
        assert "I'd choose: **" in [await me._keep(hob.discord.result(press)) for press in presses][-1]
        assert computers.counts.completed == 2 and computers.counts.reduced == 0
