"""Two Hobs share a store: one serves the tables, the other waits. And a store may be older than what Discord shows."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.app import App
from bot.cluster import serving
from bot.gateway import health
from bot.gateway.client import Hob
from bot.gateway.logins import Logins
from bot.gateway.probe import find_problem
from bot.people.service import People
from bot.settings import Settings
from bot.tables.model import Seat, TableInfo
from bot.tables.service import Sessions
from cogs.games import extensions
from db import Leases, SessionRow, Store, StoreUnavailable
from db.write_commands import Job, Outcome
from engine import GAMES
from hob.testing.play import playing
from hob.testing.reading import controls_of, words_of
from tests.bot.faults import painting_takes, writes_fail
from tests.waiting import until


class House:
    """One of several Hobs on a store, with a connection that only stays open."""

    def __init__(self, data: Path, store: Store, monkeypatch: pytest.MonkeyPatch, shards: str = "") -> None:
        self.connected, self.stop = asyncio.Event(), asyncio.Event()
        settings = Settings(token="x", data=data, _env_file=None)  # type: ignore[call-arg,arg-type]
        settings = settings.model_copy(update={"shards": shards})  # as with PostgreSQL
        self.app = App(settings, store, extensions())
        self.attending = asyncio.create_task(serving.run_leased(self.app, self.stop))

        async def start(hob: Hob, token: str, **_: Any) -> None:
            house = houses[hob.app]
            house.connected.set()
            try:
                await asyncio.Event().wait()
            finally:
                house.connected.clear()

        houses[self.app] = self

        async def told(logins: Logins, token: str, needed: int | None) -> None:
            """Pretend that Discord has answered."""

        monkeypatch.setattr(Hob, "start", start)
        monkeypatch.setattr(Logins, "fetch_limits", told)

    async def ends(self) -> None:
        self.stop.set()
        await self.attending
        await self.app.close()


houses: dict[App, House] = {}


@asynccontextmanager
async def hob_at(data: Path, monkeypatch: pytest.MonkeyPatch, own: str = "", shards: str = "") -> AsyncIterator[House]:
    """Yield a Hob with its store in `data` and its own folder `own` below it."""
    store = await Store.open(f"sqlite:///{data / 'hob.sqlite3'}")
    house = House(data / own, store, monkeypatch, shards)
    try:
        yield house
    finally:
        await house.ends()
        del houses[house.app]
        await store.close()


async def test_a_second_process_waits_and_takes_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(serving, "LEASE_POLL_INTERVAL", 0.01)
    caplog.set_level("INFO", "hob")
    async with hob_at(tmp_path, monkeypatch) as first:
        await first.connected.wait()
        async with hob_at(tmp_path, monkeypatch) as second:
            waits = "another Hob uses this database, waiting to take over"
            await until(lambda: waits in caplog.messages)
            assert first.app.cluster.attends(1) and not second.app.cluster.attends(1)
            assert not second.connected.is_set()
            await first.ends()
            await second.connected.wait()
            assert second.app.cluster.attends(1) and not first.app.cluster.attends(1)
            assert caplog.messages.count(waits) == 1


async def test_a_start_without_a_writable_database_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(serving, "LEASE_POLL_INTERVAL", 0.01)
    caplog.set_level("INFO", "hob")
    heartbeat, tries = Leases.heartbeat, list[Leases]()

    async def counted(leases: Leases) -> Any:
        tries.append(leases)
        return await heartbeat(leases)

    monkeypatch.setattr(Leases, "heartbeat", counted)
    async with hob_at(tmp_path, monkeypatch) as house:
        with writes_fail(house.app.store):
            await until(lambda: caplog.messages and len(tries) > 3)
        await house.connected.wait()
        assert caplog.messages[:2] == [
            "can't write to the database, retrying: Database error: attempt to write a readonly database",
            "database writable again",
        ]


async def test_a_process_without_shards_is_healthy_while_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "RETRY_DELAY", 0.01)
    async with hob_at(tmp_path, monkeypatch, "first", "auto") as first:
        await first.connected.wait()
        async with hob_at(tmp_path, monkeypatch, "second", "auto") as second:
            await until(lambda: find_problem(tmp_path / "second") is None)
            assert not second.connected.is_set()
            assert find_problem(tmp_path / "first") is not None, "it runs, but has no connection"
            await first.ends()
            await second.connected.wait()
            assert find_problem(tmp_path / "second") is not None


async def test_a_process_that_loses_its_lease_forgets_its_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(serving, "LEASE_POLL_INTERVAL", 0.01)
    async with hob_at(tmp_path, monkeypatch) as first:
        await first.connected.wait()
        leases = first.app.cluster.leases
        assert leases is not None
        forgotten: list[str] = []
        monkeypatch.setattr(first.app.sessions.in_memory, "forget", lambda which: forgotten.append("tables"))
        async with hob_at(tmp_path, monkeypatch) as second:
            first.app.watchdog.report_healthy()
            leases._file_lock.release()  # as if the process had been suspended until it counts as dead
            await second.connected.wait()
            leases.wake()
            await until(lambda: not first.connected.is_set())
            assert not first.app.cluster.attends(1)
            await until(lambda: first.app.watchdog._healthy_at is None)  # a waiting Hob is not ended
        await first.connected.wait()
        assert forgotten == ["tables"]
        assert "lease lost: another Hob uses this database" in caplog.messages


async def test_a_login_that_fails_while_its_connection_is_ended_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rejected, logged_in = asyncio.Event(), set[int]()

    async def start(hob: Hob, token: str, **_: Any) -> None:
        logged_in.add(hob.shard)
        await (rejected if hob.shard else asyncio.Event()).wait()
        raise discord.LoginFailure("improper token")

    store = await Store.open(f"sqlite:///{tmp_path / 'hob.sqlite3'}")
    app = App(Settings(token="x", data=tmp_path, _env_file=None), store, {})  # type: ignore[call-arg,arg-type]
    app.logins.max_concurrency = 2
    leases = store.leases(2)
    leases.held, leases.incoming = {0: 1}, frozenset({1})
    monkeypatch.setattr(Hob, "start", start)
    shards, changed, stop = serving.LeasedShards(app, leases), asyncio.Event(), asyncio.Event()
    serve = asyncio.create_task(shards.serve(changed, stop))
    await until(lambda: logged_in == {0, 1})
    leases.incoming = frozenset()  # its owner keeps it after all
    rejected.set()
    changed.set()
    connections = shards.connections
    await until(
        lambda: connections.shard_states.keys() == {0} and not shards.endings and not connections.failed.is_set()
    )
    assert not serve.done()
    serve.cancel()
    await connections.close()
    await app.close()
    await store.close()


async def test_a_shard_is_connected_despite_an_error_while_it_is_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    other = await Store.open(f"sqlite:///{tmp_path / 'hob.sqlite3'}")
    elsewhere = other.leases(2, [1])
    await elsewhere.heartbeat()
    async with hob_at(tmp_path, monkeypatch, "first", "auto") as first:
        await first.connected.wait()
        connections, leases = first.app.connections, first.app.cluster.leases
        assert connections is not None and leases is not None and leases.held.keys() == {0}

        def fails(*_: object) -> None:
            raise RuntimeError("a fault of our own")

        with monkeypatch.context() as broken:
            broken.setattr(first.app, "forget", fails)
            await elsewhere.release_all()
            leases.wake()
            await until(lambda: "heartbeat of the leases failed" in caplog.messages)
        await until(lambda: connections.shard_states.keys() == {0, 1})
    await other.close()


async def test_a_process_that_wakes_up_keeps_its_successors_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hob_at(tmp_path, monkeypatch) as first:
        await first.connected.wait()
        info = TableInfo(host=1, seats=[Seat(person=1)])
        session = await first.app.sessions.create("candy-chaser", 7, 1, info)
        writer, awake = first.app.store.writer, asyncio.Event()
        outcomes = writer._outcomes

        async def asleep(batch: list[Job]) -> dict[Job, Outcome]:
            await awake.wait()
            return await outcomes(batch)

        monkeypatch.setattr(writer, "_outcomes", asleep)
        session.screen.pressed[1] = 5.0
        saving = asyncio.create_task(first.app.sessions.save_screen(session, None))
        await asyncio.sleep(0)
        async with hob_at(tmp_path, monkeypatch) as second:
            leases = first.app.cluster.leases
            assert leases is not None
            leases._file_lock.release()  # as if the process had been suspended until it counts as dead
            await second.connected.wait()
            second.app.sessions.offered = GAMES  # a cog registers its game otherwise
            newer = await second.app.sessions.open(session.id)
            newer.screen.pressed[1] = 6.0
            await second.app.sessions.save_screen(newer, 7.0)
            awake.set()
            await saving
            row = await second.app.store.get(session.id)
            assert row is not None and (row.screen, row.due_at) == (newer.screen.to_stored(), 7.0)


async def test_a_process_that_cannot_write_reports_it_and_exits_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(serving, "LEASE_POLL_INTERVAL", 0.01)
    async with hob_at(tmp_path, monkeypatch) as hob, asyncio.timeout(60):
        await hob.connected.wait()
        ended: list[int] = []
        leases, hob.app.watchdog = hob.app.cluster.leases, health.Watchdog(0.01, ended.append)
        assert leases is not None
        hob.app.watchdog.report_healthy()
        with writes_fail(hob.app.store):
            leases.sure_until = 0.0  # as after ten seconds
            leases.wake()
            await until(lambda: not hob.connected.is_set())
            hob.app.watchdog.start()
            await until(lambda: ended)
        await hob.connected.wait()
        assert ended == [health.RESTART_EXIT_CODE]
        assert "lease lost: no write to the database for ten seconds" in caplog.messages


async def test_presses_on_another_processs_server_are_left_to_it() -> None:
    async with playing("Ada", "Ben") as hob:
        me, session = await hob.asked(), await hob.session()
        button = next(c.label for c in controls_of(hob.table) if c.answers)
        answers, revision = len(hob.calls("POST", "/interactions/*")), session.revision
        hob.app.cluster.attends = lambda guild: False  # type: ignore[method-assign]
        hob.app.sessions.attends = hob.app.cluster.attends
        custom_id = next(c.custom_id for c in controls_of(hob.table) if c.label == button)
        me.begins(custom_id, hob.table)
        await hob.passes(60)
        assert len(hob.calls("POST", "/interactions/*")) == answers and session.revision == revision


async def test_a_move_made_by_a_process_with_a_fast_clock_is_shown_soon() -> None:
    """The notification is lost, so only the stored due time says that there is something to show."""
    async with playing("Ada", "Ben") as hob:
        await hob.settle()
        sessions, me = Sessions(hob.store, lambda: hob.clock() + 600), await hob.asked()
        with hob.discord.at_work():
            there = await sessions.open((await hob.session()).id)
            seat = there.info.seat_of(me.id)
            assert seat is not None and there.g is not None
            await sessions.answer(there, seat, there.g.asks[seat].options[0], None, me.id)
        await hob.passes(31)
        assert f"• {me.name} rolls" in hob.table_text()


async def test_changes_of_another_process_are_picked_up() -> None:
    async with playing("Ada", "Ben") as hob:
        sessions = Sessions(hob.store, hob.clock)
        me, session = await hob.asked(), await hob.session()
        seat = session.info.seat_of(me.id)
        assert seat is not None

        # A press on it is served, although the table in memory is older.
        with hob.discord.at_work():
            there = await sessions.open(session.id)
            async with there.lock:
                await sessions.change(there, there.info.copy_for_edit())
        await me.clicks(next(c.label for c in controls_of(hob.table) if c.answers), on=hob.table)
        assert f"• {me.name} rolls" in hob.table_text() and (await hob.session()).revision == there.revision + 1

        # When the change is announced, Hob shows that press at once and treats the player as present.
        me, now = await hob.asked(), hob.clock()
        seat = (await hob.session()).info.seat_of(me.id)
        assert seat is not None
        with hob.discord.at_work():
            there = await sessions.open(session.id)
            await sessions.refresh(session.id)
            there = await sessions.open(session.id)
            option = next(iter(there.view(seat).question_of(seat).options))  # type: ignore[union-attr,arg-type]
            await sessions.answer(there, seat, option, None, me.id)
            wishes = People(hob.store, "first", lambda person: None)
            await wishes.change_settings(me.id, pictures=False)
            hob.app.handle_notification("person", str(me.id))
            hob.app.handle_notification("table", f"{session.id} {session.guild} {me.id}")
        await hob.passes(2)
        shown = await hob.session()
        assert shown.revision == there.revision and shown.screen.pressed[me.id] >= now
        assert not (await hob.app.people.settings(me.id)).pictures
        assert shown.screen.table is not None and shown.screen.table.id == hob.table.id
        assert shown.screen.table.key == hob.app.delivery.table.message(shown).key


@pytest.mark.parametrize("during", ["person", "change_person"])
async def test_settings_changed_elsewhere_during_an_access_apply(during: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing("Ada", "Ben") as hob:
        person, people, access = hob["Ada"].id, hob.app.people, getattr(hob.store, during)
        elsewhere = People(hob.store, "first", lambda person: hob.app.handle_notification("person", str(person)))

        async def overtaken(*args: Any) -> Any:
            row = await access(*args)
            setattr(hob.store, during, access)
            await elsewhere.change_settings(person, pictures=False)
            return row

        people.forget()
        with hob.discord.at_work():
            monkeypatch.setattr(hob.store, during, overtaken)
            await (people.settings(person) if during == "person" else people.change_settings(person, rings=False))
            assert not (await people.settings(person)).pictures


async def test_a_table_that_changes_here_during_the_check_stays_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise two copies of it would each record which messages Discord shows."""
    async with playing("Ada", "Ben") as hob:
        sessions, session, read = hob.app.sessions, await hob.session(), hob.store.revision

        async def slowly(session_id: str) -> int | None:
            revision = await read(session_id)
            async with session.lock:
                await sessions.change(session, session.info.copy_for_edit())
            return revision

        monkeypatch.setattr(hob.store, "revision", slowly)
        with hob.discord.at_work():
            assert not await sessions.refresh(session.id)
        assert await hob.session() is session


