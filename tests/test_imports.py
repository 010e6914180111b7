"""Who may import whom: cogs -> bot -> engine, db; engine and db know nobody."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = {"engine", "db", "bot", "cogs", "playground", "tests", "benchmarks"}
KNOWS = {
    "engine": {"engine"},
    "db": {"db"},
    "bot": {"bot", "engine", "db"},
    "cogs": {"cogs", "bot", "engine"},
    "playground": {"playground", "cogs", "bot", "engine", "db"},
}
FOREIGN = {
    "engine": {"random", "time", "datetime", "discord", "sqlalchemy", "asyncio", "os"},
    "db": {"discord", "random"},
    "cogs": {"sqlalchemy"},
    "bot": {"sqlalchemy"},
}


def imports(source: str, package: str) -> Iterator[str]:
    """Every module that a file imports, at whatever depth, whole names."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            yield ".".join([*above, *([node.module] if node.module else [])])


def faults(path: str, source: str) -> list[str]:
    """What `path` imports against the rule."""
    room = path.split("/")[0]
    strangers = OURS - KNOWS[room] | FOREIGN.get(room, set())
    names = imports(source, ".".join(path.split("/")[:-1]))
    return [f"{path} imports {name}" for name in names if name.split(".")[0] in strangers]


@pytest.mark.parametrize("room", KNOWS)
def test_a_room_imports_only_what_it_may_know(room: str) -> None:
    files = sorted((ROOT / room).rglob("*.py"))
    assert files
    assert [
        fault for file in files for fault in faults(file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8"))
    ] == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("engine/rules.py", "import random"),
        ("engine/rules.py", "from datetime import date"),
        ("engine/deep/rules.py", "def later():\n    import time"),
        ("engine/rules.py", "from bot import sessions"),
        ("engine/rules.py", "from bot.sessions import Sessions"),
        ("engine/deep/rules.py", "from ... import bot as engine\nimport db.store"),
        ("db/store.py", "from engine import GAMES"),
        ("bot/sessions/sessions.py", "from cogs.ui import words"),
        ("cogs/ui/hand.py", "from db.store import Store"),
        ("cogs/ui/hand.py", "import playground"),
    ],
)
def test_a_forbidden_import_is_found(path: str, source: str) -> None:
    assert faults(path, source)


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (
            "engine/deep/rules.py",
            "import secrets\nfrom engine import chance\nfrom .. import machine",
        ),
        ("bot/run/client.py", "import discord\nfrom engine import GAMES\nfrom db import Store"),
        ("cogs/ui/hand.py", "import discord\nfrom bot.sessions import Sessions\nfrom engine import GAMES"),
        ("playground/__main__.py", "import bot, cogs, db"),
    ],
)
def test_an_allowed_import_is_let_through(path: str, source: str) -> None:
    assert faults(path, source) == []
