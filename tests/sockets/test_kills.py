"""The short run of `benchmarks.campaign`: whatever breaks while people play, nothing is lost, nothing happens twice."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchmarks.campaign.records import Record, total
from benchmarks.campaign.run import Campaign, chosen, lodging

KILLS = int(os.environ.get("TEST_KILLS", "5"))
SEED = int(os.environ.get("TEST_SEED", "1"))
QUICK = ("kill", "kill at start", "restart", "gateway cut", "requests fail", "database locked", "clock set forward")
# aiohttp warns of its own doing when a form arrives in unlucky pieces; here that would be a failing request.
pytestmark = pytest.mark.filterwarnings("ignore:unread_data")


async def test_killed_at_any_moment_hob_loses_nothing(tmp_path: Path) -> None:
    async with lodging(tmp_path) as lodge:
        record = await Campaign(lodge, SEED, chosen(QUICK)).run(KILLS)
        assert record.good, "\n".join(lodge.wrong)
        assert record.kills >= KILLS
        assert record.counts["acknowledged"] > KILLS, "the people have not played"
    record.write(tmp_path / "campaign.jsonl")
    line = (tmp_path / "campaign.jsonl").read_text()
    assert Record.read(line) == record
    both = total([line, line])
    assert f"{record.kills * 2:,}" in both and f"{record.counts['presses'] * 2:,}" in both
    print(both)