@pytest.mark.parametrize("found_by", ["press", "poll"])
async def test_a_message_sent_while_the_table_is_reloaded_is_not_orphaned(found_by: str) -> None:
    """A vote is posted for the state before another process's change, when a press here has loaded the newer one."""
    async with playing("Ada", "Ben", "Cara") as hob:
        session, request, go_on = await hob.session(), hob.bot.http.request, asyncio.Event()
        other = Sessions(hob.store, hob.clock)

        async def slowly(route: Any, **more: Any) -> Any:
            if route.method == "PATCH" and str(hob.channel.id) in route.url:
                await go_on.wait()
            return await request(route, **more)

        hob.bot.http.request = slowly  # type: ignore[method-assign]
        await (await hob.asked()).types("chaser move", candy="red")
        await hob["Ben"].types("hob end")
        with hob.discord.at_work():
            there = await other.open(session.id)
            [(seat, ask)] = there.g.asks.items()  # type: ignore[union-attr]
            await other.answer(there, seat, ask.options[0], None, there.info.seats[seat].person)
        if found_by == "poll":
            await hob.passes(hob.app.timing.look_around)
        assert await hob["Cara"].types("hob end") == "Your vote decided it."
        go_on.set()
        await hob.settle()
        assert await hob.session() is not session
        assert [m.content for m in hob.channel.history() if "wants to end" in m.content] == []


