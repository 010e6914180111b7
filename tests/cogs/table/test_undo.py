"""Players undo moves: which ones are free, which ones need a vote, and no data is lost."""

import random
from typing import Any

import pytest

from bot.__main__ import verify_replay
from bot.screens.custom_id import Control
from bot.tables.undo import UndoService
from cogs.game_uis import GAME_UIS
from db import effective_answers
from engine import GAMES
from engine.ai import random_action
from engine.candy_chaser.rules import rules
from engine.game import Game
from engine.undo import FEW_WORLDS
from hob.testing.play import Evening, Person, evening, play_on, play_some, playing
from hob.testing.reading import controls_of
from tests.bot.faults import writes_fail
from tests.cogs.tables import labels, other_than, tattle, tattling

APOLOGY = "I couldn't save that"


async def moves(hob: Evening, command: str, **fields: str) -> Person:
    """Let the asked player type this command."""
    me = await hob.asked()
    await me.types(command, **fields)
    return me


async def choices(hob: Evening) -> list[str]:
    """Return the answers in the history that weren't undone."""
    return [entry.option for entry in effective_answers(await hob.store.answers((await hob.session()).id))]


async def settling(hob: Evening) -> Person:
    """Play Cover Your Kingdom until a player has settled as the first of two actions; return that player."""
    luck = random.Random(3)
    for _ in range(60):
        session = await hob.session()
        view = session.view()
        seat = view.waiting[0]
        question = session.view(seat).question_of(seat)
        assert question is not None and question.options is not None
        person = next(p for p in hob.people.values() if p.id == session.info.seats[seat].person)
        settle = [option for option in question.options if option.startswith("settle/")]
        option = settle[0] if settle else random_action(session.view(seat), luck.getrandbits(32))
        with hob.discord.at_work():
            await hob.app.sessions.answer(session, seat, option, None, person.id)
        await hob.settle()
        if settle and session.view().waiting == [seat] and session.info.slip == seat:
            return person
    raise AssertionError("nobody settles")


async def test_settling_a_clan_can_be_undone_without_a_vote() -> None:
    async with playing("Ada", "Ben", command="cover") as hob:
        me = await settling(hob)
        session = await hob.session()
        before, question = await choices(hob), session.view().questions[0].number
        await me.types("cover hand")
        entry = (await hob.store.answers(session.id))[-1]
        await hob.change(hints_given={entry.seat: {entry.question: ["done"]}})
        assert "That move has been undone." in await me.clicks("Undo")
        advised = (await hob.session()).info.hints_given[entry.seat]
        assert advised[(await hob.session()).view().questions[0].number] == ["done"], (
            "the hint still counts when the question is asked again"
        )
        assert await choices(hob) == before[:-1]
        assert f"• {me.name} undoes: {me.name} settles" in hob.table_text()
        assert session.view().questions[0].number > question, (
            "controls from before the undo can't answer the new question"
        )
        assert len(await hob.store.answers(session.id)) == len(before) + 1, "nothing is deleted"
        await play_some(hob, random.Random(7), 6)
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        told = await verify_replay(hob.settings, session.id)
        assert told[-1] == "OK: the replay matches the stored game."
        assert any("undo to" in entry for entry in told)


async def test_controls_from_before_an_undo_are_stale() -> None:
    async with playing("Ada", "Ben", command="cover") as hob:
        me = await settling(hob)
        await me.types("cover hand")
        old = me.seen[-1]
        stale = next(c for c in controls_of(old) if c.label == "Undo")
        control = next(c for c in controls_of(old) if ":answer:" in c.custom_id or ":narrow:" in c.custom_id)
        await me.presses(stale.custom_id, old)
        assert "That choice is no longer open." in await me.forges(control.custom_id, old)


