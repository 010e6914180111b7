"""`hob doctor` confirms a healthy setup, and prints one sentence with the remedy for each problem."""

from __future__ import annotations

import argparse
import os
import resource
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.cli.doctor import doctor
from bot.settings import Settings
from db import EmptyStore, Store, backup
from hob.testing.pointing import real_discord_stays
from playground.discord import Loopback, shapes
from playground.discord.state import APPLICATION
from tests.db.conftest import Cluster, _cluster
from tests.playground.asking import allow

GIVEN = argparse.Namespace()
cluster = pytest.fixture(_cluster, scope="module")


@pytest.fixture(autouse=True)
def afterwards() -> Iterator[None]:
    with real_discord_stays():
        yield


@pytest.fixture
async def discord() -> AsyncIterator[Loopback]:
    async with Loopback() as loopback:
        yield loopback


async def told(capsys: pytest.CaptureFixture[str], **settings: Any) -> tuple[int, str]:
    code = await doctor(Settings(_env_file=None, **settings), GIVEN)  # type: ignore[call-arg]
    return code, capsys.readouterr().out


async def test_doctor_reports_a_correct_setup_without_warnings(
    tmp_path: Path, discord: Loopback, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'hob.sqlite3'}")
    await store.metadata.commands_failed(int(APPLICATION), 5e8, "500 Internal Server Error")
    await store.metadata.commands_synced(int(APPLICATION), "hash", 1e9)
    await store.close()
    (tmp_path / "alive").touch()
    backup(f"sqlite:///{tmp_path / 'hob.sqlite3'}", tmp_path / "backups")
    discord.world.portal = {"bot_public": False}
    discord.add_servers(205)
    code, said = await told(capsys, token=discord.token, data=tmp_path, discord=discord.base)
    assert code == 0 and all(line.startswith("ok ") for line in said.splitlines()), said
    for sentence in (
        "is writable",
        "is healthy",
        "is intact: 0 tables",
        "Discord accepts the token",
        "The clock is right",
        "The slash commands were last synced on 2001-09-09 at 01:46 UTC.",
        "is 0.0 hours old.",
        "and 201 more",
    ):
        assert sentence in said, said
    assert APPLICATION not in said.split("token")[0]
    assert caplog.messages == [], "and nothing that looks like a warning"


async def test_doctor_creates_no_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").touch(0o644)
    _, said = await told(capsys, data=tmp_path / "new" / "data")
    assert f"ok    The data folder {tmp_path}/new/data doesn't exist yet; the first start creates it." in said
    assert f"warn  Other users can read {tmp_path}/.env: chmod 600 .env.\n" in said
    assert os.listdir(tmp_path) == [".env"]


