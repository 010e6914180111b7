"""Only delivery records what Discord shows of a table, because only delivery shows it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.tables.screen_state import ShownState

ROOT = Path(__file__).parents[3]
CHANGES = {"append", "add", "clear", "discard", "extend", "insert", "pop", "remove", "setdefault", "update"}
FORGETS = "bot/people/privacy.py"  # erases a person from stored tables


def of_a_screen(node: ast.AST) -> bool:
    """Return True for a field of a screen or something inside it, like `session.screen.panels[seat]`."""
    while isinstance(node, ast.Subscript):
        node = node.value
    if not isinstance(node, ast.Attribute) or node.attr not in ShownState.model_fields:
        return False
    owner = node.value
    return "screen" in (getattr(owner, "attr", ""), getattr(owner, "id", ""))


def writes(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        targets: list[ast.AST] = []
        if isinstance(node, ast.Assign | ast.Delete):
            targets = [part for target in node.targets for part in ast.walk(target)]
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            targets = [node.func.value]
        yield from (ast.unparse(target) for target in targets if of_a_screen(target))


def test_only_delivery_writes_the_screen_state() -> None:
    files = [file for room in ("bot", "cogs") for file in sorted((ROOT / room).rglob("*.py"))]
    found = {file.relative_to(ROOT).as_posix(): [*writes(file.read_text(encoding="utf-8"))] for file in files}
    by = {path for path, fields in found.items() if fields and not path.startswith("bot/delivery/")}
    assert by == {FORGETS}
    assert sum(path.startswith("bot/delivery/") for path, fields in found.items() if fields) > 2


@pytest.mark.parametrize(
    "source",
    [
        "session.screen.outvoted.append(person)",
        "session.screen.vote = None",
        "screen.panels[seat] = panel",
        "del self.session.screen.closed[seat]",
        "session.screen.notices += 1",
        "a, session.screen.ping = b, None",
    ],
)
def test_writes_are_found(source: str) -> None:
    assert [*writes(source)] != []


def test_reads_are_not_reported() -> None:
    reads = "table = session.screen.table\nif person in session.screen.told: by.append(session.screen.ping)"
    assert [*writes(reads)] == []
