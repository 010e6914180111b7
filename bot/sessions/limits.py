"""How long the pure functions of a table may take: rules, views, screens.  A damaged table must not hold up the others.

Counted is processor time of this process, so that a busy machine makes nobody guilty.  Where the system has no such
clock (Windows), or outside the main thread, there is no limit.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from bot.tables.refusals import Refusal

SECONDS = 3.0  # a view takes a few milliseconds


class TooLong(Exception):
    """A function of a table was still at work when its time was over."""


class Unfit(Exception):
    """A table cannot be shown or looked at; its cause says why."""


_armed = False


def _over(_signal: int, _frame: FrameType | None) -> None:
    if _armed:  # else it came in the very moment in which the work was done
        raise TooLong(f"more than {SECONDS:g} seconds of work")


@contextmanager
def limited() -> Iterator[None]:
    """Nothing inside may wait for anything.  Raises TooLong."""
    global _armed
    if _armed or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    if signal.getsignal(signal.SIGVTALRM) is not _over:
        signal.signal(signal.SIGVTALRM, _over)
    _armed = True
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        _armed = False
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


@contextmanager
def fit() -> Iterator[None]:
    """Look at a table, or draw it.  Raises Unfit for whatever goes wrong."""
    try:
        with limited():
            yield
    except (Refusal, Unfit):
        raise
    except Exception as fault:
        raise Unfit(f"{type(fault).__name__}: {str(fault)[:200]}") from fault
