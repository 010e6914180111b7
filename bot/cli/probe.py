"""Checks the health of the Hob in this data folder.

`hob health` runs it every half minute, so it imports nothing heavy.
"""

import os
import time
from pathlib import Path

HEARTBEAT_FILE = "alive"
LATE = 40.0  # seconds after which a heartbeat is too old; Hob writes one every 15


def data_folder() -> Path:
    """Return the data folder from the environment, `.env`, or the default."""
    said = {name.upper(): value for name, value in (*_read_env_file(), *os.environ.items()) if value}
    return Path(said.get("HOB_DATA") or "data")


def _read_env_file() -> list[tuple[str, str]]:
    """Parse `.env` just well enough for a path."""
    try:
        lines = Path(".env").read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    pairs = [line.strip().removeprefix("export ").partition("=") for line in lines if not line.lstrip().startswith("#")]
    return [(name.strip(), value.split(" #")[0].strip().strip("'\"")) for name, sign, value in pairs if sign]


def find_problem(data: Path) -> str | None:
    """Return what is wrong in one sentence; None if the Hob in this data folder is healthy."""
    try:
        age = time.time() - (data / HEARTBEAT_FILE).stat().st_mtime
    except OSError:
        return "Hob isn't running here, isn't ready yet, or is unhealthy: its log says which."
    if age < -LATE:  # wait for the next heartbeat
        return "Hob's last heartbeat was before the clock was set back. Try again in a moment."
    return f"Hob's last heartbeat was {age:.0f} seconds ago: its log says why." if age > LATE else None


def report() -> int:
    wrong = find_problem(data_folder())
    print(wrong or "Hob is healthy.")
    return 1 if wrong else 0
