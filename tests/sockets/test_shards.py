"""Several shards of one Hob: their tables are played at once, and one shard's fault doesn't affect the others."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from discord.gateway import KeepAliveHandler

from bot.gateway import health, shards
from bot.gateway.logins import FatalError
from bot.gateway.probe import find_problem
from db import Store, leases, shard_of
from playground.discord import gateway
from playground.discord.gateway import Starts
from playground.discord.state import LONGEST
from tests.sockets.invariants import all_right
from tests.sockets.server import InProcessHob, Party, patient_discord, play, running
from tests.sockets.virtual import VirtualHob, virtual_discord

pytestmark = pytest.mark.slow
SHARDS = 4
KINDS = ("answer", "pick", "narrow", "confirm")
MISSING = {"message": "Missing Access", "code": 50001}


@pytest.fixture
async def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[InProcessHob]:
    monkeypatch.setattr(leases, "IDENTIFY_INTERVAL", 1.0)  # much longer than Discord requires, even on a slow machine
    monkeypatch.setattr(health, "HEALTH_INTERVAL", 0.1)
    monkeypatch.setattr(health, "RETRY_DELAY", 0.1)
    monkeypatch.setattr(shards, "CHECK_INTERVAL", 0.05)
    starts = Starts(max_concurrency=2, every=0.2)
    async with patient_discord(paced=True, shards=SHARDS, starts=starts) as discord:
        async with running(InProcessHob(discord, tmp_path)) as home:
            await discord.until(lambda: discord.gateway.shards_online == set(range(SHARDS)))
            yield home
        for heart in (thread for thread in threading.enumerate() if isinstance(thread, KeepAliveHandler)):
            heart.join(LONGEST)
            assert not heart.is_alive(), "it belongs to a connection in progress"


async def test_games_continue_on_four_shards_while_one_is_down(
    home: InProcessHob, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "hob")
    wire = home.discord.gateway
    assert sorted(login.shard for login in wire.identified) == [(n, SHARDS) for n in range(SHARDS)]
    assert not any(login.refused for login in wire.identified), "one of each kind at a time"
    servers = home.discord.add_servers(SHARDS, of=SHARDS)
    # Not Candy Chaser, where a wrong tattle may end a table's game within a few presses.
    parties = [Party.of(home, n, 2, seed=5, group="muncher", guild=server.id) for n, server in enumerate(servers)]
    await asyncio.gather(*(party.set_table() for party in parties))
    await play(parties, 4)
    assert len([call for call in home.discord.api.calls if call[0] == "PUT" and call[1].endswith("/commands")]) == 1

    connections = home.hob.connections
    assert connections is not None
    await home.discord.until(lambda: all(connections.shard_states.values()) and find_problem(home.data) is None)

    # One shard is away for longer than Hob waits for it.
    away, others = parties[2], [parties[0], parties[1], parties[3]]
    wire.refuse(2)
    await wire.cut(shard=2)
    await play(others, 4)
    assert connections.shard_states == {0: True, 1: True, 2: False, 3: True}
    with monkeypatch.context() as impatient:  # only while no shard has to log in, because the machine may be slow
        impatient.setattr(shards, "GATEWAY_TIMEOUT", 0.8)
        await home.discord.until(lambda: find_problem(home.data) is not None)
        await home.discord.until(lambda: "gateway down for too long, restarting the client" in caplog.messages)
    # Its table goes on by direct messages, which shard 0 receives; a rejected edit in its channel doesn't end the game.
    home.discord.faults.fail("PATCH|POST", rf"/channels/{away.channel}/.*", status=403, body=MISSING, times=100)

    def by_message() -> Any:
        found = [one for one in away.choices(KINDS) if one[1]["channel_id"] == one[0].dm]
        return sorted(found, key=lambda one: one[3].kind != "confirm")

    person = away.people[0]
    for _ in range(10):  # a press may only lead to another choice, or its answer is lost with the old connection
        try:
            [(person, message, control, _), *_] = await home.discord.until(by_message)
        except TimeoutError:
            [row] = await home.sessions(away.channel)
            panels = [away.bots(one, one.dm) for one in away.people]
            raise AssertionError(f"{row.status} {row.table} {panels} {away.bots(person, away.channel)}") from None
        press = home.press(person, message, control, away.rng)
        assert await home.settled(press)
        if press.moves:
            break
    assert press.moves
    await home.discord.until(lambda: "not updated (403" in caplog.text)

    wire.admit(2)
    home.discord.faults.clear()
    await home.discord.until(lambda: connections.shard_states[2])
    await home.discord.until(lambda: find_problem(home.data) is None)
    await play([away], 4)
    typed = away.people[0].slash(away.channel, "hob tables")
    await home.answered(typed)
    assert typed.answer in (4, 5), "the commands are there again"
    # No login is left for today, so Hob tries none; a further login would reset the token.
    wire.starts.remaining = 0
    home.hob.logins.remaining = 0
    wire.invalidate(shard=3)
    await home.discord.until(lambda: "Discord allows no more logins today" in caplog.text)
    assert wire.starts.remaining == 0
    wire.starts.remaining = 30
    await home.discord.until(lambda: connections.shard_states[3])
    await play([parties[3]], 2)
    await all_right(home)
    for party in parties:
        assert party.faults == []
        assert {row.screen.get("denied", "") for row in await home.sessions(party.channel)} == {""}
    assert not any(login.refused for login in wire.identified)
    assert [line for line in caplog.messages if line.startswith("ready as Hob")]


@pytest.mark.parametrize(
    ("own", "starts", "servers", "said"),
    [
        (
            "",
            Starts(remaining=3),
            0,
            "Hob must log in 4 times, but Discord allows only 3 more logins within the next 0.0 hours. "
            "Wait until then, and find out why Hob restarts.",
        ),
        ("1", Starts(), 2, "Discord requires more than 1 shards. Clear or raise HOB_SHARDS, and start Hob again."),
    ],
)
async def test_too_few_logins_or_shards_stop_startup_with_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: str, starts: Starts, servers: int, said: str
) -> None:
    monkeypatch.setattr(gateway, "MOST_GUILDS", 1)
    async with patient_discord(shards=SHARDS, starts=starts) as discord:
        discord.add_servers(servers)
        one = InProcessHob(discord, tmp_path)
        one.shards = own
        await one.start()
        with pytest.raises(FatalError) as fault:
            await one.running
        assert str(fault.value) == said
        await one.hob.close()
        await (await one.kept()).close()


async def test_a_shard_waiting_for_its_turn_to_start_is_not_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With many shards the last one starts later than the limit for a shard that is away."""
    monkeypatch.setattr(leases, "IDENTIFY_INTERVAL", 3600.0)
    async with patient_discord(paced=True, shards=SHARDS) as discord, running(InProcessHob(discord, tmp_path)) as home:
        connections = home.hob.connections
        assert connections is not None
        await discord.until(lambda: connections.shard_states[0])
        waiting = [kept.seconds_down > 0 for kept in connections._connections.values()]
        assert waiting == [False, True, False, False]
        assert connections.is_healthy


