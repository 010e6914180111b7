"""The modes of tables that Hob opens in a person's direct messages, and their policies."""

from dataclasses import dataclass
from typing import Literal

TableMode = Literal["", "learn", "daily"]


@dataclass(frozen=True)
class ModePolicy:
    arranged: bool = True  # people set up the lobby and start it; otherwise it is dealt as created, or closed
    shared: bool = False  # others are dealt the same that day, and may still play it
    stand_ins: bool = True  # a computer may play for a person
    orders: bool = True  # standing orders are allowed
    coached: bool = False  # always, regardless of the person's setting
    remembered: bool = True
    rated: bool = True
    makes_way: bool = False  # can be replaced by the next table there


MODE_POLICIES: dict[TableMode, ModePolicy] = {
    "": ModePolicy(),
    "learn": ModePolicy(orders=False, coached=True, remembered=False, makes_way=True),
    "daily": ModePolicy(arranged=False, shared=True, stand_ins=False, rated=False),
}
