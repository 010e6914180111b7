"""The program around the client: start, failures, restarts, stop, health, logs, and the replay command."""

import asyncio
import io
import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from pydantic import ValidationError

from bot import __main__ as program, supervisor
from bot.app import App
from bot.cluster import serving
from bot.gateway import health, logins, probe, shards
from bot.gateway.client import Hob
from bot.gateway.health import report_health
from bot.gateway.logins import FatalError, Logins
from bot.gateway.probe import find_problem
from bot.process import logs
from bot.process.version import version
from bot.settings import Settings, read
from cogs.games import extensions
from db import Store, StoreUnavailable
from tests.bot.faults import writes_fail
from tests.waiting import until

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDE.aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789-_"
pytestmark = pytest.mark.usefixtures("logging_as_before")
INTERACTION = "aW50ZXJhY3Rpb246" + "A" * 120


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(token=TOKEN, data=tmp_path, _env_file=None)  # type: ignore[call-arg,arg-type]


def process_of(settings: Settings, store: Store) -> App:
    return App(settings, store, extensions())


class Client:
    """Simulate the supervised client; `behaviour` has an exception per start, or `None` to run until stopped."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *behaviour: BaseException | None) -> None:
        self.starts: list[float] = []
        self.pauses: list[float] = []
        self.running = asyncio.Event()
        left = list(behaviour)

        async def start(hob: Hob, token: str, **_: Any) -> None:
            self.starts.append(time.monotonic())
            what = left.pop(0)
            if what is not None:
                raise what
            self.running.set()
            await asyncio.Event().wait()

        async def no_pause(stop: asyncio.Event, seconds: float) -> bool:
            self.pauses.append(seconds)
            await asyncio.sleep(0)
            return stop.is_set()

        monkeypatch.setattr(Hob, "start", start)
        monkeypatch.setattr(Logins, "fetch_limits", told)
        for module in (supervisor, serving, shards):
            monkeypatch.setattr(module, "stopped_within", no_pause)


async def told(logins: Logins, token: str, needed: int | None) -> None:
    """Pretend that Discord has answered."""


async def supervised(settings: Settings, client: Client) -> None:
    running = asyncio.create_task(supervisor.run(settings, extensions()))
    waits = asyncio.create_task(client.running.wait())
    await asyncio.wait({running, waits}, return_when=asyncio.FIRST_COMPLETED)
    waits.cancel()
    if not running.done():
        os.kill(os.getpid(), signal.SIGTERM)
    await running


class Response:
    status, reason = 503, "away"


async def test_a_client_that_dies_is_restarted(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(
        monkeypatch,
        aiohttp.ClientConnectionError("no network"),
        discord.HTTPException(Response(), "away"),  # type: ignore[arg-type]
        discord.GatewayNotFound(),
        RuntimeError("a fault of our own"),
        asyncio.CancelledError(),
        None,
    )
    async with asyncio.timeout(60):
        await supervised(settings, client)
    assert len(client.starts) == 6
    assert all(0.8 * 2**n <= pause <= 1.2 * 2**n for n, pause in enumerate(client.pauses))


async def test_pauses_between_restarts_grow_up_to_a_limit(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(monkeypatch, *[OSError("no network")] * 12, None)
    await supervised(settings, client)
    assert max(client.pauses) <= 72


async def test_a_rejected_token_ends_hob_with_one_sentence(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(monkeypatch, discord.LoginFailure("improper token"))
    with pytest.raises(FatalError, match=r"^Discord rejects the token \(HOB_TOKEN or HOB_TOKEN_FILE\)\. Reset it"):
        await supervised(settings, client)


async def test_an_unreachable_database_is_retried_at_the_start(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    client = Client(monkeypatch, None)
    opened, tries = Store.open, 0

    async def away(url: str) -> Store:
        nonlocal tries
        tries += 1
        if tries < 4:
            raise StoreUnavailable("Database error: no such host.")
        return await opened(url)

    monkeypatch.setattr(Store, "open", away)
    await supervised(settings, client)
    assert tries == 4 and client.pauses[:3] == [1, 2, 4]
    assert "can't open the database, retrying: Database error: no such host." in caplog.text


async def test_hob_stops_while_the_database_is_away(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    stop = asyncio.Event()
    stop.set()

    async def away(url: str) -> Store:
        raise StoreUnavailable("away")

    monkeypatch.setattr(Store, "open", away)
    assert await supervisor.open_store(settings, stop) is None


@pytest.mark.parametrize(("asked", "question"), [(Store, "open"), (Logins, "fetch_limits")])
async def test_hob_stops_while_it_waits_for_an_answer(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, asked: type, question: str
) -> None:
    async def silence(*_: Any) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.Event().wait()

    monkeypatch.setattr(asked, question, silence)
    async with asyncio.timeout(60):
        await supervisor.run(settings, extensions())


async def test_stopped_within_waits_for_the_stop() -> None:
    stop = asyncio.Event()
    assert not await supervisor.stopped_within(stop, 0)
    stop.set()
    assert await supervisor.stopped_within(stop, 60)


def test_a_simulated_discord_must_be_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for owner, name in (
        (discord.http.Route, "BASE"),
        (discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY"),
        (discord.asset.Asset, "BASE"),
    ):
        monkeypatch.setattr(owner, name, getattr(owner, name))
    supervisor.use_gateway("http://127.0.0.1:8081/x")
    assert discord.http.Route.BASE == "http://127.0.0.1:8081/x/api/v10"
    for address in ("http://127.0.0.1:8081/x", "http://localhost:8081", "http://[::1]:8081"):
        assert Settings(discord=address).discord == address
    with pytest.raises(ValidationError, match="it must be an address of this machine"):
        Settings(discord="https://discord.example")


async def test_lasting_trouble_is_logged_once_and_again_when_over(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file, waits = settings.data / "hob.sqlite3", []
    file.write_text("a shopping list, and not a short one " * 100)

    async def stopped_within(stop: asyncio.Event, seconds: float) -> bool:
        waits.append(seconds)
        if len(waits) == 3:
            file.write_text("")
        return False

    monkeypatch.setattr(supervisor, "stopped_within", stopped_within)
    with caplog.at_level(logging.INFO, "hob"):
        store = await supervisor.open_store(settings, asyncio.Event())
    assert store is not None
    await store.close()
    assert waits == [1.0, 2.0, 4.0]
    first, last = caplog.messages
    assert "retrying: Database error: file is not a database" in first
    assert last == "database opened"


# ---- health


@pytest.fixture
async def store(settings: Settings) -> AsyncIterator[Store]:
    store = await Store.open(settings.database_url)
    yield store
    await store.close()


async def beats(settings: Settings, store: Any, connected: bool = True) -> list[str | None]:
    """Report the health of a Hob that is connected or not.

    Return what `hob health` finds while that Hob runs, and what it finds after that Hob has ended.
    """
    ended, looks = asyncio.Event(), asyncio.Queue[bool]()

    def looked() -> bool:
        looks.put_nowait(connected)
        return connected

    with pytest.MonkeyPatch.context() as often:
        often.setattr(health, "HEALTH_INTERVAL", 0.001)
        often.setattr(health, "RETRY_DELAY", 0.001)
        reporting = asyncio.create_task(report_health(settings.data, store, looked, ended, ended.is_set))
        for _ in range(2):  # the first check is finished when the second one begins
            await looks.get()
        said = find_problem(settings.data)
        ended.set()
        await reporting
    return [said, find_problem(settings.data)]


NOT = "Hob isn't running here, isn't ready yet, or is unhealthy: its log says which."


async def test_health_describes_the_running_hob(settings: Settings, store: Store) -> None:
    assert find_problem(settings.data) == NOT
    assert await beats(settings, store, connected=False) == [NOT, NOT]
    assert await beats(settings, store) == [None, NOT], "it is healthy until it stops"
    file = settings.data / "alive"
    file.touch()
    old = time.time() - 300
    os.utime(file, (old, old))
    said = re.fullmatch(
        r"Hob's last heartbeat was (\d+) seconds ago: its log says why\.", find_problem(settings.data) or ""
    )
    assert said and 300 <= int(said[1]) < 600, "however slow this machine is"


@pytest.mark.parametrize("trouble", ["closed", "read-only", "moved", "replaced"])
async def test_an_unwritable_database_is_unhealthy(settings: Settings, store: Store, trouble: str) -> None:
    file = settings.data / "hob.sqlite3"
    assert await beats(settings, store) == [None, NOT]
    if trouble == "closed":
        await store.close()
        assert await beats(settings, store) == [NOT, NOT]
    elif trouble == "read-only":
        with writes_fail(store):
            assert await beats(settings, store) == [NOT, NOT]
    else:
        file.rename(settings.data / "away")
        if trouble == "replaced":
            file.write_bytes((settings.data / "away").read_bytes())
        assert await beats(settings, store) == [NOT, NOT]
        with pytest.raises(StoreUnavailable, match="is missing" if trouble == "moved" else "was replaced"):
            await store.servers.save(1, {})
        (settings.data / "away").rename(file)
        await store.servers.save(1, {})
    if trouble != "closed":
        assert await beats(settings, store) == [None, NOT]


async def test_a_failed_heartbeat_is_unhealthy_at_once(
    settings: Settings, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "HEALTH_INTERVAL", 0.01)
    ended = asyncio.Event()
    reporting = asyncio.create_task(report_health(settings.data, store, lambda: True, ended, ended.is_set))
    await until(lambda: find_problem(settings.data) is None)
    with writes_fail(store):
        await until(lambda: find_problem(settings.data) is not None)
        assert find_problem(settings.data) == NOT
    ended.set()
    await reporting


async def test_a_heartbeat_under_way_at_a_stop_is_not_reported(settings: Settings, store: Store) -> None:
    """The watchdog is paused then, and would expect more reports."""
    ended, reports = asyncio.Event(), list[str]()

    def stops() -> bool:
        ended.set()
        return True

    await report_health(settings.data, store, stops, ended, lambda: reports.append("healthy"))
    assert reports == []


async def test_a_client_whose_gateway_stays_down_is_restarted(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shards, "CHECK_INTERVAL", 0.01)
    monkeypatch.setattr(shards, "LOGIN_TIMEOUT", 0.02)
    monkeypatch.setattr(shards, "LAUNCH", 0.01)
    Client(monkeypatch, None, discord.LoginFailure("the second start"))
    store = await Store.open(settings.database_url)
    with pytest.raises(FatalError):
        await serving.run_leased(process_of(settings, store), asyncio.Event())
    await store.close()


def test_a_hob_that_is_unhealthy_for_too_long_exits(monkeypatch: pytest.MonkeyPatch) -> None:
    now, ended = [0.0], []
    monkeypatch.setattr(health, "time", SimpleNamespace(monotonic=lambda: now[0]))
    dog = health.Watchdog(300.0, ended.append)

    def unwell_for(seconds: float) -> list[int]:
        looks = iter([False, True])
        monkeypatch.setattr(dog, "_stopped", SimpleNamespace(wait=lambda _: next(looks)))
        now[0] += seconds
        dog._watch()
        return ended

    assert unwell_for(1000) == [], "it hasn't been healthy yet"
    dog.report_healthy()
    dog.pause()
    assert unwell_for(1000) == [], "it waits for another"
    dog.report_healthy()
    assert unwell_for(299) == [] and unwell_for(2) == [70]


def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *words: str) -> int:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOB_DATA", str(tmp_path))
    return program.main(list(words))


def test_the_health_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, tmp_path, "health") == 1
    (tmp_path / "alive").touch()
    assert run(monkeypatch, tmp_path, "health") == 0
    assert capsys.readouterr().out == f"{NOT}\nHob is healthy.\n"


def test_the_health_command_leaves_a_faulty_line_to_the_log(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / ".env").write_text('HOB_LOG_LEVEL="INFO\n', encoding="utf-8")
    run(monkeypatch, tmp_path, "health")
    assert caplog.messages == []


@pytest.mark.parametrize(
    "line",
    ["HOB_DATA=there", " export HOB_DATA = 'there' ", 'hob_data="there"', "HOB_DATA=there # here", "HOB_DATA=${PLACE}"],
)
def test_the_health_command_finds_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PLACE", "there")
    monkeypatch.delenv("HOB_DATA", raising=False)
    assert probe.data_folder() == Path("data")
    (tmp_path / ".env").write_text(f"{line}\n#HOB_DATA=nowhere\nHOB_TOKEN=x\n", encoding="utf-8-sig")
    assert probe.data_folder() == read()[0].data == Path("there")
    monkeypatch.setenv("HOB_DATA", "said")
    assert probe.data_folder() == Path("said")


@pytest.mark.slow
@pytest.mark.parametrize("words", [("health",), ("--version",), ("--help",)])
def test_frequent_commands_import_nothing_heavy(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Everything that Hob needs to run takes seconds of CPU time to import on a small machine."""
    asked = f"import sys; sys.argv[1:] = {list(words)!r}; import bot.__main__ as m\n"
    heavy = (
        "print({name.split('.')[0] for name in sys.modules} & {'discord', 'pydantic', 'sqlalchemy', 'engine', 'cogs'})"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"{asked}try: m.main()\nexcept SystemExit: pass\n{heavy}"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(program.__file__).parent.parent)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.splitlines()[-1] == "set()"


