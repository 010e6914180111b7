"""What a person reads stands in a text file: no module of cogs or engine holds a text with a space in it.

Excepted are, by rule: docstrings; what is raised, asserted or written into the log, for these are for developers and
operators; what a check of somebody's deck or a count of things names; the titles of the games; and the kit of pictures,
which paints the words that it is given, and writes SVG and a page for developers.
"""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.bot.i18n.reading_code import trees

SILENT = re.compile(r"engine/(\w+/)?(cards|decks)\.py|cogs/\w+/(service|messages|scheduler)\.py")
SPOKEN = re.compile(r"[^\W\d_].* |.* .*[^\W\d_]", re.DOTALL)  # a letter and a space


def excepted(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise | ast.Assert) or (
            isinstance(node, ast.FunctionDef) and re.match(r"_?(\w*faults|check|component_counts)", node.name)
        ):
            yield node
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if getattr(node.func.value, "id", "") in ("log", "re"):
                yield node
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "title":
            yield node
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node  # a docstring
        elif isinstance(node, ast.AnnAssign) or (isinstance(node, ast.arg) and node.annotation is not None):
            yield node.annotation


def spoken(tree: ast.AST) -> Iterator[str]:
    """The texts of a module that somebody may read."""
    free = {id(part) for node in excepted(tree) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in free:
            continue
        if SPOKEN.search(node.value):
            yield node.value


def test_no_module_says_anything_itself() -> None:
    found = {path: [*spoken(tree)] for path, tree in trees("cogs", "engine").items() if not SILENT.fullmatch(path)}
    assert {path: said for path, said in found.items() if said} == {}


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ('button = "Play on"', ["Play on"]),
        ('line = f"{who} plays on {where}"', [" plays on "]),
        ('label = words + " of yours"', [" of yours"]),
        ('key = "table.in-goal"', []),
        ('joined = ", ".join(parts) + " · "', []),
        ('def f():\n    "Says nothing."\n    raise ValueError("not a word")', []),
        ('log.error("a picture is left out: %r", fault)', []),
        ('def faults():\n    yield "two cards have this id"', []),
        ('def f(x: "Table of ours") -> None: ...', []),
    ],
)
def test_what_counts_as_said(source: str, said: list[str]) -> None:
    assert [*spoken(ast.parse(source))] == said
