"""Faults of Discord and the network: no move is lost, every press is answered, and the table becomes correct.

All tests share one Hob, and each test has its own table.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest
import pytest_asyncio

from bot.gateway.client import MAX_UNREADABLE
from db import SessionRow
from playground.discord import Interaction, Person
from playground.discord.state import LONGEST
from tests.sockets.invariants import orphans, wrong
from tests.sockets.server import InProcessHob, Party

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]
CALLBACK = r"/interactions/.*"
TROUBLE: list[dict[str, Any]] = [
    {"status": 429},
    {"status": 429, "body": {"message": "x", "retry_after": 0.1, "global": True}},
    {"status": 429, "via": False},
    {"status": 500},
    {"status": 502},
    {"status": 503},
    {"drop": "before"},
    {"drop": "after"},
    {"delay": 0.6},
]
NAMES = ["429", "429 everywhere", "429 without Via", "500", "502", "503", "cut before", "cut after", "slow"]
NUMBERS = itertools.count()  # of tables
each_trouble = pytest.mark.parametrize("trouble", TROUBLE, ids=NAMES)


@pytest.fixture(autouse=True)
def trouble_ends(home: InProcessHob) -> Iterator[None]:
    yield
    home.discord.faults.clear()


class Table(Party):
    """Two people who play Candy Chaser."""

    async def row(self) -> SessionRow:
        (row,) = await self.hob_server.sessions(self.channel)
        return row

    async def mover(self) -> tuple[Person, dict[str, Any], dict[str, Any]]:
        """Return the current player, the table, and one of their buttons; the table may follow an answer."""
        (person, message, control, _), *_ = await self.hob_server.discord.until(self.at_table)
        return person, message, control

    async def moves(self) -> Interaction:
        """Press one button on the table."""
        person, message, control = await self.mover()
        return person.click(message, control["custom_id"])

    async def right(self, revision: int) -> None:
        """Wait until the session has this revision and the table shows it."""
        left = ""

        async def agree() -> bool:
            nonlocal left
            row = await self.row()
            left = f"revision {row.revision}" if row.revision != revision else wrong(self.hob_server.discord, row)
            left = left or "\n".join(orphans(self.hob_server.discord, [row], self.channel))
            return not left

        try:
            async with asyncio.timeout(LONGEST):
                while not await agree():  # noqa: ASYNC110  a database sends no event
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(left) from None

    async def goes_on(self, revision: int) -> None:
        """End the faults, and check that a press is answered and changes the table."""
        self.hob_server.discord.faults.clear()
        it = await self.hob_server.discord.answered(await self.moves())
        assert it.answer in (6, 7)  # by the press's own answer, or by the channel's route if the picture is late
        await self.right(revision + 1)


@pytest.fixture
def party(home: InProcessHob) -> Table:
    """Return two people in their own channel."""
    found = Table.of(home, next(NUMBERS), 2, 7)
    assert isinstance(found, Table)
    return found


@pytest_asyncio.fixture(loop_scope="module")
async def table(home: InProcessHob, party: Table) -> Table:
    await party.set_table()
    await home.discord.until(lambda: all(party.bots(person, person.dm) for person in party.people))
    return party


@pytest_asyncio.fixture(loop_scope="module")
async def resumable(home: InProcessHob, table: Table) -> None:
    """Log Hob in again, because it doesn't resume a connection that received malformed frames."""
    await home.discord.gateway.forget()
    await home.online()


@each_trouble
async def test_a_move_survives_a_failing_answer_to_its_press(
    home: InProcessHob, table: Table, trouble: dict[str, Any]
) -> None:
    before = (await table.row()).revision
    home.discord.faults.fail("POST", CALLBACK, **trouble)
    it = await home.discord.answered(await table.moves())
    assert it.answer in (6, 7)
    await table.right(before + 1)
    await table.goes_on(before + 1)


@each_trouble
async def test_a_move_survives_two_failing_answers_to_its_press(
    home: InProcessHob, table: Table, trouble: dict[str, Any]
) -> None:
    """Even if the press can no longer be answered, its move counts, and the table is edited by the channel's route."""
    before = (await table.row()).revision
    home.discord.faults.fail("POST", CALLBACK, **trouble, times=2)
    await table.moves()
    await table.right(before + 1)
    await table.goes_on(before + 1)


@each_trouble
async def test_a_typed_move_survives_failing_requests(
    home: InProcessHob, table: Table, trouble: dict[str, Any]
) -> None:
    """The reply is private; the table is edited by the channel's route."""
    before = (await table.row()).revision
    for path in (CALLBACK, r"/channels/\d+/messages/\d+"):
        home.discord.faults.fail("POST|PATCH", path, **trouble)
    person, _, control = await table.mover()
    it = person.slash(table.channel, "chaser move", candy=control["label"].split()[0].lower())
    await home.discord.answered(it)
    await table.right(before + 1)
    await table.goes_on(before + 1)


@each_trouble
async def test_hands_are_delivered_exactly_once_despite_failing_requests(
    home: InProcessHob, party: Table, trouble: dict[str, Any]
) -> None:
    """Each person gets exactly one hand."""
    home.discord.faults.fail("POST", r"/users/@me/channels", **trouble)
    home.discord.faults.fail("POST", r"/channels/\d+/messages", **trouble)
    await party.set_table()
    await home.discord.until(lambda: all(party.bots(person, person.dm) for person in party.people))
    row = await party.row()
    await party.right(row.revision)
    await party.goes_on(row.revision)
    assert [len(party.bots(person, person.dm)) for person in party.people] == [1, 1]


