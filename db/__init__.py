"""Everything that Hob keeps: the only place that speaks SQL."""

from db.rows import (
    ACTIVE,
    KEEP,
    STATUSES,
    AlreadyThere,
    AnswerRow,
    Change,
    ChannelTaken,
    Keep,
    PersonRow,
    SessionRow,
    StaleRevision,
    StoreError,
    StoreUnavailable,
    WrongDatabase,
)
from db.store import Store

__all__ = [
    "ACTIVE",
    "KEEP",
    "STATUSES",
    "AlreadyThere",
    "AnswerRow",
    "Change",
    "ChannelTaken",
    "Keep",
    "PersonRow",
    "SessionRow",
    "StaleRevision",
    "Store",
    "StoreError",
    "StoreUnavailable",
    "WrongDatabase",
]
