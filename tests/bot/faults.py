"""What goes wrong around the bot in several tests: the database, the network, a slow picture."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from db import Store
from tests.play import Evening

APOLOGY = "Sorry, I couldn't save that, so nothing has changed. Please press again in a moment."


@contextmanager
def writes_fail(store: Store, bad: str = "query_only = ON", good: str = "query_only = OFF") -> Iterator[None]:
    """The database refuses to be written, as it does when it may not be written, or when the disk is full."""
    engine, now = store.transactions.engine, [bad]

    def set_up(connection: Any, *_: Any) -> None:
        connection.cursor().execute(f"PRAGMA {now[0]}")

    event.listen(engine, "checkout", set_up)
    try:
        yield
    finally:
        now[0] = good


def damage(hob: Evening, id: str, state: bytes | None) -> bytes:
    """Write other bytes into a session's row while Hob is down.  Returns the ones before."""
    with sqlite3.connect(hob.data / "hob.sqlite3") as database:
        [[before]] = database.execute("SELECT state FROM sessions WHERE id = ?", [id])
        database.execute("UPDATE sessions SET state = ? WHERE id = ?", [state, id])
    database.close()
    return bytes(before)


@contextmanager
def answer_lost(hob: Evening, path: str, number: int = 1) -> Iterator[None]:
    """The answer to the first message sent there is lost, or to the second or third; for the same nonce Discord gives
    that message back.
    """
    request, sent = hob.bot.http.request, {}

    async def once(route: Any, **more: Any) -> Any:
        nonce = (more.get("json") or {}).get("nonce")
        if route.method != "POST" or route.path != "/channels/{channel_id}/messages" or path not in route.url:
            return await request(route, **more)
        if nonce in sent:
            return sent[nonce]
        sent[nonce] = await request(route, **more)
        if len(sent) == number:
            raise ConnectionResetError
        return sent[nonce]

    hob.bot.http.request = once  # type: ignore[method-assign]
    yield
    hob.bot.http.request = request  # type: ignore[method-assign]


@contextmanager
def painting_takes(hob: Evening, seconds: float) -> Iterator[list[Any]]:
    """A cold start, or many tables at once.  The scenes that have been painted, one after the other."""
    pictures = hob.app.delivery.messenger.pictures
    paint, painted = pictures._paint, []

    async def slowly(scene: Any) -> bytes | None:
        if seconds:
            await asyncio.sleep(seconds)
        painted.append(scene)
        return b"a picture"

    pictures._paint = slowly
    yield painted
    pictures._paint = paint
