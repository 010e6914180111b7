"""The cover of a lobby: every game, few and many seats, and the text around it."""

import io
from collections import Counter
from dataclasses import replace

import pytest
from PIL import Image

from bot.i18n.catalogue import COMMON, using_language
from bot.pictures import Scene
from bot.pictures.check import contrast, faults
from bot.pictures.covers import ALL, CHAIRS, STEP
from bot.pictures.palette import PAPER, SEATS
from bot.pictures.render import render
from bot.pictures.scene import Lettering
from bot.screens.message import Button
from bot.screens.table import table_message
from cogs.game_uis import GAME_UIS
from engine import GAMES
from hob.testing.play import evening
from hob.testing.reading import controls_of, words_of
from tests import screens
from tests.pictures import readable, sprites, words
from tests.screens import LONG, SCREENS, table_of

every_game = pytest.mark.parametrize("slug", GAMES)


def cover_of(slug: str, names: list[str]) -> Scene:
    message = table_message(SCREENS.posted(table_of(GAMES[slug], None, names)), [])
    assert screens.faults(message) == [] and isinstance(message.picture, Scene)
    return message.picture


def loud(slug: str, people: int) -> list[str]:
    message = table_message(SCREENS.posted(table_of(GAMES[slug], None, LONG[:people])), [])
    buttons = [button for row in message.rows if isinstance(row, tuple) for button in row]
    return [button.label for button in buttons if isinstance(button, Button) and button.style == "success"]


@every_game
def test_a_cover_has_a_chair_for_every_possible_seat(slug: str) -> None:
    most = GAMES[slug].seats[-1]
    for here in range(1, most + 1):
        scene = cover_of(slug, LONG[:here])
        assert (scene.width, scene.height) == (900, 300) and faults(scene, LONG) == []
        readable(scene)
        assert sprites(scene).count(f"chair_{scene.ground}") == most
        assert words(scene).count("+") == most - here
        seats = [f"seat_{letter}" for letter in "abcdefgh"[:most]]
        assert [name for name in sprites(scene) if name in seats] == seats[:here]
        shown = [leaf.words for _, _, leaf in scene.leaves() if isinstance(leaf, Lettering)]
        assert " ".join(shown).split() == GAMES[slug].title.replace(":", "").split()


@every_game
def test_only_the_seating_is_painted_again(slug: str) -> None:
    one, two = cover_of(slug, ["Ada"]), cover_of(slug, ["Ada", "Ben"])
    assert one.still == two.still and one.key != two.key
    assert len(render(two)) <= 60_000 and render(two) == render(two) != render(one)


def test_a_name_without_room_is_cut_to_its_first_word() -> None:
    names = ["Ada", "Finn the very great", "Larissa von der Heide"]
    assert {"Ada", "Finn", "Larissa"} <= {*words(cover_of("monster-muncher", names))}


@every_game
def test_a_name_of_seven_letters_is_whole_at_a_full_table(slug: str) -> None:
    names = ["Annette", "Konrad", "Larissa", "Ludwig", "Michael", "Nikolas", "Ottilie", "Richard"]
    names = names[: GAMES[slug].seats[-1]]
    assert set(names) <= {*words(cover_of(slug, names))}


@every_game
def test_nothing_bright_lies_behind_the_names_below_the_chairs(slug: str) -> None:
    seats, ground = GAMES[slug].seats[-1], render(replace(cover_of(slug, ["Ada"]), pieces=()))
    right = CHAIRS + seats * min(STEP, ALL // seats)
    behind_names = Image.open(io.BytesIO(ground)).convert("RGB").crop((CHAIRS, 256, right, 297)).tobytes()
    pixels = Counter(zip(behind_names[::3], behind_names[1::3], behind_names[2::3], strict=True))
    areas = [colour for colour, count in pixels.items() if count > 20]
    inks = [PAPER] if GAME_UIS[slug].cover.neutral else SEATS[:seats]
    assert min(contrast(ink, colour) for ink in inks for colour in areas) >= 3.5


@every_game
def test_the_lobby_emphasises_the_next_button(slug: str) -> None:
    seats = GAMES[slug].seats
    assert loud(slug, seats[0] - 1) == ["Join"]
    assert loud(slug, seats[0]) == loud(slug, seats[-1]) == ["Start"]


@pytest.mark.parametrize("language", COMMON.languages())
@every_game
def test_two_sentences_say_what_the_game_is_and_fit_into_a_select(slug: str, language: str) -> None:
    with using_language(language):
        blurb = GAME_UIS[slug].blurb
    assert blurb.count(". ") == 1 and blurb.endswith(".") and len(blurb) <= 100, "Discord's limit"


async def test_the_lobby_shows_its_cover_and_how_to_play_the_rules() -> None:
    async with evening(moment=2.0) as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        await ada.types("ghosts new", computers=1, level="hard")
        picture, below = (embed.to_dict() for embed in hob.table.embeds)
        assert picture["description"] == GAME_UIS["ghosts-love-candy"].blurb and "fields" not in picture
        alt = "Cover of Ghosts Love Candy. Players (2 so far; 3–6 can play): A Ada, host · B Ember, computer (hard)."
        assert words_of(hob.table).count(alt) == 1 and picture["image"]["description"].startswith(alt[:30])
        said = below["description"].replace("\N{NO-BREAK SPACE}", " ")
        needed = "1 more player needed: someone can press *Join*, or the host can add a computer."
        assert said == f"{needed}\n-# A Ada, host · B Ember, computer (hard)"
        first = hob.table.attachments[0]
        await ben.clicks("Join")
        await hob.passes(2)
        assert "C Ben" in words_of(hob.table) and "Ready to start." in words_of(hob.table)
        assert hob.table.attachments[0].id != first.id, "painted again"
        guide = await ben.clicks("How to play")
        assert all(line in guide for line in GAME_UIS["ghosts-love-candy"].guide)
        assert GAME_UIS["ghosts-love-candy"].guide[0] not in words_of(hob.table)
        assert any(control.placeholder for control in controls_of(ben.seen[-1])), "and the chapters of the rules"
        await ada.clicks("Options")
        await ada.clicks("Pictures: on")
        await hob.passes(2)
        assert "image" not in hob.table.embeds[0].to_dict() and hob.table.attachments == []
        text = hob.table_text()
        assert "Players (3 so far; 3–6 can play): A Ada, host · B Ember, computer (hard) · C Ben" in text
        assert "3–6 players · 20 min" in text and "Options: Pictures: off" in text
