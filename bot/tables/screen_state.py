"""What Discord shows of a table, as far as we know; stored as JSON in the session's row, written by delivery alone."""

from pydantic import BaseModel

from bot.tables.sparse_model import SparseModel


class PostedMessage(BaseModel):
    """A message of ours as it was sent last."""

    channel: int
    id: int
    key: str = ""
    at: float = 0


class PostedNotification(PostedMessage):
    seats: list[int] = []


class PostedPanel(PostedMessage):
    person: int
    mark: str = ""  # what it was drawn for: `Panels.content_mark`


class Screen(SparseModel):
    """What Discord shows of a table, as far as we know."""

    table: PostedMessage | None = None
    ping: PostedNotification | None = None
    panels: dict[int, PostedPanel] = {}
    closed: dict[int, int] = {}  # seats whose direct messages cannot be sent, with the person it was tried for
    dm_retry_at: dict[int, float] = {}  # those of them whose messages are only tried again later, and when
    by_channel: list[int] = []  # seats whose persons want their cards in the channel
    told: list[int] = []  # persons who have been told that their messages do not arrive
    notice: PostedNotification | None = None
    notices: int = 0  # how many have been sent
    rung: dict[int, float] = {}  # seats that have been rung, with the beginning of the need
    pressed: dict[int, float] = {}  # when each player last pressed or typed something here
    nudge: list[int] = []  # seats to be rung once more, whatever their need
    nudged_at: float = 0  # the last nudge of the table's that is in `nudge`, or was
    outvoted: list[int] = []  # persons to be told, with the next ring, that a computer plays for them
    outvotings: int = 0  # how many of the table's are in `outvoted`, or were
    vote: PostedMessage | None = None
    said_farewell: bool = False
    sheets: int = 0  # score sheets of rounds that have been posted
    last_sheet: int = 0  # the last one's message
    doubted: bool = False  # a newer table message may stand in the channel than the one that is known
    denied: str = ""  # why Discord refuses the table: "rights", "locked", "gone", or one of `retry.FILTERS`
    retry_at: float = 0
    back_at: float = 0  # when the table came back, or will, after somebody deleted it
    posted_at: float = 0  # when the table was posted last
    reposted_at: float = 0  # the same, if it was not for the first time

    def messages_with_pictures(self) -> list[PostedMessage]:
        """Return the messages that may show a picture."""
        return [posted for posted in (self.table, *self.panels.values()) if posted is not None]
