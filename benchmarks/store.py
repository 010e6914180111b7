"""Answers per second that reach the disk: 64 tables through the Store, compared with the bare sqlite3 module."""

import asyncio
import json
import os
import sqlite3
import statistics
import tempfile
import time
from dataclasses import fields
from pathlib import Path

from db import AnswerRow, SessionChange, SessionRow, Store

TABLES = 64
ROUNDS = 200  # answers per table
STATE = (b'{"a state of a usual size": true}' * 64)[:2048]


def _session(channel: int) -> SessionRow:
    id = f"table-{channel:02}"
    return SessionRow(id, "bench", 1, channel, "playing", 0, 1, STATE, {"seats": [1, 2, 3]}, {}, None, 0.0, 0.0)


def _change(id: str, revision: int) -> SessionChange:
    answer = AnswerRow(id, revision, revision, 0, "haunt", "haunt/chef", 11, 1.0)
    return SessionChange(id, revision, "playing", STATE, {"seats": [1, 2, 3]}, 2.0, answer, None, 1.0)


_ROWS = [_session(channel) for channel in range(TABLES)]


async def _through_the_store(folder: Path) -> float:
    store = await Store.open(f"sqlite:///{folder}/hob.db")
    await asyncio.gather(*(store.create(row, [1, 2, 3]) for row in _ROWS))

    async def play(id: str) -> None:
        for revision in range(ROUNDS):
            await store.commit(_change(id, revision))

    start = time.perf_counter()
    await asyncio.gather(*(play(row.id) for row in _ROWS))
    seconds = time.perf_counter() - start
    await store.close()
    return TABLES * ROUNDS / seconds


_UPDATE = """UPDATE sessions SET status = ?, state = ?, "table" = ?, due_at = ?, touched_at = ?, revision = ?
             WHERE id = ? AND revision = ?"""
_INSERT = f"INSERT INTO answers VALUES ({', '.join('?' * len(fields(AnswerRow)))})"


def _one_by_one(folder: Path) -> float:
    """Write the same rows with the same durability, each answer in its own transaction."""
    connection = sqlite3.connect(folder / "hob.db", isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
    ids = [row.id for row in _ROWS]
    start = time.perf_counter()
    for revision in range(ROUNDS, 2 * ROUNDS):
        for id in ids:
            made = _change(id, revision)
            row = (made.status, made.state, json.dumps(made.table), made.due_at, made.touched_at, revision + 1)
            connection.execute("BEGIN IMMEDIATE")
            assert connection.execute(_UPDATE, (*row, id, revision)).rowcount == 1
            connection.execute(_INSERT, tuple(vars(made.answer).values()))
            connection.execute("COMMIT")
    seconds = time.perf_counter() - start
    connection.close()
    return TABLES * ROUNDS / seconds


def _sync_cost(folder: Path) -> float:
    """Return the microseconds of one fsync, which group commit saves."""
    with (folder / "page").open("wb", buffering=0) as file:
        start = time.perf_counter()
        for _ in range(500):
            file.write(bytes(4096))
            os.fsync(file.fileno())
        return (time.perf_counter() - start) / 500 * 1e6


async def run() -> list[tuple[str, str]]:
    """Run three rounds of each, alternating, and take the median."""
    store, raw, sync = [], [], []
    for _ in range(3):
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
            folder = Path(name)
            store.append(await _through_the_store(folder))
            raw.append(await asyncio.to_thread(_one_by_one, folder))
            sync.append(await asyncio.to_thread(_sync_cost, folder))
    through, bare = statistics.median(store), statistics.median(raw)
    return [
        ("durable answers/s, 64 tables at once, Store on SQLite", f"{through:,.0f}"),
        ("durable answers/s, sqlite3 module one by one", f"{bare:,.0f}"),
        ("Store against sqlite3", f"{through / bare:.1f}x"),
        ("one fsync of this disk", f"{statistics.median(sync):,.0f} µs"),
    ]


if __name__ == "__main__":
    for name, value in asyncio.run(run()):
        print(f"{name:60} {value:>12}")
