"""A store in an older format: `hob run` migrates it, and no other command changes it. All refuse a newer one."""

import asyncio
import logging
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine

from bot import __main__ as program
from bot.cli.arguments import COMMANDS
from bot.gateway.logins import Misconfigured
from bot.settings import Settings
from bot.supervisor import open_store
from db import backups as copying, known_revisions, list_backups, verify
from tests.db.rows import RELEASED

pytestmark = pytest.mark.usefixtures("logging_as_before")
*OLDER, NEWEST = sorted(known_revisions())
REFUSED = (
    "An older version of Hob wrote the database (schema {form}, not "
    + NEWEST
    + "). Start Hob with `hob run`, which backs up the database "
    "and migrates it.\n"
)
UNCHANGED = {  # commands that read or copy a store of any format, and what they print
    "backup": "schema {form}, 6 sessions",
    "verify {store}": "schema {form}, 6 sessions",
    "doctor": "warn  An older version of Hob wrote it: `hob run` backs it up and migrates it {form} -> " + NEWEST + ".",
    "health": "Hob isn't running here",
    "new-game my-own": "my-own is a game that already plays.",
    "check nothing": "bad   nothing can't be loaded: LookupError: ",
    "invite": "client_id=123456789012345678",
    "recount": "With --yes",
    "restore {copy}": "Hob redraws all open tables",
    "play --no-open --data {store.parent}": "isn't empty and isn't the playground's: choose a new folder.",
}
REFUSING = (
    "tables",
    "show PLAY22",
    "end PLAY22",
    "thaw FROZEN",
    "redraw",
    "prune",
    "prune --yes",
    "replay ENDED2",
    "recount --yes",
    "export 300000000000000011",
    "export --server 1",
    "forget 300000000000000011",
    "forget 300000000000000011 --yes",
    "move sqlite:///{elsewhere}",
)


def to_form(connection: Connection, form: str) -> None:
    config = Config()
    config.set_main_option("script_location", "db:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, form)


@pytest.fixture(params=OLDER)
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def store(form: str, tmp_path: Path) -> Path:
    """Return a store written by 0.1.0 and migrated to an older format."""
    file = tmp_path / "hob.sqlite3"
    file.write_bytes(older_store(form))
    return file


@cache
def older_store(form: str) -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "hob.sqlite3"
        with closing(sqlite3.connect(file)) as connection:
            connection.executescript((RELEASED / "0.1.0.sqlite.sql").read_text())
            connection.execute("PRAGMA journal_mode = WAL")
        engine = create_engine(f"sqlite:///{file}")
        with engine.begin() as migrating:
            to_form(migrating, form)
        engine.dispose()
        return file.read_bytes()


def content(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())


Typed = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOB_DATA", str(tmp_path))
    monkeypatch.setenv("HOB_TOKEN", "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDE.x")
    monkeypatch.setenv("HOB_DISCORD", "http://127.0.0.1:9")
    capsys.readouterr()

    def run(words: str) -> tuple[int, str, str]:
        code = program.main(words.split())
        return code, *capsys.readouterr()

    return run


@pytest.mark.parametrize("words", [*REFUSING, "run", "backup", "restore {store}", "verify {store}", "doctor"])
def test_commands_refuse_a_newer_schema_and_name_the_database(typed: Typed, words: str, tmp_path: Path) -> None:
    store, elsewhere = tmp_path / "hob.sqlite3", tmp_path / "elsewhere.sqlite3"
    store.write_bytes(older_store(NEWEST))
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = content(store)
    code, *printed = typed(words.format(store=store, elsewhere=elsewhere))
    assert code == (1 if words.startswith(("verify", "doctor")) else 78)
    [said] = re.findall("A newer version of Hob wrote (.+) .its revision 9999 is unknown here", "".join(printed))
    assert said in ("the database", str(store))
    assert content(store) == before and not elsewhere.exists()


@pytest.mark.parametrize("words", ["tables", "prune --yes", "run", "doctor"])
@pytest.mark.parametrize("table", ["sessions", "birds"])
def test_a_database_of_another_program_is_left_alone(typed: Typed, words: str, table: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "hob.sqlite3")) as connection, connection:
        connection.execute(f"CREATE TABLE {table} (name)")
    before = content(tmp_path / "hob.sqlite3")
    code, *printed = typed(words)
    assert code == (1 if words == "doctor" else 78) and "isn't a database of Hob" in "".join(printed)
    assert content(tmp_path / "hob.sqlite3") == before