async def test_undoing_a_die_roll_needs_consent_and_rolls_a_new_die() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        me = await moves(hob, "chaser move", candy="red")
        one, two = (person for person in hob.people.values() if person is not me)
        said = await me.types("hob take-back")
        assert "A die was rolled" in said and "only if everyone playing agrees" in said
        assert "I've asked the others." in await me.clicks("Ask to undo", on=me.seen[-1])
        vote = hob.channel.last_message
        assert vote.content.startswith(f"{me.name} wants to undo:") and "(1 of 3 agrees; all must)" in vote.content
        assert await one.clicks("Agree", on=vote) == "Thanks, your vote has been counted."
        assert len(await choices(hob)) == 1
        before = (await hob.session()).g
        assert await two.clicks("Agree", on=hob.channel.last_message) == "That move has been undone."
        session = await hob.session()
        assert await choices(hob) == [] and session.info.vote is None and session.g is not None and before is not None
        assert session.g.seed == before.seed and session.g.rng != before.rng
        assert f"• {me.name} undoes: {me.name} " in hob.table_text()
        await play_on(hob, random.Random(1))
        assert (await verify_replay(hob.settings, session.id))[-1] == "OK: the replay matches the stored game."


async def test_a_refusal_or_a_new_move_ends_an_undo_vote() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        me = await moves(hob, "chaser move", candy="red")
        other = await hob.asked()
        await me.types("hob take-back")
        await me.clicks("Ask to undo", on=me.seen[-1])
        assert await other.clicks("Keep playing") == "No undo: the game goes on as it is."
        assert f"• {other.name} says no, so nothing is undone" in hob.table_text()
        assert "wants to undo" not in hob.channel.last_message.content
        assert "The table just voted against this." in await me.types("hob take-back")
        await hob.passes(600)
        await me.types("hob take-back")
        await me.clicks("Ask to undo", on=me.seen[-1])
        assert "The table is already voting on something." in await me.types("hob take-back")
        await other.types("chaser move", candy="blue")
        assert (await hob.session()).info.vote is None and len(await choices(hob)) == 2
        said = await me.types("hob take-back")
        assert f"{other.name} has played since your move." in said


async def test_a_person_replaced_by_a_computer_has_no_say_in_an_undo() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        me = await moves(hob, "chaser move", candy="red")
        away, other = (person for person in hob.people.values() if person is not me)
        await away.types("hob seat", to="computer")
        await me.types("hob take-back")
        await me.clicks("Ask to undo", on=me.seen[-1])
        vote = hob.channel.last_message
        assert "A computer is playing for you." in await away.clicks("Keep playing", on=vote)
        assert await other.clicks("Agree", on=vote) == "That move has been undone."


async def test_a_vote_about_an_answer_that_no_longer_counts_is_withdrawn() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await moves(hob, "chaser move", candy="red")
        await me.types("hob take-back")
        await me.clicks("Ask to undo", on=me.seen[-1])
        session = await hob.session()
        assert session.info.vote is not None
        session.info.vote.back = 999
        other = await other_than(hob, me)
        with hob.discord.at_work():
            assert not await UndoService(hob.app.sessions).vote(session, other.id, True, "b999")
        assert session.info.vote is None and len(await choices(hob)) == 1


async def test_an_unanswered_undo_vote_expires() -> None:
    async with playing("Ada", "Ben", look_around=3600) as hob:
        me = await moves(hob, "chaser move", candy="red")
        await me.types("hob take-back")
        await me.clicks("Ask to undo", on=me.seen[-1])
        await hob.passes(660)
        assert (await hob.session()).info.vote is None and len(await choices(hob)) == 1


async def test_an_undo_passes_when_the_last_undecided_player_leaves() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        me = await moves(hob, "chaser move", candy="red")
        one, two = (person for person in hob.people.values() if person is not me)
        await me.types("hob take-back")
        await me.clicks("Ask to undo", on=me.seen[-1])
        await one.clicks("Agree")
        await two.types("hob leave")
        await two.clicks("Leave", on=two.seen[-1])
        assert await choices(hob) == []


async def test_an_undo_left_to_computers_asks_whether_the_game_may_stop_counting() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await moves(hob, "chaser move", candy="red")
        await me.types("hob take-back")
        await me.clicks("Ask to undo", on=me.seen[-1])
        await (await other_than(hob, me)).types("hob seat", to="computer")
        await hob.settle()
        info = (await hob.session()).info
        assert info.vote is None and not info.mended
        assert "this game won't count in your statistics" in await me.types("hob take-back")


