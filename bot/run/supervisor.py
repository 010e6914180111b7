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
from bot.run.settings import Settings, WrongSetting
from db import Store, StoreUnavailable

log = logging.getLogger("hob.supervisor")
LONGEST_PAUSE = 60.0
STEADY = 300.0  # a client that ran this long begins again with short pauses
HEALTH_EVERY = 15.0
GATEWAY_PATIENCE = 120.0  # left to itself, discord.py waits up to 17 minutes between tries after a long outage


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


async def run(settings: Settings) -> None:
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
    try:
        await keep_running(settings, store, stop)
    finally:
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


async def keep_running(settings: Settings, store: Store, stop: asyncio.Event) -> None:
    pause = 1.0
    while not stop.is_set():
        began = time.monotonic()
        await run_once(settings, store, stop)
        if stop.is_set():
            return
        if time.monotonic() - began > STEADY:
            pause = 1.0
        if await stopped_within(stop, pause * random.uniform(0.8, 1.2)):
            return
        pause = min(pause * 2, LONGEST_PAUSE)


async def run_once(settings: Settings, store: Store, stop: asyncio.Event) -> None:
    """One client, from login until it fails or is stopped."""
    assert settings.token is not None
    hob = Hob(settings, store)
    client = asyncio.create_task(hob.start(settings.token.get_secret_value()), name="hob client")
    stopping = asyncio.create_task(stop.wait(), name="hob stop")
    ended = asyncio.Event()
    health = asyncio.create_task(report_health(settings, store, hob, ended), name="hob health")
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


async def report_health(settings: Settings, store: Store, hob: discord.Client, ended: asyncio.Event) -> None:
    """Touch a file while the database answers and the gateway is up; `hob health` looks at its age.

    Returns at the end, and when the gateway has been away for too long.
    """
    beat, up_at = settings.data / "alive", time.monotonic()
    while not ended.is_set():
        connected = hob.ws is not None and hob.ws.open  # is_ready() stays true for ever
        if connected:
            up_at = time.monotonic()
        elif time.monotonic() - up_at > GATEWAY_PATIENCE:
            return
        try:
            await store.ping()
            if connected and hob.is_ready():
                beat.parent.mkdir(parents=True, exist_ok=True)
                beat.touch()
        except Exception as fault:
            log.warning("not healthy: %s", fault)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ended.wait(), HEALTH_EVERY)
