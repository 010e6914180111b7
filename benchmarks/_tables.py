"""Set up many tables of Candy Chaser in mid-game, without a thousand button presses."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.screens.message import ComponentView
from bot.screens.table import table_message
from bot.screens.table_screen import Screens
from bot.tables.model import Seat, TableInfo
from bot.tables.screen_state import PostedMessage, PostedPanel
from bot.tables.service import Sessions
from bot.tables.session import TableSession
from cogs.game_uis import GAME_UIS
from db import PersonRow, Store
from playground.discord import Loopback, messages

GAME = "candy-chaser"
AT_ONCE = 500
# No limit of requests, and no notifications: everyone counts as present, and is notified only after 1e12 seconds.
QUIET = {"HOB_LIMITS__REQUESTS": "0", "HOB_TIMING__PRESENT_AFTER_PRESS": "1e12", "HOB_TIMING__LATE_RING": "1e12"}


@dataclass
class Place:
    """Where a table is set up, and for which people."""

    channel: int
    people: list[tuple[int, str]]  # ids and names
    message: int = 0  # the table message
    guild: int = 1
    game: str = GAME
    hands: dict[int, tuple[int, int]] = field(default_factory=dict)  # direct messages by seat: channel and message


async def create_sessions(store: Store, places: list[Place], pictures: bool = True) -> list[str]:
    """Start a game in each place and record its messages as sent, so that nothing is due.  Return the session ids.

    People without a direct message read their cards in the channel: Hob would send only one direct message per second,
    and real people don't sit at a thousand tables.
    """
    for person in {person for place in places if not place.hands for person, _ in place.people}:
        await store.change_person(person, lambda row: PersonRow(row.id, {"cards": "channel"}, None))
    sessions = Sessions(store)

    async def one(place: Place) -> str:
        seats = [Seat(person=id, name=name) for id, name in place.people]
        info = TableInfo(host=place.people[0][0], seats=seats, options={"pictures": pictures})
        session = await sessions.create(place.game, place.guild, place.channel, info)
        async with session.lock:
            await sessions.start(session, session.info.copy_for_edit())
        await record_as_sent(store, session, place.message or place.channel, place.hands)
        return session.id

    session_ids: list[str] = []
    for start in range(0, len(places), AT_ONCE):
        session_ids += await asyncio.gather(*map(one, places[start : start + AT_ONCE]))
    return session_ids


async def record_as_sent(store: Store, session: TableSession, message: int, hands: dict[int, tuple[int, int]]) -> None:
    """Record everything as sent, so that nothing is due.  Seats without a direct message read in the channel."""
    by_message = hands if Screens(GAME_UIS).ui(session).seats_have_hands else {}
    for seat, (channel, id) in by_message.items():
        person = session.info.seats[seat].person
        assert person is not None
        session.screen.panels[seat] = PostedPanel(channel=channel, id=id, person=person)
    session.screen.by_channel = [seat for seat in range(len(session.info.seats)) if seat not in by_message]
    key = table_message(Screens(GAME_UIS).posted(session), []).key  # of the table after all cards are dealt
    session.screen.table = PostedMessage(channel=session.channel, id=message, key=key)
    await store.save_screen(session.id, session.screen.to_stored(), None)


def render_into_message(discord: Loopback, session: TableSession, mid: str) -> None:
    """Render the table into its message."""
    message = table_message(Screens(GAME_UIS).posted(session), [])
    embeds, rows = [embed.to_dict() for embed in message.embeds(False)], ComponentView(message.rows).to_components()
    body: dict[str, Any] = {"content": "", "embeds": embeds, "components": rows}
    messages.edit(discord.world, discord.world.messages[mid], body, {}, ["users"])


async def tables(discord: Loopback, data: Path, count: int, pictures: bool = True) -> dict[str, str]:
    """Create `count` channels with a running game of Ada and Ben; return the message ids by channel id."""
    world = discord.world
    channels = [world.add_channel(discord.guild, f"table-{number}")["id"] for number in range(count)]
    message_ids = {c: messages.create(world, c, {"content": "…"}, {}, world.bot)["id"] for c in channels}
    people = [(int(who.id), who.name) for who in (discord.ada, discord.ben)]

    def place(number: int, channel: str) -> Place:
        named = [(id, f"{name} {number}") for id, name in people]  # as in real play, no picture equals another table's
        return Place(int(channel), named, int(message_ids[channel]))

    store = await Store.open(f"sqlite:///{data / 'hob.sqlite3'}")
    try:
        await create_tables(discord, store, [place(*one) for one in enumerate(channels)], pictures)
    finally:
        await store.close()
    return message_ids


async def create_tables(discord: Loopback, store: Store, places: list[Place], pictures: bool) -> list[str]:
    """Set up tables, and render each into its message.  Return the session ids."""
    ids, sessions = await create_sessions(store, places, pictures), Sessions(store)
    for id, place in zip(ids, places, strict=True):
        render_into_message(discord, await sessions.open(id), str(place.message))
    return ids


@asynccontextmanager
async def process(discord: Loopback, data: Path, *command: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a bot in its own process; yield it once it is online."""
    own = {"HOB_DISCORD": discord.base, "HOB_TOKEN": discord.token, "HOB_DATA": str(data), **QUIET}
    running = await asyncio.create_subprocess_exec(
        sys.executable, "-m", *command, env={**os.environ, **own}, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        await discord.until(lambda: discord.gateway.online or running.returncode is not None, within=60)
        yield running
    finally:
        with contextlib.suppress(ProcessLookupError):
            running.terminate()
        await running.wait()
        discord.gateway.sessions.clear()
