"""Discord rejects direct messages, or the clock is set: every hand is in a direct message or behind *My hand*.

All tests share one Hob, with discord.py's real requests.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from playground.discord.fault_injection import Bucket
from playground.discord.state import Filters
from tests.sockets.server import InProcessHob, Party

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]
NUMBERS = itertools.count()
LATER = "Discord won't let me open more DMs right now."
OPENING = "/users/@me/channels"


@pytest.fixture(autouse=True)
def all_is_well_again(home: InProcessHob) -> Iterator[None]:
    yield
    home.discord.world.filters, home.discord.world.dm_openings_limit = Filters(), None
    home.discord.faults.clear()


def party_of(home: InProcessHob, size: int) -> Party:
    return Party.of(home, next(NUMBERS), size, 7)


def hands(party: Party) -> int:
    """Count the people who have a hand of this table in their direct messages."""
    return sum(any("You smuggle" in str(m) for m in party.bots(person, person.dm)) for person in party.people)


def notices(party: Party, words: str) -> list[str]:
    return [m["content"] for m in party.bots(party.people[0], party.channel) if words in m["content"]]


def refused(home: InProcessHob, code: int) -> int:
    return sum(one == code for _, _, one in home.discord.api.refused)


async def ten_minutes_pass(home: InProcessHob) -> None:
    home.clock_is_off += 601
    home.elapsed_is_off += 601
    home.discord.advance(601)
    home.hob.scheduler.poll()


async def test_hands_are_delivered_despite_clock_changes(home: InProcessHob) -> None:
    for off in (0.0, -3600.0, 3600.0, 0.0):
        home.clock_is_off = off
        party = party_of(home, 2)
        await party.set_table()
        await home.discord.until(lambda party=party: hands(party) == 2)


async def test_after_error_40003_no_dm_is_opened_for_ten_minutes(home: InProcessHob) -> None:
    home.discord.world.dm_openings_limit = Bucket("POST", OPENING, 2, 600.0)
    home.discord.world.dm_openings.clear()
    before, party = refused(home, 40003), party_of(home, 4)
    await party.set_table()
    [notice] = await home.discord.until(lambda: [m for m in notices(party, LATER) if m.count("<@") == 2])
    assert hands(party) == 2 and refused(home, 40003) == before + 1
    assert notice.startswith(" ".join(f"<@{person.id}>" for person in party.people[2:]))
    await party.guests[3].clicks("My hand")
    assert "You smuggle" in str(party.people[3].last(party.channel))
    home.discord.world.dm_openings_limit = None
    await ten_minutes_pass(home)
    await home.discord.until(lambda: hands(party) == 4 and not notices(party, LATER))


async def test_a_first_dm_rejected_with_40003_also_starts_the_pause(home: InProcessHob) -> None:
    party = party_of(home, 2)
    dms = "|".join(person.dm for person in party.people)
    body = {"code": 40003, "message": "You are opening direct messages too fast"}
    home.discord.faults.fail("POST", f"/channels/({dms})/messages", status=400, body=body)
    before = refused(home, 40003)
    await party.set_table()
    await home.discord.until(lambda: notices(party, LATER))
    assert refused(home, 40003) == before + 1
    await ten_minutes_pass(home)
    await home.discord.until(lambda: hands(party) == 2 and not notices(party, LATER))


async def test_a_player_without_a_shared_server_counts_as_closed(home: InProcessHob) -> None:
    party, world = party_of(home, 2), home.discord.world
    host, other = party.guests
    await host.types("chaser new")
    await other.clicks("Join")
    world.leave(home.discord.guild, other.person.id)
    before = refused(home, 50278)
    await host.clicks("Start")
    await home.discord.until(lambda: notices(party, "I couldn't DM you"))
    assert refused(home, 50278) == before + 1 and hands(party) == 1


async def test_a_picture_blocked_by_a_filter_is_left_out(home: InProcessHob) -> None:
    party = party_of(home, 2)
    home.discord.world.filters.pictures = {party.people[1].dm}
    await party.set_table()
    await home.discord.until(lambda: hands(party) == 2 and refused(home, 20009))
    assert not notices(party, "I couldn't DM you")
