"""Read string constants, keys and keyword arguments from the source code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[3]


def trees(*folders: str) -> dict[str, ast.Module]:
    """Return every module below these folders, keyed by its path."""
    files = [file for folder in folders for file in sorted((ROOT / folder).rglob("*.py"))]
    return {file.relative_to(ROOT).as_posix(): ast.parse(file.read_text(encoding="utf-8")) for file in files}


def texts(node: ast.AST) -> Iterator[str]:
    """Yield every string constant below the node, without the parts of f-strings."""
    inside = {id(part) for each in ast.walk(node) if isinstance(each, ast.JoinedStr) for part in each.values}
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in inside:
            yield each.value


def patterns(node: ast.AST) -> Iterator[re.Pattern[str]]:
    """Yield every f-string below the node, as a pattern of its possible values."""
    for each in ast.walk(node):
        if isinstance(each, ast.JoinedStr):
            parts = [re.escape(p.value) if isinstance(p, ast.Constant) else ".*" for p in each.values]
            yield re.compile("".join(parts))


def constants(node: ast.AST) -> Iterator[str]:
    """Yield the possible values of a string expression, as far as they are literals."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)


def calls(tree: ast.AST, *names: str) -> Iterator[ast.Call]:
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and getattr(call.func, "attr", getattr(call.func, "id", "")) in names:
            yield call


def given(call: ast.Call) -> set[str] | None:
    """Return the names of a call's keyword arguments, or None if it unpacks a mapping."""
    names = {word.arg for word in call.keywords}
    return None if None in names else {str(name) for name in names}
