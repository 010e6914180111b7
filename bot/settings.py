"""The operator's settings: from the environment, else from `.env`, else the defaults here. Empty means unset.

Each invalid value is reported in one sentence, and all of them at once.
"""

import difflib
import io
import json
import logging
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Self
from urllib.parse import urlsplit

from dotenv.parser import parse_stream
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.i18n.catalogue import ENGLISH
from bot.timing import Amount, Seconds, Timing
from db import StoreError
from db.connect import parse_url
from engine import GAMES

log = logging.getLogger("hob.settings")
MAX_SHARDS = 10_000
SHORTEST_ILLNESS = 30  # seconds; a healthy Hob sends a heartbeat every 15
KUBERNETES_VARIABLE = re.compile(r"HOB_(SERVICE_(HOST|PORT)(_\w+)?|PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)")
NO_GAME = "The setting HOB_GAMES is invalid: none of its games can be loaded."
DISCORD_IDS = range(10**15, 2**63)  # a smaller number may be anything else in the stored data
SPARE_CORES = max(1, (os.cpu_count() or 1) - 1)  # for `thinkers` and `painters`, if they are 0
Count = Annotated[int, Field(ge=0)]
Coaching = Literal["first", "on", "off"]  # in the player's first game of each kind, in every game, never


# Fields of Timing that were renamed since 0.1.0.
RENAMED_SETTINGS = {
    "buried": "repost_after_messages",
    "buried_blind": "repost_after_seconds",
    "coalesce": "table_edit_gap",
    "nudge": "nudge_after",
    "present": "present_after_press",
    "sleeper": "computer_vote_after",
}


class InvalidSetting(Exception):
    """A setting can't be used; the text is one sentence for the operator."""


class Fault(NamedTuple):
    """The field of Settings that is wrong or was probably meant, "" if none, and a sentence for the operator."""

    setting: str
    sentence: str


class Limits(BaseModel):
    """Limits on tables, game nights and requests, to protect the store and servers' channels. 0: unlimited."""

    model_config = ConfigDict(extra="forbid")

    tables_of_person: Count = 40  # open tables where a person sits
    tables_of_server: Count = 500  # open tables in a server
    tables: Count = 0  # open tables in total
    new_by_person: Count = 6  # by a person within `span`
    new_in_server: Count = 60  # in a server within `span`
    span: Seconds = 60.0
    nights_of_person: Count = 3  # game nights that a person has planned in a server
    nights_of_server: Count = 20
    requests: Count = 50  # per second, Discord's limit for all processes together


def _from_json(value: object) -> object:
    """Decode a group that is given as a whole. Raises ValueError."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        raise ValueError("use JSON, or set each field separately") from None


def _locale(value: object) -> object:
    """Spell a language's code as Discord does: `pt-BR`."""
    if not isinstance(value, str):
        return value
    language, hyphen, region = value.partition("-")
    return f"{language.lower()}{hyphen}{region.upper()}"


