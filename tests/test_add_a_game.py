"""A sixth game, added by the steps of `engine/README.md` alone, keeps the contract and is played in Discord."""

import inspect
import random
from collections.abc import Iterator
from typing import Any

import pytest

from cogs.faces import FACES
from cogs.ui.pictures.check import faults
from engine import GAMES
from tests.engine import test_conformance as conformance
from tests.engine.playing import ALL, Case, cases
from tests.play import evening, play_on
from tests.reading import words_of
from tests.screens import LONG, faults_of_tables, tables_of
from tests.sixth.face import HandsFace

SLUG = HandsFace.game.slug


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Steps 2 and 6: into `GAMES`, and its face into `FACES`."""
    for games in (GAMES, ALL):
        monkeypatch.setitem(games, SLUG, HandsFace.game)
    monkeypatch.setitem(FACES, SLUG, HandsFace())
    yield


def test_it_keeps_every_clause_of_the_contract() -> None:
    """Step 3; only the golden tables are missing."""
    clauses = [clause for name, clause in vars(conformance).items() if name.startswith("test_")]
    clauses.remove(conformance.test_a_stored_table_still_asks_what_it_asked)
    known: dict[str, list[Any]] = {"case": cases(SLUG), "game": [HandsFace.game]}
    checked = 0
    for clause in clauses:
        wanted = ",".join(inspect.signature(clause).parameters)
        for each in known.get(wanted, []):
            clause(each)
            checked += 1
    assert checked > 15


def test_every_screen_and_picture_of_it_is_sound() -> None:
    for seats in HandsFace.game.seats:
        for g in tables_of(HandsFace.game, seats, 1):
            assert faults_of_tables(HandsFace.game, g, LONG) == []
            scene = HandsFace.art.table(HandsFace.game.view(g), LONG[:seats])
            assert faults(scene) == []


async def test_a_round_of_it_is_played_in_discord_by_button_and_by_command() -> None:
    async with evening() as hob:
        await hob.set_table("hands", "Ada", "Ben", pictures=True)
        ada, ben = hob["Ada"], hob["Ben"]
        assert "Be the first to two points." in await ada.types("hands rules", page="goal")
        await ada.clicks("Start")
        await hob.settle()
        assert "Everybody shows a hand: … Ada · … Ben" in hob.table_text() and hob.table.attachments
        await ada.clicks("My hand", on=hob.table)
        await ada.clicks("Rock", on=ada.seen[-1])
        assert "✓ Ada · … Ben" in hob.table_text() and "Ada shows" not in hob.table_text()
        assert await ben.completes("hands show", "shape", "pa") == ["Paper"]
        assert "“lizard” is no hand" in await ben.types("hands show", shape="lizard")
        await ben.types("hands show", shape="scissors")
        text = hob.table_text()
        assert "• Ada shows Rock, Ben shows Scissors" in text and "• Ada scores and has 1" in text
        assert "A Ada, 1 point" in text and "B Ben, 0 points" in text
        await hob.restart()
        await play_on(hob, random.Random(1))
        assert "wins Rock Paper Scissors with 2" in hob.table_text() and "Seed “" in words_of(hob.table)


async def test_a_computer_plays_it() -> None:
    async with evening() as hob:
        await hob.set_table("hands", "Ada", computers=2)
        await hob["Ada"].clicks("Start")
        await hob.settle()
        await play_on(hob, random.Random(2))
        assert (await hob.live()).status == "over"


def test_its_cases_are_those_of_every_number_of_seats() -> None:
    assert [case.seats for case in cases(SLUG)] == [2, 3] and Case(SLUG, 2).game is HandsFace.game
