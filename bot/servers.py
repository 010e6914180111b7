"""A server's settings for all its tables."""

import asyncio
import contextlib
import logging
import re
import zoneinfo
from collections.abc import Callable, Collection, Container
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, ValidationError

from bot.errors import UserError, storage_errors
from bot.lru_cache import LRUCache
from bot.tables import lobby_options
from bot.tables.lobby_options import AnyGame
from bot.tables.model import Cards, parse_stored
from db import SettingChange, Store

log = logging.getLogger("hob.servers")
MAX_CHANNELS = 25  # channels that can be selected, by Discord's limit
MAX_ROLES = 25  # in one list, so that messages can name them all
MAX_KNOWN = 1000  # servers whose settings are in memory, about 2 kB each
MOST_TABLES = (0, 1, 2, 3, 5, 10, 20, 50, 100)  # that can be selected


def time_zone(name: str) -> tzinfo:
    """Return a time zone; UTC if there is none of this name, as in an older database of time zones."""
    try:
        return zoneinfo.ZoneInfo(name) if name else UTC
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return UTC


class ServerSettings(BaseModel):
    """A server's settings, stored in its row, in the order of `/hob server`.

    They name no person; a moderator is anyone who may manage messages.
    """

    channels: list[int] = []  # where tables may be opened, including threads below; empty: everywhere
    threads: bool = False  # whether a new table gets its own thread
    setting: Literal["everybody", "moderators"] = "everybody"  # who may open a table
    ending: Literal["host", "table", "moderators"] = "host"  # who may end a game; moderators always may
    cards: Cards = "message"  # for players at new tables who haven't chosen
    ratings: bool = True
    tables: Annotated[int, Field(ge=0)] = 0  # open at once; 0: only Hob's own limit
    language: str = ""  # of new tables and public messages; empty: Hob's default
    zone: str = ""  # IANA name of the time zone; empty: UTC, because none is set
    quiet: list[Annotated[int, Field(ge=0, le=23)]] = []  # the hours, in its zone, when notifications stop and resume
    openers: list[int] = []  # roles whose members may open tables, besides moderators
    barred: list[int] = []  # roles whose members may neither open tables nor join them
    options: dict[str, Any] = {}  # default settings of new tables, common to all games
    rules: dict[str, dict[str, Any]] = {}  # and of each game's own, by its slug

    def options_of(self, game: AnyGame) -> dict[str, Any]:
        """Return the initial settings of a new table. Options that the rules no longer accept are left out."""
        own = lobby_options.rules_options(game, self.rules.get(game.slug, {}))
        try:
            game.Options(**own)
        except ValidationError:
            own = {}
        return {**self.options, **own}

    @property
    def time_zone(self) -> tzinfo:
        return time_zone(self.zone)

    def quiet_until(self, now: float) -> float:
        """Return the end of the quiet hours; 0 outside of them."""
        if len(self.quiet) != 2 or self.quiet[0] == self.quiet[1]:
            return 0.0
        (first, last), moment = self.quiet, datetime.fromtimestamp(now, self.time_zone)
        if not (first <= moment.hour < last or (last < first and not last <= moment.hour < first)):
            return 0.0
        end = moment.replace(hour=last, minute=0, second=0, microsecond=0)
        return (end if end > moment else end + timedelta(days=1)).timestamp()

    def admit(self, places: Collection[int], moderator: bool, roles: Collection[int] = ()) -> None:
        """Check that a person with these roles may open a table in `places`, a channel or a thread and its channel.

        `InteractionContext.require_welcome` checks whether they are blocked. Raises UserError.
        """
        if self.channels and not set(places) & set(self.channels):
            raise UserError("not-here", channels=[f"<#{channel}>" for channel in self.channels])
        opener = moderator or bool(set(roles) & set(self.openers))
        if self.openers and not opener:
            raise UserError("only-roles-set", roles=[f"<@&{role}>" for role in self.openers])
        if self.setting == "moderators" and not opener:
            raise UserError("only-moderators-set")

    def may_end(self, host: bool, moderator: bool) -> bool:
        """Return True if a person may end a game without a vote."""
        return moderator or (host and self.ending == "host")


def setting_values(name: str) -> tuple[Any, ...]:
    """Return the values of a setting; () if they can't be listed, or if it doesn't exist."""
    if name == "tables":
        return MOST_TABLES
    field = ServerSettings.model_fields.get(name)
    return lobby_options.values_of(field.annotation) if field is not None else ()


