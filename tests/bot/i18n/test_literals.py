"""Text for people is in the text files: no module of cogs or engine contains a string with a space in it.

The exceptions are docstrings, exceptions, assertions and log messages, which are for developers and operators; the
faults of decks and component counts, and what `hob check` and the arena say; the titles of the games, and the
answers of their lessons; seeds; and the picture kit, which paints the text that it gets and writes SVG and a page for
developers.
"""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.bot.i18n.reading_code import trees

SILENT = re.compile(
    r"engine/(\w+/)?(cards|decks)\.py|engine/check\.py|cogs/(arena|check_game)\.py|cogs/\w+/(service|messages|scheduler)\.py"
)
SPOKEN = re.compile(r"[^\W\d_].* |.* .*[^\W\d_]", re.DOTALL)  # a letter and a space


def excepted(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise | ast.Assert) or (
            isinstance(node, ast.FunctionDef) and re.match(r"_?(\w*faults|check|component_counts)", node.name)
        ):
            yield node
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if getattr(node.func.value, "id", "") in ("log", "re", "hmac"):
                yield node
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Lesson":
            yield node  # its answers
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "title":
            yield node
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node  # a docstring
        elif isinstance(node, ast.AnnAssign) or (isinstance(node, ast.arg) and node.annotation is not None):
            yield node.annotation


def spoken(tree: ast.AST) -> Iterator[str]:
    """Yield the strings of a module that a player could read."""
    free = {id(part) for node in excepted(tree) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in free:
            continue
        if SPOKEN.search(node.value):
            yield node.value


def test_modules_contain_no_texts() -> None:
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
        ('log.error("picture omitted: %r", fault)', []),
        ('def faults():\n    yield "two cards have this id"', []),
        ('def f(x: "Table of ours") -> None: ...', []),
    ],
)
def test_spoken_literals_are_found(source: str, said: list[str]) -> None:
    assert [*spoken(ast.parse(source))] == said
