"""The counts of a campaign: one line of JSON per run, and the sum of all runs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent.parent / "campaign.jsonl"
SHOULD_BE_NONE = ("lost", "doubled", "astray", "unanswered", "not_right", "apologies")
COUNTS = {
    "presses": "presses on answers, undos and votes",
    "accepted": "of these accepted",
    "acknowledged": "of these answers to a game's question, acknowledged",
    "cut_off": "cut off by a fault before their answer",
    "deeds": "comings, goings, votes to end",
    "twice": "events delivered twice",
    "swapped": "events in the other order",
    "answers": "answers in the store",
    "undos": "of these taken back",
    "tables": "tables",
    "over": "of these games over",
    "lost": "lost: acknowledged, and not in the store",
    "doubled": "doubled: in the store twice",
    "astray": "tables whose answers do not lead to their state",
    "unanswered": "unanswered though nothing came between",
    "not_right": "times that not all was right in 150 s",
    "apologies": "apologies for a fault of Hob's own",
}


@dataclass
class Kind:
    """One kind of fault: its number, processes killed, presses cut off, and recoveries (`right`: counts by seconds)."""

    times: int = 0
    kills: int = 0
    cut_off: int = 0
    right: dict[str, int] = field(default_factory=dict)

    def took(self, seconds: float) -> None:
        tenth = f"{seconds:.1f}"
        self.right[tenth] = self.right.get(tenth, 0) + 1

    def add(self, other: Kind) -> None:
        self.times, self.kills = self.times + other.times, self.kills + other.kills
        self.cut_off += other.cut_off
        self.right = dict(Counter(self.right) + Counter(other.right))

    @property
    def median(self) -> float:
        found = sorted(Counter({float(tenth): times for tenth, times in self.right.items()}).elements())
        return found[len(found) // 2] if found else float("nan")

    @property
    def worst(self) -> float:
        return max(map(float, self.right), default=float("nan"))


@dataclass
class Record:
    date: str = ""
    version: str = ""
    commit: str = ""
    seed: int = 0
    database: str = "sqlite"
    hobs: int = 1
    shards: int = 1
    seconds: float = 0.0
    cpu: float = 0.0
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTS, 0))
    kinds: dict[str, Kind] = field(default_factory=dict)

    @classmethod
    def read(cls, line: str) -> Record:
        told: dict[str, Any] = json.loads(line)
        told["kinds"] = {name: Kind(**kind) for name, kind in told["kinds"].items()}
        return cls(**told)

    def write(self, file: Path) -> None:
        with file.open("a") as out:
            out.write(json.dumps(asdict(self)) + "\n")

    def kind(self, name: str) -> Kind:
        return self.kinds.setdefault(name, Kind())

    @property
    def kills(self) -> int:
        return sum(kind.kills for kind in self.kinds.values())

    @property
    def good(self) -> bool:
        return not any(self.counts[name] for name in SHOULD_BE_NONE)

    def add(self, other: Record) -> None:
        for name, kind in other.kinds.items():
            self.kind(name).add(kind)
        for name, count in other.counts.items():
            self.counts[name] = self.counts.get(name, 0) + count
        self.seconds, self.cpu = self.seconds + other.seconds, self.cpu + other.cpu

    def table(self) -> str:
        width = max(map(len, COUNTS.values()))
        rows = [f"{'fault':<22}{'times':>8}{'kills':>8}{'cut off':>9}{'all right after: median':>26}{'worst':>9}"]
        for name, kind in sorted(self.kinds.items()):
            counts = f"{name:<22}{kind.times:>8,}{kind.kills:>8,}{kind.cut_off:>9,}"
            rows.append(f"{counts}{kind.median:>24.1f} s{kind.worst:>7.1f} s")
        times = sum(kind.times for kind in self.kinds.values())
        rows += [f"{'all':<22}{times:>8,}{self.kills:>8,}", ""]
        rows += [f"{words:<{width}} {self.counts.get(name, 0):>10,}" for name, words in COUNTS.items()]
        pace = f"{self.kills / self.seconds * 60:.1f} kills a minute" if self.seconds else ""
        return "\n".join([*rows, "", f"{self.seconds:,.0f} s, {self.cpu:,.0f} s of processor time, {pace}"])


def total(lines: Iterable[str]) -> str:
    """Return the sums of runs as tables, one per database and number of processes: recovery times depend on both."""
    groups: dict[tuple[str, int], list[Record]] = {}
    for run in (Record.read(line) for line in lines if line.strip()):
        groups.setdefault((run.database, run.hobs), []).append(run)
    told = []
    for (database, hobs), runs in sorted(groups.items()):
        whole = Record()
        for run in runs:
            whole.add(run)
        commits = ", ".join(dict.fromkeys(f"{run.version} at {run.commit}" for run in runs))
        told.append(f"database {database}, Hobs: {hobs}, runs: {len(runs)}, {commits}\n\n{whole.table()}")
    return "\n\n\n".join(told)
