"""Print measures of the code base as a Markdown table: its size, its layout, and the path of one button press.

    python tools/house.py           # with the targets
    python tools/house.py --json    # machine-readable, with every function on the trunk
    python tools/house.py --static  # without the press, which starts the bot

This is documentation, not a gate. Code is found by its content and by the top-level packages, so modules can be
moved and renamed. It counts:

* functions, files: functions of `engine`, `db`, `bot` and `cogs` that run between a press (the third move in Candy
  Chaser, two people, no pictures) and its answer
* switches: how often the package changes in that sequence
* trunk: functions below which at least ten others run, in call order: the path that a reader follows
* nested calls: the deepest stack of our functions
* modules: Python files outside `tests`
* file names: names that occur in more than two packages; every game may have a `ui.py`
* Protocols: those with at most one implementing class, and classes whose `__getattr__` returns `Any`
* text data: top-level assignments that are mostly sentences
* strict: lines of modules whose mypy options include `disallow_untyped_defs` and `disallow_any_generics`
* words: in all README files and in `docs`, without the tags of pictures and the borders of tables
"""

import argparse
import ast
import asyncio
import json
import os
import re
import sys
import threading
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from fnmatch import fnmatch
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = ("engine", "db", "bot", "cogs")
SHORT = 50  # lines
TRUNK = 10  # a function belongs to the trunk if at least this many functions run below it
TAG = re.compile(r"<(?:img|br)[^>]*>")  # no words to read
WORD = re.compile(r"\S*\w\S*")  # not the borders of a table
STRICT = ("disallow_untyped_defs", "disallow_any_generics")  # mypy's strict options that are hardest to meet

sys.path.insert(0, str(ROOT))  # a script's own folder comes first by default, and has no packages


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    key: str
    what: str
    values: dict[str, int]
    target: str
    notes: str = ""

    @property
    def now(self) -> str:
        numbers = " / ".join(f"{number:,}" for number in self.values.values())
        return f"{numbers} ({self.notes})" if self.notes else numbers


class Module:
    """A Python file of the repository."""

    def __init__(self, file: Path) -> None:
        self.path = file.relative_to(ROOT).as_posix()
        self.text = file.read_text(encoding="utf-8")

    @property
    def package(self) -> str:
        return self.path.split("/")[0]

    @property
    def folders(self) -> list[str]:
        return self.path.split("/")[:-1]

    @property
    def name(self) -> str:
        return self.path.split("/")[-1]

    @property
    def dotted(self) -> str:
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def lines(self) -> int:
        return len(self.text.splitlines())

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def classes(self) -> list[tuple["Class", ast.ClassDef]]:
        return [*classes(self.tree)]


# ---- size and layout


def visible(pattern: str) -> list[Path]:
    """Return the matching files of the repository, except those in hidden folders such as `.venv`."""
    found: list[Path] = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(folder, name) for name in files if fnmatch(name, pattern)]
    return sorted(found)