def _token_in(file: Path) -> str:
    """Return the token in a file. Raises ValueError if it can't be read, or contains anything else."""
    try:
        token = file.read_text(encoding="utf-8-sig").strip()
    except (OSError, UnicodeDecodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "not UTF-8"
        raise ValueError(f"can't read {file} ({reason})") from None
    if len(token.split()) > 1:
        raise ValueError(f"{file} must contain only the token")
    return token


@dataclass(frozen=True)
class ShardAssignment:
    """A process's shards: `only` these (None: all) `of` the total (None: as recommended), or a `fair` share."""

    of: int | None = None
    only: range | None = None
    fair: bool = False

    @property
    def is_shared(self) -> bool:
        return self.fair or self.only is not None

    @classmethod
    def parse(cls, text: str) -> "ShardAssignment":
        """Parse HOB_SHARDS. Raises ValueError."""
        if text == "auto":
            return cls(fair=True)
        some, slash, of = text.rpartition("/")
        number = int(of) if of else None
        if number is not None and not 1 <= number <= MAX_SHARDS:
            raise ValueError
        if not slash:
            return cls(number)
        first, _, last = some.partition("-")
        only = range(int(first), int(last or first) + 1)
        if number is None or not only or only[-1] >= number:
            raise ValueError
        return cls(number, only)


class Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_prefix="HOB_",
        env_file=".env",
        env_file_encoding="utf-8-sig",
        env_nested_delimiter="__",
        extra="ignore",
        env_ignore_empty=True,
    )

    token: SecretStr | None = None
    """The bot's token from the Discord developer portal."""

    @field_validator("token")
    @classmethod
    def _is_one_word(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and len(token.get_secret_value().split()) > 1:
            raise ValueError("it must contain only the token")
        return token

    token_file: Path | None = None
    """A file that contains only the token, such as a secret of Docker or Kubernetes. HOB_TOKEN takes precedence."""

    @field_validator("token_file")
    @classmethod
    def _holds_a_token(cls, file: Path | None, others: ValidationInfo) -> Path | None:
        if file is not None and others.data.get("token") is None and not _token_in(file):
            raise ValueError(f"{file} is empty")
        return file

    @model_validator(mode="after")
    def _read_token_file(self) -> Self:
        if self.token is None and self.token_file is not None:
            self.token = SecretStr(_token_in(self.token_file))
        return self

    data: Path = Path("data")
    """The folder for the database and for deck files (`decks/<game>/<name>.toml`)."""

    database: str = ""
    """The database's URL: `sqlite:///file` or `postgresql://user:password@host/name`.

    Empty means the SQLite file `hob.sqlite3` in the data folder.
    """

    @field_validator("database")
    @classmethod
    def _is_an_address(cls, database: str) -> str:
        try:
            if database and parse_url(database).drivername.endswith("asyncpg") and find_spec("asyncpg") is None:
                raise ValueError("PostgreSQL needs asyncpg: in a clone of Hob, type pip install '.[postgres]'")
        except StoreError as fault:
            raise ValueError(str(fault).rstrip(".")) from None
        return database

    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(str.upper)] = "INFO"
    """The level of log lines on standard error."""

    log_format: Annotated[Literal["text", "json"], BeforeValidator(str.lower)] = "text"
    """`json` writes one object per line, for log collectors."""

    games: Annotated[tuple[str, ...], NoDecode] = tuple(GAMES)
    """The games to offer: Hob's own by their names in `decks/`.

    Other packages' games are named by their entry point in the group `hob.games` or by their module's dotted name.
    """

    @field_validator("games", mode="before")
    @classmethod
    def _are_names(cls, games: object) -> object:
        if not isinstance(games, str):
            return games
        names = (name.strip() for name in games.split(",") if name.strip())
        return tuple(name.lower() if name.lower() in GAMES else name for name in names) or tuple(GAMES)

    computers: Annotated[Literal["easy", "normal", "hard", "random"], BeforeValidator(str.lower)] = "normal"
    """The default level of computer players. With `random` they don't search."""

    @field_validator("computers", mode="before")
    @classmethod
    def _thinking_is_normal(cls, computers: str) -> str:
        """Accept `thinking`, the only other value in 0.1.0."""
        return "normal" if computers.lower() == "thinking" else computers

    language: Annotated[str, BeforeValidator(_locale)] = ENGLISH
    """The default language of servers, and of people with a language that Hob doesn't support."""

    coach: Annotated[Coaching, BeforeValidator(str.lower)] = "first"
    """When people without a choice of their own are coached: in their first game of each kind, always, or never."""

    thinkers: Count = 0
    """Number of search processes for computer players. 0 means CPU cores - 1 (at least 1)."""

    painters: Count = 0
    """Maximum number of painting processes, started on demand. 0 means CPU cores - 1 (at least 1)."""

    painter_cache: Annotated[int, Field(ge=1)] = 96
    """Megabytes of drawings that a painting process keeps; with less memory it paints slower."""

    discord: str | None = None
    """The URL of a simulated Discord on this machine, as in the playground. Never needed for the real one."""

    @field_validator("discord")
    @classmethod
    def _is_on_this_machine(cls, address: str | None) -> str | None:
        if address is not None and urlsplit(address).hostname not in ("127.0.0.1", "localhost", "::1"):
            raise ValueError("it must be an address of this machine")
        return address

    shards: Annotated[str, BeforeValidator(str.lower)] = ""
    """Hob's connections to Discord, each for a share of the servers. Empty: as recommended by Discord; `4`: that many.

    Several processes on one PostgreSQL: `auto`, a fair share of all; `0-3/16`, these of 16.
    """

    @field_validator("shards")
    @classmethod
    def _can_be_held(cls, shards: str, others: ValidationInfo) -> str:
        try:
            share = ShardAssignment.parse(shards)
        except ValueError:
            raise ValueError("it must be empty, a number, auto, or a range such as 0-3/16") from None
        if share.is_shared and not others.data.get("database", "").startswith("postgres"):
            raise ValueError("several processes can share shards only with PostgreSQL")
        return shards

    @property
    def share(self) -> ShardAssignment:
        return ShardAssignment.parse(self.shards)

    servers: Annotated[tuple[int, ...], NoDecode] = ()
    """The ids of the servers that Hob stays in; it leaves all others. Empty: any."""

    @field_validator("servers", mode="before")
    @classmethod
    def _are_ids(cls, servers: object) -> object:
        if not isinstance(servers, str):
            return servers
        return tuple(id.strip() for id in servers.split(",") if id.strip())

    @field_validator("servers")
    @classmethod
    def _are_discord_ids(cls, servers: tuple[int, ...]) -> tuple[int, ...]:
        """Refuse incomplete IDs: Hob would leave the servers that are meant. Raises ValueError."""
        for id in servers:
            if id not in DISCORD_IDS:
                raise ValueError(f"{id} isn't a Discord ID; separate complete IDs by commas")
        return servers

    backup_every: Amount = 0
    """Hours between two backups of a SQLite store to `backups` in the data folder while Hob runs; 0: none."""

    backup_keep: Annotated[int, Field(ge=1)] = 7
    """Number of these backups to keep."""

    end_unwell: Seconds = 0
    """Hob exits after being unhealthy for this many seconds, so that a supervisor restarts it; 0: never."""

    @field_validator("end_unwell")
    @classmethod
    def _outlasts_a_heartbeat(cls, seconds: float) -> float:
        """Refuse a time in which a healthy Hob may send no heartbeat. Raises ValueError."""
        if 0 < seconds < SHORTEST_ILLNESS:
            raise ValueError(f"it must be 0, or at least {SHORTEST_ILLNESS}")
        return seconds

    metrics: Annotated[int, Field(ge=0, lt=65536)] = 0
    """The port for Prometheus metrics; 0: none."""

    metrics_host: str = "127.0.0.1"
    """The address for that port. In a container, 0.0.0.0 admits Prometheus from another one."""

    keep_games: Amount = 365
    """Days that a game and its answers are kept after its end; 0: for good. Results and ratings stay."""

    keep_people: Amount = 365
    """Days that the settings of a person are kept after they were last seen; 0: for good."""

    limits: Annotated[Limits, NoDecode, BeforeValidator(_from_json)] = Limits()
    """Limits on tables; each field of Limits can be set, e.g. `HOB_LIMITS__TABLES_OF_PERSON=10`."""

    timing: Annotated[Timing, NoDecode, BeforeValidator(_from_json)] = Timing()
    """Pauses and timeouts; each field of Timing can be set, e.g. `HOB_TIMING__COMPUTER_PAUSE=0.5`."""

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{(self.data / 'hob.sqlite3').absolute()}"

    @property
    def store_file(self) -> Path | None:
        """Return the file of a SQLite store; None for another database."""
        parsed = parse_url(self.database_url)
        return Path(parsed.database or "") if parsed.get_backend_name() == "sqlite" else None

    @property
    def decks(self) -> Path:
        return self.data / "decks"

    @property
    def backups(self) -> Path:
        return self.data / "backups"


