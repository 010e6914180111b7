"""A server's settings for all its tables, as data."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, ValidationError

from bot.errors import UserError
from bot.tables import lobby_options as options
from bot.tables.lobby_options import AnyGame, LobbySetting
from bot.tables.model import Cards

MAX_CHANNELS = 25  # channels that can be selected, by Discord's limit
SETTINGS = (
    LobbySetting("threads", (False, True), False),  # whether a new table gets its own thread
    LobbySetting("setting", ("everybody", "moderators"), "everybody"),  # who may open a table
    LobbySetting("ending", ("host", "table", "moderators"), "host"),  # who may end a game; moderators always may
    LobbySetting("cards", ("message", "channel"), "message"),  # default for persons who haven't chosen
    LobbySetting("ratings", (True, False), True),
    LobbySetting("tables", (0, 1, 2, 3, 5, 10, 20, 50, 100), 0),  # tables open at once; 0: only Hob's own limit
)


class ServerSettings(BaseModel):
    """A server's settings, stored in its row. They name no person; a moderator is anyone who may manage messages."""

    channels: list[int] = []  # where tables may be opened, including threads below; empty: everywhere
    threads: bool = False
    setting: Literal["everybody", "moderators"] = "everybody"
    ending: Literal["host", "table", "moderators"] = "host"
    cards: Cards = "message"  # for players at new tables who haven't chosen
    ratings: bool = True
    language: str = ""  # of new tables and public messages; empty: Hob's default
    tables: Annotated[int, Field(ge=0)] = 0
    options: dict[str, Any] = {}  # default settings of new tables, common to all games
    rules: dict[str, dict[str, Any]] = {}  # and of each game's own, by its slug

    def options_of(self, game: AnyGame) -> dict[str, Any]:
        """Return the initial settings of a new table. Options that the rules no longer accept are left out."""
        own = self.rules.get(game.slug, {})
        try:
            return {**self.options, **options.rules_options(game, own)}
        except ValidationError:
            return dict(self.options)

    def admit(self, places: Collection[int], moderator: bool) -> None:
        """Check that a person may open a table in `places`, a channel or a thread and its channel. Raises UserError."""
        if self.channels and not set(places) & set(self.channels):
            raise UserError("not-here", channels=[f"<#{channel}>" for channel in self.channels])
        if self.setting == "moderators" and not moderator:
            raise UserError("only-moderators-set")

    def may_end(self, host: bool, moderator: bool) -> bool:
        """Return True if a person may end a game without a vote."""
        return moderator or (host and self.ending == "host")


def parse_settings(stored: Mapping[str, Any]) -> ServerSettings:
    """Parse stored settings; unreadable ones become the defaults, so no one is locked out."""
    try:
        return ServerSettings.model_validate(stored)
    except ValidationError:
        return ServerSettings()


def choose_setting(settings: ServerSettings, name: str, picked: str) -> ServerSettings:
    """Set a setting to the value with this slug. Raises UserError."""
    values = next((one.values for one in SETTINGS if one.name == name), ())
    value = next((value for value in values if options.value_slug(value) == picked), None)
    if value is None:
        raise UserError("bad-option")
    return settings.model_copy(update={name: value})


def choose_language(settings: ServerSettings, picked: str, languages: Collection[str]) -> ServerSettings:
    """Set the language. Raises UserError."""
    if picked not in languages:
        raise UserError("bad-option")
    return settings.model_copy(update={"language": picked})


def choose_channels(settings: ServerSettings, channels: Collection[int]) -> ServerSettings:
    return settings.model_copy(update={"channels": sorted(channels)[:MAX_CHANNELS]})


def choose_option(settings: ServerSettings, game: AnyGame, name: str, picked: str) -> ServerSettings:
    """Set a default for new tables: of all games, or of this game if it belongs to its rules. Raises UserError."""
    value = options.choose_setting(game, settings.options_of(game), name, picked)[name]
    if name not in game.Options.model_fields:
        return settings.model_copy(update={"options": {**settings.options, name: value}})
    own = {**settings.rules.get(game.slug, {}), name: value}
    return settings.model_copy(update={"rules": {**settings.rules, game.slug: own}})
