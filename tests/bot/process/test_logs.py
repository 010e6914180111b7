"""The log says what was decided at DEBUG, and repeated trouble once."""

import asyncio
import logging

import pytest

from bot import errors
from bot.errors import UserError
from bot.process import maintenance
from bot.process.logs import REPEAT_AFTER
from bot.process.maintenance import Maintenance
from db import StoreUnavailable, Trouble
from hob.testing.play import evening, playing


def test_a_common_fault_is_logged_once_in_ten_minutes() -> None:
    now = 0.0
    trouble = Trouble(REPEAT_AFTER, lambda: now)
    assert [reason for reason in ("away", "away", "full", "full", "away") if trouble.new(reason)] == ["away", "full"]
    now = REPEAT_AFTER
    assert trouble.new("full")


async def test_debug_logs_decisions(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "hob"):
        async with playing("Ada", "Ben") as hob:
            session_id = (await hob.session()).id
    for part in (
        f"session {session_id}: command by seat 0",
        f"session {session_id}: revision 3 stored, playing",
        f"session {session_id}: up to date, due ",
        "text, and no new picture",
    ):
        assert any(part in line for line in caplog.messages), part


def test_a_database_outage_is_logged_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(errors, "UNAVAILABLE", Trouble(REPEAT_AFTER))
    for reason in ("away", "away", "full"):
        with pytest.raises(UserError), errors.storage_errors():
            raise StoreUnavailable(reason)
    assert caplog.messages == ["database unavailable: away", "database unavailable: full"]


async def test_failing_upkeep_is_logged_once_and_again_when_it_works(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rounds = iter([StoreUnavailable("away"), StoreUnavailable("away"), RuntimeError("a fault of our own"), None])

    async def prune(_: Maintenance) -> None:
        fault = next(rounds, None)
        if fault is not None:
            raise fault

    monkeypatch.setattr(Maintenance, "prune", prune)
    monkeypatch.setattr(maintenance, "INTERVAL", 0.0)
    async with evening("Ada") as hob:
        with caplog.at_level(logging.INFO, "hob.backups"):
            running = asyncio.create_task(Maintenance(hob.app).run())
            for _ in range(1000):
                await asyncio.sleep(0)
                if "upkeep works again" in caplog.messages:
                    break
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
    assert caplog.messages == ["upkeep failed: away", "upkeep failed: a fault of our own", "upkeep works again"]
