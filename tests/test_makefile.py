"""`make run` and `make play` set up an environment, also after a first attempt failed."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent


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
