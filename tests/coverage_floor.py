"""Fail if coverage is too low: run ``pytest --cov`` first, then ``python -m tests.coverage_floor``.

If requirements of some tests are missing, the shares are printed but not judged.
"""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from coverage import Coverage
from coverage.exceptions import CoverageException

from tests import needs

FLOORS = {"engine": 100.0, "db": 90.0, "bot": 90.0, "cogs": 90.0, "playground": 90.0}


def shares(files: dict[str, Any]) -> dict[str, tuple[float, list[str]]]:
    """Return per folder the covered share of lines and branches in per cent, and the files with gaps.

    Folders without statements are left out.
    """
    found = {}
    for folder in FLOORS:
        mine = {name: file["summary"] for name, file in files.items() if Path(name).parts[0] == folder}
        total = sum(s["num_statements"] + s["num_branches"] for s in mine.values())
        covered = sum(s["covered_lines"] + s["covered_branches"] for s in mine.values())
        if total:
            missing = [
                f"{name} ({s['missing_lines']} lines, {s['missing_branches']} branches)"
                for name, s in mine.items()
                if s["missing_lines"] or s["missing_branches"]
            ]
            found[folder] = (100 * covered / total, missing)
    return found


def measured() -> dict[str, Any]:
    coverage = Coverage()
    coverage.load()
    with TemporaryDirectory() as folder:
        report = Path(folder) / "coverage.json"
        coverage.json_report(outfile=str(report))
        files: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))["files"]
    return files


def main() -> int:
    try:
        found = shares(measured())
    except CoverageException as fault:
        print(f"coverage: {fault}; run pytest --cov first")
        return 1
    missing, low = needs.missing(), []
    for folder, (share, misses) in found.items():
        print(f"coverage of {folder}: {share:.2f} %, floor {FLOORS[folder]:.0f} %")
        if share < FLOORS[folder] and not missing:
            low.append(folder)
            print(*(f"  misses {name}" for name in misses), sep="\n")
    if low:
        print(f"coverage: TOO LOW of {', '.join(low)}")
    if missing:
        print(f"Not everything was tested, so the floors are not judged; missing: {', '.join(map(str, missing))}")
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
