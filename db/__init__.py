"""Everything that Hob keeps: the only place that speaks SQL."""

from db.leases import Leases, Turn, shard_of
from db.rows import (
    ACTIVE,
    KEEP,
    STATUSES,
    AlreadyThere,
    AnswerRow,
    Began,
    Brief,
    Change,
    ChannelTaken,
    DamagedRow,
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
    "Began",
    "Brief",
    "Change",
    "ChannelTaken",
    "DamagedRow",
    "Keep",
    "Leases",
    "PersonRow",
    "SessionRow",
    "StaleRevision",
    "Store",
    "StoreError",
    "StoreUnavailable",
    "Turn",
    "WrongDatabase",
    "shard_of",
]
