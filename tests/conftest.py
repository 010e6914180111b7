"""Shared fixtures, the `slow` mark, and the summary of what was left out."""

from __future__ import annotations

import gc
import logging
import os
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from cogs.game_uis import GAME_UIS
from engine import GAMES
from tests import needs

if TYPE_CHECKING:
    from playwright.async_api import Browser


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Start two workers more than cores if slow tests run: those wait for a browser, another process or the disk."""
    return (os.cpu_count() or 1) + (0 if "not slow" in config.option.markexpr else 2)


SCREENS = Path(__file__).parent / "cogs"
SERVERS = {"browser", "cluster", "mortal_cluster", "postgresql"}  # fixtures that need Chromium or PostgreSQL


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that need Chromium or PostgreSQL as slow; tests that start processes carry the mark themselves.

    A screen that is tested with every number of seats is slow with all but the most.
    """
    functions = [item for item in items if isinstance(item, pytest.Function)]
    fullest: dict[tuple[Path, str], int] = {}
    for item in functions:
        if hasattr(item, "callspec") and [*item.callspec.params] == ["seats"]:
            name = (item.path, item.originalname)
            fullest[name] = max(fullest.get(name, 0), item.callspec.params["seats"])
    for item in functions:
        values = dict(item.callspec.params) if hasattr(item, "callspec") else {}
        smaller = item.path.is_relative_to(SCREENS) and [*values] == ["seats"]
        if (
            SERVERS.intersection(item.fixturenames)
            or "postgresql" in [value for value in values.values() if isinstance(value, str)]
            or (smaller and values["seats"] < fullest[item.path, item.originalname])
        ):
            item.add_marker(pytest.mark.slow)


gc.disable()  # until the tests are collected: what is imported stays to the end


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Keep the garbage collector from scanning the collected tests again and again: they stay to the end."""
    gc.freeze()
    gc.set_threshold(50_000)  # saves 8 % of the time of a game
    gc.enable()


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


@pytest.fixture(autouse=True)
def _leaves_nothing_behind() -> Iterator[None]:
    """Fail a test that changes what all tests share, because the next one would depend on the order."""
    before = shared_state()
    yield
    after = shared_state()
    changed = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    assert not changed, "\n".join(f"{name} was {before.get(name)}, is {after.get(name)}" for name in changed)


def shared_state() -> dict[str, Any]:
    root = logging.getLogger()
    return {
        "the working directory": os.getcwd(),
        "the import path": sys.path[:],
        "the log's handlers": [handler for handler in root.handlers if type(handler).__module__ != "_pytest.logging"],
        **{f"the log level of {name}": logging.getLogger(name).level for name in ("root", "hob", "discord")},
        **{f"the environment's {name}": value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"},
        **{f"the game {slug}": (game, list(game.decks or ())) for slug, game in GAMES.items()},
        **{f"the UI of {slug}": ui for slug, ui in GAME_UIS.items()},
    }


@pytest.fixture
def logging_as_before() -> Iterator[None]:
    """For tests that run Hob's own start: what it sets up for the whole process goes again."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    yield
    root.handlers[:] = before
    root.setLevel(level)
    for name in ("hob", "discord", "dotenv"):
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