@pytest.mark.parametrize(("mode", "mount"), [(0o440, 0), (0o644, os.ST_RDONLY)])
async def test_doctor_accepts_a_secret_that_the_platform_owns(
    mode: int, mount: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kubernetes mounts secrets read-only as root's, readable by Hob's group or by everyone in the container."""
    (secret := tmp_path / "token").write_text("a.b.c")
    secret.chmod(mode)
    monkeypatch.setattr(os, "geteuid", lambda: secret.stat().st_uid + 1)
    monkeypatch.setattr(
        "bot.cli.doctor.os.statvfs",
        lambda path: SimpleNamespace(f_flag=mount, f_bavail=1, f_blocks=1, f_bfree=1, f_frsize=2**40),
    )
    _, said = await told(capsys, token_file=secret, data=tmp_path / "new", discord="http://127.0.0.1:9")
    assert "Other users" not in said


async def commands(file: Path, synced: bool = False, failed: bool = False, application: int = int(APPLICATION)) -> None:
    """Record attempts to sync commands, as a Hob does."""
    store = await Store.open(f"sqlite:///{file}")
    if synced:
        await store.metadata.commands_synced(application, "hash", 5e8)
    if failed:
        await store.metadata.commands_failed(application, 1e9, "403 Forbidden")
    await store.close()


@contextmanager
def nothing_may_grow() -> Iterator[None]:
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


async def test_doctor_leaves_an_empty_server_empty(
    tmp_path: Path, discord: Loopback, capsys: pytest.CaptureFixture[str], cluster: Cluster
) -> None:
    address = cluster.empty()
    _, said = await told(capsys, token=discord.token, data=tmp_path, discord=discord.base, database=address)
    assert "Discord accepts the token" in said and "The database is empty: the first `hob run` sets it up." in said
    with pytest.raises(EmptyStore):
        await Store.open(address, create=False)


async def test_doctor_expects_no_owners_on_windows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.cli.doctor.HAS_OWNERS", False)
    await (await Store.open(f"sqlite:///{tmp_path / 'hob.sqlite3'}")).close()
    (tmp_path / "hob.sqlite3").chmod(0o666)
    _, said = await told(capsys, data=tmp_path)
    assert "is intact" in said and "Other users" not in said


@pytest.mark.parametrize(
    ("trouble", "level", "sentence"),
    [
        ("no token", "bad", "HOB_TOKEN isn't set"),
        ("bad token", "bad", "Discord rejects the token (HOB_TOKEN or HOB_TOKEN_FILE). Reset it"),
        ("no network", "bad", "Can't reach Discord"),
        ("damaged store", "bad", "restore a backup with `hob restore"),
        ("another user's store", "bad", "The user that runs this can't read and write "),
        ("another user's backups", "bad", "Can't read backups (Permission denied): make it readable"),
        ("moved away", "bad", "is missing or empty, but its log isn't: put it back"),
        ("folder", "bad", "make it writable for the user that runs Hob"),
        ("full disk", "bad", "free some space"),
        ("readable by all", "warn", "hob.sqlite3: chmod 600 "),
        ("another user's token", "warn", "make the user that runs Hob its owner, then chmod 600."),
        ("empty file", "ok", "yet; the first start creates it."),
        ("another user's empty file", "bad", "The user that runs this can't read and write "),
        ("not running", "warn", "Hob isn't running here"),
        ("newer store", "bad", " is unknown here). Run that version, or restore a backup from before the upgrade."),
        ("foreign store", "bad", "hob.sqlite3 isn't a database of Hob. Check HOB_DATA and HOB_DATABASE."),
        ("no copies", "warn", "set HOB_BACKUP_EVERY=24"),
        ("no copy yet", "warn", "There is no backup yet in "),
        ("old copies", "warn", "hours old: look for"),
        ("old copies by hand", "warn", "hours old: set HOB_BACKUP_EVERY=24"),
        ("server away", "bad", ". Check HOB_DATABASE"),
        ("server that is not copied", "bad", "HOB_BACKUP_EVERY backs up only SQLite databases"),
        ("presses elsewhere", "bad", "clear Interactions Endpoint URL"),
        ("intents", "warn", "switch off Server Members, Message Content"),
        ("public", "warn", "set Installation, Install Link to None, then switch Public Bot off"),
        ("user install", "warn", "untick User Install under Installation"),
        ("rights", "warn", "In the server The Hearth, Hob lacks Attach Files (to send pictures"),
        ("no commands yet", "ok", "The slash commands have not been synced yet."),
        ("commands of another application", "ok", "The slash commands have not been synced yet."),
        ("older store", "ok", "The slash commands have not been synced yet."),
        (
            "rejected commands",
            "warn",
            "Syncing the slash commands failed on 2001-09-09 at 01:46 UTC (403 Forbidden); "
            "they have not been synced yet. Games continue",
        ),
        (
            "commands rejected since",
            "warn",
            "failed on 2001-09-09 at 01:46 UTC (403 Forbidden); they were last synced on 1985-11-05 at 00:53 UTC.",
        ),
        (
            "optional rights",
            "ok",
            "with Create Events, Hob could list game nights among the server's events in The Hearth",
        ),
    ],
)
async def test_every_problem_is_named_with_its_remedy(
    tmp_path: Path,
    discord: Loopback,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
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
        case "another user's store":
            monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may read everything
        case "another user's backups":

            def refuse(folder: Path) -> None:
                raise PermissionError(13, "Permission denied", folder.name)

            monkeypatch.setattr("bot.cli.doctor.list_backups", refuse)
        case "moved away":
            file.rename(tmp_path / "elsewhere")
            (tmp_path / "hob.sqlite3-wal").write_bytes(b"the newest moves")
        case "folder":
            settings["data"] = file / "beneath"
        case "readable by all":
            file.chmod(0o644)
        case "another user's token":
            (secret := tmp_path / "token").write_text(discord.token)
            secret.chmod(0o444)
            settings |= {"token": None, "token_file": secret}
            monkeypatch.setattr(os, "geteuid", lambda: secret.stat().st_uid + 1)
        case "empty file":
            file.write_bytes(b"")
        case "another user's empty file":
            file.write_bytes(b"")
            monkeypatch.setattr(os, "access", lambda path, mode: False)
        case "newer store":
            with closing(sqlite3.connect(file)) as store, store:
                store.execute("UPDATE alembic_version SET version_num = '9999'")
        case "foreign store":
            file.unlink()
            with closing(sqlite3.connect(file)) as store:
                store.execute("CREATE TABLE birds (name)")
        case "older store":
            with closing(sqlite3.connect(file)) as store, store:
                store.execute("UPDATE alembic_version SET version_num = '0006'")
                store.execute("ALTER TABLE marks DROP COLUMN commands_hash")
        case "rejected commands":
            await commands(file, failed=True)
        case "commands rejected since":
            await commands(file, synced=True, failed=True)
        case "commands of another application":
            await commands(file, synced=True, application=5)
        case "no copy yet":
            settings["backup_every"] = 1.0
        case "server away" | "server that is not copied":
            settings |= {"database": "postgresql://hob@127.0.0.1:9/hob", "backup_every": 1.0}
        case "old copies" | "old copies by hand":
            settings["backup_every"] = 1.0 if trouble == "old copies" else 0.0
            copy = backup(f"sqlite:///{file}", tmp_path / "backups").file
            os.utime(copy, (0, 0))
        case "presses elsewhere":
            discord.world.portal = {"interactions_endpoint_url": "https://example.org/hob"}
        case "intents":
            discord.world.portal = {"flags": 1 << 14 | 1 << 19}
        case "user install":
            discord.world.portal = {"integration_types_config": {"0": {}, "1": {}}}
        case "rights":
            discord.world.change_role(discord.guild, discord.guild, 0)
            allow(discord, shapes.ORDINARY & ~shapes.ATTACH_FILES)
    with nothing_may_grow() if trouble == "full disk" else nullcontext():
        code, said = await told(capsys, **settings)
    assert f"{level:5} " in said and sentence in said, said
    assert code == (level == "bad")
