"""What goes into the store and comes out of it, and every error the store raises.

StoreError
├── StoreUnavailable   the database cannot be reached, opened or written; nothing has changed, try again later
├── WrongDatabase      the database is of a newer Hob
├── StaleRevision      somebody else has changed this session first; load it again
├── ChannelTaken       another table is open in that channel
├── AlreadyThere       a session of that id exists
├── DamagedRow         a session's row cannot be read; set it aside
├── StillMentioned     a rewritten session still holds the person who is to be forgotten
├── StoreBusy          a Hob works with this store; stop it first
└── BadCopy            a copy of a store cannot be used, or the place for one is not empty
"""

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Final, NamedTuple

ACTIVE: Final = ("lobby", "playing", "frozen")  # a session in one of these holds its channel
STATUSES: Final = (*ACTIVE, "over", "closed", "aside")


class Keep(Enum):
    """The type of KEEP: leave that column as it is."""

    KEEP = "keep"


KEEP: Final = Keep.KEEP


class StoreError(Exception):
    """The base of everything the store raises on purpose.  Its text is one sentence for the log or the operator."""


class StoreUnavailable(StoreError):
    """The database cannot be reached, opened or written."""


class NoStore(StoreUnavailable):
    """There is no store here yet, and nobody has asked to make one."""


class WrongDatabase(StoreError):
    """The database has been written by a newer Hob than this one."""


class OlderStore(StoreError):
    """The database has been written by an older Hob, and nobody has asked to migrate it."""

    def __init__(self, found: str, newest: str) -> None:
        super().__init__(
            f"The store is of an older Hob (form {found}, not {newest}): start Hob with `hob run`, which copies the "
            "store and migrates it."
        )


class StaleRevision(StoreError):
    """The session is no longer at the revision this change was made upon."""

    def __init__(self, session_id: str) -> None:
        super().__init__(f"Session {session_id} has changed in the meantime, or does not exist.")
        self.session_id = session_id


class ChannelTaken(StoreError):
    """An active session holds the channel; `session_id` is that one."""

    def __init__(self, session_id: str) -> None:
        super().__init__(f"Session {session_id} is open in this channel.")
        self.session_id = session_id


class AlreadyThere(StoreError):
    """A session of this id exists."""

    def __init__(self, session_id: str) -> None:
        super().__init__(f"Session {session_id} exists already.")
        self.session_id = session_id


class DamagedRow(StoreError):
    """A session's row holds something that cannot be read: `column` says where.  The row is left as it is."""

    def __init__(self, session_id: str, column: str) -> None:
        super().__init__(f"The row of session {session_id} cannot be read: its {column} is damaged.")
        self.session_id, self.column = session_id, column


class StillMentioned(StoreError):
    """What was to replace a session's columns still holds the id of the person who is to be forgotten."""

    def __init__(self, session_id: str) -> None:
        super().__init__(f"Session {session_id} would still mention that person; it is left as it was.")
        self.session_id = session_id


class StoreBusy(StoreError):
    """A Hob works with this store at this moment."""


class InvalidBackup(StoreError):
    """A copy of a store is damaged, of a newer Hob or none at all; or a store that must be empty is not."""


class Lease(NamedTuple):
    """Under which a process works for a shard; the token grows whenever somebody takes it."""

    shard: int
    token: int


@dataclass(frozen=True)
class SessionRow:
    """A table in a channel.

    `table` belongs to the bot (seats, host, options), `screen` to delivery (what Discord shows).  Both are JSON
    objects, so their keys come back as strings.  `due_at` is when the bot must look at the session unasked.
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
    """One entry of a session's history, never changed again.

    `revision` is the one it was given upon; `person` is None for a computer.  With `back_to` it is no answer but a
    take-back: what follows goes on from that revision, where its answer had not been given yet (see db/history.py).
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
    """How one seat ended: a person's, a computer's of that level, or a forgotten person's (both None).

    A seat without a `place` counts for nobody's statistics or rating.  `how` is the bot's word for it ("played",
    "left", "computer played on").
    """

    seat: int
    person: int | None
    computer: str | None
    place: int | None
    points: int | None
    how: str = "played"


