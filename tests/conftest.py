"""What tests of several folders share, and the last words of a run."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from coverage import Coverage

from tests import needs

if TYPE_CHECKING:
    from playwright.async_api import Browser

TESTS = Path(__file__).parent


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are cores: some tests wait for a browser, another process or the disk."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """End what pytest-cov begins in each worker of xdist before it knows that it is in one.

    It would run under the worker's own counting, and go on where `no_cover` pauses that.
    """
    if hasattr(session.config, "workerinput") and (early := Coverage.current()):
        early.stop()


OF_A_GAME = ("test_commands.py", "test_flows.py", "test_pictures.py", "test_words.py")  # in each folder of cogs
UNCOUNTED = frozenset((TESTS / "uncounted.txt").read_text(encoding="utf-8").splitlines())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Counting takes two to four times as long as running, so what others reach too is not counted.

    A new file is counted.  Of what is looked at with every number of seats, the fullest table counts.
    """
    fullest = {(item.path, item.originalname): item for item in items if isinstance(item, pytest.Function)}
    for item in items:
        of_a_game = item.path.parent.parent == TESTS / "cogs"
        test = item.nodeid.removeprefix("tests/").partition("[")[0]
        named = test in UNCOUNTED or test.partition("::")[0] in UNCOUNTED
        elsewhere = named or (of_a_game and item.path.name in OF_A_GAME)
        if elsewhere or (of_a_game and by_seats(item) and fullest[item.path, item.originalname] is not item):
            item.add_marker(pytest.mark.no_cover)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What was collected stays to the end: the garbage collector need not look at it time and again."""
    gc.collect()
    gc.freeze()


def by_seats(item: pytest.Item) -> bool:
    return isinstance(item, pytest.Function) and hasattr(item, "callspec") and [*item.callspec.params] == ["seats"]


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


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def one_browser() -> AsyncIterator[Browser]:
    needs.CHROMIUM.or_skip()
    from playwright.async_api import expect

    from playground.browser import chromium

    expect.set_options(timeout=30_000)  # milliseconds: no test waits for that to pass, but a busy machine may need it
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def browser(one_browser: Browser) -> AsyncIterator[Browser]:
    """All tests share it, so they run in the session's loop; the tabs of each are closed with it."""
    yield one_browser
    for tabs in one_browser.contexts:
        await tabs.close()
