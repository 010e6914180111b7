"""The hints that were given at a table, so that a review never calls one of them a mistake."""

from collections.abc import Sequence

from bot.tables.model import TableInfo


def is_recorded(info: TableInfo, seat: int, question: int, actions: Sequence[str]) -> bool:
    return set(actions) <= set(recommended_actions(info, seat, question))


def record_hint(info: TableInfo, seat: int, question: int, actions: Sequence[str]) -> TableInfo:
    """Return the table's information with what a seat was advised to answer a question."""
    info = info.copy_for_edit()
    known = info.hints_given.setdefault(seat, {}).setdefault(question, [])
    known += [action for action in actions if action not in known]
    return info


def recommended_actions(info: TableInfo, seat: int, question: int) -> list[str]:
    return info.hints_given.get(seat, {}).get(question, [])


def keep_after_undo(info: TableInfo, question: int, asked_again: int) -> None:
    """Let hints about a question count for the same question, which gets a new number when an answer is undone."""
    for by_question in info.hints_given.values():
        if question in by_question:
            by_question[asked_again] = list(by_question[question])
