"""Loads and changes the settings of servers."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Collection

from bot.errors import UserError, storage_errors
from bot.i18n.catalogue import ENGLISH
from bot.servers import model as servers
from bot.servers.model import ServerSettings
from db import SettingChange, Store

log = logging.getLogger("hob.servers")


class Servers:
    """The settings of all servers. Raises UserError("not-kept") while the database is unavailable."""

    def __init__(self, store: Store, default_language: str = ENGLISH, clock: Callable[[], float] = time.time) -> None:
        self.store, self.default_language, self.clock = store, default_language, clock
        self._languages: dict[int, str] = {}  # as last read
        self._changing = asyncio.Lock()  # serializes changes, so that none is lost

    async def of(self, server: int | None) -> ServerSettings:
        """Return a server's settings; direct messages (None) have the defaults."""
        if server is None:
            return ServerSettings()
        with storage_errors():
            return self._cache_settings(server, servers.parse_settings(await self.store.server(server)))

    def _cache_settings(self, server: int, settings: ServerSettings) -> ServerSettings:
        self._languages[server] = settings.language
        return settings

    async def quiet_until(self, server: int | None, now: float) -> float:
        """Return the end of a server's quiet hours; 0 outside of them, and in direct messages."""
        return (await self.of(server)).quiet_until(now)

    async def language(self, server: int | None) -> str:
        """Return a server's language, even while the database is unavailable."""
        if server is not None and server not in self._languages:
            with contextlib.suppress(UserError):
                await self.of(server)
        return (self._languages.get(server, "") if server is not None else "") or self.default_language

    def forget(self) -> None:
        """Drop cached languages, which another process may have changed."""
        self._languages.clear()

    async def change(
        self, server: int, person: int, modify: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Commit a change of settings. The log and the store record the person and the previous values."""
        async with self._changing:
            before = await self.of(server)
            after = modify(before)
            old, new = before.model_dump(mode="json"), after.model_dump(mode="json")
            names, now = [name for name in new if new[name] != old[name]], self.clock()
            changes = [SettingChange(person, name, old[name], new[name], now) for name in names]
            if changes:
                with storage_errors():
                    await self.store.save_server(server, new, changes)
                self._cache_settings(server, after)
        for name in names:
            log.info("server %d: %d set %s to %s (was %s)", server, person, name, new[name], old[name])
        return after

    async def changes(self, server: int) -> list[SettingChange]:
        """Return the newest changes of a server's settings, the newest first."""
        with storage_errors():
            return await self.store.servers.changes(server)

    # ---- blocked people
    async def barred(self, server: int) -> list[int]:
        with storage_errors():
            return await self.store.servers.barred(server)

    async def toggle_barred(self, server: int, person: int) -> None:
        """Block a person from a server's tables, or unblock them."""
        with storage_errors():
            await self.store.servers.toggle_barred(server, person)

    async def require_welcome(
        self, server: int | None, person: int, roles: Collection[int], moderator: bool
    ) -> ServerSettings:
        """Return a server's settings. Raises UserError if the person or one of their roles is blocked from tables."""
        settings = await self.of(server)
        if server is not None and not moderator:
            with storage_errors():
                if {*roles} & {*settings.barred} or await self.store.servers.is_barred(server, person):
                    raise UserError("barred")
        return settings
