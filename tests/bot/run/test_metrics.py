"""The numbers that Prometheus may ask for; the board and the alerts ask for none that there is not."""

import asyncio
import json
import logging
import re
import socket
import urllib.request
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from bot.run import metrics
from bot.run.metrics import Metrics
from tests.play import Evening, playing

OPERATING = Path(__file__).parents[3] / "docs" / "operating"


def numbers(hob: Evening, measured: Metrics) -> dict[str, float]:
    registry = CollectorRegistry()
    registry.register(measured)
    lines = generate_latest(registry).decode().splitlines()
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if line[0] != "#"}


async def test_what_happens_is_counted() -> None:
    async with playing("Ada", "Ben") as hob:
        measured = Metrics(hob.process)
        before = numbers(hob, measured)
        me = await hob.asked()
        await me.types("chaser move", candy="red")
        await me.types("chaser move", candy="nothing of the kind")
        after = numbers(hob, measured)

        def more(name: str) -> float:
            return after.get(name, 0.0) - before.get(name, 0.0)

        assert more('hob_presses_total{outcome="done"}') == 1
        assert more('hob_presses_total{outcome="refused"}') == 1
        assert more('hob_press_seconds_bucket{le="+Inf"}') == 2
        assert more("hob_commits_total") >= 1 and more("hob_committed_total") >= more("hob_commits_total")
        assert after["hob_lease_held"] == 1 and after["hob_tables_in_memory"] == 1
        logging.getLogger("hob.test")
        record = logging.LogRecord("discord.http", logging.WARNING, "", 0, "rate limited", (), None)
        measured.lines.handle(record)
        assert numbers(hob, measured)['hob_log_lines_total{level="WARNING",logger="discord.http"}'] == 1


async def test_prometheus_reads_them_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "LAG", 0.001)
    async with playing("Ada", "Ben") as hob:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            hob.settings.metrics = free.getsockname()[1]
        with hob.discord.at_work():
            serving = asyncio.create_task(Metrics(hob.process).run())
            while not (said := await asyncio.to_thread(asked, hob.settings.metrics)):
                assert not serving.done(), serving.exception()
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
    assert "hob_presses_total" in said and "process_resident_memory_bytes" in said


def asked(port: int) -> str:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
            return str(answer.read().decode())
    except OSError:
        return ""


async def test_the_board_and_the_alerts_ask_for_numbers_that_there_are() -> None:
    async with playing("Ada", "Ben") as hob:
        there = {name.split("{")[0] for name in numbers(hob, Metrics(hob.process))}
    there |= {"hob_log_lines_total", "hob_presses_total", "hob_pictures_total", "hob_sessions"}  # once there are any
    board = json.loads((OPERATING / "grafana.json").read_text(encoding="utf-8"))
    asks = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    asks.append((OPERATING / "alerts.yaml").read_text(encoding="utf-8"))
    named = {name for ask in asks for name in re.findall(r"\bhob_[a-z_]+\b", ask)}
    assert len(asks) > 8 and named - there == set()
