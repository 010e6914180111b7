"""Tests point discord.py at a Discord on this machine; afterwards it points where it did."""

from __future__ import annotations

import random
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import discord
import pytest


def free_port() -> int:
    """One at which nobody listens; below those of which the system takes some for every connection that is made."""
    for port in random.sample(range(20_000, 30_000), 100):
        with suppress(OSError), socket.socket() as one:
            one.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


@contextmanager
def real_discord_stays(*impatient: type[discord.Client]) -> Iterator[None]:
    """Bots of the `impatient` classes do not wait five seconds before they log in anew."""

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
