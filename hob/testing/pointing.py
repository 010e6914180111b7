"""Point discord.py at a loopback Discord during tests, and restore it afterwards."""

from __future__ import annotations

import random
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import discord
import pytest


def free_port() -> int:
    """Return an unused port below the range that the system uses for outgoing connections."""
    for port in random.sample(range(20_000, 30_000), 100):
        with suppress(OSError), socket.socket() as one:
            one.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


@contextmanager
def real_discord_stays(*impatient: type[discord.Client]) -> Iterator[None]:
    """Restore discord.py's addresses afterwards; `impatient` bot classes skip the pause of 5 seconds before login."""

    async def at_once(*_: Any, **__: Any) -> None:
        return None

    with pytest.MonkeyPatch.context() as patch:
        for owner, name in (
            (discord.http.Route, "BASE"),
            (discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY"),
            (discord.asset.Asset, "BASE"),
        ):
            patch.setattr(owner, name, getattr(owner, name))
        for bot in impatient:
            patch.setattr(bot, "before_identify_hook", at_once)
        yield
