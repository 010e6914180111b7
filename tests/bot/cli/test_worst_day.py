"""`docs/operating/worst-day.md` explains every logged warning, and no line that Hob doesn't log."""

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

from discord import http

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "operating" / "worst-day.md"
WARNS = ("log.warning", "log.error", "log.exception", "log.critical", "log.log")  # the last with a level first
FIELD = re.compile(r"%[-.0-9]*[sdrf]|\{[^}]*\}")


def plain(text: str) -> str:
    """Replace the variable parts of a log line with "…"."""
    return FIELD.sub("…", text).replace("%%", "%")


def trees() -> Iterator[ast.AST]:
    for room in ("bot", "cogs", "db"):
        for file in sorted((ROOT / room).rglob("*.py")):
            yield ast.parse(file.read_text(encoding="utf-8"))


def warnings() -> set[str]:
    """Return every line that is logged at WARNING or above."""
    found = set()
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in WARNS:
                said = node.args[ast.unparse(node.func) == "log.log"]
                assert isinstance(said, ast.Constant), ast.unparse(node)
                found.add(plain(said.value))
    return found


def told() -> set[str]:
    """Return the log lines in the first column of the page."""
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    return {phrase for row in rows for phrase in re.findall(r"`([^`]+)`", row.split(" | ")[0])}


def test_every_warning_in_the_log_is_explained() -> None:
    phrases = told()
    assert len(phrases) > 30
    assert [line for line in sorted(warnings()) if not any(phrase in line for phrase in phrases)] == []


def test_every_explained_line_exists() -> None:
    constants = [
        node.value
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    said = "\n".join([*map(plain, constants), inspect.getsource(http)])
    pieces = {piece.strip(" :") for phrase in told() for piece in phrase.split("…")}
    assert [piece for piece in sorted(pieces) if piece not in said] == []
