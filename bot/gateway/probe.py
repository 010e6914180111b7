"""Checks the health of the Hob in this data folder.

A container's health check runs it every half minute as `hob health`, so it imports nothing heavy.
"""

import os
import time
from pathlib import Path

from dotenv import dotenv_values

HEARTBEAT_FILE = "alive"
LATE = 40.0  # seconds after which a heartbeat is too old; Hob writes one every 15


def data_folder() -> Path:
    """Return the data folder from the environment, `.env`, or the default."""
    try:
        in_file = dotenv_values(".env", encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        in_file = {}
    settings = {name.upper(): value for name, value in (*in_file.items(), *os.environ.items()) if value}
    return Path(settings.get("HOB_DATA") or "data")


def find_problem(data: Path) -> str | None:
    """Return the problem in one sentence; None if the Hob in this data folder is healthy."""
    try:
        age = time.time() - (data / HEARTBEAT_FILE).stat().st_mtime
    except OSError:
        return "Hob isn't running here, isn't ready yet, or is unhealthy: its log says which."
    if age < -LATE:  # wait for the next heartbeat
        return "Hob's last heartbeat was before the clock was set back. Try again in a moment."
    return f"Hob's last heartbeat was {age:.0f} seconds ago: its log says why." if age > LATE else None


def report() -> int:
    problem = find_problem(data_folder())
    print(problem or "Hob is healthy.")
    return 1 if problem else 0
