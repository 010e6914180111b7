"""Read string constants, keys and keyword arguments from the source code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from bot.i18n.catalogue import COMMON, Catalogue

ROOT = Path(__file__).parents[3]
KEY = re.compile(r"(?!(refused|said|command)\\\.\.\*$)\w+\\\.")  # not "refused.{key}": then the code has the name


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


def unused_texts(without: str = "") -> list[str]:
    """Return the common keys that no module uses, as if the folder of the feature `without` were deleted.

    A module uses a key if it contains the key, its name, or an f-string for it.
    """
    modules = [tree for path, tree in trees("bot", "cogs").items() if not path.startswith(f"cogs/{without}/")]
    literal = {text for tree in modules for text in texts(tree)}
    made = [pattern for tree in modules for pattern in patterns(tree) if KEY.match(pattern.pattern)]
    return [
        key
        for name, folder in COMMON.folders.items()
        if name != without
        for key in Catalogue(name, folder)
        if not literal & {key, key.partition(".")[2]} and not any(pattern.fullmatch(key) for pattern in made)
    ]
