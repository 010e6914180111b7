"""Discord's limits for a whole bot: requests per second, and rejected requests."""

from __future__ import annotations

import asyncio
import math
from pathlib import Path

import discord
import pytest

from bot.discord_errors import LeaseExpired
from bot.gateway import rate_limits
from tests.sockets.invariants import all_right
from tests.sockets.server import InProcessHob, Party, patient_discord, running

pytestmark = pytest.mark.slow


class Limited(InProcessHob):
    requests = 50


async def test_requests_stay_within_discords_global_rate_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with patient_discord(buckets=[]) as loopback, running(Limited(loopback, tmp_path)) as home:
        sent, client = home.hob.requests, home.hob.delivery.messenger.client
        assert sent.share == 50
        with monkeypatch.context() as long:
            # so that the second to which the limit applies doesn't end
            long.setattr(rate_limits, "SPAN", 3600.0)
            fetches = [asyncio.ensure_future(client.fetch_channel(int(loopback.games))) for _ in range(60)]
            # Hob's own requests may be among them.
            await loopback.until(lambda: sent._turn.locked() and len(sent._answered) == sent.share)
            assert sum(one.done() for one in fetches) <= sent.share, "the others wait for the next"
        sent._ended.set()  # check again
        await asyncio.gather(*fetches)
        assert sent.counted["global"] > 60

        party = Party.of(home, 1, 2, seed=7)
        await party.set_table()
        assert sent.counted["none"] >= 2, "answers to presses are not counted"
        assert 429 not in {status for _, _, status in loopback.api.calls} and not sent.recently_refused

        assert home.hob.cluster.leases is not None
        home.hob.cluster.leases.others = 3
        assert sent.share == 12 and home.hob.delivery.panels.queue.process_count() == 4, "four share them"
        with monkeypatch.context() as unlimited:
            unlimited.setattr(sent, "limit", 0)
            assert sent.share == 0, "any number is allowed"

        monkeypatch.setattr(rate_limits, "WARN_REFUSALS", 3)
        loopback.faults.fail("GET", "/users/.*", status=403, times=9)
        loopback.faults.fail("GET", "/guilds/.*", status=429, scope="shared", body={"retry_after": 0.01})
        await client.fetch_guild(int(loopback.guild))
        for _ in range(4):
            with pytest.raises(discord.Forbidden):
                await client.fetch_user(int(loopback.ada.id))
        assert sent.refused["403"] == 4 and sent.recently_refused == 4
        told = "3 requests rejected by Discord within ten minutes; at 10000 it blocks this IP address"
        assert [line for line in caplog.messages if "rejected" in line] == [told]


async def test_nothing_is_sent_after_the_lease_has_expired(tmp_path: Path) -> None:
    """Hob may have been suspended, so that its work belongs to another process by now."""
    async with patient_discord() as loopback, running(InProcessHob(loopback, tmp_path)) as home:
        party = Party.of(home, 1, 2, seed=7)
        await party.set_table()
        await all_right(home)
        leases, [row], hob = home.hob.cluster.leases, await home.sessions(), home.hob
        assert leases is not None
        session, channel = await hob.sessions.open(row.id), hob.delivery.messenger.channel(row.channel_id)
        async with session.lock:  # a press waits behind another player's answer
            [(person, message, control, _), *_] = party.choices(("answer",))
            press = home.press(person, message, control, party.rng)
            await loopback.until(lambda: hob.gate.active_tasks)
            leases._now, now = lambda: math.inf, leases._now  # no heartbeat can renew the lease
            with pytest.raises(LeaseExpired):
                await channel.send("too late")
            hob.cancel_all()
        await loopback.until(lambda: not hob.gate.active_tasks)
        assert session.revision == row.revision and press.said.startswith("Sorry, I was interrupted")
        leases._now = now
        leases.wake()
        await loopback.until(lambda: leases.is_sure)
        sent = await channel.send("in time")
        shown = [message["content"] for message in loopback.world.in_channel(party.channel)]
        assert "in time" in shown and "too late" not in shown
        await sent.delete()
        await party.press_on(lambda: len(home.pressed) >= 3)
        await all_right(home)
