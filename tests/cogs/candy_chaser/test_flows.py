"""People play whole games of Candy Chaser: with buttons, commands, computers, and restarts between moves."""

import random

import pytest

from engine.candy_chaser.rules import CANDIES, Chaser
from hob.testing.play import Evening, Person, play_on, playing, press_something
from hob.testing.reading import controls_of, words_of
from tests.cogs.tables import tattle, tattling


async def person_of(hob: Evening, seat: int) -> Person:
    session = await hob.session()
    return next(person for person in hob.people.values() if person.id == session.info.seats[seat].person)


@pytest.mark.parametrize("names", [("Ada", "Ben"), ("Ada", "Ben", "Cara"), ("Ada", "Ben", "Cara", "Dora")])
async def test_a_whole_game_by_buttons(names: tuple[str, ...]) -> None:
    async with playing(*names) as hob:
        moves = await play_on(hob, random.Random(1))
        session = await hob.session()
        assert session.status == "over" and moves == len(await hob.store.answers(session.id))
        assert " wins Candy Chaser" in hob.table_text()
        assert len([m for m in hob.channel.history() if m.embeds]) == 1
        for person in hob.people.values():
            for text in map(words_of, person.messages):
                assert "The game is over: " in text


async def test_a_whole_game_with_pictures_and_computers() -> None:
    async with playing("Ada", computers=2, pictures=True) as hob:
        await play_on(hob, random.Random(7))
        assert " wins Candy Chaser" in hob.table_text()
        assert hob.table.attachments and "What decided it" in hob.table_text()


async def test_a_whole_game_by_slash_commands() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        luck = random.Random(5)
        for _ in range(200):
            session = await hob.session()
            if not session.playing:
                break
            me = await hob.asked()
            if session.view().questions[0].say == "move":
                said = await me.types("chaser move", candy=luck.choice(CANDIES))
            else:
                said = await me.types("chaser pass")
            assert said.startswith(f"• {me.name} "), said
        assert " wins Candy Chaser" in hob.table_text()


async def test_a_whole_game_with_a_restart_between_any_two_moves() -> None:
    async with playing("Ada", "Ben", computers=1) as hob:
        luck = random.Random(1)
        restarts, table = 0, hob.table.id
        for _ in range(300):
            session = await hob.session()
            if not session.playing:
                break
            await hob.restart()
            restarts += 1
            session = await hob.session()
            seats = [seat for seat in session.view().waiting if not session.info.seats[seat].is_computer]
            if not seats:
                await hob.passes(2.5)
                continue
            await press_something(hob, await person_of(hob, seats[0]), session, seats[0], luck)
        await hob.settle()
        assert " wins Candy Chaser" in hob.table_text() and restarts > 5
        assert hob.table.id == table  # a restart doesn't repost the table
        assert [len(person.messages) for person in hob.people.values()] == [1, 1]


async def test_the_same_game_with_and_without_restarts() -> None:
    async def play(restarting: bool) -> list[str]:
        async with playing("Ada", "Ben", seed=11) as hob:
            luck = random.Random(11)
            for _ in range(100):
                if not (await hob.session()).playing:
                    break
                if restarting:
                    await hob.restart()
                session = await hob.session()
                seat = session.view().waiting[0]
                await press_something(hob, await person_of(hob, seat), session, seat, luck)
            return [answer.option for answer in await hob.store.answers((await hob.session()).id)]

    assert await play(restarting=True) == await play(restarting=False)


async def test_an_ordinary_turn_is_one_press_and_no_new_message() -> None:
    async with playing("Ada", "Ben") as hob:
        posts = len(hob.calls("POST", "/channels/*/messages"))
        for _ in range(4):
            me = await hob.asked()
            await me.clicks(next(c.label for c in controls_of(hob.table) if c.answers), on=hob.table)
        assert len(hob.calls("POST", "/channels/*/messages")) == posts


