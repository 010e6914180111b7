"""The store's row types, and every error that the store raises, all of them a `StoreError`."""

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Final, NamedTuple

ACTIVE: Final = ("lobby", "playing", "frozen")  # a session with one of these statuses occupies its channel
STATUSES: Final = (*ACTIVE, "over", "closed", "aside")


class Unchanged(Enum):
    """The type of UNCHANGED: leave that column as it is."""

    UNCHANGED = "keep"


UNCHANGED: Final = Unchanged.UNCHANGED


class StoreError(Exception):
    """Base class of the store's errors.  The text is a sentence for the log or the operator."""


class StoreUnavailable(StoreError):
    """The database can't be reached, opened or written; nothing has changed, try again later."""


class DatabaseError(StoreUnavailable):
    """The database, or its driver, reports an error; the text is a clause without a full stop."""


class EmptyStore(StoreUnavailable):
    """The database is empty, and creating a store wasn't requested."""


class NewerStore(StoreError):
    """A newer version wrote the database."""


class ForeignStore(StoreError):
    """Another program wrote the database."""

    def __init__(self, name: object = "This") -> None:
        super().__init__(f"{name} isn't a database of Hob: check HOB_DATA and HOB_DATABASE.")


class OlderStore(StoreError):
    """An older version wrote the database, and migrating it wasn't requested."""

    def __init__(self, found: str, newest: str, is_sqlite: bool) -> None:
        remedy = (
            "Start Hob with `hob run`, which backs up the database and migrates it."
            if is_sqlite
            else "Back it up with pg_dump, then start Hob with `hob run`, which migrates it."
        )
        super().__init__(f"An older version of Hob wrote the database (schema {found}, not {newest}). {remedy}")


class StaleRevision(StoreError):
    """The session or night is no longer at the revision that this change is based on."""

    def __init__(self, session_id: str) -> None:
        super().__init__(f"Table or game night {session_id} has changed in the meantime, or doesn't exist.")
        self.session_id = session_id


class ChannelTaken(StoreError):
    """An active session, `session_id`, occupies the channel."""

    def __init__(self, session_id: str) -> None:
        super().__init__(f"Session {session_id} is open in this channel.")
        self.session_id = session_id


class SessionExists(StoreError):
    """A session with this id exists."""

    def __init__(self, session_id: str) -> None:
        super().__init__(f"Session {session_id} already exists.")
        self.session_id = session_id


class DamagedRow(StoreError):
    """A session's or a game night's row can't be decoded; `column` is the damaged one.  The row is left as it is."""

    def __init__(self, id: str, column: str, kind: str = "session") -> None:
        super().__init__(f"Can't read the row of {kind} {id}: its {column} is damaged.")
        self.id, self.column = id, column


class StillMentioned(StoreError):
    """A rewritten session or night still contains the id of the person to be erased."""

    def __init__(self, session_id: str) -> None:
        super().__init__(f"Table or game night {session_id} would still mention that person, so it wasn't changed.")
        self.session_id = session_id


class StoreBusy(StoreError):
    """A process is using this store."""


class InvalidBackup(StoreError):
    """A backup is damaged, of a newer version or no store at all; or a store that must be empty isn't."""


class ForeignBackup(InvalidBackup):
    """Another program wrote the backup, or the store that was to be backed up."""


class NewerBackup(InvalidBackup, NewerStore):
    """A newer version wrote the backup, or the store that was to be backed up."""


AT_ONCE = 0.0  # a time at which something is due for every process, even if the one that wrote it has a fast clock


class Lease(NamedTuple):
    """The lease under which a process serves a shard; the token grows with every change of holder."""

    shard: int
    token: int


@dataclass(frozen=True)
class SessionRow:
    """A table in a channel.

    `table` belongs to the bot (seats, host, options), `screen` to delivery (what Discord shows).  Both are JSON
    objects, so their keys come back as strings.  `due_at` is when the scheduler must look at the session.
    """

    id: str
    game: str
    guild_id: int | None
    channel_id: int
    status: str
    revision: int
    schema: int
    state: bytes | None
    table: dict[str, Any]
    screen: dict[str, Any]
    due_at: float | None
    created_at: float
    touched_at: float


@dataclass(frozen=True)
class AnswerRow:
    """One entry of a session's history; entries never change.

    `revision` is the one that the answer was based on; `person` is None for a computer player.  An entry with `back_to`
    is an undo, not an answer: the game continues from that revision, before its answer was given (see db/decoding.py).
    """

    session_id: str
    revision: int
    question: int
    seat: int
    step: str
    option: str
    person: int | None
    at: float
    back_to: int | None = None


@dataclass(frozen=True)
class PlaceRow:
    """The outcome of one seat: of a person, a computer player of a level, or an erased person (both None).

    A seat without a `place` counts for no statistics or rating.  `how` is one of the codes of `participation` in
    `bot/tables/results.py`, such as "played", "computer" or "left".
    """

    seat: int
    person: int | None
    computer: str | None
    place: int | None
    points: int | None
    how: str = "played"


