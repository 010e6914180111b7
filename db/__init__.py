"""Storage: the only package that contains SQL."""

from db.backups import (
    backup as backup,
    command_sync as command_sync,
    list_backups as list_backups,
    move as move,
    restore as restore,
    upgrade as upgrade,
    verify as verify,
)
from db.cluster import EVERYTHING as EVERYTHING
from db.connect import is_orphaned_log as is_orphaned_log, known_revisions as known_revisions
from db.decoding import effective_answers as effective_answers, effective_line as effective_line
from db.leases import (
    LEASE as LEASE,
    LeaseChange as LeaseChange,
    LeaseListener as LeaseListener,
    Leases as Leases,
    shard_of as shard_of,
)
from db.rows import (
    ACTIVE as ACTIVE,
    AT_ONCE as AT_ONCE,
    STATUSES as STATUSES,
    UNCHANGED as UNCHANGED,
    AnswerRow as AnswerRow,
    AttemptRow as AttemptRow,
    BackupInfo as BackupInfo,
    ChannelTaken as ChannelTaken,
    CommandSyncRow as CommandSyncRow,
    DamagedRow as DamagedRow,
    DatabaseError as DatabaseError,
    EmptyStore as EmptyStore,
    FinishedAttempt as FinishedAttempt,
    ForeignBackup as ForeignBackup,
    ForeignStore as ForeignStore,
    InvalidBackup as InvalidBackup,
    Lease as Lease,
    NewerBackup as NewerBackup,
    NewerStore as NewerStore,
    NightRow as NightRow,
    OlderStore as OlderStore,
    PersonalData as PersonalData,
    PersonRow as PersonRow,
    PersonStatistics as PersonStatistics,
    PlaceRow as PlaceRow,
    RatingRow as RatingRow,
    ResultRow as ResultRow,
    SessionChange as SessionChange,
    SessionExists as SessionExists,
    SessionRow as SessionRow,
    SessionSummary as SessionSummary,
    SettingChange as SettingChange,
    StaleRevision as StaleRevision,
    StartRecord as StartRecord,
    StillMentioned as StillMentioned,
    StoreBusy as StoreBusy,
    StoreError as StoreError,
    StoreUnavailable as StoreUnavailable,
    Unchanged as Unchanged,
)
from db.store import Store as Store
from db.trouble import Trouble as Trouble