def static_rows() -> list[Row]:
    """Return the rows that need only the files."""
    modules = [Module(file) for file in visible("*.py") if not file.is_relative_to(ROOT / "tests")]
    product = [module for module in modules if module.package in PRODUCT]
    games = {game: [module for module in product if game in module.folders] for game in game_folders()}
    sizes = [len(files) for files in games.values()]
    chaser = games["candy_chaser"]
    lines = sum(module.lines for module in product)
    typed = [module for module in modules if module.package in mypy_settings()["packages"]]
    repeated = repeated_names(typed)
    lonely, proxies = protocols_with_one_implementation(product), untyped_proxies(product)
    strict = sum(module.lines for module in typed if is_strict(module))
    return [
        Row(
            "modules",
            f"modules outside tests / of at most {SHORT} lines",
            {"all": len(modules), "short": sum(module.lines <= SHORT for module in modules)},
            "≤ 240 / ≤ 40",
        ),
        Row(
            "game_files",
            "Python files of the smallest / largest game",
            {"smallest": min(sizes), "largest": max(sizes)},
            "≤ 10 / ≤ 20",
            ", ".join(f"{game} {len(files)}" for game, files in games.items()),
        ),
        Row(
            "tattle",
            "Python files of Candy Chaser that mention “tattle” / all",
            {"files": sum("tattle" in module.text.lower() for module in chaser), "all": len(chaser)},
            "≤ 6",
        ),
        Row(
            "repeated_names",
            "file names in more than two layers",
            {"names": len(repeated)},
            "0",
            ", ".join(f"{name} {count} ×" for name, count in repeated.items()),
        ),
        Row(
            "protocols",
            "Protocols with one implementation / untyped proxies",
            {"protocols": len(lonely), "proxies": len(proxies)},
            "0 / 0",
            ", ".join([*lonely, *proxies]),
        ),
        Row(
            "lines",
            "product lines in Python with / without text data",
            {"with_text": lines, "without_text": lines - sum(map(text_lines, product))},
            "– / ≤ 36,000",
            ", ".join(f"{name} {sum(m.lines for m in product if m.package == name):,}" for name in PRODUCT),
        ),
        Row(
            "strict",
            "percent of the type-checked lines that are checked strictly",
            {"percent": round(100 * strict / sum(module.lines for module in typed))},
            "100",
        ),
        Row("words", "words in READMEs and docs", {"words": words_of_documents()}, "≤ 18,000"),
    ]


def game_folders() -> list[str]:
    """Return the folder names of all games: their slugs, as Python spells them."""
    from engine import GAMES

    return sorted(slug.replace("-", "_") for slug in GAMES)


def repeated_names(modules: Sequence[Module]) -> dict[str, int]:
    """Count the files of each name that occurs in more than two packages, most frequent first.

    Folders of one package may repeat a name: all games have a `ui.py`.
    """
    packages: dict[str, list[str]] = defaultdict(list)
    for module in modules:
        if not module.name.startswith("__"):
            packages[module.name].append(module.package)
    repeated = {name: len(found) for name, found in packages.items() if len(set(found)) > 2}
    return dict(sorted(repeated.items(), key=lambda item: (-item[1], item[0])))


@dataclass
class Class:
    """A class statement: the names of its bases, and its members with their return types as written."""

    name: str
    bases: list[str]
    members: dict[str, str] = field(default_factory=dict)