def read(**values: Any) -> tuple[Settings, list[Fault]]:
    """Load the settings of this process, with the defaults in place of invalid values, and list the faults."""
    file = values.pop("_env_file", ".env")
    try:
        faults = list(_unknown_names(file))
    except (OSError, UnicodeDecodeError) as fault:
        faults = [Fault(name, _describe_unreadable(fault)) for name in Settings.model_fields]
        file = None
    source: dict[str, Any] = {"_env_file": file}
    try:
        settings = Settings(**values, **source)
    except ValidationError as fault:
        faults += [Fault(str(error["loc"][0]), _describe_error(error)) for error in fault.errors()]
        invalid = {str(error["loc"][0]) for error in fault.errors()}
        defaults = {name: Settings.model_fields[name].get_default() for name in invalid}
        settings = Settings(**values | defaults, **source)
    if os.path.exists(settings.data) and not os.path.isdir(settings.data):
        faults.append(Fault("data", f"The setting HOB_DATA is invalid: {settings.data.absolute()} isn't a folder."))
    if settings.token is None and os.path.isdir(file or ""):
        faults.append(Fault("token", f"HOB_TOKEN isn't set, and {file} is a folder: put the file in its place."))
    return settings, faults


def sentences(faults: Iterable[Fault]) -> list[str]:
    return list(dict.fromkeys(fault.sentence for fault in faults))


