"""Run the operator's `hob` commands next to a running Hob, and without one."""

import argparse
import asyncio
import json
import logging
import os
import re
import sqlite3
import sys
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
import pytest

from bot import __main__ as program
from bot.cli import arguments, database
from bot.cli.doctor import invite
from bot.gateway.health import RESTART_EXIT_CODE
from bot.process.maintenance import Maintenance
from bot.settings import Settings
from bot.tables.session import TableSession
from bot.timing import DAY, HOUR
from db import DatabaseError, PersonRow, SessionChange, Store, list_backups
from db.connect import PRAGMAS
from hob.testing.play import Evening, evening, playing
from tests.bot.cli.commands import typed
from tests.bot.delivery.damaged import overwrite
from tests.bot.faults import damage
from tests.cogs.tables import over
from tests.db.rows import save_person, session

pytestmark = pytest.mark.usefixtures("logging_as_before")
ROOT = Path(__file__).parents[3]


def test_every_command_is_described_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    for command in arguments.COMMANDS:
        with pytest.raises(SystemExit):
            program.main([command.name, "--help"])
        said = " ".join(capsys.readouterr().out.split())
        assert f"Example: {command.example}" in said and command.safety in said
        arguments.parser().parse_args(command.example.split(" ||")[0].split(" >")[0].split()[1:])
        if command.name not in ("run", "health", "play"):
            assert program._load_command(command.name)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("show", "required: number"),
        ("forget me", "argument id: invalid int value: 'me'"),
        ("backup --keep 0", "must be 1 or more"),
        ("backup --keep -3", "must be 1 or more"),
        ("check ./my-game --computers -1", "must be 1 or more"),
        ("tables --limit -1", "must be 1 or more"),
        ("tables --limit x", "invalid number value: 'x'"),
        ("prune --games -1 --yes", "must be 0 or more"),
        ("prune --people nan --yes", "must be 0 or more"),
        ("prune --people x --yes", "invalid number of days value: 'x'"),
        ("play --port 99999", "must be from 0 to 65535"),
        ("play --port x", "invalid port value: 'x'"),
    ],
)
def test_wrong_arguments_are_refused(
    words: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOB_DATA", str(tmp_path))
    with pytest.raises(SystemExit) as refused:
        program.main(words.split())
    assert refused.value.code == 2 and capsys.readouterr().err.endswith(f"{reason}\n")


def test_the_table_of_exit_codes_is_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    codes = {RESTART_EXIT_CODE, program.main(["new-game", "my-game"]), program.main(["tables"])}
    codes.add(program.main(["run"]))  # without a token
    with pytest.raises(SystemExit) as wrong:
        program.main(["nonsense"])
    monkeypatch.setattr(database, "tables", interrupted)
    capsys.readouterr()
    assert program.main(["tables"]) == 130 and capsys.readouterr().err == ""
    page = (ROOT / "docs" / "operating" / "README.md").read_text(encoding="utf-8")
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", page, re.M)} == codes | {int(str(wrong.value)), 130}


def test_a_closed_pipe_shows_no_traceback(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Simulate `hob tables | head`."""
    monkeypatch.setenv("HOB_DATA", str(tmp_path))
    asyncio.run(empty_store(tmp_path))
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "w", encoding="utf-8") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        assert program.main(["tables"]) == 1


def test_any_name_can_be_written_to_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Windows gives a redirected output an encoding that lacks most characters."""
    monkeypatch.chdir(tmp_path)
    with open(tmp_path / "told", "w", encoding="cp1252") as file:
        monkeypatch.setattr(sys, "stdout", file)
        assert program.main(["verify", "Łukasz 🎲 \udcff"]) == 1
    assert (tmp_path / "told").read_text(encoding="utf-8") == "There is no file Łukasz 🎲 \\udcff.\n"


def test_each_verdict_names_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one.json", "two.json"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    assert program.main(["verify", "one.json", "two.json"]) == 1
    named = [line.split(": ")[:2] for line in capsys.readouterr().out.splitlines()]
    assert named == [["one.json", "FALSE"], ["two.json", "FALSE"]]


async def empty_store(folder: Path) -> None:
    await (await Store.open(f"sqlite:///{folder / 'hob.sqlite3'}")).close()


def test_commands_create_no_database_in_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    elsewhere = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    for words in ("tables", "show K7M2QX", "redraw", "backup", "export 1", "replay K7M2QX", f"move {elsewhere}"):
        assert program.main(words.split()) == 1
        said = capsys.readouterr().err
        assert said.startswith("There is no database at ") and str(tmp_path / "data" / "hob.sqlite3") in said, words
    assert list(tmp_path.iterdir()) == []


def test_the_restore_drill_leaves_the_real_database_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The lines of docs/operating/backup.md, with the database's address in `.env`."""
    monkeypatch.chdir(tmp_path)
    asyncio.run(empty_store(tmp_path))
    real, drill = tmp_path / "hob.sqlite3", tmp_path / "drill"
    (tmp_path / ".env").write_text(f"HOB_DATABASE=sqlite:///{real}\n", encoding="utf-8")
    assert program.main(["backup"]) == 0
    [copy], before = list_backups(tmp_path / "data" / "backups"), real.read_bytes()
    page = (ROOT / "docs" / "operating" / "backup.md").read_text(encoding="utf-8").partition("## Practise")[2]
    for line in page.split("```")[1].split("\n")[1:-1]:
        variables, words = re.fullmatch(r"((?:HOB_\w+=\S+ )*)hob (.+)", line).groups()  # type: ignore[union-attr]
        for variable in variables.split():
            monkeypatch.setenv(*variable.replace("/tmp/drill", str(drill)).split("="))
        assert program.main(words.replace("NEWEST", copy.name).replace("/tmp/drill", str(drill)).split()) in (0, 1)
    said = capsys.readouterr().out
    assert f"to {drill / 'hob.sqlite3'}. At its next start" in said and "touched (UTC)" in said
    assert f"The database {drill / 'hob.sqlite3'} is intact" in said
    assert real.read_bytes() == before and not (tmp_path / "replaced").exists()


def test_an_error_of_the_database_points_to_the_doctor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOB_DATA", str(tmp_path))
    (tmp_path / "hob.sqlite3").write_text("not a database, but long enough to be read as one " * 20)
    move = (f"move sqlite:///{tmp_path}/new", "`hob doctor` checks the old database; check the new one's address, ")
    for words, hint in (("tables", "`hob doctor` says what to do.\n"), move):
        assert program.main(words.split()) == 1
        assert capsys.readouterr().err.startswith(f"Database error: file is not a database. {hint}")


def test_a_folder_that_cannot_be_used_is_named_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file in the place of a folder fails as missing permissions do, also for root."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOB_DATA", str(tmp_path))
    monkeypatch.setenv("HOB_TOKEN", "x")
    in_the_way = tmp_path / "decks"
    in_the_way.touch()
    assert program.main(["new-game", "my-game", "--folder", "decks"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("Can't use decks") and said.endswith(" (Not a directory): check its permissions.\n")
    assert program.main(["run"]) == 78
    assert f"{in_the_way}: the folder can't be read (Not a directory); check" in capsys.readouterr().err


def test_the_doctor_names_what_hob_leaves_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOB_GAMES", "candy-chaser, monster-munchers")
    decks = tmp_path / "data" / "decks"
    ignored = [decks / path for path in ("candy-chaser", "mine.toml", "monster-muncher/MINE.TOML", "monster_muncher")]
    for path in ignored:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch() if path.suffix else path.mkdir()
    assert program.main(["doctor"]) == 1
    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert said.err == "", "each game is reported once"
    game = "bad   HOB_GAMES names monster-munchers, which can't be loaded (LookupError: no such game; choose from "
    assert any(line.startswith(game) for line in lines)
    where = "decks go into a folder named ghosts-love-candy, kingdoms-candy or monster-muncher."
    how = ["its name must end in .toml, in lower case." if path.suffix == ".TOML" else where for path in ignored]
    warnings = [f"warn  {path} is ignored: {remedy}" for path, remedy in zip(ignored, how, strict=True)]
    assert [line for line in lines if " is ignored: " in line] == warnings


async def test_tables_are_listed_and_ended(capsys: pytest.CaptureFixture[str]) -> None:
    async with playing("Ada", "Ben") as hob:
        id = (await hob.session()).id
        code, said = await typed(hob, capsys, "tables", "--status", "playing")
        assert code == 0 and id in said and "candy-chaser" in said
        code, said = await typed(hob, capsys, "show", id.lower())
        assert code == 0 and f"seats     Ada ({hob['Ada'].id}), Ben" in said and "readable  yes" in said
        assert "smuggle" not in said and (await hob.session()).g.seed not in said  # type: ignore[union-attr]
        assert (await typed(hob, capsys, "show", "nobody")) == (
            1,
            "There is no table NOBODY; `hob tables` lists them.\n",
        )
        code, said = await typed(hob, capsys, "end", id)
        assert code == 0 and said.startswith(f"Ended table {id}.")
        await hob.passes(31)
        await hob.settle()
        assert "The bot's operator ended the game" in hob.table_text()
        assert "is already over" in (await typed(hob, capsys, "end", id))[1]
        assert (await typed(hob, capsys, "recount", "--yes"))[1] == "Recalculated all ratings from 1 result.\n"


def someone_moves_first(hob: Evening, session: TableSession, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the running Hob store a move just before the next change is stored."""
    commit = Store.commit

    async def after_a_move(store: Store, change: SessionChange) -> int:
        monkeypatch.setattr(Store, "commit", commit)
        seat = session.view().waiting[0]
        option = session.view(seat).options_of(seat)[0]
        await hob.app.sessions.answer(session, seat, option, None, session.info.seats[seat].person)
        return await commit(store, change)

    monkeypatch.setattr(Store, "commit", after_a_move)


async def test_a_move_at_the_same_moment_does_not_keep_a_table_from_ending(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing("Ada", "Ben") as hob:
        session = await hob.session()
        someone_moves_first(hob, session, monkeypatch)
        assert (await typed(hob, capsys, "end", session.id))[1].startswith(f"Ended table {session.id}.")
        row = await hob.store.get(session.id)
        assert row is not None and (row.status, row.table["moves"]) == ("over", 1)


async def test_a_deleted_person_leaves_a_table_although_someone_moves_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing("Ada", computers=1) as hob:
        session = await hob.session()
        someone_moves_first(hob, session, monkeypatch)
        await typed(hob, capsys, "forget", str(hob["Ada"].id), "--yes")
        row = await hob.store.get(session.id)
        assert row is not None and (row.status, row.table["ended"]) == ("over", "everybody-left")


async def test_a_table_is_not_set_aside_for_a_fault_elsewhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A full disk says nothing about the table."""
    async with playing("Ada", "Ben") as hob:
        id = (await hob.session()).id
        with monkeypatch.context() as patch:
            patch.setattr("db.connect.PRAGMAS", (*PRAGMAS, "query_only=ON"))
            with pytest.raises(DatabaseError, match="readonly"):
                await typed(hob, capsys, "end", id)
            assert capsys.readouterr().out == ""
        await hob.passes(31)
        assert (await hob.session()).status == "playing"


async def test_only_a_confirmed_replay_exits_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    async with playing("Ada", "Ben", computers=1) as hob:
        id = (await hob.session()).id
        assert await typed(hob, capsys, "replay", id) == (1, "The game isn't over, so its seed is still secret.\n")
        await over(hob)
        code, said = await typed(hob, capsys, "replay", id)
        assert code == 0 and said.endswith("\nOK: the replay matches the stored game.\n")
        last = "session_id = ? AND revision = (SELECT max(revision) FROM answers WHERE session_id = ?)"
        for damage, verdict in (
            (f"UPDATE answers SET option = 'nonsense' WHERE {last}", "the replay failed (IllegalChoice: "),
            (f"DELETE FROM answers WHERE {last}", "the replay differs from the stored game."),
            ("UPDATE sessions SET state = x'7b' WHERE ? = id AND id = ?", "the replay failed (CorruptSnapshot: "),
        ):
            with closing(sqlite3.connect(hob.data / "hob.sqlite3")) as store, store:
                store.execute(damage, [id, id])
            code, said = await typed(hob, capsys, "replay", id)
            assert code == 1 and said.splitlines()[-1].startswith(f"MISMATCH: {verdict}")
        overwrite(hob, id, "game", "chess")
        assert await typed(hob, capsys, "replay", id) == (1, "The game chess isn't loaded; add it to HOB_GAMES.\n")


async def test_show_quotes_nothing_of_a_state_that_cannot_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    async with playing("Ada", "Ben") as hob:
        id = (await hob.session()).id
        state = json.loads(damage(hob, id, b""))
        state["state"]["players"] = "a secret"
        damage(hob, id, json.dumps(state).encode())
        _, said = await typed(hob, capsys, "show", id)
        assert "readable  no: candy-chaser: ValidationError: players: " in said and "a secret" not in said


async def test_a_table_set_aside_is_thawed(capsys: pytest.CaptureFixture[str]) -> None:
    async with playing("Ada", "Ben") as hob:
        row = await hob.store.get((await hob.session()).id)
        assert row is not None
        overwrite(hob, row.id, "table", "{")
        await hob.restart()
        await hob["Ada"].types("chaser hand")
        [listed] = (await typed(hob, capsys, "tables"))[1].splitlines()[1:]
        number, status, fault, touched, *_ = listed.split()
        assert (number, status, fault[0], fault[-1]) == (row.id, "aside", "(", ")")
        assert touched == f"{datetime.fromtimestamp(row.touched_at, UTC):%Y-%m-%d}"
        assert "readable  no: Can't read the row of session" in (await typed(hob, capsys, "show", row.id))[1]
        overwrite(hob, row.id, "table", json.dumps(row.table))
        assert (await typed(hob, capsys, "thaw", row.id))[0] == 0
        await hob.passes(31)
        assert (await hob.session()).id == row.id and (await hob.session()).playing
        assert (await typed(hob, capsys, "thaw", row.id))[0] == 1
        assert (await typed(hob, capsys, "redraw"))[1].endswith("will redraw 1 table, one per second.\n")
        assert await typed(hob, capsys, "redraw", row.id) == (
            0,
            "A running Hob will redraw 1 table, one per second.\n",
        )
        assert await typed(hob, capsys, "redraw", "nobody") == (
            1,
            "Table NOBODY isn't open; `hob tables` lists all tables.\n",
        )


async def test_backups_run_while_hob_runs_and_are_restored_when_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    async with playing("Ada", "Ben") as hob:
        code, said = await typed(hob, capsys, "backup", "--keep", "2")
        assert code == 0 and ": valid, " in said
        [copy] = list_backups(hob.settings.backups)
        damaged = copy.with_name("half.sqlite3")
        damaged.write_bytes(copy.read_bytes()[:9000])
        assert (await typed(hob, capsys, "verify", str(copy)))[0] == 0
        code, said = await typed(hob, capsys, "verify", str(damaged), str(copy))
        assert code == 1 and f"{damaged}: " in said and f"{copy}: valid, " in said
        leases = hob.store.leases()
        await leases.heartbeat()
        assert await asyncio.to_thread(refused, hob, str(copy)) == "Hob is using this database. Stop it first."
        await leases.release_all()
    assert copy.name.startswith("hob-")


def refused(hob: Evening, copy: str) -> str:
    from db import StoreBusy, restore

    with pytest.raises(StoreBusy) as busy:
        restore(Path(copy), hob.settings.database_url)
    return str(busy.value)


async def test_personal_data_is_exported_and_deleted(capsys: pytest.CaptureFixture[str]) -> None:
    async with playing("Ada", "Ben") as hob:
        ada, session = hob["Ada"], await hob.session()
        await (await hob.asked()).types("chaser move", candy="red")
        code, said = await typed(hob, capsys, "export", str(ada.id))
        told = json.loads(said)
        assert code == 0 and told["tables"][0]["name"] == "Ada" and "Ben" not in said
        assert "With --yes" in (await typed(hob, capsys, "forget", str(ada.id)))[1]
        code, said = await typed(hob, capsys, "forget", str(ada.id), "--yes")
        assert code == 0 and "also from 1 table." in said
        row = await hob.store.get(session.id)
        assert row is not None and str(ada.id) not in json.dumps([row.table, row.screen])
        assert "Ada" not in json.dumps(row.table)
        nothing = (1, f"Nothing is stored about {ada.id}. Check that the ID is complete.\n")
        assert await typed(hob, capsys, "export", str(ada.id)) == nothing
        assert await typed(hob, capsys, "forget", str(ada.id), "--yes") == nothing
        assert (await typed(hob, capsys, "forget", "1", "--yes"))[0] == 1, "although that number is in every row"
        assert (await typed(hob, capsys, "forget", str(hob["Ben"].id)[:-1], "--yes"))[0] == 1
        for too_large in (str(2**63), "9" * 23):
            nothing = (1, f"Nothing is stored about {too_large}. Check that the ID is complete.\n")
            assert await typed(hob, capsys, "export", too_large) == nothing
            assert await typed(hob, capsys, "forget", too_large, "--yes") == nothing
            assert (await typed(hob, capsys, "export", "--server", too_large))[0] == 1
        barred = 10**17 + 5
        await hob.store.servers.toggle_barred(hob.guild.id, barred)
        assert f"[\n  {hob.guild.id}\n ]" in (await typed(hob, capsys, "export", str(barred)))[1]
        assert (await typed(hob, capsys, "forget", str(barred), "--yes"))[0] == 0
        assert barred not in await hob.store.servers.barred(hob.guild.id)
        assert await typed(hob, capsys, "export", "--server", "7") == (1, "Nothing is stored about the server 7.\n")
        await hob.store.servers.save(hob.guild.id, {"threads": True})
        assert json.loads((await typed(hob, capsys, "export", "--server", str(hob.guild.id)))[1])["threads"] is True
        await hob.restart()
        await hob["Ben"].clicks("My hand")
        assert (await hob.session()).playing, "the game goes on"


async def test_a_game_or_lobby_that_a_deleted_person_leaves_empty_ends(capsys: pytest.CaptureFixture[str]) -> None:
    async with playing("Ada", computers=1) as hob:
        ada, game = hob["Ada"], await hob.session()
        hob.channel = hob.guild.create_text_channel("second")
        await ada.types("chaser new")
        lobby = await hob.session()
        assert "also from 2 tables." in (await typed(hob, capsys, "forget", str(ada.id), "--yes"))[1]
        await hob.passes(31)
        rows = [await hob.store.get(one.id) for one in (game, lobby)]
        assert [row and (row.status, row.table["ended"]) for row in rows] == [
            ("over", "everybody-left"),
            ("closed", "lobby-empty"),
        ]
        assert "The lobby closed: everyone left." in hob.table_text()


async def test_a_refused_export_leaves_the_file_empty(capsys: pytest.CaptureFixture[str]) -> None:
    """As in `hob export ID > theirs.json`, where the operator reads only what isn't redirected."""
    async with playing("Ada", "Ben") as hob:
        for words in (["7"], ["--server", "7"]):
            given = arguments.parser().parse_args(["export", *words])
            with hob.discord.at_work():
                assert await database.export(hob.settings, given) == 1
            told = capsys.readouterr()
            assert told.out == "" and told.err.startswith("Nothing is stored about ")


@pytest.mark.parametrize("ended", [False, True])
async def test_a_person_deleted_while_hob_runs_stays_deleted(ended: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """The running Hob has the table in memory and stores its screen."""
    async with playing("Ada", "Ben", "Cara") as hob:
        ben, session = hob["Ben"], await hob.session()
        if ended:
            await hob["Ada"].types("hob end")
            await hob["Ada"].clicks("End it")
        await typed(hob, capsys, "forget", str(ben.id), "--yes")
        hob.moment = 0
        await hob["Ada"].clicks("Rules", on=hob.table)  # before the scheduler polls the store
        await hob.settle()
        await hob.passes(60)
        await hob["Cara"].clicks("Rules", on=hob.table)
        await hob.settle()
        row = await hob.store.get(session.id)
        assert row is not None and str(ben.id) not in json.dumps([row.table, row.screen])
        assert ended or ben.id not in (await hob.session()).info.persons()


async def test_pruning_and_backups_work_in_small_steps() -> None:
    async with playing("Ada", "Ben") as hob:
        hob.settings.backup_every = 1.0
        upkeep = Maintenance(hob.app)
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        await hob.settle()
        id = (await hob.session()).id
        with hob.discord.at_work():
            await upkeep.prune()
            assert await hob.store.get(id) is not None
            now = max(hob.clock(), time.time())  # the store uses real time for when it first saw a person
            hob.clock_is_off += now + 3 * 366 * DAY - hob.clock()
            upkeep = Maintenance(hob.app)
            await upkeep.prune()
            assert await hob.store.get(id) is None and await hob.store.person(hob["Ada"].id) is None
            await upkeep.backup()
            [copy] = list_backups(hob.settings.backups)
            upkeep.clock = lambda: copy.stat().st_mtime + 3599
            await upkeep.backup()
            assert list_backups(hob.settings.backups) == [copy]
            upkeep.clock = lambda: copy.stat().st_mtime + 3601
            await upkeep.backup()
            assert len(list_backups(hob.settings.backups)) == 2


async def test_nothing_is_pruned_by_a_clock_that_may_be_years_ahead() -> None:
    async with playing("Ada", "Ben") as hob:
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        await hob.settle()
        id, messenger = (await hob.session()).id, hob.app.delivery.messenger
        hob.clock_is_off += 3 * 366 * DAY
        upkeep = Maintenance(hob.app)
        with hob.discord.at_work():
            messenger.remove_client()
            await upkeep.prune()
            assert await hob.store.get(id) is not None and await hob.store.person(hob["Ada"].id) is not None
            messenger.add_client(hob.bot)
            await upkeep.prune()
            assert await hob.store.get(id) is None


@pytest.mark.parametrize("set_right", [True, False])
async def test_nothing_is_pruned_in_the_day_after_the_clock_jumps_ahead(set_right: bool) -> None:
    async with playing("Ada", "Ben") as hob:
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        await hob.settle()
        id, upkeep = (await hob.session()).id, Maintenance(hob.app)
        for jump in (3 * 366 * DAY, -3 * 366 * DAY * set_right):
            hob.clock_is_off += jump
            with hob.discord.at_work():
                await upkeep.prune()
                assert await hob.store.get(id) is not None
            await hob.passes(23 * HOUR)
        await hob.passes(2 * HOUR)
        with hob.discord.at_work():
            await upkeep.prune()
            assert (await hob.store.get(id) is not None) == set_right


async def test_the_log_summarises_the_day(caplog: pytest.LogCaptureFixture) -> None:
    async with playing("Ada", "Ben") as hob:
        upkeep, now = Maintenance(hob.app), hob.clock()
        await hob["Ada"].clicks("Rules", on=hob.table)
        with hob.discord.at_work(), caplog.at_level(logging.INFO, "hob.backups"):
            for later in (DAY - 1, DAY, 2 * DAY - 1, 2 * DAY):
                upkeep.clock = lambda later=later: now + later  # type: ignore[misc]
                await upkeep.log_daily_counts()
    tables = "tables: 1 playing, 0 in the lobby, 0 frozen, 0 set aside"
    assert caplog.messages == [
        f"last 24 hours: {presses}, 0 refused, 0 failed; {tables}" for presses in ("1 presses", "0 presses")
    ]


def test_a_wrong_setting_stops_only_the_commands_that_use_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    asyncio.run(empty_store(tmp_path))
    monkeypatch.setenv("HOB_DATA", str(tmp_path))

    def typed(words: str, **variables: str) -> tuple[int, str]:
        with monkeypatch.context() as environment:
            for name, value in variables.items():
                environment.setenv(f"HOB_{name}", value)
            return program.main(words.split()), capsys.readouterr().err

    metrics = (
        "The setting HOB_METRICS is invalid: Input should be a valid integer, unable to parse string as an integer"
    )
    file = "The setting HOB_TOKEN_FILE is invalid: can't read /nowhere (No such file or directory).\n"
    for words in ("tables", "backup", "verify hob.sqlite3", "redraw"):
        assert typed(words, METRICS="abc") == (0, f"Warning: {metrics} (got 'abc').\n")
        assert typed(words, TOKEN_FILE="/nowhere") == (0, f"Warning: {file}")
    assert typed("invite", TOKEN_FILE="/nowhere") == (78, file)
    assert typed("invite", TOKEN_FILE="/nowhere", TOKEN="MTIzNDU2Nzg5MDEyMzQ1Njc4.x") == (0, ""), "it isn't read"
    for words, name, value in (
        ("backup", "BACKUP_KEEP", "1OO"),
        ("backup", "BACKUP_KEP", "100"),
        ("tables", "DATABASE", "mysql://h/d"),
        ("tables", "DATABSE", "sqlite:///elsewhere"),
        ("prune", "KEEP_GAMES", "-1"),
    ):
        code, said = typed(words, **{name: value})
        assert code == 78 and f"HOB_{name}" in said and "Warning" not in said


def test_the_doctor_lists_all_wrong_settings_and_checks_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    asyncio.run(empty_store(tmp_path))
    wrong = {
        "LOG_LEVEL": "loud",
        "METRICS": "99999",
        "GAMES": "nonsense",
        "LANGUAGE": "xx",
        "TYPO": "1",
        "TIMING__COALESCE": "3",
        "TOKEN_FILE": "/nowhere",
    }
    for name, value in {"DATA": str(tmp_path), **wrong}.items():
        monkeypatch.setenv(f"HOB_{name}", value)
    assert program.main(["doctor"]) == 1
    said = capsys.readouterr()
    assert said.err == "" and "is intact: 0 tables" in said.out and "isn't backed up" in said.out
    faults = [line.removeprefix("bad   ") for line in said.out.splitlines() if line.startswith("bad ")]
    assert program.main(["run"]) == 78
    by_run = re.findall(r" CRITICAL hob: (.+)", capsys.readouterr().err)
    assert len(by_run) == len(wrong) and {*by_run} <= {*faults}
    assert [line for line in faults if line not in by_run] == [line for line in faults if "HOB_GAMES names" in line]


def test_a_file_in_place_of_the_data_folder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").touch()
    fault = f"The setting HOB_DATA is invalid: {tmp_path}/data isn't a folder."
    for words in ("run", "tables", "backup"):
        assert program.main([words]) == 78
        assert f"{fault}\n" in (said := capsys.readouterr().err) and "decks" not in said
    assert program.main(["doctor"]) == 1
    said = capsys.readouterr().out
    assert f"bad   {fault}\n" in said and "decks" not in said and "first start" not in said


def test_a_folder_in_place_of_the_settings_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Docker creates one if the file that is mounted doesn't exist."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").mkdir()
    said = "HOB_TOKEN isn't set, and .env is a folder: put the file in its place."
    assert program.main(["run"]) == 78 and capsys.readouterr().err.endswith(f" CRITICAL hob: {said}\n")
    assert program.main(["doctor"]) == 1 and f"bad   {said}\n" in capsys.readouterr().out


def test_an_open_quote_is_explained_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("HOB_TOKEN='a.b.c\nHOB_DATABASE=x\nHOB_LANGUAGE='de'\n", encoding="utf-8")
    said = "Can't read the line with HOB_TOKEN in .env: it must be NAME=value, with its quotes closed."
    assert program.main(["run"]) == 78
    assert re.findall(r" (?:WARNING|CRITICAL) (.+)", capsys.readouterr().err) == [f"hob: {said}"]
    assert program.main(["tables"]) == 78 and capsys.readouterr().err == f"{said}\n", "it may hide HOB_DATABASE"


async def test_invite_prints_the_link(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def at(token: str | None) -> Settings:
        return Settings(token=token, data=tmp_path, _env_file=None)  # type: ignore[call-arg,arg-type]

    given = argparse.Namespace()
    assert await invite(at("MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDE.x"), given) == 0
    said = capsys.readouterr().out
    assert "client_id=123456789012345678" in said and "permissions=17901424856064" in said
    assert "  Create Events             list game nights among the server's events\n" in said
    asked = discord.Permissions(17901424856064)
    assert asked.create_events and asked.create_public_threads and asked.read_message_history
    assert sum(wanted for _, wanted in asked) == said.count("\n  "), "each is explained"


@pytest.mark.parametrize("token", ["", "nonsense"])
def test_no_link_is_printed_without_a_valid_token(
    token: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOB_TOKEN", token)
    assert program.main(["invite"]) == 78
    said = capsys.readouterr()
    assert said.out == "" and re.fullmatch(r"HOB_TOKEN (isn't set|doesn't look like a bot's token).+\n", said.err)


async def test_old_data_is_pruned_by_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings: Any = Settings(data=tmp_path, _env_file=None)  # type: ignore[call-arg]
    store = await Store.open(settings.database_url)
    await store.create(session("old", 1, status="over", touched_at=1.0), [])
    await store.create(session("open", 2, touched_at=1.0), [])
    await save_person(store, PersonRow(11, {}, None, seen_at=1.0))
    await store.close()
    given = arguments.parser().parse_args(["prune", "--games", "1"])
    await database.prune(settings, given)
    said = capsys.readouterr().out
    assert "1 table that ended more than 1 day ago" in said and "1 person not seen for 365 days" in said
    given.yes = True
    await database.prune(settings, given)
    assert "Deleted 1 table and the settings of 1 person." in capsys.readouterr().out


async def test_a_game_that_is_over_names_no_one_whose_data_was_deleted(capsys: pytest.CaptureFixture[str]) -> None:
    """The running Hob has the table in memory, and its players ask for another game."""
    async with playing("Ada", "Ben", "Cara") as hob:
        ada, ben, session = hob["Ada"], hob["Ben"], await hob.session()
        while await hob.asked() is not ada:
            await (await hob.asked()).types("chaser move", candy="red")
        await ada.types("chaser move", candy="blue")
        await ada.types("hob end")
        await ada.clicks("End it")
        await typed(hob, capsys, "forget", str(ada.id), "--yes")
        assert "A rolls" in await ben.types("hob log")
        await ben.clicks("Play again")
        assert all(str(ada.id) not in message.content for message in hob.channel.history())
        await hob.passes(60)
        for row in (await hob.store.get(session.id), await hob.store.get((await hob.session()).id)):
            assert row is not None and str(ada.id) not in json.dumps([row.table, row.screen])


async def test_settings_that_were_deleted_while_hob_runs_are_the_defaults(capsys: pytest.CaptureFixture[str]) -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        assert "• Pictures: off" in await ada.types("hob me", pictures="off")
        await typed(hob, capsys, "forget", str(ada.id), "--yes")
        assert "• Pictures: on" in await ada.types("hob me")
