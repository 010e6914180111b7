"""How long the pure functions of a table may take: rules, views, screens.  A damaged table must not hold up the others.

Counted is processor time of this process, so that a busy machine makes nobody guilty.  Where the system has no such
clock (Windows), or outside the main thread, there is no limit.
"""

import signal
import threading
from types import FrameType, TracebackType

from bot.errors import UserError

TIME_LIMIT = 3.0  # a view takes a few milliseconds


class TimeLimitExceeded(Exception):
    """A function of a table was still at work when its time was over."""


class RenderError(Exception):
    """A table cannot be shown or looked at; its cause says why."""


_timer_active = False
_handler_installed = False  # whether the signal is ours


def _can_limit() -> bool:
    global _handler_installed
    if threading.get_ident() != threading.main_thread().ident:
        return False
    if not _handler_installed and hasattr(signal, "setitimer"):
        signal.signal(signal.SIGVTALRM, _on_timeout)
        _handler_installed = True
    return _handler_installed


def _on_timeout(_signal: int, _frame: FrameType | None) -> None:
    if _timer_active:  # else it came in the very moment in which the work was done
        raise TimeLimitExceeded(f"more than {TIME_LIMIT:g} seconds of work")


class time_limit:
    """Nothing inside may wait for anything.  Raises TooLong."""

    def __enter__(self) -> None:
        global _timer_active
        self._outermost = not _timer_active and _can_limit()
        if self._outermost:
            _timer_active = True
            signal.setitimer(signal.ITIMER_VIRTUAL, TIME_LIMIT)

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        global _timer_active
        if self._outermost:
            _timer_active = False
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


class render_guard(time_limit):
    """Look at a table, or draw it.  Raises Unfit for whatever goes wrong."""

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        super().__exit__(kind, fault, trace)
        if isinstance(fault, Exception) and not isinstance(fault, UserError | RenderError):
            raise RenderError(f"{type(fault).__name__}: {str(fault)[:200]}") from fault