async def test_changes_of_another_process_survive_a_database_outage() -> None:
    async with playing("Ada", "Ben") as hob:
        me, session, now, get = await hob.asked(), await hob.session(), hob.clock(), hob.store.get
        (other,) = (person for person in hob.people.values() if person is not me)
        seat, there = session.info.seat_of(me.id), Sessions(hob.store, hob.clock)
        assert seat is not None
        faults = []

        async def away(session_id: str) -> SessionRow | None:
            faults.append(session_id)
            raise StoreUnavailable("away")

        with hob.discord.at_work():
            moved = await there.open(session.id)
            option = next(iter(moved.view(seat).question_of(seat).options))  # type: ignore[union-attr,arg-type]
            await there.answer(moved, seat, option, None, me.id)
            session.screen.pressed[other.id] = now + 1  # not stored yet
            hob.store.get = away  # type: ignore[method-assign]
            hob.app.handle_notification("table", f"{session.id} {session.guild} {me.id}")
        await hob.passes(hob.app.delivery.timing.retry)
        assert len(faults) > 1 and f"• {me.name} rolls" not in hob.table_text()
        hob.store.get = get  # type: ignore[method-assign]
        await hob.passes(hob.app.delivery.timing.retry)
        shown = await hob.session()
        assert f"• {me.name} rolls" in hob.table_text() and shown.revision == moved.revision
        assert shown.screen.pressed[me.id] > now, "a player who pressed there is present"
        assert shown.screen.pressed[other.id] == now + 1


