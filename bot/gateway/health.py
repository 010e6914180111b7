"""Health: a file in the data folder, fresh while the store is writable and the gateway is connected."""

import asyncio
import contextlib
import logging
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

from bot.gateway.probe import HEARTBEAT_FILE
from db import Store, Trouble

log = logging.getLogger("hob.health")
RESTART_EXIT_CODE = 70  # of a Hob that was unhealthy for too long
HEALTH_INTERVAL = 15.0
RETRY_DELAY = 1.0  # while unhealthy


async def report_health(
    data: Path, store: Store, is_connected: Callable[[], bool], ended: asyncio.Event, report_healthy: Callable[[], None]
) -> None:
    """Touch the heartbeat file and call `report_healthy` after each write while connected; otherwise remove it."""
    beat, trouble = data / HEARTBEAT_FILE, Trouble()
    try:
        while not ended.is_set():
            pause = RETRY_DELAY
            if is_connected():
                try:
                    await store.metadata.heartbeat()
                    beat.parent.mkdir(parents=True, exist_ok=True)
                    beat.touch(mode=0o600)
                    pause = HEALTH_INTERVAL
                    trouble.over()
                    if not ended.is_set():  # otherwise a paused watchdog would wait for another report
                        report_healthy()
                except Exception as fault:
                    remove_heartbeat(beat)
                    if trouble.new(fault):
                        log.warning("unhealthy: %s", fault)
            else:
                remove_heartbeat(beat)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), pause)
    finally:
        remove_heartbeat(beat)


class Watchdog:
    """Ends the process if it was healthy and then isn't for too long, even if its event loop hangs."""

    def __init__(self, timeout: float, end: Callable[[int], None] = os._exit) -> None:
        self.timeout, self._end = timeout, end
        self._healthy_at: float | None = None
        self._stopped = threading.Event()

    def report_healthy(self) -> None:
        self._healthy_at = time.monotonic()

    def pause(self) -> None:
        """Expect no reports: another process has the lease, or this one stops."""
        self._healthy_at = None

    def start(self) -> None:
        if self.timeout:
            threading.Thread(target=self._watch, name="hob watchdog", daemon=True).start()

    def stop(self) -> None:
        self._stopped.set()

    def _watch(self) -> None:
        while not self._stopped.wait(min(5.0, self.timeout / 4)):
            at = self._healthy_at
            if at is not None and time.monotonic() - at > self.timeout:
                log.critical("unhealthy for %.0f s, exiting for a restart", self.timeout)
                self._end(RESTART_EXIT_CODE)
                return


def remove_heartbeat(beat: Path) -> None:
    with contextlib.suppress(OSError):  # if it can't be removed, its age shows the fault
        beat.unlink(missing_ok=True)
