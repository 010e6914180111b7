"""A short run of `benchmarks.campaign`: faults while people play lose nothing and duplicate nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchmarks.campaign import run
from benchmarks.campaign.cluster import run_cluster
from benchmarks.campaign.run import Campaign, chosen
from playground.discord.state import LONGEST
from tests.needs import POSTGRESQL

KILLS = int(os.environ.get("TEST_KILLS", "5"))
SEED = int(os.environ.get("TEST_SEED", "1"))
QUICK = ("kill", "kill at start", "restart", "gateway cut", "requests fail", "database locked", "clock set forward")
pytestmark = pytest.mark.slow


async def test_postgresql_dies_while_people_play(tmp_path: Path) -> None:
    POSTGRESQL.or_skip()
    async with run_cluster(tmp_path, "postgresql", shards=2) as cluster:
        record = await Campaign(cluster, SEED, chosen(("database killed", "database cut off"), cluster)).run(2)
        assert record.good, "\n".join(cluster.wrong)
        assert record.kinds["database killed"].kills >= 2


async def test_killing_hob_at_any_moment_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "LIFE", LONGEST)  # as long as enough presses take
    async with run_cluster(tmp_path) as cluster:
        record = await Campaign(cluster, SEED, chosen(QUICK, cluster)).run(KILLS)
        assert record.good, "\n".join(cluster.wrong)
        assert record.kills >= KILLS
        assert record.counts["acknowledged"] > KILLS, "the people haven't played"
    print(record.table())
