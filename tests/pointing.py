"""Tests point discord.py at a Discord on this machine; afterwards it points where it did."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import discord
import pytest


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
