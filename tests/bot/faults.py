"""Fault injection for several tests: database, network and slow pictures."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from db import Store
from hob.testing.play import Evening

APOLOGY = "Sorry, I couldn't save that, so nothing has changed. Please try again in a moment."


@contextmanager
def writes_fail(store: Store, bad: str = "query_only = ON", good: str = "query_only = OFF") -> Iterator[None]:
    """Make every write to the database fail, as with a read-only or full disk."""
    engine, now = store._database.transactions.engine, [bad]

    def set_up(connection: Any, *_: Any) -> None:
        connection.cursor().execute(f"PRAGMA {now[0]}")

    event.listen(engine, "checkout", set_up)
    try:
        yield
    finally:
        now[0] = good


def damage(hob: Evening, id: str, state: bytes | None) -> bytes:
    """Replace the snapshot in a session's row while Hob is down; return the old bytes."""
    with sqlite3.connect(hob.data / "hob.sqlite3") as database:
        [[before]] = database.execute("SELECT state FROM sessions WHERE id = ?", [id])
        database.execute("UPDATE sessions SET state = ? WHERE id = ?", [state, id])
    database.close()
    return bytes(before)


@contextmanager
def answer_lost(hob: Evening, path: str, number: int = 1) -> Iterator[None]:
    """Lose the response to message `number` that is sent to this path.

    A retry with the same nonce gets that message back, as from Discord.
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


async def crash_after_posting(hob: Evening, action: Awaitable[Any], channel: int | None = None) -> None:
    """Do something and restart Hob when its message has arrived in the channel, but Hob doesn't know that yet.

    That was some minutes ago, so Discord doesn't recognise a retry.
    """
    request, arrived = hob.bot.http.request, asyncio.Event()

    async def once(route: Any, **more: Any) -> Any:
        answer = await request(route, **more)
        if route.method == "POST" and route.url.endswith(f"/channels/{channel or hob.channel.id}/messages"):
            arrived.set()
            await asyncio.Event().wait()
        return answer

    hob.bot.http.request = once  # type: ignore[method-assign]
    await action
    assert arrived.is_set()
    await hob.restart()
    hob.discord.world.nonces.clear()


@contextmanager
def painting_takes(hob: Evening, seconds: float) -> Iterator[list[Any]]:
    """Delay every painting, as on a cold start or with many tables at once; yield the painted scenes in order."""
    pictures = hob.app.delivery.messenger.editor
    paint, painted = pictures._paint, []

    async def slowly(scene: Any) -> bytes | None:
        if seconds:
            await asyncio.sleep(seconds)
        painted.append(scene)
        return b"a picture"

    pictures._paint = slowly
    yield painted
    pictures._paint = paint
