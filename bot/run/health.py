"""Whether Hob is well: a file that is touched while it is, and how old that file is."""

import asyncio
import contextlib
import logging
import time
from pathlib import Path

import discord

from db import Store

log = logging.getLogger("hob.health")
BEAT = "alive"
HEALTH_EVERY = 15.0
GATEWAY_PATIENCE = 120.0  # left to itself, discord.py waits up to 17 minutes between tries after a long outage


def ailment(data: Path) -> str | None:
    """None if the Hob of this data folder is well, else what is wrong, in one sentence."""
    beat = data / BEAT
    if not beat.exists():
        return "Hob has not been ready yet."
    age = time.time() - beat.stat().st_mtime
    return f"Hob was last well {age:.0f} seconds ago." if age > 4 * HEALTH_EVERY else None


async def report_health(data: Path, store: Store, client: discord.Client, ended: asyncio.Event) -> None:
    """Touch a file in the data folder while the database answers and the gateway is up; `hob health` looks at its age.

    Returns at the end, and when the gateway has been away for too long.
    """
    beat, up_at = data / BEAT, time.monotonic()
    while not ended.is_set():
        connected = client.ws is not None and client.ws.open  # is_ready() stays true for ever
        if connected:
            up_at = time.monotonic()
        elif time.monotonic() - up_at > GATEWAY_PATIENCE:
            return
        try:
            await store.ping()
            if connected and client.is_ready():
                beat.parent.mkdir(parents=True, exist_ok=True)
                beat.touch()
        except Exception as fault:
            log.warning("not healthy: %s", fault)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ended.wait(), HEALTH_EVERY)