def classes(tree: ast.Module) -> Iterator[tuple[Class, ast.ClassDef]]:
    """Yield every class with the members it defines itself, including attributes set by its methods."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef):
            continue
        made = Class(node.name, [bare_name(base) for base in node.bases])
        for part in ast.walk(node):
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) and part in node.body:
                made.members[part.name] = ast.unparse(part.returns) if part.returns else ""
            elif isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                made.members[part.target.id] = ast.unparse(part.annotation)
            elif (
                isinstance(part, ast.Attribute)
                and isinstance(part.ctx, ast.Store)
                and isinstance(part.value, ast.Name)
                and part.value.id == "self"
            ):
                made.members.setdefault(part.attr, "")
        yield made, node


def bare_name(base: ast.expr) -> str:
    """Return `C` for the bases `C`, `module.C` and `C[T]`."""
    return ast.unparse(base).split("[")[0].split(".")[-1]


def protocols_with_one_implementation(modules: Sequence[Module]) -> list[str]:
    """Return the Protocols that at most one class of the product fulfils, by the names of its members.

    Many classes have one name in common by accident, so a Protocol's only member must return the same type as well.
    """
    known = [made for module in modules for made, _ in module.classes]
    by_name: dict[str, list[Class]] = defaultdict(list)
    for made in known:
        by_name[made.name].append(made)

    def members(made: Class, seen: frozenset[str] = frozenset()) -> dict[str, str]:
        inherited: dict[str, str] = {}
        for other in (other for base in made.bases if base not in seen for other in by_name[base] if other is not made):
            inherited |= members(other, seen | {made.name})
        return inherited | made.members

    def fulfils(other: dict[str, str], protocol: dict[str, str]) -> bool:
        return protocol.items() <= other.items() if len(protocol) == 1 else protocol.keys() <= other.keys()

    protocols = [made for made in known if "Protocol" in made.bases]
    concrete = [members(made) for made in known if "Protocol" not in made.bases]
    return sorted(made.name for made in protocols if sum(fulfils(other, made.members) for other in concrete) <= 1)


def untyped_proxies(modules: Sequence[Module]) -> list[str]:
    """Return the classes that have a `__getattr__` without a useful return type."""
    return sorted(
        made.name
        for module in modules
        for made, node in module.classes
        for part in node.body
        if isinstance(part, ast.FunctionDef) and part.name == "__getattr__"
        if part.returns is None or bare_name(part.returns) == "Any"
    )


def text_lines(module: Module) -> int:
    """Count the lines of top-level assignments that consist mostly of sentences, such as a catalogue."""
    count = 0
    for node in module.tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            strings = [
                part.value
                for part in ast.walk(node.value)
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
            ]
            code = len(ast.unparse(node.value))
            if any(" " in text for text in strings) and 2 * sum(map(len, strings)) >= code:
                assert node.end_lineno is not None
                count += node.end_lineno - node.lineno + 1
    return count


@cache
def mypy_settings() -> dict[str, Any]:
    settings: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    return settings


def is_strict(module: Module) -> bool:
    """Return True if mypy checks this module strictly, as pyproject.toml configures it."""
    settings = mypy_settings()
    options = {option: settings.get(option, settings.get("strict", False)) for option in STRICT}
    for override in settings.get("overrides", []):
        names = override["module"] if isinstance(override["module"], list) else [override["module"]]
        if any(fnmatch(f"{module.dotted}.", f"{name.removesuffix('*').removesuffix('.')}.*") for name in names):
            options |= {option: override[option] for option in STRICT if option in override}
    return all(options.values())


def words_of_documents() -> int:
    """Count the words people read; `docs/art.md` is a generated gallery of file names."""
    files = [file for file in visible("*.md") if file.name == "README.md" or file.is_relative_to(ROOT / "docs")]
    files.remove(ROOT / "docs" / "art.md")
    return sum(len(WORD.findall(TAG.sub(" ", file.read_text(encoding="utf-8")))) for file in files)


# ---- a button press


@dataclass(frozen=True)
class Function:
    """A function of the product."""

    path: str
    name: str

    @property
    def package(self) -> str:
        return self.path.split("/")[0]


class Trace:
    """Records every call and resumption of the product's functions, in all threads, until Discord gets its answer."""

    def __init__(self) -> None:
        self.recording = self.answered = False
        self.calls: list[tuple[Function, ...]] = []  # the call stack, outermost function first
        self._known: dict[CodeType, Function | None] = {}

    def install(self) -> None:
        """Profile this thread and those that start from now on."""
        threading.setprofile(self._profile)
        sys.setprofile(self._profile)

    def uninstall(self) -> None:
        threading.setprofile(None)
        sys.setprofile(None)

    def start(self) -> None:
        self.recording, self.answered, self.calls = True, False, []

    def _profile(self, frame: FrameType, event: str, _: object) -> None:
        if not self.recording or event != "call":
            return
        code = frame.f_code
        if code.co_name == "create_interaction_response" and "/discord/" in Path(code.co_filename).as_posix():
            self.recording, self.answered = False, True
        elif self._function(code) is not None:
            self.calls.append(tuple(self._stack(frame))[::-1])

    def _stack(self, frame: FrameType | None) -> Iterator[Function]:
        while frame is not None:
            function = self._function(frame.f_code)
            if function is not None:
                yield function
            frame = frame.f_back

    def _function(self, code: CodeType) -> Function | None:
        """Return the product's function for this code; comprehensions count as part of the enclosing function."""
        if code not in self._known:
            path = Path(code.co_filename)
            inside = path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in PRODUCT
            counts = inside and (not code.co_name.startswith("<") or code.co_name == "<lambda>")
            name = code.co_qualname if "<lambda>" not in code.co_name else f"{code.co_qualname}:{code.co_firstlineno}"
            self._known[code] = Function(path.relative_to(ROOT).as_posix(), name) if counts else None
        return self._known[code]


