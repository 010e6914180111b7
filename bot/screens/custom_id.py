"""A control's custom_id, `h:session:question:seat:kind:path#place~taken`, is all that serves it after any restart."""

import re
from dataclasses import dataclass

KINDS = (
    *("answer", "pick", "narrow", "confirm", "hand", "rules", "log", "more"),
    *("lobby", "again", "vote", "back", "coach", "order", "server", "watch", "data", "me", "learn", "past"),
    *("night", "daily"),
)
PATTERN = re.compile(
    rf"h:([A-Z0-9]{{6}}):(\d{{1,6}}):(\d|-):({'|'.join(KINDS)}):([a-z0-9+/_-]{{0,60}})(?:#(\d))?(?:~(\d{{1,4}}))?"
)

TABLE, PANEL, ASIDE = 0, 1, 2
MAX_CUSTOM_ID = 100  # characters, by Discord's limit


class InvalidCustomId(Exception):
    """No control of ours carries this id."""


@dataclass(frozen=True)
class Control:
    """What was pressed.  `seat` is None where the control is nobody's own; `path` is an option or a verb of the kind.

    `place` tells where it stands: on the table, in a panel, or aside (an ephemeral message that the table led to).
    `taken` is how many offers the seat had taken when the control was drawn.
    """

    session: str
    kind: str
    path: str = ""
    question: int = 0
    seat: int | None = None
    place: int = 0
    taken: int = 0

    def __str__(self) -> str:
        seat = "-" if self.seat is None else self.seat
        mark = (f"#{self.place}" if self.place else "") + (f"~{self.taken}" if self.taken else "")
        return f"h:{self.session}:{self.question}:{seat}:{self.kind}:{self.path}{mark}"

    @classmethod
    def parse(cls, custom_id: str) -> "Control":
        """Raises Forged."""
        match = PATTERN.fullmatch(custom_id)
        if match is None:
            raise InvalidCustomId(custom_id[:100])
        session, question, seat, kind, path, place, taken = match.groups()
        owner = None if seat == "-" else int(seat)
        return cls(session, kind, path, int(question), owner, int(place or TABLE), int(taken or 0))
