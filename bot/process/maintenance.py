"""Maintenance of the store while Hob runs: scheduled backups, and deleting old data in small steps."""

import asyncio
import logging
from collections import Counter
from pathlib import Path

from bot.app import App
from bot.timing import DAY, HOUR, end_of
from db import StoreError, Trouble, backup, list_backups

log = logging.getLogger("hob.backups")
INTERVAL = 600.0  # seconds between two rounds
STEPS = 10  # deletion steps per round
MAX_JUMP = 2 * DAY  # of the wall clock between two rounds; after a longer one, nothing is deleted for a day


class Maintenance:
    def __init__(self, app: App) -> None:
        self.app, self.settings, self.store, self.clock = app, app.settings, app.store, app.clock
        self._offset, self._prune_at = app.clock() - app.elapsed(), app.elapsed()
        self._logged_at, self._presses_before = app.clock(), Counter(app.metrics.presses())

    async def run(self) -> None:
        """Run until cancelled. A failed task is retried in the next round."""
        troubles = {work: Trouble() for work in (self.backup, self.prune, self.log_daily_counts)}
        while True:
            for work, trouble in troubles.items():
                try:
                    await work()
                except Exception as fault:
                    if trouble.new(fault):
                        log.error("upkeep failed: %s", fault, exc_info=not isinstance(fault, (StoreError, OSError)))
                else:
                    if trouble.over():
                        log.info("upkeep works again")
            await asyncio.sleep(INTERVAL)

    async def backup(self) -> None:
        """Back up a SQLite store if the newest backup's file is old enough."""
        every = self.settings.backup_every * HOUR
        if not every or not self.settings.database_url.startswith("sqlite"):
            return
        newest = await asyncio.to_thread(_newest, self.settings.backups)
        self.app.last_backup_at = newest
        now = self.clock()
        if now < end_of(newest, every, now):
            return
        report = await asyncio.to_thread(
            backup, self.settings.database_url, self.settings.backups, self.settings.backup_keep
        )
        self.app.last_backup_at = self.clock()
        log.info("backup created: %s, %d bytes", report.file, report.size)

    async def prune(self) -> None:
        """Delete some of the data older than the settings allow. Results and ratings stay.

        Without a login to Discord, delete nothing: the clock may be far ahead. With one it isn't, because Discord's
        certificate would have expired. If it jumps far ahead later, wait a day, in which someone may set it right.
        """
        now, elapsed, maintenance, pruned = self.clock(), self.app.elapsed(), self.store.maintenance, 0
        before, self._offset = self._offset, now - elapsed
        if self._offset - before > MAX_JUMP:
            self._prune_at = elapsed + DAY
        if elapsed < self._prune_at or not self.app.delivery.messenger.is_logged_in:
            return
        for _ in range(STEPS):
            step = 0
            if self.settings.keep_games:
                step += await maintenance.drop_sessions(now - self.settings.keep_games * DAY)
            if self.settings.keep_people:
                step += await maintenance.drop_persons(now - self.settings.keep_people * DAY)
            if not step:
                break
            pruned += step
        if pruned:
            await maintenance.vacuum()
            log.info("pruned %d expired tables and people", pruned)

    async def log_daily_counts(self) -> None:
        """Log once a day the number of tables and presses."""
        if self.clock() - self._logged_at < DAY:
            return
        presses, tables = Counter(self.app.metrics.presses()), await self.store.counts()
        new, self._logged_at, self._presses_before = presses - self._presses_before, self.clock(), presses
        log.info(
            "last 24 hours: %d presses, %d refused, %d failed; "
            "tables: %d playing, %d in the lobby, %d frozen, %d set aside",
            new.total(), new["refused"], new["fault"],
            tables["playing"], tables["lobby"], tables["frozen"], tables["aside"],
        )  # fmt: skip


def _newest(folder: Path) -> float:
    backups = list_backups(folder)
    return backups[-1].stat().st_mtime if backups else 0.0
