"""What lives once in a running Hob, however many connections to Discord it has, one after the other or side by side."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import discord

from bot.computers.player import ComputerPlayer
from bot.computers.thinker import Thinker
from bot.delivery.reconcile import Delivery
from bot.delivery.screens import Screens
from bot.keeper import Keeper
from bot.run.settings import Settings, Timing
from bot.sessions.people import People
from bot.sessions.sessions import Sessions
from db import Store

GRACE = 5.0  # seconds that what has been pressed may take when a connection ends


@dataclass(frozen=True)
class Services:
    """What cogs may use."""

    sessions: Sessions
    people: People
    delivery: Delivery
    timing: Timing
    wake: Callable[[str], None]  # attend to a session, by its id
    under_way: set[asyncio.Task[Any]]  # presses and commands that are being answered


class Presentation(Protocol):
    """What people see of Hob.  It stands in cogs, and is handed in by whoever starts the program."""

    @property
    def screens(self) -> Screens: ...
    @property
    def games(self) -> Container[str]:
        """The slugs of the games that are offered; they come with their extensions."""

    @property
    def extensions(self) -> Sequence[str]:
        """The modules that each connection loads."""

    def open(self, services: Services) -> None: ...
    async def paint(self, scene: Any) -> bytes | None: ...
    def warm(self, game: str) -> None:
        """Get ready to paint a game's pictures."""

    async def failed(self, interaction: discord.Interaction, fault: Exception) -> None:
        """A command failed, and nobody has answered it."""

    async def close(self) -> None: ...


class Process:
    def __init__(
        self, settings: Settings, store: Store, presentation: Presentation, clock: Callable[[], float] = time.time
    ) -> None:
        self.settings, self.store, self.presentation, self.clock = settings, store, presentation, clock
        timing, screens = settings.timing, presentation.screens
        self.thinker = Thinker() if settings.computers == "thinking" else None
        self.sessions = Sessions(store, self._changed, clock, presentation.games)
        self.people = People(store)
        self.delivery = Delivery(self.sessions, self.people, timing, screens, presentation.paint, clock)
        computers = ComputerPlayer(self.sessions, timing, self.thinker)
        self.keeper = Keeper(self.sessions, self.delivery, computers, presentation.warm)
        self.under_way: set[asyncio.Task[Any]] = set()
        presentation.open(Services(self.sessions, self.people, self.delivery, timing, self.keeper.wake, self.under_way))

    def _changed(self, session: str) -> None:
        self.keeper.wake(session)

    def attach(self, client: discord.Client) -> None:
        """There is a connection, which has logged in: what a crash left behind can be mended from now on."""
        self.delivery.start(client)
        self.keeper.start()

    async def detach(self) -> None:
        """The connection ends: finish what has been pressed and typed, then stop attending until there is another."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                while self.under_way:
                    await asyncio.wait(set(self.under_way))
        await self.keeper.stop()
        await self.delivery.stop()

    async def close(self) -> None:
        if self.thinker is not None:
            await self.thinker.close()
        await self.presentation.close()