async def test_move_buttons_show_where_each_cube_goes() -> None:
    async with playing("Ada", "Ben") as hob:

        def cubes(g: Chaser) -> None:
            g.cubes = {"blue": 1, "purple": -2, "green": 4, "yellow": 3, "red": 5}
            g.die = 2

        await hob.lay(cubes)
        labels = [c.label for c in controls_of(hob.table) if c.answers]
        assert labels == ["Blue → 3", "Purple → 0", "Green → GOAL", "Yellow → 5", "Red → GOAL"]
        rows = [len(row["components"]) for row in hob.table.components]
        assert rows == [2, 3, 4]

        def down(g: Chaser) -> None:
            g.cubes["purple"], g.die = -2, -1

        await hob.lay(down)
        assert "Purple stays on −2" in [c.label for c in controls_of(hob.table)]


SENTENCES = {
    1: "{p} rolls +1; Blue moves to 1",
    -1: "{p} rolls −1; Blue stays on −2",
    3: "{p} rolls +3; Blue stops on 5, its last open space",
    2: "{p} rolls +2; Blue moves into the goal",
}
PLACES: dict[int, dict[str, int]] = {1: {"blue": 0}, -1: {"blue": -2}, 3: {"blue": 4}, 2: {"blue": 5, "red": 3}}


@pytest.mark.parametrize("die", SENTENCES)
async def test_a_move_is_described_in_the_table_message(die: int) -> None:
    async with playing("Ada", "Ben") as hob:

        def lay(g: Chaser) -> None:
            g.cubes |= PLACES[die]
            g.die = die

        await hob.lay(lay)
        me = await hob.asked()
        await me.types("chaser move", candy="blue")
        assert SENTENCES[die].format(p=me.name) in hob.table_text()


async def test_a_tattle_needs_confirmation_and_can_be_cancelled() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        me = await tattling(hob)
        await me.clicks("My hand", on=hob.table)
        panel = me.seen[-1]
        target = next(person for person in hob.people.values() if person is not me)
        revision = (await hob.session()).revision
        await me.selects(f"{target.name} smuggles Blue", on=panel)
        asked = words_of(me.seen[-1])
        assert target.name in asked and "Blue" in asked and "you're out." in asked
        assert [c.label for c in controls_of(me.seen[-1]) if c.label][:2] == ["Tattle", "Back"]
        await me.clicks("Back", on=me.seen[-1])
        assert "Don't tattle" in words_of(me.seen[-1])
        assert (await hob.session()).revision == revision
        await me.selects(f"{target.name} smuggles Blue", on=me.seen[-1])
        await me.clicks("Tattle", on=me.seen[-1])
        assert (await hob.session()).revision == revision + 1


async def test_a_tattle_is_made_in_the_dm_and_reported_to_the_target_by_dm() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        me = await tattling(hob)
        assert "-# Choose in our DMs, or press *My hand*." in hob.table_text()
        session = await hob.session()
        seat = session.info.seat_of(me.id)
        assert seat is not None and isinstance(session.g, Chaser)
        target = await person_of(hob, (seat + 1) % 3)
        own, wrong = (candy.title() for candy in (session.g.objectives[seat], session.g.objectives[(seat + 1) % 3]))
        choices = {text: more for control in controls_of(me.messages[-1]) for text, _, more in control.options}
        assert choices[f"{target.name} smuggles {own}"] == "You smuggle it yourself, so this guess is wrong"
        assert choices[f"{target.name} smuggles {wrong}"] == "Has never moved it"
        await me.selects(f"{target.name} smuggles {wrong}", on=me.messages[-1])
        assert me.messages[-1].content.split("\n")[1:] == [
            f"**Does {target.name} smuggle {wrong}? If not, you're out.**"
        ]
        await me.clicks("Tattle", on=me.messages[-1])
        await hob.settle()
        assert words_of(me.messages[-1]).count(f"You guessed that {target.name} smuggles {wrong}: right!") == 1
        shown = words_of(target.messages[-1])
        assert f"{me.name} guessed that you smuggle {wrong}: right! Keep it secret until the end" in shown