def choose_setting(settings: ServerSettings, name: str, picked: str) -> ServerSettings:
    """Set a setting to the value with this slug. Raises UserError."""
    value = next((value for value in setting_values(name) if lobby_options.value_slug(value) == picked), None)
    if value is None:
        raise UserError("bad-option")
    return settings.model_copy(update={name: value})


def choose_language(settings: ServerSettings, picked: str, languages: Collection[str]) -> ServerSettings:
    """Set the language. Raises UserError."""
    if picked not in languages:
        raise UserError("bad-option")
    return settings.model_copy(update={"language": picked})


def choose_quiet_hours(settings: ServerSettings, typed: str) -> ServerSettings:
    """Set the quiet hours, as in "22-8"; "off" ends them. Raises UserError."""
    if typed.strip().casefold() in ("off", "-"):
        return settings.model_copy(update={"quiet": []})
    hours = re.fullmatch(r"\s*(\d{1,2})(?::00)?\s*[-–]\s*(\d{1,2})(?::00)?\s*", typed)
    first, last = (int(hour) for hour in hours.groups()) if hours else (0, 0)
    if max(first, last) > 24 or first % 24 == last % 24:
        raise UserError("bad-hours", text=typed[:40])
    return settings.model_copy(update={"quiet": [first % 24, last % 24]})


def toggle_role(settings: ServerSettings, name: str, role: int, existing: Container[int]) -> ServerSettings:
    """Add a role to the list with this name, or remove it; deleted roles go, too. Raises UserError."""
    before = [one for one in getattr(settings, name) if one in existing]
    roles = [one for one in before if one != role] if role in before else sorted([*before, role])
    if len(roles) > MAX_ROLES:
        raise UserError("too-many-roles")
    return settings.model_copy(update={name: roles})


def choose_zone(settings: ServerSettings, typed: str) -> ServerSettings:
    """Set the time zone by its IANA name. Raises UserError."""
    name = next((zone for zone in time_zones() if zone.casefold() == typed.strip().casefold()), None)
    if name is None:
        raise UserError("bad-zone", text=typed[:40])
    return settings.model_copy(update={"zone": name})


@cache
def time_zones() -> list[str]:
    """Return the names of all time zones, those named by continent and city first."""
    return sorted(zoneinfo.available_timezones(), key=lambda name: ("/" not in name or name.startswith("Etc"), name))


def choose_channels(settings: ServerSettings, channels: Collection[int]) -> ServerSettings:
    return settings.model_copy(update={"channels": sorted(channels)[:MAX_CHANNELS]})


def choose_option(settings: ServerSettings, game: AnyGame, name: str, picked: str) -> ServerSettings:
    """Set a default for new tables: of all games, or of this game if it belongs to its rules. Raises UserError."""
    value = lobby_options.choose_setting(game, settings.options_of(game), name, picked)[name]
    if name not in game.Options.model_fields:
        return settings.model_copy(update={"options": {**settings.options, name: value}})
    own = {**settings.rules.get(game.slug, {}), name: value}
    return settings.model_copy(update={"rules": {**settings.rules, game.slug: own}})


class Servers:
    """The settings of all servers. Raises DatabaseUnavailable."""

    def __init__(self, store: Store, default_language: str, clock: Callable[[], float]) -> None:
        self.store, self.default_language, self.clock = store, default_language, clock
        self._known: LRUCache[ServerSettings] = LRUCache(MAX_KNOWN)  # as last read
        self._changing = asyncio.Lock()  # serializes changes, so that none is lost

    async def of(self, server: int | None) -> ServerSettings:
        """Return a server's settings; direct messages (None) have the defaults."""
        if server is None:
            return ServerSettings()
        with storage_errors():
            return self._known.put(server, parse_stored(ServerSettings, await self.store.servers.settings(server)))

    async def known(self, server: int | None) -> ServerSettings:
        """Return a server's settings as last read, if they have been read, even while the database is unavailable."""
        return self._known.get(server) or await self.of(server)

    async def language(self, server: int | None) -> str:
        """Return a server's language, the default one while the database is unavailable."""
        with contextlib.suppress(UserError):
            return (await self.known(server)).language or self.default_language
        return self.default_language

    def forget(self) -> None:
        """Drop cached settings, which another process may have changed."""
        self._known.clear()

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
                    await self.store.servers.save(server, new, changes)
                self._known.put(server, after)
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
