"""custom_ids, `h:session:question:seat:kind:path#place~taken`: all that a control needs after a restart."""

import re
from dataclasses import dataclass

PATTERN = re.compile(r"h:([A-Z0-9]{6}):(\d{1,6}):(\d|-):([a-z-]+):([a-z0-9+/_-]{0,60})(?:#(\d))?(?:~(\d{1,4}))?")

TABLE, PANEL, ASIDE = 0, 1, 2
NOWHERE = "000000"  # in place of the session, in controls without a table
MAX_CUSTOM_ID = 100  # characters, by Discord's limit


class InvalidCustomId(Exception):
    """A custom_id that belongs to none of Hob's controls."""


@dataclass(frozen=True)
class Control:
    """A pressed control. `seat` is None if any player may press it; `path` is an option or an action of the kind.

    `kind` is the one that a feature has registered its handler for. `place` is its message: the table, a panel, or an
    ephemeral message reached from the table. `taken` is how many offers the seat had taken when the control was drawn.
    """

    session_id: str
    kind: str
    path: str = ""
    question: int = 0
    seat: int | None = None
    place: int = 0
    taken: int = 0

    def __str__(self) -> str:
        seat = "-" if self.seat is None else self.seat
        mark = (f"#{self.place}" if self.place else "") + (f"~{self.taken}" if self.taken else "")
        return f"h:{self.session_id}:{self.question}:{seat}:{self.kind}:{self.path}{mark}"

    @classmethod
    def aside(cls, kind: str, path: str = "") -> str:
        """Return the custom_id of a control in an ephemeral message that belongs to no table."""
        return str(cls(NOWHERE, kind, path, place=ASIDE))

    @classmethod
    def parse(cls, custom_id: str) -> "Control":
        """Parse a custom_id. Raises InvalidCustomId."""
        match = PATTERN.fullmatch(custom_id)
        if match is None:
            raise InvalidCustomId(custom_id[:100])
        session_id, question, seat, kind, path, place, taken = match.groups()
        owner = None if seat == "-" else int(seat)
        return cls(session_id, kind, path, int(question), owner, int(place or TABLE), int(taken or 0))
