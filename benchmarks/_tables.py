"""Many tables of Candy Chaser in mid-game, laid out without pressing a thousand buttons."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.delivery.screen import Posted
from bot.sessions.live import Live
from bot.sessions.sessions import Sessions
from bot.tables.info import Seat, TableInfo
from cogs.faces import FACES
from cogs.ui.screens import Screens
from db import Store
from playground.discord import Loopback, messages

GAME = "candy-chaser"
AT_ONCE = 500
# Nobody is rung and nothing is sent but what a press brings.
QUIET = {"HOB_LIMITS__REQUESTS": "0", "HOB_TIMING__PRESENT_AFTER_PRESS": "1e12", "HOB_TIMING__LATE_RING": "1e12"}


async def lay(
    store: Store, channels: list[int], people: list[tuple[int, str]], messages: dict[int, int], pictures: bool = True
) -> list[str]:
    """A running game in each channel, at rest, with its table message if it has one.  Their ids."""
    sessions = Sessions(store, lambda session: None)

    async def one(channel: int) -> str:
        info = TableInfo(
            host=people[0][0], seats=[Seat(person=id, name=name) for id, name in people], options={"pictures": pictures}
        )
        live = await sessions.create(GAME, 1, channel, info)
        async with live.lock:
            await sessions.start(live, live.draft())
        await rest(store, live, messages.get(channel, channel))
        return live.id

    laid: list[str] = []
    for start in range(0, len(channels), AT_ONCE):
        laid += await asyncio.gather(*map(one, channels[start : start + AT_ONCE]))
    return laid


async def rest(store: Store, live: Live, message: int) -> None:
    """As if everything had been shown: no direct messages, nothing due."""
    live.screen.table = Posted(channel=live.channel, id=message, key=Screens(FACES).table(live, []).key)
    live.screen.by_channel = list(range(len(live.info.seats)))
    await store.save_screen(live.id, live.screen.model_dump(mode="json"), None)


def put_up(discord: Loopback, live: Live, mid: str) -> None:
    """Show the table in the message that stands for it."""
    message = Screens(FACES).table(live, [])
    embeds, view = message.embeds(False), message.view()
    body: dict[str, Any] = {"embeds": [embed.to_dict() for embed in embeds], "components": view.to_components()}  # type: ignore[union-attr]
    messages.edit(discord.world, discord.world.messages[mid], body, {}, ["users"])


async def tables(discord: Loopback, data: Path, count: int, pictures: bool = True) -> dict[str, str]:
    """So many channels with a running game of Ada and Ben in each: the message by the channel."""
    world = discord.world
    channels = [world.add_channel(discord.guild, f"table-{number}")["id"] for number in range(count)]
    shown = {c: messages.create(world, c, {"content": "…"}, {}, world.bot)["id"] for c in channels}
    people = [(int(who.id), who.name) for who in (discord.ada, discord.ben)]
    store = await Store.open(f"sqlite:///{data / 'hob.sqlite3'}")
    try:
        ids = await lay(store, [int(c) for c in channels], people, {int(c): int(m) for c, m in shown.items()}, pictures)
        sessions = Sessions(store, lambda session: None)
        for id in ids:
            live = await sessions.open(id)
            put_up(discord, live, shown[str(live.channel)])
    finally:
        await store.close()
    return shown


def spent(pid: int) -> float:
    """Seconds of processor time that a process has used; 0 where the system does not tell (it is Linux that does)."""
    try:
        used = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(used[11]) + int(used[12])) / os.sysconf("SC_CLK_TCK")


def painters(pid: int) -> list[int]:
    """The processes of a bot that paint."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [int(child) for child in children if b"pictures.worker" in Path(f"/proc/{child}/cmdline").read_bytes()]
    except OSError:
        return []


@asynccontextmanager
async def process(discord: Loopback, data: Path, *command: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A bot as a process of its own, until it is online and beyond."""
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
