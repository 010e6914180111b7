"""What each server's managers have set for all its tables."""

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
    """Raises Refusal("not-kept") while the database is away."""

    def __init__(self, store: Store, usual: str = ENGLISH) -> None:
        """`usual`: the language that is spoken where none is set."""
        self.store, self.usual = store, usual
        self._languages: dict[int, str] = {}  # as they were read last
        self._changing = asyncio.Lock()  # so that of two changes of a server neither undoes the other

    async def of(self, server: int | None) -> ServerSettings:
        """Direct messages with Hob are no server: nothing is set there."""
        if server is None:
            return ServerSettings()
        with storage_errors():
            return self._cache_settings(server, servers.parse_settings(await self.store.server(server)))

    def _cache_settings(self, server: int, settings: ServerSettings) -> ServerSettings:
        self._languages[server] = settings.language
        return settings

    async def language(self, server: int | None) -> str:
        """What is spoken there, also while the database is away."""
        if server is not None and server not in self._languages:
            with contextlib.suppress(UserError):
                await self.of(server)
        return (self._languages.get(server, "") if server is not None else "") or self.usual

    def forget(self) -> None:
        """Another process may have changed what is set."""
        self._languages.clear()

    async def change(
        self, server: int, person: int, rule: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Commit what somebody has set; the log says who, and what it was before."""
        async with self._changing:
            before = await self.of(server)
            after = rule(before)
            if after != before:
                with storage_errors():
                    await self.store.save_server(server, after.model_dump(mode="json"))
                self._cache_settings(server, after)
        for name, value in after.model_dump(mode="json").items():
            if value != (was := before.model_dump(mode="json")[name]):
                log.info("server %d: %d has set %s to %s; it was %s", server, person, name, value, was)
        return after