async def test_a_restored_database_redraws_its_tables(caplog: pytest.LogCaptureFixture) -> None:
    """Discord shows a newer state than the store: the same message, other buttons, and a newer direct message."""
    async with playing("Ada", "Ben") as hob:
        await hob.store.close()
        shutil.copy(hob.data / "hob.sqlite3", hob.data / "copy")
        hob.store = hob.app.sessions.store = await Store.open(hob.settings.database_url)
        await hob.restart()
        me = await hob.asked()
        await me.types("chaser move", candy="red")
        assert " rolls " in hob.table_text()
        await hob.store.close()
        shutil.copy(hob.data / "copy", hob.data / "hob.sqlite3")
        hob.store = await Store.open(hob.settings.database_url)
        await hob.restart()
        await hob.settle()
        assert " rolls " in hob.table_text(), "the last message stays, as nothing shows that it is outdated"
        table = hob.table.id
        assert await hob.store.maintenance.redraw() == 1
        await hob.passes(60)
        assert " rolls " not in hob.table_text() and hob.table.id == table
        assert await hob.store.maintenance.to_redraw() == []
        me = await hob.asked()
        await me.clicks(next(c.label for c in controls_of(hob.table) if c.answers), on=hob.table)
        assert " rolls " in hob.table_text()


async def test_a_newer_table_message_than_the_restored_store_knows_is_taken_over() -> None:
    async with playing("Ada", "Ben") as hob:
        session, old = await hob.session(), hob.table
        known = session.screen.table
        assert known is not None
        await hob["Ada"].types("chaser table")
        await hob.passes(60)
        await hob["Ada"].types("chaser table")
        newer = hob.table.id
        assert newer != old.id
        session.screen.table = known.model_copy()  # as remembered by an older copy
        async with session.lock:
            await hob.app.delivery.invalidate(session)
        hob.app.scheduler.wake(session.id)
        await hob.settle()
        assert hob.table.id == newer and session.screen.table.id == newer
        tables = [m for m in hob.channel.history() if m.embeds and "Candy Chaser" in words_of(m)]
        assert len(tables) == 1


