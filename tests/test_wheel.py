"""The wheel contains all of Hob, with drawings, cards, migrations and pages, and none of its tests."""

from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parent.parent
ROOMS = ("bot", "cogs", "db", "engine", "hob", "playground")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Return the names of the files in the wheel."""
    (built,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("wheel")))
    with ZipFile(built) as files:
        return set(files.namelist())


def test_the_wheel_contains_every_needed_file(wheel: set[str]) -> None:
    rooms = {
        path.relative_to(ROOT).as_posix()
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert rooms - wheel == set()
    kinds = {Path(name).suffix for name in rooms}
    assert {".py", ".svg", ".toml", ".html", ".css", ".js"} <= kinds
    assert {"db/migrations/env.py", "bot/i18n/text/de.toml", "cogs/candy_chaser/text/en.toml"} <= wheel


def test_the_wheel_contains_nothing_else(wheel: set[str]) -> None:
    assert {name.split("/")[0] for name in wheel if ".dist-info/" not in name} == set(ROOMS)


def test_the_wheel_installs_the_command(wheel: set[str]) -> None:
    assert any(name.endswith(".dist-info/entry_points.txt") for name in wheel)
