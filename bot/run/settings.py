"""Everything an operator can set, from the environment or a `.env` file; a wrong value is named in one sentence."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict, SettingsError

from db import StoreError
from db.connect import address
from engine import GAMES

Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]


RENAMED = {
    "buried": "repost_after_messages",
    "buried_blind": "repost_after_seconds",
    "coalesce": "table_edit_gap",
    "nudge": "nudge_after",
    "present": "present_after_press",
    "sleeper": "computer_vote_after",
}  # fields of Timing since 0.1.0


class WrongSetting(Exception):
    """A setting cannot be used; the text is one sentence for the operator."""


class ByPace(BaseModel):
    """In seconds, for tables whose pace is live, and for those played over days."""

    model_config = ConfigDict(extra="forbid")

    live: Seconds = 600.0
    days: Seconds = 86400.0

    def __getitem__(self, pace: Literal["live", "days"]) -> float:
        return self.live if pace == "live" else self.days


class NudgeByPace(ByPace):
    days: Seconds = 21600.0


class Timing(BaseModel):
    """Every pause and patience, in seconds unless named otherwise."""

    model_config = ConfigDict(extra="forbid")

    computer_pause: Seconds = 1.5  # between moves of computer players
    computer_patience: Seconds = 4.0  # for a computer's thought; then it answers a public question at random
    computer_secret: Seconds = 2.0  # a computer's secret answer takes this long whatever it holds
    computer_hold: Seconds = 20.0  # computers wait this long while somebody has an offer that soon lapses
    table_edit_gap: Seconds = 1.0  # table edits by the channel route are at least this far apart
    dm_gap: Seconds = 1.0  # between two new direct messages
    present_after_press: Seconds = 120.0  # who pressed within this time is present and is not rung
    late_ring: Seconds = 60.0  # a present player is rung after all when the question is still open
    repost_after_messages: Annotated[int, Field(ge=1)] = 8  # messages below the table before a ring brings it down
    repost_after_seconds: Seconds = 1800.0  # the same without the right to read history, in time
    repost_gap: Seconds = 120.0  # between two reposts
    table_command_gap: Seconds = 30.0  # between two reposts by command
    token_life: Seconds = 840.0  # an ephemeral panel can be refreshed this long
    start_by_others: Seconds = 600.0  # the host is silent this long: any seated person may start
    lobby_life: Seconds = 86400.0  # a lobby nobody starts closes
    nudge_after: NudgeByPace = NudgeByPace()  # before others may nudge, by the table's pace
    computer_vote_after: ByPace = ByPace()  # before others may vote for a computer
    nudge_gap: Seconds = 3600.0  # between two nudges of a table
    vote_life: Seconds = 86400.0  # a vote nobody decides lapses
    look_around: Seconds = 30.0  # between two looks into the database for sessions that are due
    retry: Seconds = 30.0  # before trying again what Discord refused to take


def _empty_is_unset(value: object) -> object:
    return None if value == "" else value


class Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_prefix="HOB_", env_file=".env", env_file_encoding="utf-8-sig", env_nested_delimiter="__", extra="ignore"
    )

    token: Annotated[SecretStr | None, BeforeValidator(_empty_is_unset)] = None
    """The bot's token from the Discord developer portal."""

    data: Path = Path("data")
    """The folder for the database and for deck files (`decks/<game>/<name>.toml`)."""

    database: str = ""
    """The address of the database: `sqlite:///file` or `postgresql://user:password@host/name`.  Empty: a SQLite file
    `hob.sqlite3` in the data folder."""

    @field_validator("database")
    @classmethod
    def _is_an_address(cls, database: str) -> str:
        try:
            if database:
                address(database)
        except StoreError as fault:
            raise ValueError(str(fault).rstrip(".")) from None
        return database

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """How much is written to standard error."""

    log_format: Literal["text", "json"] = "text"
    """`json` writes one object a line, for log collectors."""

    games: Annotated[tuple[str, ...], NoDecode] = tuple(GAMES)
    """The games that are offered: Hob's own by their names in `decks/`, those of other packages by their entry point in
    the group `hob.games`, or by the dotted name of their module."""

    @field_validator("games", mode="before")
    @classmethod
    def _are_names(cls, games: object) -> object:
        if not isinstance(games, str):
            return games
        return tuple(name.strip() for name in games.split(",") if name.strip()) or tuple(GAMES)

    computers: Literal["thinking", "random"] = "thinking"
    """Whether computer players think, in a process of their own, or answer at random."""

    discord: Annotated[str | None, BeforeValidator(_empty_is_unset)] = None
    """The address of a simulated Discord on this machine, as the playground runs it.  Never needed for the real one."""

    timing: Timing = Timing()
    """Pauses and patience; each field of Timing can be set, e.g. `HOB_TIMING__COMPUTER_PAUSE=0.5`."""

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{(self.data / 'hob.sqlite3').absolute()}"

    @property
    def decks(self) -> Path:
        return self.data / "decks"


def load(**values: object) -> Settings:
    """The settings of this process.  Raises WrongSetting."""
    try:
        return Settings(**values)  # type: ignore[arg-type]
    except ValidationError as fault:
        error = fault.errors()[0]
        name = "HOB_" + "__".join(str(part) for part in error["loc"]).upper()
        secret = error["loc"][0] in ("token", "database")
        if error["loc"][0] == "timing" and (now := RENAMED.get(str(error["loc"][-1]))):
            raise WrongSetting(f"The setting {name} is wrong: it is called HOB_TIMING__{now.upper()} now.") from None
        given = "" if secret else f" (it is {str(error['input'])[:60]!r})"
        raise WrongSetting(
            f"The setting {name} is wrong: {error['msg'].removeprefix('Value error, ')}{given}."
        ) from None
    except UnicodeDecodeError:
        raise WrongSetting("The file .env cannot be read: save it as UTF-8.") from None
    except SettingsError as fault:  # what should be JSON is not
        name = str(fault).split('"')[1].upper()
        raise WrongSetting(f"The setting HOB_{name} is wrong: it must be JSON, or be set field by field.") from None
