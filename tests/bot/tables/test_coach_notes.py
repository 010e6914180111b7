"""To whom a kind of question is explained, and how often."""

from bot.tables.coach_notes import Coached, due, noted

BEFORE = Coached(session="AAAAAA", notes={"move": 1})


def test_in_a_first_game_each_kind_is_explained_once_and_as_long_as_its_question_is_open() -> None:
    assert due("first", None, "AAAAAA", "move", 1)
    assert due("first", BEFORE, "AAAAAA", "move", 1) and not due("first", BEFORE, "AAAAAA", "move", 2)
    assert due("first", BEFORE, "AAAAAA", "tattle", 2)
    assert noted(BEFORE, "AAAAAA", "tattle", 2).notes == {"move": 1, "tattle": 2}


def test_a_second_game_of_a_kind_is_explained_to_who_wants_it_always() -> None:
    assert not due("first", BEFORE, "BBBBBB", "move", 1) and due("on", BEFORE, "BBBBBB", "move", 1)
    assert noted(BEFORE, "BBBBBB", "move", 1) == Coached(session="BBBBBB", notes={"move": 1})


def test_who_wants_none_gets_none() -> None:
    assert not due("off", None, "AAAAAA", "move", 1) and not due("off", BEFORE, "AAAAAA", "move", 1)
