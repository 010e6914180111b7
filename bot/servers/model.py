"""What those who manage a server have set for all its tables, as data."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, ValidationError

from bot.errors import UserError
from bot.tables import lobby_options as options
from bot.tables.lobby_options import AnyGame, LobbySetting
from bot.tables.model import Cards

MAX_CHANNELS = 25  # channels that can be named, by Discord's limit for a select
SETTINGS = (
    LobbySetting("threads", (False, True), False),  # whether a table that is set in a channel gets a thread of its own
    LobbySetting("setting", ("everybody", "moderators"), "everybody"),  # who may set a table
    LobbySetting("ending", ("host", "table", "moderators"), "host"),  # who may end a game; moderators always may
    LobbySetting("cards", ("message", "channel"), "message"),  # where they come for who has not chosen
    LobbySetting("ratings", (True, False), True),
    LobbySetting("tables", (0, 1, 2, 3, 5, 10, 20, 50, 100), 0),  # open ones at once; 0: only Hob's own limit
)


class ServerSettings(BaseModel):
    """Stored in the server's row.  They name no person; a moderator is who may manage messages."""

    channels: list[int] = []  # where tables may be set, in threads below them too; empty: everywhere
    threads: bool = False
    setting: Literal["everybody", "moderators"] = "everybody"
    ending: Literal["host", "table", "moderators"] = "host"
    cards: Cards = "message"  # at new tables, of people who have not chosen themselves
    ratings: bool = True
    language: str = ""  # of new tables and of what is said to all; empty: Hob's own
    tables: Annotated[int, Field(ge=0)] = 0
    options: dict[str, Any] = {}  # what new tables begin with, of what every game has
    rules: dict[str, dict[str, Any]] = {}  # and of each game's own, by its slug

    def options_of(self, game: AnyGame) -> dict[str, Any]:
        """What a new table of this game begins with; what its rules do not know any more is left out."""
        own = self.rules.get(game.slug, {})
        try:
            return {**self.options, **options.rules_options(game, own)}
        except ValidationError:
            return dict(self.options)

    def admit(self, places: Collection[int], moderator: bool) -> None:
        """Somebody sets a table in a channel, or in a thread of it: `places` are both.  Raises Refusal."""
        if self.channels and not set(places) & set(self.channels):
            raise UserError("not-here", channels=[f"<#{channel}>" for channel in self.channels])
        if self.setting == "moderators" and not moderator:
            raise UserError("only-moderators-set")

    def may_end(self, host: bool, moderator: bool) -> bool:
        """Whether somebody ends a game without asking the table."""
        return moderator or (host and self.ending == "host")


def parse_settings(stored: Mapping[str, Any]) -> ServerSettings:
    """Settings that cannot be read are none: nobody is locked out for them."""
    try:
        return ServerSettings.model_validate(stored)
    except ValidationError:
        return ServerSettings()


def choose_setting(settings: ServerSettings, name: str, picked: str) -> ServerSettings:
    """A setting by the slug of its value.  Raises Refusal."""
    values = next((one.values for one in SETTINGS if one.name == name), ())
    value = next((value for value in values if options.value_slug(value) == picked), None)
    if value is None:
        raise UserError("bad-option")
    return settings.model_copy(update={name: value})


def choose_language(settings: ServerSettings, picked: str, languages: Collection[str]) -> ServerSettings:
    """Raises Refusal."""
    if picked not in languages:
        raise UserError("bad-option")
    return settings.model_copy(update={"language": picked})


def choose_channels(settings: ServerSettings, channels: Collection[int]) -> ServerSettings:
    return settings.model_copy(update={"channels": sorted(channels)[:MAX_CHANNELS]})


def choose_option(settings: ServerSettings, game: AnyGame, name: str, picked: str) -> ServerSettings:
    """What new tables begin with: of every game, or, if it is an option of the rules, of this one.  Raises Refusal."""
    value = options.choose_setting(game, settings.options_of(game), name, picked)[name]
    if name not in game.Options.model_fields:
        return settings.model_copy(update={"options": {**settings.options, name: value}})
    own = {**settings.rules.get(game.slug, {}), name: value}
    return settings.model_copy(update={"rules": {**settings.rules, game.slug: own}})
