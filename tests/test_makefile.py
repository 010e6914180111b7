"""The Makefile sets up an environment, also after a first attempt failed, and shuffles the tests."""

import os
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_all_tests_are_shuffled_by_the_commit(tmp_path: Path) -> None:
    """Also in a clone of another user, which git refuses, such as in GitHub's containers."""
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    who = [part for name in ("name", "email") for part in ("-c", f"user.{name}=ada@hob.example")]
    for words in (["init", "--quiet"], [*who, "commit", "--quiet", "--allow-empty", "--message=A commit"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    words = ["git", "rev-parse", "--short=7", "HEAD"]
    commit = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    for owner in ("0", "1"):
        run = {"PATH": os.environ["PATH"], "GIT_TEST_ASSUME_DIFFERENT_OWNER": owner}
        words = ["make", "--dry-run", "test-all"]
        shown = subprocess.run(words, cwd=tmp_path, env=run, capture_output=True, text=True, check=True)
        assert re.findall(r"--randomly-seed=(\d+)", shown.stdout) == [str(int(commit, 16))], shown


def test_a_half_made_environment_is_made_again(tmp_path: Path) -> None:
    """Debian's Python without `python3-venv` leaves an environment without pip, and says what to install."""
    python = tmp_path / "python3"
    python.write_text('#!/bin/sh\n[ "$1 $2" = "-m venv" ] || exit 0\nmkdir -p "$3"\n: > "$3/pyvenv.cfg"\nexit 1\n')
    python.chmod(0o755)
    made = f"VENV={tmp_path / 'venv'}"
    path = {"PATH": "/usr/bin:/bin"}  # without uv
    words = ["make", f"PYTHON={python}", made, f"{tmp_path / 'venv'}/pyvenv.cfg"]
    for _ in range(2):
        tried = subprocess.run(words, cwd=ROOT, env=path, capture_output=True, text=True, check=False)
        assert tried.returncode == 2 and "1 of 3: an environment" in tried.stdout, tried
