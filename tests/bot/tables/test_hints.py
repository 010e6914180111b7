"""Hints are stored by seat and question; after an undo they count for the same question again."""

from bot.tables import hints
from bot.tables.model import TableInfo


def test_each_hint_about_a_question_is_remembered_once() -> None:
    info = TableInfo(host=1)
    info = hints.record_hint(info, 0, 7, ["red", "blue"])
    info = hints.record_hint(info, 0, 7, ["blue", "green"])
    info = hints.record_hint(info, 1, 7, ["yellow"])
    assert hints.recommended_actions(info, 0, 7) == ["red", "blue", "green"]
    assert hints.recommended_actions(info, 1, 7) == ["yellow"] and hints.recommended_actions(info, 0, 8) == []
    assert hints.is_recorded(info, 0, 7, ["green"]) and not hints.is_recorded(info, 1, 7, ["green"])
    assert TableInfo.model_validate(info.to_stored()) == info


def test_a_question_asked_again_after_an_undo_keeps_its_hints() -> None:
    info = hints.record_hint(TableInfo(host=1), 0, 7, ["red"])
    hints.keep_after_undo(info, 7, 12)
    assert hints.recommended_actions(info, 0, 12) == ["red"] == hints.recommended_actions(info, 0, 7)