@dataclass(frozen=True)
class ResultRow:
    """A finished game; `moves` is its number of answers, `ended` is "played", "unrated" or "early".

    `series` joins the games of one evening, or of one daily deal.  The ratings assign `number`.
    """

    session_id: str
    game: str
    guild_id: int | None
    ended: str
    moves: int
    seconds: float
    at: float
    series: str | None
    seats: tuple[PlaceRow, ...]
    number: int | None = None


@dataclass(frozen=True)
class PersonStatistics:
    """A person's statistics in one game: games with a place, wins, points, the longest game in seconds."""

    person: int
    game: str
    played: int
    won: int
    points: int
    most_points: int | None
    longest: float


@dataclass(frozen=True)
class RatingRow:
    """The rating of a person (`computer` is "") or of a computer level (`person` is 0); `guild_id` 0 is everywhere."""

    guild_id: int
    game: str
    person: int
    computer: str
    mu: float
    sigma: float
    games: int
    at: float


@dataclass(frozen=True)
class SessionChange:
    """A session's complete next revision.

    `revision` is the one the change is based on; its answer, if any, has the same number.
    `persons` are the people now seated; None leaves them unchanged.
    `keep` also stores the new state as a snapshot, under the new revision.  `result` is written once per session: the
    first one stays.
    """

    session_id: str
    revision: int
    status: str
    state: bytes | None
    table: dict[str, Any]
    due_at: float | None
    answer: AnswerRow | None
    persons: list[int] | None
    touched_at: float
    keep: bool = False
    result: ResultRow | None = None


@dataclass(frozen=True)
class NightRow:
    """A scheduled evening.  `night` belongs to the bot; `revision` is the one that was read."""

    id: str
    guild_id: int
    channel_id: int
    revision: int
    night: dict[str, Any]
    due_at: float | None


@dataclass(frozen=True)
class AttemptRow:
    """A person's one attempt at a daily deal; `day` counts from 1970, `guild_id` is the server where it was started."""

    person: int
    day: int
    game: str
    session_id: str
    guild_id: int | None


@dataclass(frozen=True)
class FinishedAttempt:
    """An attempt that was played to the end; `hidden` people don't want to appear on leaderboards."""

    person: int
    guild_id: int | None
    hidden: bool
    place: int
    points: int | None


@dataclass(frozen=True)
class SettingChange:
    """A change of a server's setting.  `person` is None after that person was erased; `at` is in seconds since 1970."""

    person: int | None
    name: str
    before: Any
    after: Any
    at: float


@dataclass(frozen=True)
class PersonalData:
    """Everything stored about a person.  Sessions come without their state, damaged ones not at all."""

    person: "PersonRow | None"
    sessions: "list[SessionRow]"
    answers: list[AnswerRow]
    results: list[ResultRow]
    ratings: list[RatingRow]
    nights: list[NightRow]
    tries: list[AttemptRow]
    setting_changes: list[SettingChange]
    barred_in: list[int]  # servers


@dataclass(frozen=True)
class BackupInfo:
    """A verified copy of a store: its schema revision, its size in bytes, its number of rows by table."""

    file: Path
    schema: str
    size: int
    counts: dict[str, int]


@dataclass(frozen=True)
class SessionSummary:
    """A session's summary for operators; no column is decoded, so damaged ones do no harm.

    `table`, `screen` and `state` are sizes in bytes; `aside` is the reason code of a quarantined session.
    """

    id: str
    game: str
    guild_id: int | None
    channel_id: int
    status: str
    aside: str | None
    revision: int
    created_at: float
    touched_at: float
    due_at: float | None
    table: int
    screen: int
    state: int


@dataclass(frozen=True)
class StartRecord:
    """A start of a process with this store.

    `why` is empty, or says why the store may be older than what Discord shows: "older" than the data folder's record, a
    "copy", "another" store than last time, or of "unknown" age because the folder has no record.  In these cases,
    `marked` active tables are marked for a redraw.
    """

    store: str
    start: int
    why: str
    marked: int


@dataclass(frozen=True)
class CommandSyncRow:
    """The last sync of an application's slash commands with Discord; times in seconds since 1970.

    `hash` belongs to the commands that Discord accepted last; it is empty if they must be sent again.  `failed_at` and
    `failure` describe the last attempt; they are None and empty if that succeeded.
    """

    application: int
    hash: str
    synced_at: float | None
    failed_at: float | None
    failure: str


@dataclass(frozen=True)
class PersonRow:
    """A person's settings, the channel of their direct messages, and when they were last seen.

    `settings["hidden"]` keeps a person off every leaderboard.  Saving without `seen_at` sets it to the current time.
    """

    id: int
    settings: dict[str, Any]
    dm_channel_id: int | None
    seen_at: float = field(default=0.0, compare=False)
