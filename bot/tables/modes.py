"""What Hob sets a table for in somebody's messages, and what follows from it."""

from dataclasses import dataclass
from typing import Literal

TableMode = Literal["", "learn", "daily"]


@dataclass(frozen=True)
class ModePolicy:
    arranged: bool = True  # people arrange its lobby and start it; else it is dealt as it was set, or closed
    shared: bool = False  # others are dealt the same on its day, and may yet play it
    stand_ins: bool = True  # a computer may play for a person
    orders: bool = True  # standing ones
    coached: bool = False  # whatever its person has chosen
    remembered: bool = True
    rated: bool = True
    makes_way: bool = False  # for the next table there


MODE_POLICIES: dict[TableMode, ModePolicy] = {
    "": ModePolicy(),
    "learn": ModePolicy(orders=False, coached=True, remembered=False, makes_way=True),
    "daily": ModePolicy(arranged=False, shared=True, stand_ins=False, rated=False),
}
