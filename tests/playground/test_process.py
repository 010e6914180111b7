"""`python -m playground` as a process: it restarts the bot, and leaves no process behind."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.__main__ import main
from playground.__main__ import claim, environment
from playground.child import Child
from playground.discord import Loopback
from tests.playground.opening import children, lives, online, playground, told
from tests.settings import load
from tests.waiting import until

pytestmark = pytest.mark.slow  # each test starts a process


async def test_the_bot_is_killed_restarted_and_ended(tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    async with playground("--record", str(record), "--data", str(tmp_path / "data")) as (process, address):
        url = address.replace("/?", "/page/socket?")
        async with aiohttp.ClientSession() as http, http.ws_connect(url) as socket:
            await told(socket, online(True))
            (first,) = children(process.pid)
            await socket.send_json({"do": "hob", "how": "kill", "key": 1})
            await told(socket, online(False))
            await told(socket, online(True))
            (second,) = children(process.pid)
            assert second != first
            await socket.send_json({"do": "hob", "how": "restart", "key": 2})
            await told(socket, online(False))
            await told(socket, online(True))
            await socket.send_json({"do": "hob", "how": "stop", "key": 3})
            await told(socket, lambda data: data["type"] == "state" and data["hob"]["state"] == "stopped")
            assert children(process.pid) == []
            await socket.send_json({"do": "hob", "how": "start", "key": 4})
            await told(socket, online(True))
            (last,) = children(process.pid)
        process.send_signal(signal.SIGINT)
        assert await process.wait() == 0
    await until(lambda: not lives(last))
    lines = [json.loads(line) for line in record.read_text().splitlines()]
    assert {"method", "path", "request", "status", "response"} == set(lines[0])
    claim(tmp_path / "data")  # the playground's own folder can be used again


def test_settings_of_a_real_hob_do_not_reach_the_playground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = ("TOKEN=real", "DATABASE=postgresql://db/hob", f"SERVERS={10**17}", "SHARDS=auto", "METRICS=9400",
            "BACKUP_EVERY=24", "LANGUAGE=de")  # fmt: skip
    (tmp_path / ".env").write_text("".join(f"HOB_{line}\n" for line in real), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    discord = Loopback()
    for name, value in environment(discord, tmp_path, None).items():
        monkeypatch.setenv(name, value)
    chosen = load()
    assert chosen.servers == (int(discord.guild),) and chosen.share.of == 1
    assert chosen.store_file == tmp_path / "hob.sqlite3" and chosen.metrics == chosen.backup_every == 0
    assert chosen.language == "de", "others do, so that they can be tried"


async def test_killing_the_playground_also_ends_the_bot() -> None:
    async with playground() as (process, address):
        url = address.replace("/?", "/page/socket?")
        async with aiohttp.ClientSession() as http, http.ws_connect(url) as socket:
            await told(socket, online(True))
        (child,) = children(process.pid)
        process.kill()
        await process.wait()
        await until(lambda: not lives(child))


async def test_a_port_in_use_is_reported_in_one_sentence() -> None:
    async with playground() as (_, address):
        port = re.search(r":(\d+)", address)
        assert port
        command = [sys.executable, "-m", "playground", "--no-open", "--port", port[1]]
        second = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
        _, said = await second.communicate()
        assert second.returncode == 1
        assert said.decode().startswith("Can't start the playground:") and said.count(b"\n") == 1


async def test_a_child_that_ignores_sigterm_is_killed(monkeypatch: Any) -> None:
    monkeypatch.setattr("playground.child.PATIENCE", 0.2)
    stubborn = "import signal, time; signal.signal(15, signal.SIG_IGN); print('deaf', flush=True); time.sleep(60)"
    states: list[str] = []
    child = Child([sys.executable, "-c", stubborn], dict(os.environ), lambda: states.append(child.state))
    await child.start()
    await until(lambda: child.process)
    assert child.process
    pid = child.process.pid
    await child.stop()
    assert states == ["running", "stopped"]
    assert not lives(pid)
    await child.stop()


async def test_saving_a_game_file_restarts_the_bot(tmp_path: Path) -> None:
    package = tmp_path / "high_card"
    package.mkdir()
    (tmp_path / "pyproject.toml").write_text('[project.entry-points."hob.games"]\nhigh-card = "high_card"\n')
    (package / "rules.py").write_text("")
    async with playground(str(tmp_path)) as (process, address):
        url = address.replace("/?", "/page/socket?")
        async with aiohttp.ClientSession() as http, http.ws_connect(url) as socket:
            await told(socket, online(True))
            (first,) = children(process.pid)
            around = await asyncio.to_thread(Path(f"/proc/{first}/environ").read_bytes)
            assert b"HOB_GAMES=high_card\0" in around
            assert f"PYTHONPATH={tmp_path}".encode() in around
            (package / "rules.py").write_text("HAND = 5")
            await told(socket, online(False))
            await told(socket, online(True))
            assert children(process.pid) != [first]
        assert process.stdout
        assert b"rules.py has changed: Hob restarts.\n" in [await process.stdout.readline() for _ in range(2)]


@pytest.mark.parametrize(
    ("name", "sentence"), [(".", "names no game; it needs [project.entry"), ("no_such_game", "no such game; choose")]
)
def test_a_package_without_a_game_is_reported_in_one_sentence(
    name: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["play", name, "--no-open", "--port", "0"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("Can't start the playground:") and sentence in said and said.count("\n") == 1


def test_an_installation_without_the_playground_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "playground", None)
    monkeypatch.delitem(sys.modules, "playground.__main__", raising=False)
    assert main(["play"]) == 1 and "has no playground" in capsys.readouterr().err
