"""`hob doctor` against a Hob that is well set up, and against broken ones: one sentence for each, and what to do."""

from __future__ import annotations

import argparse
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.operate.doctor import doctor
from bot.run.settings import Settings
from db import Store
from playground.discord import Loopback
from playground.discord.state import APPLICATION
from tests.pointing import real_discord_stays

GIVEN = argparse.Namespace()


@pytest.fixture(autouse=True)
def afterwards() -> Iterator[None]:
    with real_discord_stays():
        yield


@pytest.fixture
async def discord() -> AsyncIterator[Loopback]:
    async with Loopback(deadline=60.0) as loopback:
        yield loopback


async def told(capsys: pytest.CaptureFixture[str], **settings: Any) -> tuple[int, str]:
    code = await doctor(Settings(_env_file=None, **settings), GIVEN)  # type: ignore[call-arg]
    return code, capsys.readouterr().out


async def test_a_hob_that_is_well_set_up(
    tmp_path: Path, discord: Loopback, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    await (await Store.open(f"sqlite:///{tmp_path / 'hob.sqlite3'}")).close()
    (tmp_path / "alive").touch()
    code, said = await told(capsys, token=discord.token, data=tmp_path, discord=discord.base)
    assert code == 0 and "bad" not in said
    for sentence in (
        "can be written",
        "is well",
        "is whole: 0 tables",
        "Discord takes the token",
        "The clock is right",
    ):
        assert sentence in said, said
    assert APPLICATION not in said.split("token")[0]
    assert caplog.messages == [], "and nothing that looks like a warning"


@pytest.mark.parametrize(
    ("trouble", "level", "sentence"),
    [
        ("no token", "bad", "HOB_TOKEN is not set"),
        ("bad token", "bad", "Discord refuses the token in HOB_TOKEN: reset it"),
        ("no network", "bad", "Discord cannot be reached"),
        ("damaged store", "bad", "put a copy back: hob restore"),
        ("folder", "bad", "cannot be written"),
        ("readable by all", "warn", "Others may read"),
        ("not running", "warn", "Hob is not running here"),
    ],
)
async def test_what_is_wrong_is_named_with_what_to_do(
    tmp_path: Path,
    discord: Loopback,
    capsys: pytest.CaptureFixture[str],
    trouble: str,
    level: str,
    sentence: str,
) -> None:
    file = tmp_path / "hob.sqlite3"
    await (await Store.open(f"sqlite:///{file}")).close()
    settings: dict[str, Any] = {"token": discord.token, "data": tmp_path, "discord": discord.base}
    match trouble:
        case "no token":
            settings["token"] = None
        case "bad token":
            settings["token"] = "MTIzNDU2Nzg5MDEyMzQ1Njc4.nobodys.token"
        case "no network":
            settings["discord"] = "http://127.0.0.1:9"
        case "damaged store":
            file.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
        case "folder":
            settings["data"] = file / "beneath"
        case "readable by all":
            file.chmod(0o644)
    code, said = await told(capsys, **settings)
    assert f"{level:5} " in said and sentence in said, said
    assert code == (level == "bad")
