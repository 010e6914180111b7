"""Set-up shared by several tests is in a small module next to them: no test file imports another."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


def imports_of_tests(source: str) -> Iterator[str]:
    """Every test file that a file imports, or something of it."""
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module or ''}.{alias.name}" for alias in node.names]
        yield from [name for name in names if ".test_" in f".{name}"][:1]


def test_no_test_file_imports_another() -> None:
    found = [
        f"{file.relative_to(TESTS)} imports {name}"
        for file in sorted(TESTS.rglob("*.py"))
        for name in imports_of_tests(file.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "from tests.cogs.table.test_slash_actions import tattling",
        "from tests.games import test_conformance as conformance",
        "import tests.cogs.table.test_slash_actions",
        "def later():\n    from .test_verbs import tattling",
    ],
)
def test_an_import_of_a_test_is_found(source: str) -> None:
    assert list(imports_of_tests(source))


def test_importing_a_set_up_module_is_allowed() -> None:
    assert list(imports_of_tests("import hob.testing.play\nfrom tests.cogs.tables import tattling")) == []