def test_the_version_has_a_single_source(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        program.main(["--version"])
    assert capsys.readouterr().out == f"Hob {version()}\n"


async def empty_store(folder: Path) -> None:
    await (await Store.open(f"sqlite:///{folder / 'hob.sqlite3'}")).close()


def test_the_replay_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, tmp_path, "replay", "aaaaaa") == 1
    assert capsys.readouterr().err.startswith("There is no database at ")
    asyncio.run(empty_store(tmp_path))
    assert run(monkeypatch, tmp_path, "replay", "aaaaaa") == 1
    assert capsys.readouterr().out == "There is no game AAAAAA; `hob tables` lists the tables.\n"


def test_the_run_command_without_a_token(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("HOB_TOKEN", raising=False)
    assert run(monkeypatch, tmp_path, "run") == 78
    assert "CRITICAL hob: HOB_TOKEN isn't set." in capsys.readouterr().err


# ---- logs


@pytest.mark.parametrize("form", ["text", "json"])
def test_logs_contain_no_token(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    logs.set_up("INFO", form)
    log = logging.getLogger("hob.test")
    log.info("login with %s", TOKEN)
    log.info("POST https://discord.com/api/v10/webhooks/1/%s/messages", INTERACTION)
    log.info("opening postgresql://hob:pass%%w0rd@db.example/hob")
    log.info("opening postgresql://hob:pa/ss/w0rd@db.example/hob?sslmode=require")
    log.info("opening postgresql://hob:p@ss/w0rd@db.example/hob")
    log.info("opening postgresql://db.example/hob?user=hob&password=w0rd&x=1")
    try:
        raise ValueError(f"token {TOKEN}")
    except ValueError:
        log.exception("it failed")
    log.debug("too small")
    logging.getLogger("discord").info("chatter")
    written = stream.getvalue()
    for secret in (TOKEN, TOKEN[:30], INTERACTION, "w0rd"):
        assert secret not in written
    assert "it failed" in written and "ValueError" in written and "db.example" in written
    assert "too small" not in written and "chatter" not in written
    if form == "json":
        lines = [json.loads(line) for line in written.splitlines()]
        assert [line["level"] for line in lines] == [*["INFO"] * 6, "ERROR"]
        assert "Traceback" in lines[-1]["fault"] and lines[0]["logger"] == "hob.test"


# ---- the client


async def test_the_client_requests_only_the_needed_intents(settings: Settings, store: Store) -> None:
    hob = Hob(process_of(settings, store))
    assert hob.intents == discord.Intents(guilds=True, guild_messages=True)  # without the content of messages
    assert hob.allowed_mentions is not None and not hob.allowed_mentions.everyone and not hob.allowed_mentions.users
    await hob.close()


async def test_released_commands_keep_their_names_and_arguments(settings: Settings, store: Store) -> None:
    """People type the names: the code may be renamed, the names may not. A release adds what is new to the file."""
    golden = json.loads((Path(__file__).parents[2] / "golden" / "commands.json").read_text(encoding="utf-8"))
    groups = process_of(settings, store).groups.values()
    found = {f"{group.name} {one.name}": one for group in groups for one in group.commands}
    assert all(isinstance(one, discord.app_commands.Command) for one in found.values())
    names = {name: {p.display_name for p in one.parameters} for name, one in found.items()}
    lost = {name: {*arguments} - names.get(name, set()) for name, arguments in golden.items()}
    assert golden.keys() <= names.keys() and not any(lost.values())


async def test_every_group_of_commands_fits_discord(settings: Settings, store: Store) -> None:
    app = process_of(settings, store)
    hob = Hob(app)
    groups = {group.name: group.to_dict(hob.tree) for group in app.groups.values()}
    assert {"hob", "chaser"} <= groups.keys()
    for group in groups.values():
        assert len(group["options"]) <= 19, "no room for what follows"
        assert len(group["description"]) <= 100
        for command in group["options"]:
            assert len(command["description"]) <= 100
            assert all(len(option["description"]) <= 100 for option in command.get("options", []))
    chaser = {command["name"] for command in groups["chaser"]["options"]}
    assert chaser == {
        *("new", "join", "start", "hand", "table", "rules"),
        *("move", "tattle", "pass"),
    }
    await hob.close()


async def test_a_request_of_the_start_that_discord_does_not_answer_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wait_until_closed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    silent = await asyncio.start_server(wait_until_closed, "127.0.0.1", 0)
    port = silent.sockets[0].getsockname()[1]
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{port}")
    monkeypatch.setattr(logins, "FETCH_TIMEOUT", 0.05)
    store = await Store.open(f"sqlite:///{tmp_path}/hob.sqlite3")
    with pytest.raises(TimeoutError):
        await Logins(store, aiohttp.TraceConfig()).fetch_limits("token", None)
    silent.close()
    await silent.wait_closed()
    await store.close()
