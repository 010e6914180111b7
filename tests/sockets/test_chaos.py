"""Hob is killed at random moments: nothing is lost, nothing is stored twice, and all screens are right again."""

import asyncio
from pathlib import Path

import pytest

from db import SessionChange, Store
from tests.sockets.chaos import run_chaos


@pytest.mark.parametrize("seed", [1, 2])
def test_kills_lose_and_duplicate_nothing(tmp_path: Path, seed: int) -> None:
    chaos = run_chaos(tmp_path, seed, kills=4)
    assert chaos.faults == [] and (chaos.kills, chaos.starts) == (4, 5)
    assert chaos.counts["answers stored"] > 4


def test_a_seed_repeats_every_request(tmp_path: Path) -> None:
    first, second = (run_chaos(tmp_path / name, seed=3, kills=2) for name in ("first", "second"))
    assert first.requests == second.requests and first.counts == second.counts


def test_chaos_detects_moves_shown_before_they_are_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store.commit

    async def commit_later(self: Store, change: SessionChange) -> int:
        async def later() -> None:
            await asyncio.sleep(0.2)
            await store(self, change)

        self.writing = asyncio.create_task(later())  # type: ignore[attr-defined]
        return change.revision + 1

    monkeypatch.setattr(Store, "commit", commit_later)
    chaos = run_chaos(tmp_path, seed=1, kills=200)
    assert chaos.faults and chaos.kills < 200, f"{chaos.kills} kills"