@each_trouble
async def test_a_new_table_opens_once_despite_a_failing_answer(
    home: InProcessHob, party: Table, trouble: dict[str, Any]
) -> None:
    """There is one lobby, even if the answer to `/chaser new` fails."""
    home.discord.faults.fail("POST", CALLBACK, **trouble)
    ada, ben, *_ = party.guests
    await home.discord.answered(ada.person.slash(party.channel, "chaser new"))
    await party.right(0)
    await ben.clicks("Join")
    await party.right(1)


@pytest.mark.usefixtures("resumable")
async def test_a_press_during_a_gateway_disconnect_counts(home: InProcessHob, table: Table) -> None:
    before = (await table.row()).revision
    await home.discord.gateway.cut(4000)
    it = await home.discord.answered(await table.moves())
    assert it.answer in (6, 7)
    await table.right(before + 1)


@pytest.mark.usefixtures("resumable")
async def test_a_reconnect_request_loses_no_press(home: InProcessHob, table: Table) -> None:
    before = (await table.row()).revision
    home.discord.gateway.reconnect()
    it = await home.discord.answered(await table.moves())
    assert it.answer in (6, 7)
    await table.right(before + 1)


@pytest.mark.parametrize("how", ["op 9", "op 9, resumable", "forgotten"])
async def test_games_continue_after_an_invalidated_gateway_session(home: InProcessHob, table: Table, how: str) -> None:
    before, gateway = (await table.row()).revision, home.discord.gateway
    if how == "forgotten":
        await gateway.forget()
    else:
        gateway.invalidate(resumable=how.endswith("resumable"))
    assert not gateway.online
    await home.online()
    await table.goes_on(before)


async def test_two_presses_delivered_together_by_a_lagging_gateway_count_once(home: InProcessHob, table: Table) -> None:
    before = (await table.row()).revision
    home.discord.gateway.pause()
    first, second = await table.moves(), await table.moves()
    home.discord.gateway.unpause()
    for it in (first, second):
        await home.discord.answered(it)
    await table.right(before + 1)


async def test_a_press_is_delivered_twice(home: InProcessHob, table: Table) -> None:
    before = (await table.row()).revision
    home.discord.interactions.repeat = 1
    it = await home.discord.answered(await table.moves())
    assert it.answer in (6, 7)
    await table.right(before + 1)
    await table.goes_on(before + 1)


async def test_presses_delivered_out_of_order_count_once(home: InProcessHob, table: Table) -> None:
    before, interactions = (await table.row()).revision, home.discord.interactions
    interactions.swap, swapped = 1, interactions.swapped
    first, second = await table.moves(), await table.moves()
    for it in (first, second):
        await home.discord.answered(it)
    assert interactions.swapped == swapped + 1
    await table.right(before + 1)
    interactions.swap = 1
    await table.goes_on(before + 1)
    assert interactions.swapped == swapped + 1, "none followed"


async def test_a_command_is_delivered_twice(home: InProcessHob, party: Table) -> None:
    home.discord.interactions.repeat = 1
    await home.discord.answered(party.people[0].slash(party.channel, "chaser new"))
    await party.right(0)


@pytest.mark.parametrize(
    ("event", "data"),
    [
        ("INTERACTION_CREATE", {"id": "1", "type": 3}),
        ("GUILD_CREATE", {}),
        ("CHANNEL_UPDATE", {"id": "x", "type": "y", "guild_id": None}),
        ("MESSAGE_CREATE", []),
        ("NOBODY_KNOWS_THIS", None),
    ],
)
async def test_a_malformed_event(home: InProcessHob, table: Table, event: str, data: Any) -> None:
    """Hob drops the event, and everything else continues on the same connection."""
    before, gateway = (await table.row()).revision, home.discord.gateway
    wires = set(gateway.wires)
    gateway._dispatch(next(iter(gateway.sessions.values())), event, data)
    await table.goes_on(before)
    assert gateway.wires == wires


@pytest.mark.parametrize("frame", ["no json", json.dumps({"op": 0}), json.dumps([]), json.dumps({"op": 10, "d": None})])
async def test_a_malformed_frame(home: InProcessHob, table: Table, frame: str) -> None:
    """Hob drops the frame like a malformed event."""
    before, gateway = (await table.row()).revision, home.discord.gateway
    wires = set(gateway.wires)
    gateway.say("null")
    gateway.say(frame)
    await table.goes_on(before)
    assert gateway.wires == wires


async def test_games_continue_after_a_malformed_event_and_a_reconnect(home: InProcessHob, table: Table) -> None:
    before, gateway = (await table.row()).revision, home.discord.gateway
    gateway.say("null")
    await table.goes_on(before)
    [session_id] = [id for id, session in gateway.sessions.items() if session.wire is not None]
    gateway.reconnect()
    await home.discord.until(lambda: gateway.online and gateway.sessions[session_id].wire is None)
    await table.goes_on(before + 1)


async def test_a_damaged_stream_causes_a_reconnect(home: InProcessHob, table: Table) -> None:
    """The connection can't be trusted any more, so Hob reconnects by itself."""
    before, gateway = (await table.row()).revision, home.discord.gateway
    [session_id] = [id for id, session in gateway.sessions.items() if session.wire is not None]
    for _ in range(MAX_UNREADABLE):
        gateway.say("null")
    await home.discord.until(lambda: gateway.online and session_id not in gateway.sessions)
    await table.goes_on(before)
