"""Time limits for a table's pure functions (rules, views, screens): a damaged table must not block the others.

The limit is this process's CPU time, so a busy machine doesn't trigger it. There is no limit outside the main thread or
where the system lacks that clock (Windows).
"""

import signal
import threading
from types import FrameType, TracebackType

from bot.errors import UserError

TIME_LIMIT = 3.0  # seconds; a view takes a few milliseconds


class TimeLimitExceeded(Exception):
    """A function of a table exceeded the time limit."""


class RenderError(Exception):
    """A table can't be rendered; the cause says why."""


_timer_active = False
_handler_installed = False  # whether our signal handler is installed


def _can_limit() -> bool:
    global _handler_installed
    if threading.get_ident() != threading.main_thread().ident:
        return False
    if not _handler_installed and hasattr(signal, "setitimer"):
        signal.signal(signal.SIGVTALRM, _on_timeout)
        _handler_installed = True
    return _handler_installed


def _on_timeout(_signal: int, _frame: FrameType | None) -> None:
    if _timer_active:  # otherwise the work finished in the meantime
        raise TimeLimitExceeded(f"took longer than {TIME_LIMIT:g} seconds")


class time_limit:
    """Limit the CPU time of a block, which must not wait for anything. Raises TimeLimitExceeded."""

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
    """Guard a block that renders a table or computes its view. Raises RenderError for any fault but UserError."""

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        super().__exit__(kind, fault, trace)
        if isinstance(fault, Exception) and not isinstance(fault, UserError | RenderError):
            raise RenderError(f"{type(fault).__name__}: {str(fault)[:200]}") from fault
