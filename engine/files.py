"""Read files supplied by an operator within limits, or reject each in one sentence."""

import stat
from pathlib import Path

from engine.machine import EngineError


class UnreadableFile(EngineError):
    """The file cannot be used.  The message says why and what to do, and does not name the file."""


def read_text(file: Path, max_bytes: int) -> str:
    """Return the UTF-8 text of a regular file of at most `max_bytes` bytes, without a byte order mark.

    Raises UnreadableFile, also for a pipe or a device, which might never end.
    """
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            raise UnreadableFile("this isn't a regular file; put a file in its place, or remove it")
        with file.open("rb") as stream:
            data = stream.read(max_bytes + 1)
        if len(data) > max_bytes:
            raise UnreadableFile(f"the file is larger than {max_bytes:,} bytes; check that it is the right one")
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableFile("the file isn't UTF-8 text; save it as UTF-8") from None
    except OSError as fault:
        raise UnreadableFile(f"the file can't be read ({fault.strerror}); check its name and permissions") from fault
    if not text.strip():
        raise UnreadableFile("the file is empty; write something into it, or remove it")
    return text
