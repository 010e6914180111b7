"""The language in which is spoken just now: a table's, a server's, or a person's where nobody else listens."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

ENGLISH = "en"  # that every sentence is written in; the others are called as Discord calls them: de, fr, pt-BR
_language: ContextVar[str] = ContextVar("spoken", default=ENGLISH)
current_language = _language.get


@contextmanager
def using_language(language: str) -> Iterator[None]:
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


def set_language(language: str) -> None:
    """From here to the end of what this task does; every press and command is a task of its own."""
    _language.set(language)
