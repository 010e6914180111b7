"""Detect that a lease holder on the same machine has died, without waiting for the lease to expire.

A process holds a lock on a small file next to the SQLite file, which the system releases when the process dies.  If a
lease was taken with the lock held, and the lock is free, its holder is gone.  A process that was only paused keeps its
lock, and its lease expires like any other.
"""

import os
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: without the lock, leases just expire
    fcntl = None  # type: ignore[assignment]


class FileLock:
    def __init__(self, file: Path | None) -> None:
        """`file` is the SQLite file; None means the store is on a server, and the lock can't be acquired."""
        self._lock = file.with_name(file.name + ".lock") if file is not None and fcntl is not None else None
        self._handle: int | None = None

    def acquire(self) -> bool:
        """Try to take the lock; return whether this process holds it."""
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
