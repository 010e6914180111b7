"""All metrics: `MetricsExporter.collect` yields them to Prometheus on a port, if `HOB_METRICS` is set."""

import asyncio
import logging
import os
import platform
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server
from prometheus_client.core import CounterMetricFamily as Counted, GaugeMetricFamily as Gauge, InfoMetricFamily as Info

from bot.app import App
from bot.process.version import version
from bot.timing import HOUR
from db import StoreError, Trouble

log = logging.getLogger("hob.metrics")
READ_INTERVAL = 15.0  # seconds between two reads of the store
RETRY_DELAY = 5.0  # seconds until the port is tried again
LAG_INTERVAL = 0.5  # seconds between two measurements of the event loop
PAGE_SIZE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


class LogCounter(logging.Handler):
    """Counts log records by logger and level: Discord's rate limits and errors are warnings of `discord.http`."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.counts: Counter[tuple[str, str]] = Counter({("discord.http", "WARNING"): 0})

    def emit(self, record: logging.LogRecord) -> None:
        self.counts[record.name, record.levelname] += 1


class MetricsExporter:
    """The exporter. All values are read in the event loop or are plain numbers that Prometheus' thread copies."""

    def __init__(self, app: App) -> None:
        self.app, self.log_counter = app, LogCounter()
        self.statuses: dict[str, int] = {}
        self.games: dict[str, int] = {}
        self.lag = self._lag = 0.0  # the maximum of the last round, and of the current one

    async def run(self) -> None:
        """Serve until cancelled. Hob works even if the port is taken."""
        registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        registry.register(self)
        settings, trouble = self.app.settings, Trouble()
        while True:
            try:
                server, thread = start_http_server(settings.metrics, settings.metrics_host, registry)
                break
            except OSError as fault:  # another process may have the port and end soon
                if trouble.new(fault):
                    log.warning("metrics not available, retrying: %s", fault)
                await asyncio.sleep(RETRY_DELAY)
        root = logging.getLogger()
        root.addHandler(self.log_counter)
        try:
            await asyncio.gather(self._read_store(), self._measure_lag())
        finally:
            root.removeHandler(self.log_counter)
            await asyncio.to_thread(server.shutdown)
            server.server_close()
            await asyncio.to_thread(thread.join)

    async def _read_store(self) -> None:
        trouble = Trouble()
        while True:
            try:
                with suppress(StoreError):
                    self.statuses = await self.app.store.counts()
                    self.games = await self.app.store.maintenance.games()
            except Exception as fault:
                if trouble.new(fault):
                    log.exception("can't count the tables")
            self.lag, self._lag = self._lag, 0.0
            await asyncio.sleep(READ_INTERVAL)

    async def _measure_lag(self) -> None:
        while True:
            began = time.monotonic()
            await asyncio.sleep(LAG_INTERVAL)
            self._lag = max(self._lag, time.monotonic() - began - LAG_INTERVAL)

    def collect(self) -> Iterator[Any]:
        """Yield all metrics for Prometheus' registry."""
        app, store = self.app, self.app.store
        hob = version()
        built = {"version": hob.number, "commit": hob.commit, "python": platform.python_version()}
        yield Info("hob_build", "Version, commit and Python", built)
        yield from app.metrics.registry.collect()
        yield _labelled(Gauge("hob_sessions", "Tables in the database", labels=["status"]), self.statuses.items())
        yield _labelled(Gauge("hob_open_tables", "Tables that are not over", labels=["game"]), self.games.items())
        yield Gauge("hob_tables_in_memory", "Tables in memory", len(app.sessions.in_memory))
        yield Gauge("hob_under_way", "Presses and commands being answered", len(app.gate.active_tasks))
        counts = app.ai.counts
        thoughts = {"thought": counts.completed, "shed": counts.reduced, "lost": counts.failed, "late": counts.late}
        yield _labelled(
            Counted("hob_thoughts", "Searches of computer players, by outcome", labels=["outcome"]), thoughts.items()
        )
        yield Gauge("hob_thoughts_waiting", "Searches waiting for a process", app.ai.queue_length)
        yield Counted("hob_commits", "Transactions of the database writer", store.writer.transactions)
        yield Counted("hob_committed", "Changes in these transactions", store.writer.jobs)
        yield Gauge("hob_committing", "Changes waiting to be written", store.writer.waiting)
        yield Gauge("hob_loop_lag_seconds", "Longest recent delay of the event loop", max(self.lag, self._lag))
        leases = app.cluster.leases
        held = leases is None or bool(leases.held)
        yield Gauge("hob_lease_held", "1 if this process holds a lease on the database", float(held))
        shards = app.connections.shard_states.items() if app.connections is not None else ()
        up = [(str(shard), float(connected)) for shard, connected in shards]
        yield _labelled(Gauge("hob_shard_up", "1 if a shard of this process is connected", labels=["shard"]), up)
        requests = app.requests
        family = Counted("hob_requests", "Requests to Discord, by the limit they count for", labels=["limit"])
        yield _labelled(family, requests.counted.items())
        yield Gauge("hob_requests_allowed", "This process's share of requests per second", requests.share)
        yield Counted(
            "hob_requests_waited_seconds", "Time that requests have waited for the rate limit", requests.waited
        )
        yield _labelled(
            Counted("hob_refused_requests", "Requests rejected by Discord", labels=["status"]), requests.refused.items()
        )
        yield Gauge(
            "hob_refused_requests_lately", "Requests rejected by Discord within ten minutes", requests.recently_refused
        )
        yield Gauge(
            "hob_direct_messages_waiting", "New direct messages waiting to be sent", len(app.delivery.panels.queue)
        )
        yield Gauge("hob_backup_timestamp_seconds", "Time of the newest scheduled backup", app.last_backup_at)
        every = float(app.settings.backup_every) * HOUR if app.settings.store_file is not None else 0.0
        yield Gauge("hob_backup_every_seconds", "Seconds between two scheduled backups; 0: none", every)
        yield Gauge(
            "hob_children_resident_bytes", "Memory of the painting and search processes", float(_children_memory())
        )
        logged = Counted("hob_log_lines", "Log lines of level WARNING and above", labels=["logger", "level"])
        for (name, level), number in list(self.log_counter.counts.items()):
            logged.add_metric([name, level], number)
        yield logged


def _labelled(family: Any, numbers: Iterable[tuple[str, float]]) -> Any:
    for label, number in list(numbers):
        family.add_metric([label], number)
    return family


def _children_memory() -> int:
    """Return the memory in bytes of all child processes; 0 if the system doesn't report it."""
    total = 0
    for file in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):
            for child in file.read_text().split():
                with suppress(OSError, ValueError, IndexError):
                    total += int(Path(f"/proc/{child}/statm").read_text().split()[1]) * PAGE_SIZE
    return total
