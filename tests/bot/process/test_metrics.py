"""The Prometheus metrics; the dashboard and the alerts use only metrics that exist."""

import asyncio
import itertools
import json
import logging
import re
import socket
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from bot.process import metrics as tally, metrics_exporter
from bot.process.maintenance import Maintenance
from bot.process.metrics_exporter import MetricsExporter
from bot.process.version import version
from bot.timing import DAY
from hob.testing.play import Evening, playing
from hob.testing.pointing import free_port
from hob.testing.reading import controls_of
from tests.bot.faults import damage, writes_fail

OPERATING = Path(__file__).parents[3] / "docs" / "operating"


def numbers(hob: Evening, measured: MetricsExporter) -> dict[str, float]:
    registry = CollectorRegistry()
    registry.register(measured)
    lines = generate_latest(registry).decode().splitlines()
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if line[0] != "#"}


async def test_events_are_counted() -> None:
    async with playing("Ada", "Ben") as hob:
        measured = MetricsExporter(hob.app)
        before = numbers(hob, measured)
        assert before['hob_presses_total{outcome="fault"}'] == 0, "otherwise Prometheus would miss the first one"
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
        outcomes = {name for name in after if name.startswith("hob_thoughts_total")}
        assert outcomes == {f'hob_thoughts_total{{outcome="{one}"}}' for one in ("thought", "shed", "lost", "late")}
        assert any(name.startswith(f'hob_build_info{{commit="{version().commit}"') for name in after)
        measured.log_counter.handle(record)
        assert numbers(hob, measured)['hob_log_lines_total{level="WARNING",logger="discord.http"}'] == 1


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2"])
async def test_metrics_are_served_at_the_configured_address(
    host: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The server also starts if another process occupies the port at first."""
    monkeypatch.setattr(metrics_exporter, "LAG_INTERVAL", 0.001)
    async with playing("Ada", "Ben") as hob:
        hob.settings.metrics_host = host
        with socket.create_server((host, free_port())) as other:
            hob.settings.metrics = other.getsockname()[1]
            with hob.discord.at_work():
                serving = asyncio.create_task(MetricsExporter(hob.app).run())
            await hob.passes(12)
        assert caplog.text.count("metrics not available") == 1
        await hob.passes(6)
        with hob.discord.at_work():
            while not (said := await asyncio.to_thread(asked, host, hob.settings.metrics)):
                assert not serving.done(), serving.exception()
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
        assert not await asyncio.to_thread(asked, host, hob.settings.metrics), "HobIsGone: up is 0 then"
    assert "hob_presses_total" in said and "process_resident_memory_bytes" in said


async def test_metrics_go_on_after_an_unexpected_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with playing("Ada", "Ben") as hob:
        count, tries = hob.store.counts, list[None]()

        async def fails_at_first() -> dict[str, int]:
            tries.append(None)
            if len(tries) < 3:
                raise RuntimeError("a fault of our own")
            return await count()

        monkeypatch.setattr(hob.store, "counts", fails_at_first)
        exporter = MetricsExporter(hob.app)
        reading = asyncio.create_task(exporter._read_store())
        await hob.passes(3 * metrics_exporter.READ_INTERVAL)
        assert exporter.statuses["playing"] == 1
        assert caplog.messages.count("can't count the tables") == 1
        reading.cancel()


def asked(host: str, port: int) -> str:
    try:
        with urllib.request.urlopen(f"http://{host}:{port}/metrics", timeout=5) as answer:
            return str(answer.read().decode())
    except OSError:
        return ""


async def test_dashboard_and_alerts_use_existing_metrics() -> None:
    async with playing("Ada", "Ben") as hob:
        there = {name.split("{")[0] for name in numbers(hob, MetricsExporter(hob.app))}
    there |= {"hob_sessions", "hob_open_tables", "hob_shard_up"}  # exported once there are any
    board = json.loads((OPERATING / "grafana.json").read_text(encoding="utf-8"))
    asks = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    asks.append((OPERATING / "alerts.yaml").read_text(encoding="utf-8"))
    named = {name for ask in asks for name in re.findall(r"\bhob_[a-z_]+\b", ask)}
    assert len(asks) > 8 and named - there == set()


# ---- alerts: each of these functions brings about one alert's problem, and checks what the alert sees
RULES = (OPERATING / "alerts.yaml").read_text(encoding="utf-8")


def fires(alert: str, value: float) -> None:
    """Check that the value crosses the threshold at the end of the alert's expression."""
    found = re.search(rf"alert: {alert}\n +expr: .*([>=]) (\d+)\n", RULES)
    assert found
    assert value > float(found[2]) if found[1] == ">" else value == float(found[2]), f"{value} is not {found[0]}"


async def new_presses(hob: Evening, measured: MetricsExporter, outcome: str, label: str) -> tuple[float, float]:
    """Press a button of the table; return how many new presses had this outcome, and the number of all new presses."""
    before = numbers(hob, measured)
    await (await hob.asked()).clicks(label, on=hob.table)
    after, name = numbers(hob, measured), f'hob_presses_total{{outcome="{outcome}"}}'
    every = [key for key in after if key.startswith("hob_presses_total")]
    return after[name] - before.get(name, 0), sum(after[key] - before.get(key, 0) for key in every)


async def refuses_everything(hob: Evening, measured: MetricsExporter, patch: pytest.MonkeyPatch) -> None:
    label = next(control.label for control in controls_of(hob.table) if control.answers)
    with writes_fail(hob.store):
        refused, all = await new_presses(hob, measured, "refused", label)
    assert refused == all == 1, "all presses, so more than four in five of them"


async def has_faults(hob: Evening, measured: MetricsExporter, patch: pytest.MonkeyPatch) -> None:
    patch.setattr("bot.delivery.panels.panel_message", lambda *_: 1 / 0)
    fires("HobHasFaults", (await new_presses(hob, measured, "fault", "My hand"))[0])


async def is_slow(hob: Evening, measured: MetricsExporter, patch: pytest.MonkeyPatch) -> None:
    later = itertools.count(0.0, 2.0)
    patch.setattr(tally, "time", SimpleNamespace(monotonic=lambda: next(later)))
    before = numbers(hob, measured)
    await new_presses(hob, measured, "done", "More")
    after = numbers(hob, measured)
    within = [f'hob_press_seconds_bucket{{le="{most}"}}' for most in ("1.0", "2.5")]
    assert [after[one] - before[one] for one in within] == [0, 1], "two seconds, so too slow if most are so"


async def lags(hob: Evening, measured: MetricsExporter, patch: pytest.MonkeyPatch) -> None:
    later = itertools.count(0.0, 2.0)
    patch.setattr(metrics_exporter, "time", SimpleNamespace(monotonic=lambda: next(later)))
    patch.setattr(metrics_exporter, "LAG_INTERVAL", 0.0)
    measuring = asyncio.create_task(measured._measure_lag())
    for _ in range(20):
        await asyncio.sleep(0)
    measuring.cancel()
    fires("HobLags", numbers(hob, measured)["hob_loop_lag_seconds"])


async def is_rate_limited(hob: Evening, measured: MetricsExporter, patch: pytest.MonkeyPatch) -> None:
    logging.getLogger().addHandler(measured.log_counter)
    for _ in range(21):
        logging.getLogger("discord.http").warning("We are being rate limited.")
    logging.getLogger().removeHandler(measured.log_counter)
    fires("DiscordLimitsHob", numbers(hob, measured)['hob_log_lines_total{level="WARNING",logger="discord.http"}'])


async def is_refused_much(hob: Evening, measured: MetricsExporter, patch: pytest.MonkeyPatch) -> None:
    for _ in range(1001):
        hob.app.requests.record_refusal(403)
    fires("DiscordRefusesMuch", numbers(hob, measured)["hob_refused_requests_lately"])


async def has_an_old_copy(hob: Evening, measured: MetricsExporter, patch: pytest.MonkeyPatch) -> None:
    def copy_is_old(now: float) -> bool:
        found = numbers(hob, measured)
        every = found["hob_backup_every_seconds"]
        return every > 0 and now - found["hob_backup_timestamp_seconds"] > 2 * every

    assert not copy_is_old(hob.clock()), "no backup is configured"
    hob.settings.backup_every = 24.0
    assert copy_is_old(hob.clock()), "no backup was ever made"
    with hob.discord.at_work():
        await Maintenance(hob.app).backup()
    copied = hob.app.last_backup_at
    assert not copy_is_old(copied + 2 * DAY) and copy_is_old(copied + 2 * DAY + 1)


async def has_no_lease(hob: Evening, measured: MetricsExporter, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(hob.app.cluster, "leases", hob.store.leases())
    fires("HobHasNoLease", numbers(hob, measured)["hob_lease_held"])
    assert "expr: max by (job) (hob_lease_held) ==" in RULES, "of several processes, some may wait"


async def lost_a_shard(hob: Evening, measured: MetricsExporter, patch: pytest.MonkeyPatch) -> None:
    hob.app.connections = SimpleNamespace(shard_states={0: True, 1: False})
    fires("ShardIsAway", numbers(hob, measured)['hob_shard_up{shard="1"}'])


async def has_a_frozen_table(hob: Evening, measured: MetricsExporter, patch: pytest.MonkeyPatch) -> None:
    damage(hob, (await hob.session()).id, b"{")
    await hob.restart()
    await hob["Ada"].types("chaser hand")
    measured = MetricsExporter(hob.app)
    with hob.discord.at_work():
        looking = asyncio.create_task(measured._read_store())
        await asyncio.sleep(1)
        looking.cancel()
    assert numbers(hob, measured)['hob_open_tables{game="candy-chaser"}'] == 1
    fires("TablesAreFrozen", numbers(hob, measured)['hob_sessions{status="frozen"}'])


SITUATIONS = {
    "HobHasNoLease": has_no_lease,
    "ShardIsAway": lost_a_shard,
    "HobRefusesEverything": refuses_everything,
    "HobHasFaults": has_faults,
    "HobIsSlow": is_slow,
    "HobLags": lags,
    "TablesAreFrozen": has_a_frozen_table,
    "DiscordLimitsHob": is_rate_limited,
    "DiscordRefusesMuch": is_refused_much,
    "CopyIsOld": has_an_old_copy,
}


@pytest.mark.parametrize("alert", SITUATIONS)
async def test_an_alert_fires_in_its_situation(alert: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing("Ada", "Ben") as hob:
        with monkeypatch.context() as patch:
            await SITUATIONS[alert](hob, MetricsExporter(hob.app), patch)


def test_every_alert_has_a_situation() -> None:
    """Except HobIsGone: `up` is Prometheus' own metric, and tested above."""
    assert {"HobIsGone", *SITUATIONS} == set(re.findall(r"alert: (\w+)", RULES))


def test_promtool_has_numbers_that_fire_each_alert() -> None:
    """`.ci/run` evaluates them where `promtool` is installed."""
    rules, cases = [(OPERATING / name).read_text(encoding="utf-8") for name in ("alerts.yaml", "alerts.test.yaml")]
    fired = dict(re.findall(r"alertname: (\w+), exp_alerts: \[\{.*?summary: \"(.*)\"\}\}\]", cases))
    told = dict(re.findall(r"alert: (\w+)\n(?: +(?!- ).*\n)*? +summary: (.*)", rules))
    assert {name: said.replace('\\"', '"') for name, said in fired.items()} == told