async def test_each_player_is_told_their_part_of_a_tattle() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        assert "The goal is closed." in hob.table_text()
        me = await tattling(hob)
        assert "The goal is" not in hob.table_text()
        session = await hob.session()
        target = next(person for person in hob.people.values() if person is not me)
        seat = session.info.seat_of(target.id)
        assert session.g is not None and seat is not None
        wrong = next(candy for candy in CANDIES if candy != session.g.objectives[seat])  # type: ignore[attr-defined]
        said = await tattle(hob, me, target, wrong)
        assert f"{me.name} tattles on {target.name} and is wrong: {me.name} is out" in hob.table_text()
        verdict = "wrong! Keep your guess and your own candy secret"
        assert f"You guessed that {target.name} smuggles {wrong.capitalize()}: {verdict}" in said
        assert f"{me.name} guessed that you smuggle {wrong.capitalize()}: wrong!" in await target.types("chaser hand")
        third = next(person for person in hob.people.values() if person not in (me, target))
        assert "guessed you" not in await third.types("chaser hand")
        assert f"{me.name}, out, wrong guess" in hob.table_text()


async def test_screens_do_not_reveal_other_players_objectives() -> None:
    """A person's screens are the same in a game in which the others have different cards."""

    async def reads(objectives: list[str]) -> str:
        async with playing("Ada", "Ben", "Cara", seed=3) as hob:

            def deal(g: Chaser) -> None:
                g.objectives = objectives
                g.box = [candy for candy in CANDIES if candy not in objectives]

            await hob.lay(deal)
            for candy in ("red", "blue", "green"):
                await (await hob.asked()).types("chaser move", candy=candy)
            ada, dora = hob["Ada"], hob.person("Dora")
            for person in (ada, dora):
                for label in ("My hand", "Log", "Rules", "More"):
                    await person.clicks(label, on=hob.table)
            texts = [words_of(m) for m in (*hob.channel.history(), *ada.seen, *dora.seen)]
            # Direct messages aren't compared, because they still show the hand from before the cards were replaced.
            ids = [str(thing.id) for thing in (hob.channel, hob.guild, hob["Ada"], hob["Ben"], hob["Cara"])]
            text = "\n".join(texts).replace((await hob.session()).id, "TABLE")
            for id in ids:
                text = text.replace(id, "ID")
            return text

    assert await reads(["red", "blue", "green"]) == await reads(["red", "yellow", "purple"])


async def test_a_players_own_candy_is_marked_only_in_their_panel() -> None:
    async with playing("Ada", "Ben", moment=0) as hob:
        me = await hob.asked()
        session = await hob.session()
        seat = session.info.seat_of(me.id)
        assert session.g is not None and seat is not None
        own = session.g.objectives[seat]  # type: ignore[attr-defined]
        on_table = [control for control in controls_of(hob.table) if control.answers]
        assert "".join(control.emoji for control in on_table) == "🔵🟣🟢🟡🔴"
        assert not any("yours" in control.label for control in on_table)
        await me.clicks("My hand", on=hob.table)
        mine = [control.label for control in controls_of(me.seen[-1]) if control.label.endswith("(yours)")]
        assert len(mine) == 1 and mine[0].startswith(f"{own.capitalize()} ")
        await me.clicks(mine[0], on=me.seen[-1])
        assert (await hob.session()).view().waiting != [seat]


async def test_tattle_options_show_the_colour_of_their_candy() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await tattling(hob)
        await me.clicks("My hand", on=hob.table)
        rows = [row if isinstance(row, dict) else row.to_dict() for row in me.seen[-1].components]
        options = next(one["options"] for row in rows for one in row["components"] if one.get("options"))
        assert [option["emoji"]["name"] for option in options] == ["🔵", "🟣", "🟢", "🟡", "🔴"]
