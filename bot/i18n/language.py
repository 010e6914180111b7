"""The current language: a table's, a server's, or in private messages the person's own."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

ENGLISH = "en"  # all texts are written in it; languages are named as in Discord: de, fr, pt-BR
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
    """Set the language for the rest of this task; every press and command has its own task."""
    _language.set(language)
