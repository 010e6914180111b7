"""Hints are stored by seat and question; after an undo they count for the same question again."""

from bot.tables.model import TableInfo


def test_each_hint_about_a_question_is_remembered_once() -> None:
    info = TableInfo(host=1)
    info.record_hint(0, 7, ["red", "blue"])
    info.record_hint(0, 7, ["blue", "green"])
    info.record_hint(1, 7, ["yellow"])
    assert info.hinted_actions(0, 7) == ["red", "blue", "green"]
    assert info.hinted_actions(1, 7) == ["yellow"] and info.hinted_actions(0, 8) == []
    assert TableInfo.model_validate(info.to_stored()) == info


def test_a_question_asked_again_after_an_undo_keeps_its_hints() -> None:
    info = TableInfo(host=1)
    info.record_hint(0, 7, ["red"])
    info.keep_hints(7, 12)
    assert info.hinted_actions(0, 12) == ["red"] == info.hinted_actions(0, 7)
