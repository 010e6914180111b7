"""Test names are short enough to read in a list of failures."""

import ast
from pathlib import Path

LONGEST = 70  # characters


def test_every_test_has_a_short_name_that_is_unique_in_its_file() -> None:
    faults = []
    for file in sorted(Path(__file__).parent.rglob("test_*.py")):
        nodes = ast.parse(file.read_text("utf-8")).body
        names = [node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        tests = [name for name in names if name.startswith("test_")]
        faults += [f"{file.name}: {name} is {len(name)} characters long" for name in tests if len(name) > LONGEST]
        faults += [f"{file.name}: {name} replaces an earlier test" for name in {*tests} if tests.count(name) > 1]
    assert not faults, "\n".join(faults)