async def test_learning_a_secret_makes_undo_require_consent() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        me = await tattling(hob)
        target = next(person for person in hob.people.values() if person is not me)
        said = await tattle(hob, me, target)
        assert "Tattle again?" in said and "Ask to undo" in labels(me) and "Undo" not in labels(me)
        assert "I've asked the others." in await me.clicks("Ask to undo", on=me.seen[-1])


async def test_a_player_alone_against_computers_can_always_undo() -> None:
    async with playing("Ada", computers=2) as hob:
        ada = hob["Ada"]
        await hob.passes(12)
        before = await choices(hob)
        await ada.types("chaser move", candy="red")
        await hob.passes(6)
        await ada.clicks("My hand", on=hob.table)
        assert "Undo" in labels(ada) and "Ask to undo" not in labels(ada)
        said = await ada.clicks("Undo")
        assert "this game won't count in your statistics" in said and len(await choices(hob)) > len(before)
        assert "That move has been undone." in await ada.clicks("Undo", on=ada.seen[-1])
        session = await hob.session()
        assert (await choices(hob))[: len(before)] == before and session.info.mended == [0]
        assert session.info.notes[-1].key == "hob-took-back"


async def test_an_undo_offered_as_free_is_never_refused() -> None:
    """In Kingdom's Candy, buying a card reveals an unknown one; collecting reveals nothing."""
    async with playing("Ada", "Ben", command="kingdom", moment=0) as hob:
        luck, offered, asked = random.Random(5), 0, 0
        for _ in range(24):
            session = await hob.session()
            seat = session.view().waiting[0]
            me = await hob.asked()
            with hob.discord.at_work():
                await hob.app.sessions.answer(
                    session, seat, luck.choice(session.view(seat).questions[0].options or []), None, me.id
                )
            await me.presses(str(Control(session.id, "hand")), hob.table)
            if "Undo" in labels(me):
                offered += 1
                assert "That move has been undone." in await me.clicks("Undo", on=me.seen[-1])
                with hob.discord.at_work():
                    await hob.app.sessions.answer(
                        session, seat, session.view(seat).questions[0].options[0], None, me.id
                    )
            else:
                asked += "Ask to undo" in labels(me)
        assert offered > 3 and asked > 3


async def test_an_answer_waits_for_at_most_a_few_dealt_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt, resample = list[Any](), Game.resample
    monkeypatch.setattr(Game, "resample", lambda *args: dealt.append(args) or resample(*args))
    for names, computers, most in ((["Ada", "Ben", "Cara", "Dan"], 0, FEW_WORLDS), (["Ada"], 3, 0)):
        async with playing(*names, computers=computers, command="kingdom", computer_secret=0) as hob:
            session, counts = await hob.session(), list[int]()
            while len(counts) < 12:
                seat = session.view().waiting[0]
                person = session.info.seats[seat].person
                if person is not None:
                    dealt.clear()
                    with hob.discord.at_work():
                        option = session.view(seat).options_of(seat)[0]
                        await hob.app.sessions.answer(session, seat, option, None, person)
                    counts.append(len(dealt))
                await hob.settle()
            assert max(counts) == most


async def test_an_undo_wrongly_offered_as_free_still_needs_consent() -> None:
    async with playing("Ada", "Ben", cards="channel") as hob:
        me = await moves(hob, "chaser move", candy="red")
        session = await hob.session()
        await hob.change(slip=session.info.seat_of(me.id))
        await me.clicks("My hand", on=hob.table)
        assert "A die was rolled" in await me.clicks("Undo", on=me.seen[-1])
        assert len(await choices(hob)) == 1 and "Ask to undo" in labels(me)


async def test_the_undo_option_can_limit_or_disable_undo() -> None:
    for turns, said in (
        (1, "can't undo that. A die was rolled"),
        (2, "Undo is turned off at this table."),
    ):
        async with evening() as hob:
            await hob.set_table("chaser", "Ada", "Ben")
            await hob["Ada"].clicks("Options")
            for label in ("Undo: freely or by agreement", "Undo: if nothing was revealed")[:turns]:
                await hob["Ada"].clicks(label)
            await hob["Ada"].types("chaser start")
            me = await moves(hob, "chaser move", candy="red")
            assert said in await me.types("hob take-back")
            session = await hob.session()
            assert said in await me.forges(f"h:{session.id}:0:-:back:ask#2", hob.table)
            await me.types("chaser hand")
            assert not any("undo" in str(c.label).lower() for c in controls_of(me.seen[-1]))


