"""What goes into the store and comes out of it, and every error the store raises.

StoreError
├── StoreUnavailable   the database cannot be reached, opened or written; nothing has changed, try again later
├── WrongDatabase      the database is of a newer Hob
├── StaleRevision      somebody else has changed this session first; load it again
├── ChannelTaken       another table is open in that channel
├── AlreadyThere       a session of that id exists
└── DamagedRow         a session's row cannot be read; set it aside
"""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

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


class WrongDatabase(StoreError):
    """The database has been written by a newer Hob than this one."""


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
    """One answer, never changed again.  `revision` is the one it was given upon; `person` is None for a computer."""

    session_id: str
    revision: int
    question: int
    seat: int
    step: str
    option: str
    person: int | None
    at: float


@dataclass(frozen=True)
class Change:
    """A session's next revision, whole: what is not said to be kept is overwritten.

    `revision` is the one the change was made upon; its answer, if any, carries the same number.
    `persons` are the people who sit at the table now, None for the same as before; so with `schema`.
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


@dataclass(frozen=True)
class Brief:
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
class Began:
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
class PersonRow:
    """What Hob remembers about a person: their settings, and the channel of their direct messages."""

    id: int
    settings: dict[str, Any]
    dm_channel_id: int | None
