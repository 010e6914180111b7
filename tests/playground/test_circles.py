"""The playground's modules don't import each other in a cycle, not even for type checking."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[2]


def module(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def named(source: str) -> set[str]:
    """Return every module, and every name of one, that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def circle(sources: Mapping[str, str]) -> list[str]:
    """Return a cycle of imports between these modules, if any; imports of a module's own package don't count."""
    graph = {
        name: {other for other in named(source) & sources.keys() if other != name and not name.startswith(f"{other}.")}
        for name, source in sources.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as found:
        return list(found.args[1])
    return []


def test_the_playground_has_no_import_cycles() -> None:
    sources = {module(path): path.read_text(encoding="utf-8") for path in (ROOT / "playground").rglob("*.py")}
    assert "playground.discord.loopback" in sources
    assert circle(sources) == []


def test_import_cycles_are_detected_even_in_type_checking_blocks() -> None:
    one = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from playground.two import Two"
    two = "def later():\n    from playground import three"
    three = "import playground.one"
    sources = {"playground.one": one, "playground.two": two, "playground.three": three}
    assert set(circle(sources)) == sources.keys()
    assert circle({**sources, "playground.three": "import json"}) == []
