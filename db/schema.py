"""The current tables; db/migrations creates the same ones step by step, and a test compares the two."""

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Index, LargeBinary, MetaData, Table, Text

metadata = MetaData()

# JSON is stored as text and encoded before it reaches the writer, so a value that can't be encoded fails alone.
#
# One row per table: game, status, revision, engine snapshot, seats, what Discord shows, when it is due.
sessions = Table(
    "sessions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    # The channel while the session is active, else NULL; a unique column may hold any number of NULLs.
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
    Column("redraw", BigInteger, nullable=False, server_default="0"),  # 1: redraw, ignoring what was last sent
    Column("aside", Text),  # reason code of a session with status "aside"
    Index("sessions_by_channel", "channel_id", "created_at"),
    Index("sessions_by_due", "due_at"),
    Index("sessions_by_status", "status"),
    Index("sessions_by_redraw", "redraw", "touched_at"),
    Index("sessions_by_guild", "guild_id", "status"),
)

# The history of each session, one entry per revision: answers and undos.  Entries never change.
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
    Column("back_to", BigInteger),  # not NULL: an undo that returns to this revision, not an answer
)

# Snapshots of a game's states, so that any moment can be replayed from a nearby one.
snapshots = Table(
    "snapshots",
    metadata,
    Column("session_id", Text, ForeignKey("sessions.id"), primary_key=True),
    Column("revision", BigInteger, primary_key=True, autoincrement=False),
    Column("state", LargeBinary, nullable=False),
)

# Who sits at which session.
sitting = Table(
    "sitting",
    metadata,
    Column("session_id", Text, ForeignKey("sessions.id"), primary_key=True),
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Index("sitting_by_person", "person"),
)

# A person's settings, as JSON, and the channel of their direct messages.
persons = Table(
    "persons",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", Text, nullable=False),
    Column("dm_channel_id", BigInteger),
    Column("hidden", BigInteger, nullable=False, server_default="0"),  # settings["hidden"], for leaderboard queries
    Column("seen_at", Double, nullable=False, server_default="0"),
)

# One JSON object per server, validated by the bot.
servers = Table(
    "servers",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", Text, nullable=False),
)

# The newest changes of each server's settings; `change` is JSON, the values before and after.
setting_changes = Table(
    "setting_changes",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("person", BigInteger),
    Column("name", Text, nullable=False),
    Column("change", Text, nullable=False),
    Column("at", Double, nullable=False),
    Index("setting_changes_by_person", "person"),
)

# People blocked from a server's tables.
barred = Table(
    "barred",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Index("barred_by_person", "person"),
)

# Scheduled evenings that aren't over.  `night` is the bot's JSON; `due_at` is when the bot must look at it.
nights = Table(
    "nights",
    metadata,
    Column("id", Text, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("night", Text, nullable=False),
    Column("due_at", Double),
    Index("nights_by_guild", "guild_id"),
    Index("nights_by_channel", "channel_id"),
    Index("nights_by_due", "due_at"),
)

# Attempts at daily deals, with their sessions.  `guild_id` is the server where the person asked for it, if any.
tries = Table(
    "tries",
    metadata,
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("day", BigInteger, primary_key=True, autoincrement=False),  # days since 1970, UTC
    Column("game", Text, primary_key=True),
    Column("session_id", Text, nullable=False),
    Column("guild_id", BigInteger),
    Index("tries_by_day", "day", "game"),
)

# One row per finished game, and one per seat.  They outlive their session.
results = Table(
    "results",
    metadata,
    Column("session_id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("guild_id", BigInteger),
    Column("ended", Text, nullable=False),
    Column("moves", BigInteger, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("at", Double, nullable=False),
    Column("series", Text),
    Column("number", BigInteger, unique=True),  # the order in which the ratings counted the results; NULL before
    Index("results_by_guild", "guild_id", "game"),
    Index("results_by_series", "series"),
    Index("results_by_time", "at", "session_id"),
)

places = Table(
    "places",
    metadata,
    Column("session_id", Text, ForeignKey("results.session_id"), primary_key=True),
    Column("seat", BigInteger, primary_key=True, autoincrement=False),
    Column("person", BigInteger),
    Column("computer", Text),
    Column("place", BigInteger),
    Column("points", BigInteger),
    Column("how", Text, nullable=False),
    Index("places_by_person", "person"),
)

# Computed from the results, and can be recomputed.  `guild_id` 0 means everywhere, `person` 0 a computer player.
ratings = Table(
    "ratings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("computer", Text, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
    Index("ratings_by_person", "person"),
)

# One row per shard.  `holder` is a process, `token` grows with every change of holder, `until` is the expiry time.
leases = Table(
    "leases",
    metadata,
    Column("shard", BigInteger, primary_key=True, autoincrement=False),
    Column("shards", BigInteger, nullable=False),  # the number of shards, the same in all rows
    Column("holder", Text),
    Column("token", BigInteger, nullable=False),
    Column("until", Double, nullable=False),
    Column("word", Text, nullable=False, server_default=""),  # note from the last holder to the next one
)

# Shards that their holder offers; the process that registered as successor, and whether it is connected.
heirs = Table(
    "heirs",
    metadata,
    Column("shard", BigInteger, primary_key=True, autoincrement=False),
    Column("heir", Text),
    Column("ready", BigInteger, nullable=False),
)

# All live processes, so that each can compute its fair share of the shards.
holders = Table(
    "holders",
    metadata,
    Column("id", Text, primary_key=True),
    Column("shards", BigInteger, nullable=False),
    Column("until", Double, nullable=False),
)

# When the last IDENTIFY of a key (shard_id % max_concurrency) was sent.
identifies = Table(
    "identifies",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("day", BigInteger, nullable=False),  # unused, like `number`
    Column("number", BigInteger, nullable=False),
)

# A single row about the store itself.
marks = Table(
    "marks",
    metadata,
    Column("store", Text, primary_key=True),  # a unique id; copies of a store have the same
    Column("start", BigInteger, nullable=False),  # number of starts with it
    Column("beat", BigInteger, nullable=False),  # grows with every start and heartbeat, and at shutdown
    Column("copied", BigInteger, nullable=False),  # 1 in a copy that no process has used yet
    Column("counted", BigInteger, nullable=False),  # number of the last result that the ratings counted
    Column("secret", Text, nullable=False, server_default=""),  # seeds the daily deals
    # The last sync of the slash commands: the application, the hash of what Discord accepted, the last failure.
    Column("commands_application", BigInteger, nullable=False, server_default="0"),
    Column("commands_hash", Text, nullable=False, server_default=""),
    Column("commands_synced_at", Double),
    Column("commands_failed_at", Double),
    Column("commands_failure", Text, nullable=False, server_default=""),
)
