"""Damage stored rows."""

import sqlite3

from hob.testing.play import Evening


def overwrite(hob: Evening, id: str, column: str, text: str) -> None:
    with sqlite3.connect(hob.data / "hob.sqlite3") as database:
        database.execute(f'UPDATE sessions SET "{column}" = ? WHERE id = ?', [text, id])
    database.close()