async def test_a_leased_shard_without_a_connection_is_unhealthy(home: InProcessHob) -> None:
    connections, leases = home.hob.connections, home.hob.cluster.leases
    assert connections is not None and leases is not None
    await home.discord.until(lambda: find_problem(home.data) is None)
    await connections.end([2])
    await home.discord.until(lambda: find_problem(home.data) is not None)
    leases.listener.change_event.set()  # type: ignore[attr-defined]
    await home.discord.until(lambda: find_problem(home.data) is None)


async def test_an_abandoned_client_handles_no_press_while_closing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can come back in the moment in which Hob gives up on it."""
    monkeypatch.setattr(shards, "CHECK_INTERVAL", 0.05)
    cancel, closing, goes_on = shards.cancel_and_wait, asyncio.Event(), asyncio.Event()
    async with patient_discord(paced=True) as discord, running(InProcessHob(discord, tmp_path)) as home:
        gateway = discord.gateway
        connections: Any = home.hob.connections
        await discord.until(lambda: connections.shard_states[0])
        client, detach = connections._connections[0].client, home.hob.detach

        async def cancel_late(*tasks: asyncio.Task[None]) -> None:
            if not closing.is_set():
                gateway.admit(0)
                await discord.until(lambda: client.linked)
            await cancel(*tasks)

        async def detach_late(*args: Any) -> None:
            closing.set()
            await goes_on.wait()
            await detach(*args)

        monkeypatch.setattr(shards, "cancel_and_wait", cancel_late)
        monkeypatch.setattr(home.hob, "detach", detach_late)
        try:
            gateway.refuse(0)
            await gateway.cut(shard=0)
            with monkeypatch.context() as impatient:
                impatient.setattr(shards, "GATEWAY_TIMEOUT", 0.2)
                await asyncio.wait_for(closing.wait(), LONGEST)
            await discord.until(lambda: not gateway.online)
            assert connections.shard_states == {0: False}
        finally:
            goes_on.set()
        await discord.until(lambda: connections.shard_states[0])
        await home.answered(discord.ada.slash(discord.games, "hob tables"))


async def test_a_lost_lease_waits_briefly_for_a_response_that_hangs(tmp_path: Path) -> None:
    """The process takes part in sharing the shards again only afterwards."""
    async with virtual_discord() as discord:
        home = VirtualHob(discord, tmp_path)
        home.pauses = {"ANSWER_WITHIN": 60.0}
        async with running(home):
            lease = home.hob.cluster.leases
            assert lease is not None
            discord.faults.fail("POST", "/(interactions|webhooks)/.*", times=5, delay=200.0)
            discord.ada.slash(discord.games, "hob tables")
            await discord.until(lambda: home.hob.gate.active_tasks)
            lease._file_lock.release()  # as if the process had been suspended until it counts as dead
            another = await Store.open(f"sqlite:///{tmp_path / 'hob.sqlite3'}")
            assert (await another.leases(1).heartbeat()).gained
            await another.close()
            lost_at = asyncio.get_running_loop().time()
            lease.wake()
            await discord.until(lambda: home.hob.connections is None)
            assert asyncio.get_running_loop().time() - lost_at < 15


async def test_answers_given_during_shutdown_reach_the_successor(tmp_path: Path) -> None:
    """The next holder of the shard may have received the press, too."""
    async with patient_discord(shards=2) as discord, running(InProcessHob(discord, tmp_path)) as home:
        ada, server = discord.add_person("Ada"), discord.add_servers(2, of=2)[1].id
        discord.world.join(server, ada.id)
        channel = discord.world.add_channel(server, "games")["id"]
        await discord.until(lambda: discord.gateway.shards_online == {0, 1})
        typed = ada.slash(channel, "hob tables")
        home.over.set()
        await home.running
        assert typed.answer in (4, 5)
        next_one = (await home.kept()).leases(2)
        await next_one.heartbeat()
        assert typed.id in next_one.handover_notes[shard_of(int(server), 2)].split()
        await next_one.release_all()


async def test_stopping_before_the_login_leaves_nothing_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    """Discord has sent its hello, but the connection isn't registered yet."""
    gc.collect()
    recwarn.clear()  # left over from other tests
    said_hello = asyncio.Event()

    async def turn(*_: object) -> None:
        said_hello.set()
        await asyncio.Event().wait()

    async with patient_discord(paced=True) as discord:
        home = InProcessHob(discord, tmp_path)
        await home.start()
        monkeypatch.setattr(home.hob.logins, "wait_for_identify", turn)
        await asyncio.wait_for(said_hello.wait(), LONGEST)
        await home.close()
        await discord.until(lambda: not discord.gateway.wires)
    gc.collect()
    assert [str(told.message) for told in recwarn if told.category is ResourceWarning] == []


async def test_a_press_too_late_to_be_answered_is_not_done(home: InProcessHob) -> None:
    party = Party.of(home, 0, 2, 3)
    await party.set_table()
    await all_right(home)
    [row] = await home.sessions()
    connections = home.hob.connections
    assert isinstance(connections, shards.Connections)
    client = connections._connections[shard_of(int(home.discord.guild), SHARDS)].client
    assert client is not None
    client._stop_accepting()
    person, message, control, _ = party.choices(("answer",))[0]
    press = home.press(person, message, control, party.rng)
    await home.discord.until(lambda: client._unhandled)
    assert not press.it.over and (await home.sessions())[0].revision == row.revision
