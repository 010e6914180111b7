"""The screenshots in docs/screenshots/ can be recreated at any time."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from cogs.game_uis import GAME_UIS
from playground.screenshots import KINDS, MAX_BYTES, SCREENSHOTS, index, take
from tests.needs import CHROMIUM


def names_of(slug: str) -> set[str]:
    return {f"{slug}-table.png", *(f"{slug}-{kind}-{where}.png" for kind in KINDS for where in ("desktop", "phone"))}


def pictures(folder: Path, slug: str) -> dict[str, Path]:
    return {file.name: file for file in folder.glob(f"{slug}*.png")}


def written(folder: Path) -> str:
    return (folder / "README.md").read_text(encoding="utf-8")


@pytest.mark.slow
async def test_every_planned_screenshot_of_a_game_is_taken(tmp_path: Path) -> None:
    CHROMIUM.or_skip()
    await take(GAME_UIS["candy-chaser"], tmp_path)
    index(tmp_path)
    taken = pictures(tmp_path, "")
    assert taken.keys() == names_of("candy-chaser")
    for name, file in taken.items():
        assert file.stat().st_size <= MAX_BYTES
        with Image.open(file) as picture:
            assert picture.width <= (800 if "phone" in name else 1240)
    assert all(name in written(tmp_path) for name in taken)


@pytest.mark.parametrize("slug", GAME_UIS)
def test_the_docs_contain_every_screenshot(slug: str) -> None:
    found = pictures(SCREENSHOTS, slug)
    assert found.keys() == names_of(slug)
    assert all(file.stat().st_size <= MAX_BYTES and name in written(SCREENSHOTS) for name, file in found.items())
