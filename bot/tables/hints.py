"""The hints given at a table. A review never calls a recommended action a mistake."""

from collections.abc import Sequence

from bot.tables.model import TableInfo


def is_recorded(info: TableInfo, seat: int, question: int, actions: Sequence[str]) -> bool:
    return set(actions) <= set(recommended_actions(info, seat, question))


def record_hint(info: TableInfo, seat: int, question: int, actions: Sequence[str]) -> TableInfo:
    """Return the table's information with the actions that a hint recommended to a seat for a question."""
    info = info.copy_for_edit()
    known = info.hints_given.setdefault(seat, {}).setdefault(question, [])
    known += [action for action in actions if action not in known]
    return info


def recommended_actions(info: TableInfo, seat: int, question: int) -> list[str]:
    return info.hints_given.get(seat, {}).get(question, [])


def keep_after_undo(info: TableInfo, question: int, asked_again: int) -> None:
    """Copy the hints about a question to its new number; an undo asks the same question again under another number."""
    for by_question in info.hints_given.values():
        if question in by_question:
            by_question[asked_again] = list(by_question[question])
