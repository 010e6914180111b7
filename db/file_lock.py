"""Is a process that held the lease gone?  On one machine the system knows at once, and nobody need wait for the end.

A lock on a small file beside the SQLite file goes with its process, however that dies.  If a lease was taken by whoever
had the lock, and the lock is free, its holder is gone.  A process that was merely stopped keeps its lock, and loses its
lease at the lease's end like any other.
"""

import os
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: the leases end by themselves all the same
    fcntl = None  # type: ignore[assignment]


class FileLock:
    def __init__(self, file: Path | None) -> None:
        """`file` is the store's; None for one on a server."""
        self._lock = file.with_name(file.name + ".lock") if file is not None and fcntl is not None else None
        self._handle: int | None = None

    def acquire(self) -> bool:
        """Is the lock ours?"""
        if self._lock is None or self._handle is not None:
            return self._handle is not None
        try:
            handle = os.open(self._lock, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError:
            return False
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            return False
        self._handle = handle
        return True

    def release(self) -> None:
        handle, self._handle = self._handle, None
        if handle is not None:
            with suppress(OSError):
                os.close(handle)
