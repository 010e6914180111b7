"""What some tests need besides Python: whether this machine has it, and how to get it.

A test calls `CHROMIUM.or_skip()`, mostly by a fixture.  Where it is missing the test is left out, the last line of the
run says so, and coverage is not judged.  Under CI (`CI=true`) nothing may be left out: there it fails.
"""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

CI = os.environ.get("CI", "").lower() not in ("", "0", "false")


@dataclass(frozen=True)
class Need:
    name: str
    debian: str  # the package that has it
    find: Callable[[], Path | None]

    def __str__(self) -> str:
        return f"{self.name} (Debian: apt-get install {self.debian})"

    def or_skip(self) -> Path:
        """Where it is."""
        found = self.find()
        if found is None:
            (pytest.fail if CI else pytest.skip)(f"needs {self}")
        return found


def chromium() -> Path | None:
    from playground.browser import CHROMIUM  # loads Playwright, which other tests need not wait for

    return Path(CHROMIUM) if CHROMIUM else None


def postgresql() -> Path | None:
    """The folder of PostgreSQL's programs.  Debian keeps them off the PATH, and has `pg_ctlcluster` there instead."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    if shutil.which("pg_ctlcluster"):
        folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
        return max(folders, key=lambda path: float(path.parts[-2]), default=None)
    return None


CHROMIUM = Need("Chromium", "chromium", chromium)
POSTGRESQL = Need("PostgreSQL", "postgresql", postgresql)
ALL = (CHROMIUM, POSTGRESQL)
