"""How long the pure functions of a table may take: rules, views, screens.  A damaged table must not hold up the others.

Counted is processor time of this process, so that a busy machine makes nobody guilty.  Where the system has no such
clock (Windows), or outside the main thread, there is no limit.
"""

import signal
import threading
from types import FrameType, TracebackType

from bot.errors import Refusal

SECONDS = 3.0  # a view takes a few milliseconds


class TooLong(Exception):
    """A function of a table was still at work when its time was over."""


class Unfit(Exception):
    """A table cannot be shown or looked at; its cause says why."""


_armed = False
_heard = False  # whether the signal is ours


def _can_limit() -> bool:
    global _heard
    if threading.get_ident() != threading.main_thread().ident:
        return False
    if not _heard and hasattr(signal, "setitimer"):
        signal.signal(signal.SIGVTALRM, _over)
        _heard = True
    return _heard


def _over(_signal: int, _frame: FrameType | None) -> None:
    if _armed:  # else it came in the very moment in which the work was done
        raise TooLong(f"more than {SECONDS:g} seconds of work")


class limited:
    """Nothing inside may wait for anything.  Raises TooLong."""

    def __enter__(self) -> None:
        global _armed
        self._outermost = not _armed and _can_limit()
        if self._outermost:
            _armed = True
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        global _armed
        if self._outermost:
            _armed = False
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


class fit(limited):
    """Look at a table, or draw it.  Raises Unfit for whatever goes wrong."""

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        super().__exit__(kind, fault, trace)
        if isinstance(fault, Exception) and not isinstance(fault, Refusal | Unfit):
            raise Unfit(f"{type(fault).__name__}: {str(fault)[:200]}") from fault
