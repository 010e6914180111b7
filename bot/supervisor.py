"""Keeps Hob running: opens the store, works with it, and shuts down gracefully at a stop signal."""

import asyncio
import contextlib
import logging
import os
import signal
from collections.abc import Callable, Mapping

import discord
import yarl

from bot.app import App
from bot.cluster.serving import run_leased
from bot.gateway.logins import Misconfigured
from bot.gateway.shards import MAX_RECONNECT_DELAY, stopped_within, unless_stopped
from bot.process.metrics_exporter import MetricsExporter
from bot.process.version import version
from bot.settings import Settings
from db import InvalidBackup, OlderStore, Store, StoreUnavailable, Trouble, upgrade

log = logging.getLogger("hob.supervisor")
NO_TOKEN = "HOB_TOKEN isn't set. Set it in the environment or in .env; README.md explains how to get a token."


def use_gateway(address: str) -> None:
    """Point discord.py at a simulated Discord on this machine."""
    discord.http.Route.BASE = f"{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws", 1) + "/gateway")
    discord.asset.Asset.BASE = f"{address}/cdn"


async def run(settings: Settings, extensions: Mapping[str, Callable[[App], object]]) -> None:
    """Run until SIGTERM or SIGINT. Raises FatalError."""
    if settings.token is None:
        raise Misconfigured(NO_TOKEN)
    if settings.discord is not None:
        use_gateway(settings.discord)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(number, stop.set)
    log.info("starting Hob %s", version())
    store = await open_store(settings, stop)
    if store is None:
        return
    app = App(settings, store, extensions)
    app.watchdog.start()
    measuring = None
    if settings.metrics:
        measuring = asyncio.create_task(MetricsExporter(app).run(), name="hob metrics")
    try:
        await run_leased(app, stop)
    finally:
        app.watchdog.stop()
        if measuring is not None:
            measuring.cancel()
            await asyncio.gather(measuring, return_exceptions=True)
        await app.close()
        await store.close()
        log.info("stopped")


async def open_store(settings: Settings, stop: asyncio.Event) -> Store | None:
    """Open and migrate the database, retrying until it can be reached; return None if Hob is stopped before.

    Raises Misconfigured if this user may not write a SQLite store.
    """
    pause, trouble = 1.0, Trouble()
    while True:
        try:
            store = await unless_stopped(stop, open_migrated(settings.database_url))
            if store is not None and trouble.over():
                log.info("database opened")
            return store
        except (StoreUnavailable, InvalidBackup) as fault:
            if isinstance(fault.__cause__, PermissionError) and settings.store_file is not None:
                raise Misconfigured(_describe_denied(fault.__cause__)) from None
            if trouble.new(fault):
                log.error("can't open the database, retrying: %s", fault)
        if await stopped_within(stop, pause):
            return None
        pause = min(pause * 2, MAX_RECONNECT_DELAY)


def _describe_denied(fault: PermissionError) -> str:
    user = f"user {os.geteuid()}, which runs Hob," if hasattr(os, "geteuid") else "the user that runs Hob"
    return f"Can't use {fault.filename} ({fault.strerror}): {user} must own the data folder and all files in it."


async def open_migrated(url: str) -> Store:
    try:
        return await Store.open(url)
    except OlderStore:
        await migrate(url)
        return await Store.open(url)


async def migrate(url: str) -> None:
    migrated = await upgrade(url)
    if migrated is not None:
        copy = f"the store as it was before is {migrated.copy}" if migrated.copy else "PostgreSQL isn't copied"
        log.info("migrated %s -> %s; %s", migrated.before, migrated.after, copy)
