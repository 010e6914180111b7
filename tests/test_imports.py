"""Who may import whom: cogs -> bot -> engine, db; engine and db know nobody; no files import each other in a circle.

Every import counts: at the top of a file, inside a function, for types only, and by a name in a string.
"""

import ast
import re
from collections.abc import Iterator, Mapping
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
START = "bot/__main__.py"  # puts the parts together, so it knows cogs; nothing knows it
FOREIGN = {
    "engine": {"random", "time", "datetime", "discord", "sqlalchemy", "asyncio", "os"},
    "db": {"discord", "random"},
    "cogs": {"sqlalchemy"},
    "bot": {"sqlalchemy"},
}
LOADERS = {"import_module", "__import__", "find_spec", "load_extension", "reload_extension"}
LOADING = {"importlib", "pkgutil", "runpy"}  # whoever imports these may load whatever it names in any string
NAME = re.compile(rf"({'|'.join(sorted(OURS))})(\.\w+)+\.?")  # a module of ours, or the beginning of its name


def imports(source: str, module: str, package: bool = False) -> Iterator[tuple[str, str]]:
    """Every import at whatever depth: a module's name, and the name that is taken from it, if one is."""
    parts = module.split(".") if package else module.split(".")[:-1]
    tree = ast.parse(source)
    if any(isinstance(node, ast.Import | ast.ImportFrom) and loads(node) for node in ast.walk(tree)):
        yield from ((name, "") for name in strings(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = parts[: len(parts) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((base, alias.name) for alias in node.names)
        elif isinstance(node, ast.Call) and called(node) in LOADERS:
            yield from (
                (name, "") for argument in node.args for name in [*strings(argument), *relative(argument, parts)]
            )


def loads(node: ast.Import | ast.ImportFrom) -> bool:
    """Whether this brings in one of Python's doors to modules that are named in strings."""
    names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
    return any(name.split(".")[0] in LOADING for name in names)


def relative(argument: ast.AST, parts: list[str]) -> Iterator[str]:
    """The module that a string such as `..live` names from within the package `parts`."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str) and argument.value.startswith("."):
        name = argument.value.lstrip(".")
        level = len(argument.value) - len(name)
        yield ".".join([*parts[: len(parts) - level + 1], name])


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def strings(source: ast.AST) -> Iterator[str]:
    """The strings that name a module of ours, or the beginning of one."""
    for node in ast.walk(source):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and NAME.fullmatch(node.value):
            yield node.value.strip(".")


def faults(path: str, source: str) -> list[str]:
    """What `path` imports against the rule, or names in any string: it may be loaded, or run as a process."""
    room, module, package = path.split("/")[0], *named(path)
    knows = KNOWS[room] | {"cogs"} if path == START else KNOWS[room]
    strangers = OURS - knows | FOREIGN.get(room, set())
    found = [*imports(source, module, package), *((name, "") for name in strings(ast.parse(source)))]
    bad = {name for name, _ in found if name.split(".")[0] in strangers}
    bad |= {START for name, part in found if room != "playground" and "bot.__main__" in (name, f"{name}.{part}")}
    return [f"{path} imports {name}" for name in sorted(bad)]


def named(path: str) -> tuple[str, bool]:
    """The module of a file, and whether it is a package's own."""
    parts = path.removesuffix(".py").split("/")
    return (".".join(parts[:-1]), True) if parts[-1] == "__init__" else (".".join(parts), False)


def circles(sources: Mapping[str, str]) -> list[set[str]]:
    """The modules that import each other in a circle, each circle with all that are caught in it."""
    modules = {named(path)[0]: (path, source) for path, source in sources.items()}
    graph: dict[str, set[str]] = {}
    for module, (path, source) in modules.items():
        graph[module] = set()
        for name, part in imports(source, *named(path)):
            target = f"{name}.{part}" if f"{name}.{part}" in modules else name
            if target in modules and target != module:
                graph[module].add(target)
    reach = {module: reached(graph, module) for module in graph}
    found = {frozenset(b for b in reach[a] if a in reach[b]) for a in graph if a in reach[a]}
    return sorted((set(one) for one in found), key=sorted)


def reached(graph: Mapping[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    left = list(graph[start])
    while left:
        module = left.pop()
        if module not in seen:
            seen.add(module)
            left += graph[module]
    return seen


def files(*rooms: str) -> dict[str, str]:
    found = [file for room in rooms for file in sorted((ROOT / room).rglob("*.py"))]
    return {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in found}


@pytest.mark.parametrize("room", KNOWS)
def test_a_room_imports_only_what_it_may_know(room: str) -> None:
    sources = files(room)
    assert sources
    assert [fault for path, source in sources.items() for fault in faults(path, source)] == []


def test_no_files_import_each_other_in_a_circle() -> None:
    assert circles(files(*KNOWS)) == []


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
        ("bot/tables/service.py", "from cogs.ui import words"),
        ("bot/gateway/client.py", "import importlib\nimportlib.import_module('cogs.presentation')"),
        ("bot/gateway/client.py", "async def go(bot, game):\n    await bot.load_extension(f'cogs.games.{game}')"),
        (
            "bot/gateway/client.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from bot.interactions.context import Answers",
        ),
        ("bot/gateway/client.py", "from bot.__main__ import main"),
        ("bot/computers/ai_scheduler.py", "Worker('bot.pictures.worker')"),
        ("cogs/games.py", "from bot import __main__"),
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
        ("bot/gateway/client.py", "import discord\nfrom engine import GAMES\nfrom db import Store"),
        ("bot/__main__.py", "from cogs.presentation import Presentation"),
        ("cogs/ui/hand.py", "import discord\nfrom bot.sessions import Sessions\nfrom engine import GAMES"),
        ("cogs/ui/hand.py", "'''What bot.gateway.client would rather not know.'''"),
        ("playground/__main__.py", "import bot, cogs, db\nfrom bot import __main__"),
    ],
)
def test_an_allowed_import_is_let_through(path: str, source: str) -> None:
    assert faults(path, source) == []


CIRCLE = {"bot/a.py": "from bot import b", "bot/b.py": "import bot.c\nimport bot.d", "bot/d.py": ""}


@pytest.mark.parametrize(
    "last",
    [
        "from bot.a import Thing",
        "def later():\n    from . import a",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from bot.a import Thing",
        "import importlib\nA = importlib.import_module('bot.a')",
        "import importlib\nA = importlib.import_module('.a', __package__)",
        "from importlib import import_module as get\nA = get('bot.a')",
        "import importlib\nNAMES = ['bot.a']\nA = [importlib.import_module(name) for name in NAMES]",
        "import pkgutil\nA = pkgutil.resolve_name('bot.a')",
    ],
)
def test_a_circle_is_found(last: str) -> None:
    assert circles(CIRCLE | {"bot/c.py": last}) == [{"bot.a", "bot.b", "bot.c"}]


def test_a_package_may_import_what_lies_in_it_and_no_more() -> None:
    own = {"bot/__init__.py": "from bot.a import Thing", "bot/a.py": "import bot.b", "bot/b.py": ""}
    assert circles(own) == []
    assert circles(own | {"bot/b.py": "from bot import Thing"}) == [{"bot", "bot.a", "bot.b"}]


def test_a_circle_put_into_hob_is_found() -> None:
    sources = files(*KNOWS)
    sources["bot/tables/model.py"] += "\ndef later():\n    from bot.tables.session import Live\n"
    assert any({"bot.tables.model", "bot.tables.session"} <= circle for circle in circles(sources))