def _describe_unreadable(fault: OSError | UnicodeDecodeError) -> str:
    if isinstance(fault, UnicodeDecodeError):
        return "Can't read the file .env: save it as UTF-8."
    return f"Can't read the file .env ({fault.strerror}): make it readable for the user that runs Hob."


def _describe_error(error: ErrorDetails) -> str:
    name = "HOB_" + "__".join(part for part in error["loc"] if isinstance(part, str)).upper()
    if error["loc"][0] == "timing" and (now := RENAMED_SETTINGS.get(str(error["loc"][-1]))):
        return f"The setting {name} is invalid: it was renamed to HOB_TIMING__{now.upper()}."
    if error["type"] == "extra_forbidden":
        return _unknown_setting(name).sentence
    secret = error["loc"][0] in ("token", "token_file", "database")
    value = "" if secret else f" (got {str(error['input'])[:60]!r})"
    return f"The setting {name} is invalid: {error['msg'].removeprefix('Value error, ')}{value}."


def _unknown_names(file: Any) -> Iterator[Fault]:
    """Yield each unknown or ignored HOB_ name, and each unreadable line with such a name."""
    text = Path(file).read_text(encoding="utf-8-sig") if file is not None and Path(file).is_file() else ""
    lines = list(parse_stream(io.StringIO(text)))
    for line in lines:
        found = re.findall(r"HOB_\w+", line.original.string.upper()) if line.error else []
        for name in found:  # more than one if a quote is open
            sentence = f"Can't read the line with {found[0]} in .env: it must be NAME=value, with its quotes closed."
            yield Fault(_unknown_setting(name).setting, sentence)
    known = {f"HOB_{name.upper()}" for name in Settings.model_fields}
    in_file = {line.key.upper(): line.value for line in lines if line.key}
    filled = {name.upper() for name, value in (*in_file.items(), *os.environ.items()) if value}
    for name in sorted({*map(str.upper, os.environ), *in_file}):
        group = next((group for group in known if name.startswith(f"{group}__")), "")
        if {name, group} <= filled:  # pydantic would ignore one of them
            remedy = f"write this field into {group}, or set all separately"
            yield Fault(_field(group), f"The settings {group} and {name} are both set: {remedy}.")
        if not name.startswith("HOB_") or name in known or group:
            continue  # pydantic validates the names inside a group
        if KUBERNETES_VARIABLE.fullmatch(name) and name not in in_file:
            log.warning("%s ignored: Kubernetes sets it for a service named hob", name)
            continue
        yield _unknown_setting(name)


def _unknown_setting(name: str) -> Fault:
    near = difflib.get_close_matches(name, _names(Settings, "HOB_"), 1, 0.7)
    meant = f"did you mean {near[0]}?" if near else ".env.example lists all settings."
    return Fault(_field(near[0]) if near else "", f"There is no setting {name}; {meant}")


def _field(name: str) -> str:
    """Return the field of Settings that a variable sets: `limits` for `HOB_LIMITS__TABLES`."""
    return name.removeprefix("HOB_").partition("__")[0].lower()


def _names(model: type[BaseModel], prefix: str) -> Iterator[str]:
    """Yield the name of every setting; for a group, its prefix and its fields."""
    for name, field in model.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            yield f"{prefix}{name.upper()}__…"
            yield from _names(inner, f"{prefix}{name.upper()}__")
        else:
            yield f"{prefix}{name.upper()}"