def crossings(functions: Sequence[Function]) -> int:
    """Count the steps from one top-level package to another."""
    return sum(one.package != other.package for one, other in pairwise(functions))


def trunk_of(calls: Sequence[tuple[Function, ...]]) -> list[Function]:
    """Return the functions below which many others run, in the order of their first call.

    This leaves out helpers, so what remains is the path that a reader follows from the press to the answer.
    """
    below: dict[Function, set[Function]] = {}
    for *callers, function in calls:
        below.setdefault(function, set())
        for caller in callers:
            below.setdefault(caller, set()).add(function)
    return [function for function, others in below.items() if len(others - {function}) >= TRUNK]


async def trace_press() -> list[tuple[Function, ...]]:
    """Press a button that moves a cube in Candy Chaser, in a game of two people after two moves."""
    from hob.testing.play import playing

    trace = Trace()
    trace.install()
    try:
        async with playing("Ada", "Ben", command="chaser", pictures=False) as hob:
            for _ in range(3):
                person = await hob.asked()
                cube = re.search(r"^\w+ → \d+$", hob.table_text(), re.MULTILINE)
                assert cube is not None, "no button moves a cube"
                trace.start()
                await person.clicks(cube[0], on=hob.table)
                if not trace.answered:
                    raise SystemExit("Discord got no answer to the press, so nothing was measured.")
    finally:
        trace.uninstall()
    return trace.calls


def press_rows(calls: Sequence[tuple[Function, ...]]) -> list[Row]:
    """Return the rows about a traced press."""
    order = [stack[-1] for stack in calls]
    ran, trunk, deepest = set(order), trunk_of(calls), max(calls, key=len)
    packages = {name: sum(function.package == name for function in ran) for name in PRODUCT}
    return [
        Row(
            "functions",
            "functions of ours that run from a press until its answer",
            {"functions": len(ran)},
            "≤ 150",
            ", ".join(f"{name} {count}" for name, count in packages.items()),
        ),
        Row("files", "files they stand in", {"files": len({function.path for function in ran})}, "≤ 30"),
        Row("switches", f"switches between {', '.join(PRODUCT)}", {"switches": crossings(order)}, "≤ 40"),
        Row(
            "trunk",
            "hops on the trunk / border crossings",
            {"hops": len(trunk), "crossings": crossings(trunk)},
            "≤ 20 / ≤ 8",
        ),
        Row(
            "deepest",
            "longest chain of nested calls / border crossings",
            {"hops": len(deepest), "crossings": crossings(deepest)},
            "–",
        ),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Print the code base's metrics next to their targets.")
    parser.add_argument("--json", action="store_true", help="print JSON, with every function on the trunk")
    parser.add_argument("--static", action="store_true", help="leave out the press, which starts the bot")
    arguments = parser.parse_args()
    calls = [] if arguments.static else asyncio.run(trace_press())
    rows = [*(press_rows(calls) if calls else []), *static_rows()]
    if arguments.json:
        chains = {"trunk": trunk_of(calls), "deepest": max(calls, key=len)} if calls else {}
        listed = {name: [f"{step.path}: {step.name}" for step in chain] for name, chain in chains.items()}
        print(json.dumps({"rows": [asdict(row) for row in rows], **listed}, indent=2, ensure_ascii=False))
        return
    print("| | now | target |\n|---|---|---|")
    for row in rows:
        print(f"| {row.what} | {row.now} | {row.target} |")


if __name__ == "__main__":
    main()
