"""Messages between processes on one PostgreSQL; with SQLite there are none."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

import pytest

from db import Store, StoreUnavailable
from tests.db.conftest import Cluster

Heard = asyncio.Queue[tuple[str, str]]


@pytest.fixture
async def listening() -> AsyncIterator[Callable[[Store], Heard]]:
    tasks = []

    def listen(store: Store) -> Heard:
        heard: Heard = asyncio.Queue()
        tasks.append(asyncio.create_task(store.pubsub.subscribe(lambda *news: heard.put_nowait(news))))
        return heard

    yield listen
    for task in tasks:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


class TestOneFile:
    @pytest.fixture
    def address(self, sqlite: str) -> str:
        return sqlite

    async def test_publishing_on_sqlite_notifies_no_one(self, store: Store) -> None:
        heard: list[object] = []
        await store.pubsub.subscribe(lambda *news: heard.append(news))
        await store.pubsub.publish("session", "GHOSTS")
        assert heard == []


class TestServer:
    @pytest.fixture
    def address(self, mortal_cluster: Cluster) -> str:
        return mortal_cluster.empty()

    async def test_notifications_reach_others_in_order(self, store: Store, neighbour: Store, listening) -> None:
        mine, theirs = listening(store), listening(neighbour)
        assert await mine.get() == await theirs.get() == ("everything", "")
        for news in (("session", "GHOSTS"), ("lease",), ("person", "11 or so")):
            await store.pubsub.publish(*news)
        assert [await theirs.get() for _ in range(3)] == [("session", "GHOSTS"), ("lease", ""), ("person", "11 or so")]
        await neighbour.pubsub.publish("session", "CHASER")
        assert await mine.get() == ("session", "CHASER"), "no one hears their own messages"

    async def test_after_a_gap_everything_counts_as_changed(
        self, store: Store, neighbour: Store, listening, mortal_cluster: Cluster, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("db.cluster.RECONNECT_DELAY", 0.05)
        heard = listening(neighbour)
        assert await heard.get() == ("everything", "")
        mortal_cluster.stop()
        with pytest.raises(StoreUnavailable):
            await store.pubsub.publish("session", "GHOSTS")
        mortal_cluster.start()
        assert await heard.get() == ("everything", "")
        await store.pubsub.publish("session", "CHASER")
        assert await heard.get() == ("session", "CHASER")

    async def test_a_silent_listener_checks_its_connection(
        self, store: Store, neighbour: Store, listening, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("db.cluster.CHECK_INTERVAL", 0.01)
        heard = listening(neighbour)
        assert await heard.get() == ("everything", "")
        for number in range(20):
            await store.pubsub.publish("session", str(number))
            assert await heard.get() == ("session", str(number))

    async def test_other_processes_are_told_about_a_leaving_one(
        self, store: Store, neighbour: Store, listening
    ) -> None:
        first, second = store.leases(), neighbour.leases()
        await first.heartbeat()
        await second.heartbeat()
        heard = listening(neighbour)
        assert await heard.get() == ("everything", "")
        await first.release_all()
        assert await heard.get() == ("lease", "")
        assert (await second.heartbeat()).gained == {0}
