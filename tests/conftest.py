"""What tests of several folders share, and the last words of a run."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import expect

from tests import needs

expect.set_options(timeout=30_000)  # milliseconds: no test waits for that to pass, but a busy machine may need it


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    return (yield from nothing_is_skipped_under_ci())


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Iterator[None]:
    return (yield from nothing_is_skipped_under_ci())


def nothing_is_skipped_under_ci() -> Any:
    report = yield
    if needs.CI and report.skipped:
        report.outcome, report.longrepr = "failed", f"skipped, which CI does not allow: {report.longrepr}"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line that names what was left out and how to get it."""
    reasons = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    counted = {need: sum(f"needs {need}" in reason for reason in reasons) for need in needs.ALL}
    left_out = [f"{count} that need {need}" for need, count in counted.items() if count]
    if left_out:
        terminalreporter.write_line(f"Tests left out on this machine: {', '.join(left_out)}.", yellow=True)


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
