"""`python -m benchmarks.campaign` injects faults while people play, and counts what is lost."""

from __future__ import annotations

import argparse
import asyncio
import sys
from typing import Any

from benchmarks.campaign.cluster import run_cluster
from benchmarks.campaign.faults import FAULTS
from benchmarks.campaign.run import Campaign, Record, chosen


async def campaign(given: Any) -> Record:
    async with run_cluster(None, given.database, given.hobs, given.shards) as cluster:
        return await Campaign(cluster, given.seed, chosen(given.faults, cluster)).run(given.kills)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.campaign", description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--hobs", type=int, default=1, help="processes; more than one share the shards, on PostgreSQL")
    parser.add_argument("--shards", type=int, default=1, help="connections to Discord")
    parser.add_argument(
        "--faults", nargs="*", default=(), choices=tuple(FAULTS), metavar="FAULT", help=", ".join(FAULTS)
    )
    given = parser.parse_args()
    if given.hobs > 1 and given.database == "sqlite":
        parser.error("several Hobs need --database postgresql")
    record = asyncio.run(campaign(given))
    print(record.table())
    return not record.good


if __name__ == "__main__":
    sys.exit(main())
