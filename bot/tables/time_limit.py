"""Time limits for a table's pure functions (rules, views, screens): a damaged table must not block the others.

The limit is this process's CPU time, so a busy machine doesn't trigger it. There is no limit outside the main thread or
where the system lacks that clock (Windows).
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from bot.errors import UserError

TIME_LIMIT = 3.0  # seconds; a view takes a few milliseconds


class TimeLimitExceeded(Exception):
    """A function of a table exceeded the time limit."""


class RenderError(Exception):
    """A table can't be rendered; the cause says why."""


_timer_active = False
_handler_installed = False  # whether our signal handler is installed


def _on_timeout(_signal: int, _frame: FrameType | None) -> None:
    if _timer_active:  # otherwise the work finished in the meantime
        raise TimeLimitExceeded(f"took longer than {TIME_LIMIT:g} seconds")


@contextmanager
def time_limit() -> Iterator[None]:
    """Limit the CPU time of a block, which must not wait for anything. Raises TimeLimitExceeded."""
    global _timer_active, _handler_installed
    if _timer_active or not hasattr(signal, "setitimer") or threading.get_ident() != threading.main_thread().ident:
        yield  # the outermost block sets the limit
        return
    if not _handler_installed:
        signal.signal(signal.SIGVTALRM, _on_timeout)
        _handler_installed = True
    _timer_active = True
    signal.setitimer(signal.ITIMER_VIRTUAL, TIME_LIMIT)
    try:
        yield
    finally:
        _timer_active = False
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


@contextmanager
def render_guard() -> Iterator[None]:
    """Guard a block that renders a table or computes its view. Raises RenderError for any fault but UserError."""
    try:
        with time_limit():
            yield
    except (UserError, RenderError):
        raise
    except Exception as fault:
        raise RenderError(f"{type(fault).__name__}: {str(fault)[:200]}") from fault
