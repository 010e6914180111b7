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

from playground.child import Child
from tests.playground.opening import children, lives, online, playground, told, until

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
    assert (tmp_path / "data").is_dir()


async def test_nothing_is_left_when_the_playground_is_killed() -> None:
    async with playground() as (process, address):
        url = address.replace("/?", "/page/socket?")
        async with aiohttp.ClientSession() as http, http.ws_connect(url) as socket:
            await told(socket, online(True))
        (child,) = children(process.pid)
        process.kill()
        await process.wait()
        await until(lambda: not lives(child))


async def test_a_port_in_use_is_said_in_one_sentence() -> None:
    async with playground() as (_, address):
        port = re.search(r":(\d+)", address)
        assert port
        command = [sys.executable, "-m", "playground", "--no-open", "--port", port[1]]
        second = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
        _, said = await second.communicate()
        assert second.returncode == 1
        assert said.decode().startswith("Can't start the playground:") and said.count(b"\n") == 1


async def test_a_child_that_does_not_listen_is_killed(monkeypatch: Any) -> None:
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
