"""Lessons are played to their end through the learner's presses, in every language."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.i18n.catalogue import using_language
from bot.i18n.translator import Translator
from bot.pictures.scene import Stack
from bot.screens.game_ui import LEARNER, GameUI, Lesson
from bot.screens.table import table_message
from cogs.game_uis import GAME_UIS
from engine.machine import Event, Table
from hob.testing.play import evening
from hob.testing.reading import controls_of, words_of
from tests.cogs.tables import buttons, labels, learners_turn, lesson_message, own, press_highlighted

TAUGHT = {slug: ui for slug, ui in GAME_UIS.items() if ui.lesson is not None}
SPOKEN = [(slug, language) for slug, ui in TAUGHT.items() for language in ui.catalogue.languages() if language != "xx"]


def lesson_of(ui: GameUI[Any]) -> Lesson:
    assert ui.lesson is not None
    return ui.lesson


def comment(names: Translator, key: str) -> str:
    """Return a lesson's comment as `words_of` shows it, with ordinary spaces."""
    return names.tr(key, b="s1", c="s2").replace("\N{NO-BREAK SPACE}", " ")


def positions(ui: GameUI[Any]) -> Iterator[tuple[Table, list[Event]]]:
    """Yield the table before each of the learner's answers and at the end, with the events since the one before."""
    lesson = lesson_of(ui)
    g = ui.game.deal(lesson.computers + 1, lesson.deal)
    seen = 0
    for seat, option in lesson.answers():
        if seat == LEARNER:
            yield g, g.log[seen:]
            seen = len(g.log)
        ui.game.answer(g, seat, option)
    yield g, g.log[seen:]


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_script_can_be_played_and_each_step_has_its_text(slug: str) -> None:
    ui = TAUGHT[slug]
    steps = [*positions(ui)]
    assert len(steps) - 1 == lesson_of(ui).steps() and 6 <= lesson_of(ui).steps() <= 10
    for language in ui.catalogue.languages():
        with using_language(language):
            keys = ui.catalogue.names("lesson")
            assert [*keys] == [*map(str, range(1, len(steps))), "learned"]


@pytest.mark.parametrize(("slug", "language"), SPOKEN)
async def test_a_lesson_is_played_to_its_end_in_one_message(slug: str, language: str) -> None:
    ui = TAUGHT[slug]
    async with evening(games=[slug], language=language) as hob:
        ada = hob.person("Ada")
        await ada.types("hob learn", game=ui.group)
        await hob.settle()
        for number in range(1, lesson_of(ui).steps() + 1):
            session = await learners_turn(hob, ada)
            with using_language(language):
                names = ui.translator(session.info.names(), session.view(LEARNER))
                embeds = (await lesson_message(hob, ada)).embeds
                texts = [embed.description.replace("\N{NO-BREAK SPACE}", " ") for embed in embeds if embed.description]
                assert texts == [comment(names, f"lesson.{number}")], "so that all fits on a phone's screen"
                sentences = table_message(hob.app.screens.posted(session), []).alt.split(". ")
                assert len({*sentences}) == len(sentences) > 1, "the alt text repeats nothing"
            assert await press_highlighted(hob, ada) == "", "and nothing else is said"
        for _ in range(60):
            if not session.playing:
                break
            await hob.passes(2.1)
        assert (session.status, session.info.ended) in (("over", ""), ("over", "lesson"))
        await hob.settle()
        with using_language(language):
            names = ui.translator(session.info.names(), session.view(LEARNER))
            assert comment(names, "lesson.learned") in words_of(await lesson_message(hob, ada))
        assert len(ada.messages) == 1, "no panel, ping or closing message is sent"
        controls = controls_of(await lesson_message(hob, ada))
        assert [":learn:" in one.custom_id for one in controls] == [True, True, False]


def highlighted(message: Any) -> list[str]:
    return [one["label"] for one in buttons(message) if one["style"] == 1]


async def test_wrong_choices_other_players_and_restarts_keep_the_lesson_step() -> None:
    async with evening(games=["candy-chaser"], language="de") as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        assert (await ada.types("hob learn", game="chaser")).startswith("Deine Lektion in Candy Chaser wartet in")
        await hob.settle()
        await press_highlighted(hob, ada)
        await hob.passes(30)
        shown, session = await lesson_message(hob, ada), await own(hob, ada)
        moves = session.info.moves
        wrong = next(one["custom_id"] for one in buttons(shown) if one["style"] == 2 and ":answer:" in one["custom_id"])
        said = await ada.presses(wrong, shown)
        assert said.startswith("Noch nicht: In diesem Schritt drückst du **Gelb → 0**."), said
        assert said.count("\n") == 0, "the refusal comes without a second copy of the buttons"
        assert "Noch nicht" in await ada.types_to_hob("chaser move", candy="blue")
        right = next(one["custom_id"] for one in buttons(shown) if one["style"] == 1)
        await ben.types("hob help")
        assert "Das entscheidet Ada" in (said := await ben.forges(right, ben.seen[-1])), said
        await hob.passes(86_400)
        assert (await own(hob, ada)).info.moves == moves and len(ada.messages) == 1
        await hob.restart()
        await hob.settle()
        assert highlighted(await lesson_message(hob, ada)) == ["Gelb → 0"]
        await press_highlighted(hob, ada)
        assert (await own(hob, ada)).info.moves > moves and len(ada.messages) == 1


