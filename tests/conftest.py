"""What tests of several folders share."""

import logging
from collections.abc import Iterator

import pytest
from playwright.async_api import expect

expect.set_options(timeout=30_000)  # milliseconds: no test waits for that to pass, but a busy machine may need it


@pytest.fixture
def logging_as_before() -> Iterator[None]:
    """For tests that run Hob's own start: what it sets up for the whole process goes again."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    yield
    root.handlers[:] = before
    root.setLevel(level)
    for name in ("hob", "discord"):
        logging.getLogger(name).setLevel(logging.NOTSET)
