"""The pictures below the pages of the rules, which show moments of example games."""

import pytest

from bot.pictures.check import faults
from bot.screens.game_ui import NAMES, OVER, GameUI, example_view
from cogs.game_uis import GAME_UIS
from hob.testing.play import evening

every_face = pytest.mark.parametrize("ui", GAME_UIS.values(), ids=lambda ui: ui.game.slug)


@every_face
def test_every_example_has_a_page_and_a_reachable_moment(ui: GameUI) -> None:
    assert ui.examples.keys() < {page.slug for page in ui.pages}
    for slug, example in ui.examples.items():
        view = example_view(ui.game, example)
        asked = [question.say for question in view.questions]
        assert view.over == (example.question_kind == OVER), slug
        assert not example.question_kind or example.question_kind in [*asked, OVER], slug
        assert (view.seat is not None) == example.hand


@every_face
def test_the_pictures_of_the_rules_have_no_faults(ui: GameUI) -> None:
    for slug, example in ui.examples.items():
        view = example_view(ui.game, example)
        draw = ui.pictures.hand if example.hand else ui.pictures.table
        assert draw is not None
        scene = draw(view, ui.translator(NAMES[: example.players], view, escape=False))
        assert faults(scene, NAMES) == [], slug


async def test_a_pages_picture_is_also_in_words_and_can_be_turned_off() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types("chaser rules", page="tattling")
        (shown,) = ada.seen[-1].embeds
        assert shown.image and shown.image.url and shown.footer.text == "The picture shows an example game."
        [file] = ada.seen[-1].attachments
        assert file.description.startswith("Candy Chaser. ") and "may tattle" in file.description
        await ada.types("chaser rules", page="tips")
        assert not ada.seen[-1].attachments
        await ada.types("hob me", pictures="off")
        await ada.types("chaser rules", page="tattling")
        assert not ada.seen[-1].attachments and not ada.seen[-1].embeds[0].footer.text


async def test_each_rules_page_has_its_own_picture_or_none() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types("ghosts rules", page="set-up")
        [first] = ada.seen[-1].attachments
        await ada.selects("A round", on=ada.seen[-1])
        [second] = ada.seen[-1].attachments
        assert first.description != second.description
        await ada.selects("Where the cards come from", on=ada.seen[-1])
        assert not ada.seen[-1].attachments
