"""Kill Hob at random moments in virtual time while people play and Discord misbehaves; find what is lost or wrong.

    python -m benchmarks.chaos --kills 10000 --jobs 2
    python -m benchmarks.chaos --kills 1600 --each 20 --faults 90 --jobs 2    # about 100,000 faults

Each run of `--each` kills has a seed and a store of its own; the last run makes up the number.  A fault ends the
command and names the seed, which `--first SEED --kills N` tries again with the same `--faults`.
"""

import argparse
import logging
import sys
import tempfile
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from tests.sockets.chaos import Chaos, run_chaos


def run_seed(seed: int, kills: int, tables: int, most_faults: int) -> Chaos:
    logging.disable()  # a killed Hob logs what it couldn't finish
    with tempfile.TemporaryDirectory() as folder:
        return run_chaos(Path(folder), seed, kills, tables, most_faults)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="of all runs together")
    parser.add_argument("--each", type=int, default=50, help="kills in a run")
    parser.add_argument("--tables", type=int, default=2)
    parser.add_argument(
        "--faults", type=int, default=3, help="at most, before each kill; more of them let people play longer"
    )
    parser.add_argument("--first", type=int, default=1, help="seed of the first run")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    given = parser.parse_args()
    counts, faults, began = Counter[str](), list[str](), time.monotonic()
    with ProcessPoolExecutor(given.jobs) as pool:
        starts = enumerate(range(0, given.kills, given.each), given.first)
        runs = {
            pool.submit(run_seed, seed, min(given.each, given.kills - start), given.tables, given.faults): seed
            for seed, start in starts
        }
        for run in as_completed(runs):
            if error := run.exception():
                faults.append(f"seed {runs[run]}: {''.join(traceback.format_exception(error))}")
            else:
                chaos = run.result()
                counts += chaos.counts + Counter(kills=chaos.kills, starts=chaos.starts, faults=chaos.discord_faults)
                faults += [f"seed {runs[run]}: {fault}" for fault in chaos.faults]
                so_far = f"{counts['kills']} of {given.kills} kills, {counts['faults']} faults"
                print(f"seed {runs[run]}: {so_far}", file=sys.stderr, flush=True)
            if faults:
                pool.shutdown(cancel_futures=True)
                break
    print(", ".join(f"{number} {what}" for what, number in counts.items()), f"in {time.monotonic() - began:.0f} s")
    print(*faults[:20] or ["nothing lost, doubled or wrong"], sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
