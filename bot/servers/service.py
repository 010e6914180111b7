"""Loads and changes the settings of servers."""

import asyncio
import contextlib
import logging
from collections.abc import Callable

from bot.errors import UserError
from bot.i18n.language import ENGLISH
from bot.servers import model as servers
from bot.servers.model import ServerSettings
from bot.tables.service import storage_errors
from db import Store

log = logging.getLogger("hob.servers")


class Servers:
    """The settings of all servers. Raises UserError("not-kept") while the database is unavailable."""

    def __init__(self, store: Store, usual: str = ENGLISH) -> None:
        """Create the service. `usual` is the default language."""
        self.store, self.usual = store, usual
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
        return (self._languages.get(server, "") if server is not None else "") or self.usual

    def forget(self) -> None:
        """Drop cached languages, which another process may have changed."""
        self._languages.clear()

    async def change(
        self, server: int, person: int, rule: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Commit a change of settings. The log records the person and the previous values."""
        async with self._changing:
            before = await self.of(server)
            after = rule(before)
            if after != before:
                with storage_errors():
                    await self.store.save_server(server, after.model_dump(mode="json"))
                self._cache_settings(server, after)
        for name, value in after.model_dump(mode="json").items():
            if value != (was := before.model_dump(mode="json")[name]):
                log.info("server %d: %d set %s to %s (was %s)", server, person, name, value, was)
        return after
