"""Golden snapshots: stored tables that every later version must load and ask the same questions of.

``python -m tests.engine.golden`` stores those of games that have none; with a game's slug, it replaces those of the
current schema, which is allowed only while that schema is unreleased.  Tables of older schemas stay forever.
"""

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from tests.engine.playing import ALL, cases, play

FOLDER = Path(__file__).parent.parent / "golden"


def read(slug: str) -> list[dict[str, Any]]:
    file = FOLDER / f"{slug}.json"
    assert file.exists(), f"no golden snapshots of {slug}: run python -m tests.engine.golden"
    records: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return records


def asked(g: Any) -> list[dict[str, Any]]:
    """Return the open questions as JSON, each with the seat's early answer."""
    given = g.stack[-1].given
    asks = [ask._asdict() | {"given": given.get(seat)} for seat, ask in sorted((g.asks | g.changes).items())]
    plain: list[dict[str, Any]] = json.loads(json.dumps(asks))
    return plain


def make(slug: str) -> list[dict[str, Any]]:
    """Return the first table from random games for every step that asks, with and without early answers."""
    found: dict[tuple[str, str, bool], dict[str, Any]] = {}
    for case in cases(slug):
        for seed in range(3):
            for g in play(case.game, case.deal(f"golden {seed}"), Random(f"{case} {seed}")):
                if g.asks:
                    key = (g.stack[-1].step, next(iter(g.asks.values())).say, bool(g.changes))
                    if key not in found:
                        found[key] = {"asked": asked(g), "snapshot": json.loads(case.game.dump(g))}
    return list(found.values())


def main(slugs: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for slug in slugs or [slug for slug in ALL if not (FOLDER / f"{slug}.json").exists()]:
        older = read(slug) if (FOLDER / f"{slug}.json").exists() else []
        records = [record for record in older if record["snapshot"]["schema"] < ALL[slug].schema] + make(slug)
        text = "[\n" + ",\n".join(json.dumps(record, separators=(",", ":")) for record in records) + "\n]\n"
        (FOLDER / f"{slug}.json").write_text(text, encoding="utf-8")
        print(f"{slug}: {len(records)} tables")


if __name__ == "__main__":
    main(sys.argv[1:])