async def test_answers_that_cannot_be_undone() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        assert "You have nothing to undo." in await me.types("hob take-back")
        stranger = hob.person("Sam")
        assert "Only the players" in await stranger.types("hob take-back")
        await me.types("chaser move", candy="red")
        await me.types("hob seat", to="computer")
        assert "A computer is playing for you." in await me.types("hob take-back")
        await me.clicks("Take seat back")
        await play_on(hob, random.Random(2))
        assert "This game is over." in await me.types("hob take-back")


async def test_an_undo_that_cannot_be_stored_changes_nothing() -> None:
    async with playing("Ada", "Ben", command="cover") as hob:
        me = await settling(hob)
        before = await choices(hob)
        with writes_fail(hob.store):
            assert APOLOGY in await me.types("hob take-back")
        assert await choices(hob) == before and "takes back" not in hob.table_text()
        await me.types("hob take-back")
        assert await choices(hob) == before[:-1]


async def test_an_undo_vote_survives_a_restart() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await moves(hob, "chaser move", candy="red")
        other = await hob.asked()
        await me.types("hob take-back")
        await me.clicks("Ask to undo", on=me.seen[-1])
        await hob.restart()
        await hob.settle()
        assert await other.clicks("Agree") == "That move has been undone."
        await hob.restart()
        assert await choices(hob) == []
        assert (await hob.asked()) is me


@pytest.mark.parametrize("slug", GAME_UIS)
async def test_undone_moves_do_not_prevent_a_complete_game(slug: str) -> None:
    """Each question is answered, and some answers are undone, freely or with the computers' consent."""
    ui, luck = GAME_UIS[slug], random.Random(slug)
    least = ui.game.seats[0]
    async with playing("Ada", command=ui.group, computers=least - 1, computer_pause=0, computer_secret=0) as hob:
        session, backs = await hob.session(), 0
        for _ in range(24):
            if not session.playing:
                break
            waiting = [seat for seat in session.view().waiting if seat == 0]
            if not waiting:
                await hob.passes(3)
                continue
            with hob.discord.at_work():
                option = random_action(session.view(0), luck.getrandbits(32))
                await hob.app.sessions.answer(session, 0, option, None, hob["Ada"].id)
                if luck.random() < 0.5 and session.playing:
                    backs += 1
                    assert await hob.app.scheduler.undo.undo(session, hob["Ada"].id, asking=True)
            await hob.passes(1)
        assert backs > 1
        entries = await hob.store.answers(session.id)
        assert sum(entry.back_to is not None for entry in entries) == backs
        await hob["Ada"].types("hob end")
        if session.playing:
            await hob["Ada"].clicks("End it")
        assert (await verify_replay(hob.settings, session.id))[-1] == "OK: the replay matches the stored game."


async def test_a_panel_stops_offering_a_free_undo_when_another_player_answers() -> None:
    async with playing("Ada", "Ben", "Cara", command="ghosts") as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await ada.clicks("7", on=ada.messages[-1])
        assert "Undo" in [c.label for c in controls_of(ada.messages[-1])], "no one knows her ghost"
        await ben.clicks("3", on=ben.messages[-1])
        shown = [c.label for c in controls_of(ada.messages[-1])]
        assert "Undo" not in shown and "Ask to undo" in shown


async def test_the_menu_requests_an_undo_in_one_press_and_only_once() -> None:
    async with playing("Ada", "Ben", cards="channel") as hob:
        me = await moves(hob, "chaser move", candy="blue")
        await me.clicks("More", on=hob.table)
        assert await me.clicks("Ask to undo", on=me.seen[-1]) == "I've asked the others."
        await me.clicks("My hand", on=hob.table)
        assert "Ask to undo" not in labels(me), "the others have already been asked"
        other = await other_than(hob, me)
        await other.clicks("My hand", on=hob.table)
        assert "Ask to undo" not in labels(other)


