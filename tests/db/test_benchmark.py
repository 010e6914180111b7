"""The store's benchmark still works with the current tables."""

from pathlib import Path

import pytest

from benchmarks import store


async def test_the_store_is_measured_against_plain_sqlite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(store, "ROUNDS", 2)
    rows = dict(await store.run())
    assert rows["Store against sqlite3"].endswith("x") and len(rows) == 4