def test_every_command_is_tested_here() -> None:
    assert {line.split()[0] for line in (*UNCHANGED, *REFUSING)} == {one.name for one in COMMANDS} - {"run"}


@pytest.mark.parametrize("words", REFUSING)
def test_commands_refuse_an_older_schema_and_leave_it_unchanged(
    store: Path, form: str, typed: Typed, words: str
) -> None:
    before, elsewhere = content(store), store.with_name("elsewhere.sqlite3")
    assert typed(words.format(elsewhere=elsewhere)) == (1, "", REFUSED.format(form=form))
    assert content(store) == before and not elsewhere.exists()


@pytest.mark.parametrize("words", UNCHANGED)
def test_backup_and_read_commands_leave_an_older_schema(store: Path, form: str, typed: Typed, words: str) -> None:
    before = content(store)
    copy = copying.backup(f"sqlite:///{store}", store.parent / "copies").file
    said = "".join(typed(words.format(store=store, copy=copy))[1:])
    assert UNCHANGED[words].format(form=form) in said
    assert [line for line in content(store) if '"marks"' not in line] == [
        line for line in before if '"marks"' not in line
    ], "only the mark that it is a backup differs"


async def opened(data: Path) -> None:
    settings = Settings(data=data, _env_file=None)  # type: ignore[call-arg]
    store = await open_store(settings, asyncio.Event())
    assert store is not None
    row = await store.get("PLAY22")
    assert row is not None and row.revision == 5
    await store.close()


@contextmanager
def another_user() -> Iterator[None]:
    """Give up root's right to write everywhere."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(before)


async def test_run_ends_if_another_user_owns_the_database(tmp_path: Path) -> None:
    """Retrying wouldn't help."""
    (tmp_path / "hob.sqlite3").write_bytes(older_store(NEWEST))
    await opened(tmp_path)
    (tmp_path / "hob.sqlite3").chmod(0o400)
    said = (
        r"Can't use .+ \(Permission denied\): user \d+, which runs Hob, must own the data folder and all files in it\."
    )
    with another_user(), pytest.raises(Misconfigured, match=said):
        await opened(tmp_path)


async def test_run_backs_up_and_migrates_the_database(store: Path, form: str, caplog: pytest.LogCaptureFixture) -> None:
    before = content(store)
    with caplog.at_level(logging.INFO, "hob"):
        await opened(store.parent)
        [copy] = list_backups(store.parent / "replaced")
        assert caplog.messages == [f"migrated {form} -> {NEWEST}; the store as it was before is {copy}"]
        await opened(store.parent)
    assert len(caplog.messages) == 1 and list_backups(store.parent / "replaced") == [copy]
    assert verify(copy).schema == form and len(content(copy)) == len(before)
    assert verify(store).schema == NEWEST


async def test_without_room_for_a_backup_nothing_is_migrated(
    store: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    before, stop = content(store), asyncio.Event()
    (store.parent / "replaced").write_text("in the way of the folder")
    monkeypatch.setattr("bot.supervisor.log", SimpleNamespace(error=lambda *said: (lines.append(said), stop.set())))
    lines: list[tuple[object, ...]] = []
    settings = Settings(data=store.parent, _env_file=None)  # type: ignore[call-arg]
    assert await open_store(settings, stop) is None
    assert re.match(r"Can't write to .*replaced", str(lines[0][1]))
    assert content(store) == before
