"""The tables as they are today; db/migrations says how they came to be, and a test compares the two."""

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Index, LargeBinary, MetaData, Table, Text

metadata = MetaData()

# JSON is kept as text, encoded before it is handed to the writer: so a value that cannot be encoded harms nobody else.
sessions = Table(
    "sessions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    # The channel while the session is active, else NULL, of which a unique column may hold any number.
    Column("held_channel", BigInteger, unique=True),
    Column("status", Text, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("schema", BigInteger, nullable=False),
    Column("state", LargeBinary),
    Column("table", Text, nullable=False),
    Column("screen", Text, nullable=False),
    Column("due_at", Double),
    Column("created_at", Double, nullable=False),
    Column("touched_at", Double, nullable=False),
    Index("sessions_by_channel", "channel_id", "created_at"),
    Index("sessions_by_due", "due_at"),
    Index("sessions_by_status", "status"),
)

answers = Table(
    "answers",
    metadata,
    Column("session_id", Text, ForeignKey("sessions.id"), primary_key=True),
    Column("revision", BigInteger, primary_key=True, autoincrement=False),
    Column("question", BigInteger, nullable=False),
    Column("seat", BigInteger, nullable=False),
    Column("step", Text, nullable=False),
    Column("option", Text, nullable=False),
    Column("person", BigInteger),
    Column("at", Double, nullable=False),
)

sitting = Table(
    "sitting",
    metadata,
    Column("session_id", Text, ForeignKey("sessions.id"), primary_key=True),
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Index("sitting_by_person", "person"),
)

persons = Table(
    "persons",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", Text, nullable=False),
    Column("dm_channel_id", BigInteger),
)
