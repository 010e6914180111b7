"""Read a process's CPU time, its memory and its child processes from Linux's /proc."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE")


def spent(pid: int) -> float:
    """Return the CPU time of a process in seconds; 0 where /proc is missing (not on Linux)."""
    with suppress(OSError):
        used = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(used[11]) + int(used[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def resident(pid: int) -> float:
    """Return the resident memory of a process in MB; 0 where /proc is missing."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE / 1e6
    return 0.0


def offspring(pid: int) -> Iterator[int]:
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, file.read_text().split()):
                yield child
                yield from offspring(child)


def workers(pid: int, module: str) -> list[int]:
    """Return the processes of this module that a bot has started."""
    return [child for child in offspring(pid) if works_as(child, module)]


def painters(pid: int) -> list[int]:
    return workers(pid, "bot.pictures.worker")


def works_as(pid: int, module: str) -> bool:
    with suppress(OSError):
        return module.encode() in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    return False
