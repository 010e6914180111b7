"""The discord.py client: what it subscribes to, what it is made of, how it starts and stops."""

import asyncio
import contextlib
import importlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands

from bot.computers.player import ComputerPlayer
from bot.computers.thinker import Thinker
from bot.delivery.reconcile import Delivery, Screens
from bot.keeper import Keeper
from bot.run.settings import Settings
from bot.sessions.people import People
from bot.sessions.sessions import Sessions
from db import Store

log = logging.getLogger("hob")
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # Hob is never heard, so nothing is missing
Press = Callable[[discord.Interaction], Awaitable[None]]


def tolerant(event: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
    """One malformed event is dropped; discord.py would end the whole connection, and every press under way."""

    def parsed(data: Any) -> None:
        try:
            parse(data)
        except Exception:
            log.exception("Discord sent a %s that cannot be read", event)

    return parsed


class Hob(discord.Client):
    """Hob on Discord.  `cogs.set_up` fills in what people see: `screens`, `paint`, `on_press` and the commands."""

    tree: app_commands.CommandTree["Hob"]

    def __init__(
        self, settings: Settings, store: Store, clock: Callable[[], float] = time.time, **options: Any
    ) -> None:
        # INTERACTION_CREATE needs no intent; `guilds` fills the cache of channels and nothing more.
        super().__init__(
            intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions.none(), **options
        )
        self.settings, self.store, self.clock = settings, store, clock
        self.tree = app_commands.CommandTree(self)
        self.thinker = Thinker() if settings.computers == "thinking" else None
        self.sessions = Sessions(store, self._changed, clock)
        self.people = People(store)
        self.on_press: Press | None = None
        self.close_art: Callable[[], Awaitable[None]] | None = None
        parsers = self._connection.parsers
        parsers.update({event: tolerant(event, parse) for event, parse in parsers.items()})
        # Named by string: cogs stand above bot, so bot may not import them.
        importlib.import_module("cogs").set_up(self)

    def furnish(
        self, screens: Screens, paint: Callable[[Any], Awaitable[bytes | None]], warm: Callable[[str], None]
    ) -> None:
        """What people see, from cogs; `warm` gets ready to paint a game's pictures, called by its slug."""
        self.delivery = Delivery(self, self.sessions, self.people, self.settings.timing, screens, paint, self.clock)
        computers = ComputerPlayer(self.sessions, self.settings.timing, self.thinker)
        self.keeper = Keeper(self.sessions, self.delivery, computers, warm)

    def _changed(self, session: str) -> None:
        self.keeper.wake(session)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """discord.py still tells a closed client that it is ready; nobody is there to hear it."""
        if not self.is_closed():
            super().dispatch(event, *args, **kwargs)

    async def setup_hook(self) -> None:
        """Logged in: what a crash left behind can be mended while the gateway still connects."""
        self.keeper.look_around()
        await self.tree.sync()

    async def on_ready(self) -> None:
        """Also after each new identification: look for what is due; what agrees already costs nothing."""
        counts = ", ".join(f"{n} {status}" for status, n in (await self.store.counts()).items())
        log.info("ready as %s; servers: %d; sessions: %s", self.user, len(self.guilds), counts)
        self.keeper.look_around()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """The one router of all presses; commands go through the tree."""
        if interaction.type is discord.InteractionType.component and self.on_press is not None:
            await self.on_press(interaction)

    async def close(self) -> None:
        """Finish what has been pressed and typed, then stop attending, then close."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(5):
                while self.delivery.under_way:
                    await asyncio.wait(set(self.delivery.under_way))
        await self.keeper.close()
        if self.thinker is not None:
            await self.thinker.close()
        await self.delivery.mail.close()
        if self.close_art is not None:
            await self.close_art()
        await super().close()
