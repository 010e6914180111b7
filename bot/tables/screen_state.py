"""What Discord shows of a table, as last sent; `bot/screens/` builds what it should show. Stored in the session's row.

Only delivery writes it, and `bot/people/privacy.py`, to erase a person.
"""

from typing import Self

from pydantic import BaseModel, Field, model_validator

from bot.tables.model import SparseModel
from db import SessionRow


class PostedMessage(BaseModel):
    """One of Hob's messages as last sent."""

    channel: int
    id: int
    key: str = ""  # of the content last sent; empty if unknown
    at: float = 0  # when it was last sent or edited; for a deleted table, set so that its next edit is due at `back_at`

    @property
    def is_unconfirmed(self) -> bool:
        """Return True if it's unknown whether it was sent: it is recorded with the id 0 before that."""
        return not self.id


class PostedNotification(PostedMessage):
    seats: list[int] = []


class PostedPanel(PostedMessage):
    person: int
    mark: str = ""  # the state it was drawn for: `Panels.content_mark`


class ShownState(SparseModel):
    """The last known state of a table in Discord."""

    table: PostedMessage | None = None
    ping: PostedNotification | None = None  # the turn notification
    panels: dict[int, PostedPanel] = {}  # direct messages, by seat
    unconfirmed: dict[int, float] = {}  # by seat, for a direct message that may have arrived: its prompt's start
    closed: dict[int, int] = {}  # by seat: the person who couldn't be sent direct messages
    dm_retry_at: dict[int, float] = {}  # seats in `closed` that are retried later, and when
    by_channel: list[int] = []  # seats whose panel isn't sent by direct message
    told: list[int] = []  # persons who know that their direct messages don't arrive
    notice: PostedNotification | None = None  # about direct messages that don't arrive
    notices: int = 0  # number of notices sent
    notified: dict[int, float] = Field({}, alias="rung")  # by seat: the start of its prompt
    pressed: dict[int, float] = {}  # when each player last pressed or typed here
    nudge: list[int] = []  # seats to remind, even if already notified
    nudged_at: float = 0  # `TableInfo.nudged_at` of the last reminder added to `nudge`
    outvoted: list[int] = []  # persons to tell, with the next notification, that a computer plays for them
    outvotings: int = 0  # number of `TableInfo.outvoted` entries already added to `outvoted`
    vote: PostedMessage | None = None
    obsolete: list[PostedPanel | PostedMessage] = []  # messages to delete
    said_farewell: bool = False  # absent players were notified of the game's end
    sheets: int = 0  # number of score sheets posted
    sheet_ids: list[int] = []  # their messages' ids, oldest first
    last_sheet: int = 0  # the message id of the last one ever posted; an undo may have deleted it
    sheet_key: str = ""  # of the content of the last of `sheet_ids`; empty if unknown
    doubted: bool = False  # the channel may have a newer table message than the known one
    denied: str = ""  # why Discord rejects the table: "rights", "locked", "gone", or a value of `FILTERS`
    retry_at: float = 0
    back_at: float = 0  # when the table is or was posted again after its message was deleted
    posted_at: float = 0  # when the table was last posted
    reposted_at: float = 0  # when it was last posted again, not for the first time

    @model_validator(mode="after")
    def _of_an_older_hob(self) -> Self:
        """Older versions stored only the last score sheet's id."""
        self.sheet_ids = self.sheet_ids or [self.last_sheet] * self.sheets
        return self

    @property
    def ping_in_table(self) -> bool:
        """Return True if the ping is the first line of the table message, which was reposted with it."""
        return self.ping is not None and self.table is not None and self.ping.id == self.table.id

    def messages_with_pictures(self) -> list[PostedMessage]:
        """Return the messages that may show a picture."""
        return [posted for posted in (self.table, *self.panels.values()) if posted is not None]


def is_parked(row: SessionRow) -> bool:
    """Return True if a stored table's channel or server is gone."""
    return row.screen.get("denied") == "gone"
