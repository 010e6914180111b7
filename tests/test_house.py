"""The static part of the table that tools/house.py prints. The traced press has no test."""

from pathlib import Path

import pytest

from tools import house
from tools.house import Function, Module


def module(tmp_path: Path, source: str, monkeypatch: pytest.MonkeyPatch) -> Module:
    monkeypatch.setattr(house, "ROOT", tmp_path)
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "one.py").write_text(source, encoding="utf-8")
    return Module(tmp_path / "bot" / "one.py")


def test_each_row_has_a_value_and_a_target() -> None:
    rows = {row.key: row for row in house.static_rows()}
    assert all(row.target and row.values for row in rows.values())
    assert len(rows) == 8
    assert rows["modules"].values["all"] > rows["modules"].values["short"] > 0
    assert rows["lines"].values["with_text"] > rows["lines"].values["without_text"] > 0
    assert rows["game_files"].values["largest"] >= rows["game_files"].values["smallest"] > 1
    assert 0 < rows["strict"].values["percent"] <= 100


def test_a_protocol_with_one_implementation_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
class Lonely(Protocol):
    def paint(self): ...
    name: str
class Common(Protocol):
    def close(self) -> None: ...
class Base:
    def close(self) -> None: ...
class Painter(Base):
    def __init__(self): self.name = "x"
    def paint(self): ...
"""
    assert house.protocols_with_one_implementation([module(tmp_path, source, monkeypatch)]) == ["Lonely"]


def test_a_proxy_is_found_unless_it_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
class Loose:
    def __getattr__(self, name: str) -> Any: ...
class Tight:
    def __getattr__(self, name: str) -> int: ...
"""
    assert house.untyped_proxies([module(tmp_path, source, monkeypatch)]) == ["Loose"]


def test_names_are_repeated_if_three_packages_have_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "ROOT", tmp_path)
    paths = [
        "engine/nights.py",
        "db/nights.py",
        "bot/nights.py",
        "cogs/a/cog.py",
        "cogs/b/cog.py",
        "cogs/c/cog.py",
    ]
    for path in paths:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    assert house.repeated_names([Module(tmp_path / path) for path in paths]) == {"nights.py": 3}


def test_sentences_are_text_data_and_code_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
WORDS = {
    "a": "It is your turn.",
}
PLACES = [place_of(seat, number, " of ") for seat, number in everything]


def f() -> str:
    return "It is your turn."
"""
    assert house.text_lines(module(tmp_path, source, monkeypatch)) == 3


def test_the_trunk_leaves_out_helpers_and_counts_borders() -> None:
    press, answer = Function("cogs/play.py", "press"), Function("engine/game.py", "answer")
    helpers = [Function("engine/game.py", f"helper{number}") for number in range(house.TRUNK)]
    small = Function("db/store.py", "commit")
    calls = [(press,), (press, answer), *((press, answer, helper) for helper in helpers)]
    calls += [(press, small), (press, small, helpers[0])]
    assert house.trunk_of(calls) == [press, answer]
    assert house.crossings([press, answer, *helpers]) == 1
