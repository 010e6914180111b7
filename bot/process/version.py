"""The version of this Hob: a release or, between releases, the next one with `.dev0` and the commit.

A build writes `build.json` next to this file. A clone asks git, or without git reads the commit from `.git`. This file
imports nothing from Hob, because hatchling and the image's build load it alone.
"""

import json
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

NEXT = "0.2.0"  # the next release; raised by the commit after the tag v0.2.0
ROOT = Path(__file__).parents[2]
BUILD_FILE = Path(__file__).with_name("build.json")
SHORT = 12  # displayed characters of a commit


class Version(NamedTuple):
    number: str  # as in PEP 440: 0.2.0, or 0.2.0.dev0 for any commit before it
    commit: str  # full hash; empty if unknown

    def __str__(self) -> str:
        return f"{self.number} (commit {self.commit[:SHORT]})" if self.commit else self.number

    @property
    def package(self) -> str:
        """Return the version of a wheel, which includes the commit between releases."""
        return f"{self.number}+g{self.commit[:SHORT]}" if "dev" in self.number and self.commit else self.number


@cache
def version() -> Version:
    return _from_build() or _from_git() or Version(f"{NEXT}.dev0", _commit_in_files())


def _from_build() -> Version | None:
    try:
        return Version(**json.loads(BUILD_FILE.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _from_git() -> Version | None:
    """Return the version by git's tags; None outside a clone, or if git is missing or fails."""
    if not (ROOT / ".git").exists():
        return None
    described = _git("describe", "--tags", "--long", "--always", "--abbrev=40", "--match=v[0-9]*")
    if not described:
        return None
    tag, since, commit = ["", "0", *described.rsplit("-", 2)][-3:]
    if tag and since == "0":
        return Version(tag.removeprefix("v"), commit.removeprefix("g"))
    return Version(f"{NEXT}.dev0", commit.removeprefix("g"))  # shallow clones and images can't count commits


def _git(*words: str) -> str:
    import subprocess  # slow to import, and not needed in a build

    trusting = ("git", "-c", "safe.directory=*")  # this folder's code already runs, so git may read it, whoever owns it
    try:
        return subprocess.run([*trusting, *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def _commit_in_files() -> str:
    git = ROOT / ".git"
    try:
        head = (git / "HEAD").read_text(encoding="utf-8").strip()
        name = head.removeprefix("ref: ")
        if name == head:
            return head
        if (git / name).exists():
            return (git / name).read_text(encoding="utf-8").strip()
        packed = (line.split(" ") for line in (git / "packed-refs").read_text(encoding="utf-8").splitlines())
        return next((line[0] for line in packed if line[1:] == [name]), "")
    except (OSError, ValueError):
        return ""


if __name__ == "__main__":  # prints the content of build.json for builds without git; an argument is the version number
    current = version()
    print(json.dumps(current._replace(number=next((word for word in sys.argv[1:] if word), current.number))._asdict()))
