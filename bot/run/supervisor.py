"""Keeps the client running: a failed login or a malformed event starts it anew, a stop signal ends it with grace."""

import asyncio
import contextlib
import logging
import random
import signal
import time
from urllib.parse import urlsplit

import aiohttp
import discord
import yarl

from bot.run.client import Hob
from bot.run.health import report_health
from bot.run.process import Presentation, Process
from bot.run.settings import Settings, WrongSetting
from db import Store, StoreUnavailable

log = logging.getLogger("hob.supervisor")
LONGEST_PAUSE = 60.0
STEADY = 300.0  # a client that ran this long begins again with short pauses


class CannotRun(Exception):
    """Starting again would not help; the text is one sentence for the operator."""


def point_at(address: str) -> None:
    """Point discord.py at a simulated Discord on this machine.  Raises WrongSetting for any other address."""
    host = urlsplit(address).hostname
    if host not in ("127.0.0.1", "localhost", "::1"):
        raise WrongSetting("The setting HOB_DISCORD is wrong: it may only name this machine.")
    discord.http.Route.BASE = f"{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws", 1) + "/gateway")
    discord.asset.Asset.BASE = f"{address}/cdn"


async def run(settings: Settings, presentation: Presentation) -> None:
    """Run until SIGTERM or SIGINT.  Raises CannotRun."""
    if settings.token is None:
        raise CannotRun(
            "Set HOB_TOKEN (in the environment or in .env) to your bot's token; README says how to get one."
        )
    if settings.discord is not None:
        point_at(settings.discord)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(number, stop.set)
    store = await open_store(settings, stop)
    if store is None:
        return
    process = Process(settings, store, presentation)
    try:
        await keep_running(process, stop)
    finally:
        await process.close()
        await store.close()
        log.info("stopped")


async def open_store(settings: Settings, stop: asyncio.Event) -> Store | None:
    """The database, as soon as it can be reached; None if Hob is stopped before."""
    pause = 1.0
    while True:
        try:
            return await Store.open(settings.database_url)
        except StoreUnavailable as fault:
            log.error("the database cannot be opened, trying again: %s", fault)
        if await stopped_within(stop, pause):
            return None
        pause = min(pause * 2, LONGEST_PAUSE)


async def keep_running(process: Process, stop: asyncio.Event) -> None:
    pause = 1.0
    while not stop.is_set():
        began = time.monotonic()
        await run_once(process, stop)
        if stop.is_set():
            return
        if time.monotonic() - began > STEADY:
            pause = 1.0
        if await stopped_within(stop, pause * random.uniform(0.8, 1.2)):
            return
        pause = min(pause * 2, LONGEST_PAUSE)


async def run_once(process: Process, stop: asyncio.Event) -> None:
    """One connection, from login until it fails or is stopped."""
    settings = process.settings
    assert settings.token is not None
    hob = Hob(process)
    client = asyncio.create_task(hob.start(settings.token.get_secret_value()), name="hob client")
    stopping = asyncio.create_task(stop.wait(), name="hob stop")
    ended = asyncio.Event()
    health = asyncio.create_task(report_health(settings.data, process.store, hob, ended), name="hob health")
    try:
        await asyncio.wait({client, stopping, health}, return_when=asyncio.FIRST_COMPLETED)
        if client.done():
            client.result()
            log.warning("the client ended by itself; starting again")
        elif health.done():
            log.warning("the gateway has been away for long; starting again")
    except discord.LoginFailure as fault:
        raise CannotRun("Discord refuses the token in HOB_TOKEN.") from fault
    except (aiohttp.ClientError, OSError, discord.HTTPException, discord.GatewayNotFound) as fault:
        log.error("Discord cannot be reached, trying again: %s: %s", type(fault).__name__, fault)
    except Exception:
        log.exception("the client failed; starting again")
    finally:
        stopping.cancel()
        ended.set()  # not cancelled: a look into the database that is under way ends by itself
        await hob.close()
        if not client.done():
            client.cancel()
        await asyncio.gather(client, stopping, health, return_exceptions=True)


async def stopped_within(stop: asyncio.Event, seconds: float) -> bool:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)
    return stop.is_set()