async def test_a_dm_of_another_hobs_table_is_answered_and_painted_by_that_hob() -> None:
    """A player who has pressed again sees the newest state, however long the earlier picture takes here."""
    async with playing("Ada", "Ben", "Cleo", command="ghosts", pictures=True, moment=0) as hob:
        me, session, process = await hob.asked(), await hob.session(), hob.app
        panel, told, before = me.messages[-1], [], words_of(me.messages[-1])
        [old] = [attachment.id for attachment in panel.attachments]
        attends, keeper = process.cluster.attends, process.scheduler

        def told_of(kind: str, about: str) -> None:
            told.append((press.answer is not None, about.split()[-1]))

        keeper.attends = process.sessions.attends = process.cluster.attends = lambda guild: guild is None  # type: ignore
        process.cluster.publish = told_of  # type: ignore[method-assign]
        with painting_takes(hob, 3):
            press = me.begins(next(c.custom_id for c in controls_of(panel) if c.answers), panel)
            await hob.passes(10)
        shown = me.messages[-1]
        assert press.answer is not None and shown.id == panel.id and words_of(shown) != before
        assert [attachment.id for attachment in shown.attachments] == [old]
        assert hob.calls("PATCH", "/webhooks/*/@original") == [] and set(told) == {(True, str(me.id))}
        told.clear()
        await hob.passes(60)
        with hob.discord.at_work():
            keeper.wake(session.id)
            await keeper.drain()
        assert set(told) == {(True, "0")}, "no one has pressed"

        keeper.attends = process.sessions.attends = process.cluster.attends = attends  # type: ignore[method-assign]
        process.forget([0])
        with hob.discord.at_work():
            process.handle_notification("table", f"{session.id} {session.guild} {me.id}")
            await process.scheduler.drain()
        await hob.passes(10)
        assert [attachment.id for attachment in me.messages[-1].attachments] != [old]