async def test_the_buttons_of_a_lesson_show_the_sums_of_its_hand_picture() -> None:
    async with evening(games=["ghosts-love-candy"]) as hob:
        ada = hob.person("Ada")
        await ada.types("hob learn", game="ghosts")
        await hob.settle()
        await press_highlighted(hob, ada)
        await learners_turn(hob, ada)
        shown = await lesson_message(hob, ada)
        kids = [one["label"] for one in buttons(shown) if ":answer:" in one["custom_id"]]
        assert kids[1:4] == ["Pilot · 7/13", "Chef · 7/15", "Seer · 16/10"], "with the learner's 7"
        chef = next(one["custom_id"] for one in buttons(shown) if one["label"] == "Chef · 7/15")
        assert "press **Pilot · 7/13**" in await ada.presses(chef, shown), "the refusal quotes the button"


async def test_a_lesson_with_two_pictures_draws_a_public_question_only_once() -> None:
    async with evening(games=["monster-muncher"]) as hob:
        ada = hob.person("Ada")
        await ada.types("hob learn", game="muncher")
        await hob.settle()
        stacked = []
        for _ in range(6):
            picture = table_message(hob.app.screens.posted(await learners_turn(hob, ada)), []).picture
            stacked.append(isinstance(picture, Stack))
            await press_highlighted(hob, ada)
        assert stacked == [True, True, True, False, True, False], "steps 4 and 6 choose a target"


async def test_in_a_lesson_more_has_the_close_up_but_no_second_log() -> None:
    async with evening(games=["kingdoms-candy"]) as hob:
        ada = hob.person("Ada")
        await ada.types("hob learn", game="kingdom")
        await hob.settle()
        shown = await lesson_message(hob, ada)
        assert [one["label"] for one in buttons(shown)][-3:] == ["Rules", "Log", "More"]
        await ada.presses(buttons(shown)[-1]["custom_id"], shown)
        assert "Zoom in" in labels(ada) and "Log" not in labels(ada)


async def test_no_computer_can_take_over_for_the_learner() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        ada = hob.person("Ada")
        await ada.types("hob learn", game="chaser")
        await hob.settle()
        shown, session = await lesson_message(hob, ada), await own(hob, ada)
        await ada.presses(next(one["custom_id"] for one in buttons(shown) if one["label"] == "More"), shown)
        assert "End the game" in labels(ada) and "Let computer play" not in labels(ada)
        assert "No computer can take over here" in await ada.forges(f"h:{session.id}:0:-:more:computer", shown)


async def test_a_lesson_uses_the_language_of_the_reply_that_started_it() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        ada = hob.person("Ada")
        with hob.discord.at_work():
            await hob.app.servers.change(hob.guild.id, ada.id, lambda old: old.model_copy(update={"language": "de"}))
        await ada.types("hob learn", game="chaser")
        await hob.settle()
        assert "Schritt 1/7" in words_of(await lesson_message(hob, ada))
        for _ in range(7):
            await press_highlighted(hob, ada)
        await hob.passes(30)
        await ada.clicks("Lektion wiederholen")
        await hob.settle()
        assert "Schritt 1/7" in words_of(await lesson_message(hob, ada))
        await ada.types_to_hob("hob learn", game="chaser")
        assert "End the lesson" in ada.labels(), "in DMs, the player's own language is used"


async def test_a_lesson_script_broken_by_an_update_becomes_a_practice_game() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        ada = hob.person("Ada")
        await ada.types_to_hob("hob learn", game="chaser")
        session = await own(hob, ada)
        info = session.info.copy_for_edit()
        info.script[0] = (LEARNER, "pink")
        with hob.discord.at_work():
            async with session.lock:
                await hob.app.sessions.change(session, info)
        await hob.settle()
        assert await ada.presses(f"h:{session.id}:1:0:answer:blue", await lesson_message(hob, ada)) == ""
        await hob.passes(30)
        assert session.info.moves > 1 and session.playing
