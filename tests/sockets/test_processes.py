"""Several Hobs share the shards of one bot on one PostgreSQL: they start, stop and die, and every table goes on."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.discord_errors import ACKNOWLEDGED
from db import SessionRow
from playground.discord import Loopback
from playground.discord.gateway import Starts
from playground.discord.state import LONGEST
from tests.db.conftest import Cluster, _cluster
from tests.sockets.invariants import replayed, wrong
from tests.sockets.server import PATIENT, HobServer, InProcessHob, Party, patient_discord, play, running

pytestmark = pytest.mark.slow
SHARDS = 8

cluster = pytest.fixture(_cluster, scope="module")


class One(InProcessHob):
    """The Hob in this process, which tests also use to read the database.

    Nothing happens there by timers alone, so a missed notification leaves a table wrong.
    """

    shards = "auto"
    pauses = PATIENT | dict.fromkeys(("LOOK_AROUND", "PANEL_EDIT_GAP", "LATE_RING"), 3600.0)

    def __init__(self, discord: Loopback, data: Path, cluster: Cluster) -> None:
        super().__init__(discord, data)
        self.cluster, self.database = cluster, cluster.empty()
        self.others: list[HobServer] = []
        self.seated: dict[str, list[int | None]] = {}

    def read(self, statement: str) -> list[Any]:
        """Run a query; this blocks the whole process."""
        return self.cluster.sql(statement).splitlines()

    async def sessions(self, cid: str = "") -> list[SessionRow]:
        store = await self.kept()
        ids = await self.rows(f"SELECT id FROM sessions WHERE channel_id = {cid} ORDER BY created_at")
        return [row for (id,) in ids if (row := await store.get(id))]

    async def rows(self, statement: str) -> Sequence[Any]:
        return await (await self.kept())._database.read(text(statement))

    def seats(self, session_id: str) -> list[int | None]:
        if session_id not in self.seated:
            self.seated[session_id] = super().seats(session_id)
        return self.seated[session_id]

    def beside(self, name: str) -> HobServer:
        """Return another Hob, as a separate process."""
        data = self.data / name
        data.mkdir()
        other = HobServer(self.discord, data)
        other.environment |= {"HOB_DATABASE": self.database, "HOB_SHARDS": "auto", "HOB_TIMING__LOOK_AROUND": "3600"}
        self.others.append(other)
        return other

    async def again(self) -> None:
        """Stop this Hob gracefully, and start it again."""
        before = self.store
        self.over.set()
        await self.running
        await self.hob.close()
        await self.start()
        assert before is not None
        await before.close()

    async def holders(self) -> dict[int, str]:
        found = await self.rows("SELECT shard, holder FROM leases WHERE holder IS NOT NULL")
        return {row.shard: row.holder for row in found}

    async def shared(self, *sizes: int) -> dict[int, str]:
        """Wait until the Hobs have these numbers of shards and all are connected; return the holder of each shard."""

        async def are() -> dict[int, str] | None:
            held, gateway = await self.holders(), self.discord.gateway
            if (
                gateway.shards_online != set(range(SHARDS))
                or sum(bool(s.wire) for s in gateway.sessions.values()) > SHARDS
            ):
                return None
            counts = sorted((list(held.values()).count(holder) for holder in set(held.values())), reverse=True)
            return held if counts == sorted(sizes, reverse=True) else None

        async with asyncio.timeout(LONGEST):
            while not (held := await are()):  # noqa: ASYNC110  a database sends no event
                await asyncio.sleep(0.1)
        return held


@pytest.fixture
async def one(cluster: Cluster, tmp_path: Path) -> AsyncIterator[One]:
    starts = Starts(max_concurrency=16, every=0.2)
    async with (
        patient_discord(paced=True, shards=SHARDS, starts=starts) as discord,
        running(One(discord, tmp_path, cluster)) as one,
    ):
        yield one
        for other in one.others:
            await other.dies()


async def test_games_survive_processes_starting_stopping_and_crashing(one: One) -> None:
    await one.shared(SHARDS)
    second = one.beside("second")
    await second.start()
    held = await one.shared(4, 4)
    servers = one.discord.add_servers(SHARDS, of=SHARDS)
    mine = next(n for n in range(1, SHARDS) if held[n] == held[0])
    others = next(n for n in range(SHARDS) if held[n] != held[0])
    parties = {n: Party.of(one, n, 2, seed=5, guild=servers[n].id) for n in (mine, others)}
    for party in parties.values():
        party.twice = 0.0
    await asyncio.gather(*(party.set_table() for party in parties.values()))
    await play(list(parties.values()), 2)

    # Shard 0 receives direct messages, but another Hob has the table.
    away = parties[others]
    await right(one, away)

    def by_message() -> Any:
        return [one for one in away.choices(("answer", "pick")) if one[1]["channel_id"] == one[0].dm]

    [(person, message, control, _), *_] = await one.discord.until(by_message)
    pressed = one.press(person, message, control, away.rng)
    assert await one.settled(pressed) and pressed.accepted, pressed.said
    await right(one, away)

    # A third Hob starts, and the other two are stopped one after the other; no player notices.
    over, unheard, before = asyncio.Event(), set[int](), len(one.pressed)

    def listen(*_: Any) -> None:
        unheard.update(set(range(SHARDS)) - one.discord.gateway.shards_online)

    async def press(party: Party) -> None:
        while not over.is_set():
            await play([party], 1)
            await asyncio.sleep(0.1)  # give the other tasks time

    one.discord.world.watchers.append(listen)
    pressing = [asyncio.create_task(press(party)) for party in parties.values()]
    third = one.beside("third")
    await third.start()
    await one.shared(3, 3, 2)
    assert await second.stop() == 0
    await one.shared(4, 4)
    await one.again()
    held = await one.shared(4, 4)
    await one.discord.until(lambda: len(one.pressed) >= before + 20)
    over.set()
    await asyncio.gather(*pressing)
    one.discord.world.watchers.remove(listen)
    assert unheard == set()
    meanwhile = one.pressed[before:]
    assert all(press.it.answer is not None for press in meanwhile), "none is lost"
    refused = [code for _, path, code in one.discord.api.refused if path.endswith("/callback")]
    assert ACKNOWLEDGED not in refused, "none is answered twice"
    for party in parties.values():
        await right(one, party)

    await third.dies()
    leases = one.hob.cluster.leases
    assert leases is not None
    [dead] = set(held.values()) - {leases.holder_id}
    one.read(f"UPDATE leases SET until = 1 WHERE holder = '{dead}'")  # ten seconds later
    one.read(f"UPDATE holders SET until = 1 WHERE id = '{dead}'")
    await one.shared(SHARDS)
    await play(list(parties.values()), 2)
    for party in parties.values():
        await right(one, party)
        assert party.faults == []
    assert not any(login.refused for login in one.discord.gateway.identified)
    for hob_server in (second, third):
        assert "Traceback" not in hob_server.log.read_text()


async def test_a_shard_handover_loses_no_picture(one: One) -> None:
    """A picture is being painted at a table that stays here while the other Hob hands over its shards."""
    await one.shared(SHARDS)
    second = one.beside("second")
    await second.start()
    held = await one.shared(4, 4)
    servers = one.discord.add_servers(SHARDS, of=SHARDS)
    mine = next(n for n in range(1, SHARDS) if held[n] == held[0])
    party = Party.of(one, mine, 2, seed=5, guild=servers[mine].id)
    party.twice = 0.0
    await party.set_table()
    [row] = await one.sessions(party.channel)
    pictures, table, goes_on = one.hob.delivery.messenger.editor, row.screen["table"]["id"], asyncio.Event()
    attached, paint = one.discord.world.attached[str(table)], pictures._paint
    await one.discord.until(lambda: not pictures.is_pending(table))
    before = [file["id"] for file in attached.all]

    scenes = list[Any]()

    async def late(scene: Any) -> bytes | None:
        scenes.append(scene)
        await goes_on.wait()
        return await paint(scene)

    pictures._paint = late
    await party.press_on(lambda: pictures.is_pending(table))
    assert await second.stop() == 0
    await one.shared(SHARDS)
    begun = len(scenes)
    goes_on.set()
    await one.discord.until(lambda: [file["id"] for file in attached.all] not in ([], before))
    await right(one, party)
    assert len(scenes) == begun, "pictures that stay here are not painted again"


async def right(one: One, party: Party) -> None:
    """Check that presses are stored and shown by the tables, before any timer is due."""
    store = await one.kept()
    faults = ["nobody has looked"]
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LONGEST):
            while faults:
                await asyncio.sleep(0.05)
                rows = await one.sessions(party.channel)
                faults = [fault for row in rows if (fault := wrong(one.discord, row))]
    assert faults == [] and all([await replayed(store, row) for row in rows])
    kept = {(row.id, answer.question, answer.option) for row in rows for answer in await store.answers(row.id)}
    seated = {int(person.id) for person in party.people}
    pressed = [p for p in one.pressed if p.person in seated and (p.control.kind == "confirm" or "/" not in p.option)]
    told = {(p.control.session_id, p.control.question, p.option) for p in pressed if p.accepted and p.it.answer == 7}
    assert told <= kept