@dataclass(frozen=True)
class ResultRow:
    """A game that has ended, in how many answers and seconds.  `ended` is the bot's word for how ("played", "early").

    `series` joins the games of one evening, of one daily deal.  `number` is given by the ratings.
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
    """What a person has played of one game: games with a place, first places, points, the longest in seconds."""

    person: int
    game: str
    played: int
    won: int
    points: int
    most_points: int | None
    longest: float
    last_at: float


@dataclass(frozen=True)
class RatingRow:
    """A rating of a person (`computer` is "") or of a computer's level (`person` is 0); `guild_id` 0 is everywhere."""

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
    """A session's next revision, whole: what is not said to be kept is overwritten.

    `revision` is the one the change was made upon; its answer, if any, carries the same number.
    `persons` are the people who sit at the table now, None for the same as before; so with `schema`.
    `keep` also lays the new state aside for looking back, under the new revision.  `result` is written once for a
    session: the first one stays.
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
    schema: int | None = None
    keep: bool = False
    result: ResultRow | None = None


@dataclass(frozen=True)
class NightRow:
    """An evening that is set.  `night` belongs to the bot; `revision` is the one that was read."""

    id: str
    guild_id: int
    channel_id: int
    revision: int
    night: dict[str, Any]
    due_at: float | None


@dataclass(frozen=True)
class AttemptRow:
    """Somebody's one try at a daily deal; `day` counts since 1970, `guild_id` is the server where they asked for it."""

    person: int
    day: int
    game: str
    session_id: str
    guild_id: int | None


@dataclass(frozen=True)
class FinishedAttempt:
    """A try that was played to its end: whose, whether they want to be shown nowhere, and what it came to."""

    person: int
    guild_id: int | None
    hidden: bool
    place: int
    points: int | None


@dataclass(frozen=True)
class PersonalData:
    """Everything that is stored about a person.  Sessions come without their state, damaged ones not at all."""

    person: "PersonRow | None"
    sessions: "list[SessionRow]"
    answers: list[AnswerRow]
    results: list[ResultRow]
    ratings: list[RatingRow]
    nights: list[NightRow]
    tries: list[AttemptRow]


@dataclass(frozen=True)
class BackupInfo:
    """A copy of a store that was checked: its form (`schema`), its size in bytes, its rows by table."""

    file: Path
    schema: str
    size: int
    counts: dict[str, int]


@dataclass(frozen=True)
class SessionSummary:
    """A session at a glance, for operators: nothing of it needs to be understood, so nothing of it can be damaged.

    `table`, `screen` and `state` are their sizes in bytes; `aside` is the code of one that was set aside.
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
    """A start of a Hob with this store.

    `why` is empty, or says that the store may be older than what Discord shows: "older" than this folder knows it, a
    "copy" put back, "another" store than last time, or of "unknown" age because the folder remembers nothing.  Then
    `marked` active tables are marked to be drawn anew.
    """

    store: str
    start: int
    why: str
    marked: int


@dataclass(frozen=True)
class CommandSyncRow:
    """The last sync of an application's slash commands with Discord; times in seconds since 1970.

    `hash` is of the commands that Discord accepted last, and empty if they are to be sent again.  `failed_at` and
    `failure` are of the newest attempt, and None and empty if that succeeded.
    """

    application: int
    hash: str
    synced_at: float | None
    failed_at: float | None
    failure: str


@dataclass(frozen=True)
class PersonRow:
    """What Hob remembers about a person: their settings, the channel of their direct messages, when they were seen.

    `settings["hidden"]` keeps a person off every board.  Saving without `seen_at` means that they are here now.
    """

    id: int
    settings: dict[str, Any]
    dm_channel_id: int | None
    seen_at: float = field(default=0.0, compare=False)