async def test_undo_is_not_offered_while_it_would_be_refused() -> None:
    async with playing("Ada", "Ben", cards="channel") as hob:
        me = await moves(hob, "chaser move", candy="blue")
        other = await other_than(hob, me)
        await me.clicks("More", on=hob.table)
        await me.clicks("Ask to undo", on=me.seen[-1])
        await other.clicks("Keep playing")
        for opener in ("My hand", "More"):
            await me.clicks(opener, on=hob.table)
            assert "Ask to undo" not in labels(me), "the table has just refused"
        await hob["Ben"].types("hob end")
        await other.types("chaser move", candy="red")
        await other.clicks("My hand", on=hob.table)
        assert "Ask to undo" not in labels(other), "the table is already voting"
        await hob["Ada"].clicks("Keep playing")
        await me.types("chaser move", candy="green")
        await me.clicks("My hand", on=hob.table)
        assert "Ask to undo" in labels(me), "for a new answer"


@pytest.mark.parametrize("trouble", ["raises", "hangs"])
async def test_an_answer_whose_undo_cannot_be_judged_counts_and_needs_consent(
    monkeypatch: pytest.MonkeyPatch, trouble: str, caplog: pytest.LogCaptureFixture
) -> None:
    def bad(*_: Any) -> None:
        while trouble == "hangs":
            pass
        raise KeyError("no such card")

    async with playing("Ada", "Ben", "Cara", command="ghosts") as hob:
        monkeypatch.setattr("bot.tables.time_limit.TIME_LIMIT", 0.2)
        monkeypatch.setattr(type(GAMES["ghosts-love-candy"]), "redeal_hidden", bad)
        ada, ben, cara = hob.people.values()
        await ada.clicks("7", on=ada.messages[-1])
        assert len(await choices(hob)) == 1 and "✓ A Ada" in hob.table_text()
        assert "only if everyone playing agrees" in await ada.types("hob take-back")
        assert "can't undo, its game fails to deal again" in caplog.text
        await ada.clicks("Ask to undo", on=ada.seen[-1])
        await ben.clicks("Agree")
        assert "You can't undo that" in await cara.clicks("Agree")
        assert (await hob.session()).info.vote is None and len(await choices(hob)) == 1, "no other cards can be dealt"
        await ben.clicks("3", on=ben.messages[-1])
        assert len(await choices(hob)) == 2


async def test_an_undo_is_described_by_the_answers_own_events() -> None:
    async with playing("Ada", "Ben", "Cara", command="ghosts") as hob:
        for person in hob.people.values():
            await person.clicks("7", on=person.messages[-1])
        ada, ben, cara = hob.people.values()
        await ada.types("hob take-back")
        await ada.clicks("Ask to undo", on=ada.seen[-1])
        assert hob.channel.last_message.content.startswith("Ada wants to undo: a secret choice")
        for person in (ben, cara):
            await person.clicks("Agree")
        assert "• Ada undoes: a secret choice" in hob.table_text()


async def test_a_vote_on_an_undo_ends_once_the_rules_have_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing("Ada", "Ben") as hob:
        me = await moves(hob, "chaser move", candy="red")
        await me.types("hob take-back")
        await me.clicks("Ask to undo", on=me.seen[-1])
        roll = rules["roll_die"]
        monkeypatch.setitem(rules, "roll_die", lambda g, seat: (roll(g, seat), roll(g, seat))[0])
        other = await other_than(hob, me)
        assert "my rules for this game have changed since then" in await other.clicks("Agree")
        assert (await hob.session()).info.vote is None and len(await choices(hob)) == 1
        assert not any("wants to undo" in message.content for message in hob.channel.history())


async def test_undo_offers_are_deleted_once_they_are_used_or_settled() -> None:
    async with playing("Ada", "Ben", cards="channel") as hob:
        me = await moves(hob, "chaser move", candy="blue")
        assert "You can undo your move only if everyone playing agrees." in await me.types("hob take-back")
        await me.clicks("Ask to undo", on=me.seen[-1])
        await hob.settle()
        assert len(hob.calls("DELETE", "/webhooks/*")) == 1, "the offer"
        await (await other_than(hob, me)).clicks("Agree")
        await hob.settle()
        assert len(hob.calls("DELETE", "/webhooks/*")) == 2, "the notice that the others are asked"
