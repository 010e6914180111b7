"""The language in which is spoken just now: a table's, a server's, or a person's where nobody else listens."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

ENGLISH = "en"  # that every sentence is written in; the others are called as Discord calls them: de, fr, pt-BR
_spoken: ContextVar[str] = ContextVar("spoken", default=ENGLISH)
spoken = _spoken.get


@contextmanager
def speaking(language: str) -> Iterator[None]:
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def speak(language: str) -> None:
    """From here to the end of what this task does; every press and command is a task of its own."""
    _spoken.set(language)
