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
    Column("redraw", BigInteger, nullable=False, server_default="0"),  # 1: forget what was shown, and show it anew
    Column("aside", Text),  # why a session of status "aside" is, as a code
    Index("sessions_by_channel", "channel_id", "created_at"),
    Index("sessions_by_due", "due_at"),
    Index("sessions_by_status", "status"),
    Index("sessions_by_redraw", "redraw", "touched_at"),
    Index("sessions_by_guild", "guild_id", "status"),
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
    Column("back_to", BigInteger),  # not NULL: no answer but a take-back, which returns to this revision
)

# States that are kept on the way, so that any moment of a game is near one.
snapshots = Table(
    "snapshots",
    metadata,
    Column("session_id", Text, ForeignKey("sessions.id"), primary_key=True),
    Column("revision", BigInteger, primary_key=True, autoincrement=False),
    Column("state", LargeBinary, nullable=False),
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
    Column("hidden", BigInteger, nullable=False, server_default="0"),  # settings["hidden"], for boards to look at
    Column("seen_at", Double, nullable=False, server_default="0"),
)

# JSON for each server, as the bot has validated it.
servers = Table(
    "servers",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", Text, nullable=False),
)

# Evenings that are set and not over yet.  JSON, as the bot has made it; `due_at` is when the bot must look at it.
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

# Who has tried which daily deal, and in which session.  `guild_id` is the server where they asked for it, if any.
tries = Table(
    "tries",
    metadata,
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("day", BigInteger, primary_key=True, autoincrement=False),  # since 1970, UTC
    Column("game", Text, primary_key=True),
    Column("session_id", Text, nullable=False),
    Column("guild_id", BigInteger),
    Index("tries_by_day", "day", "game"),
)

# One row for each game that has ended, and one for each of its seats.  They outlive their session.
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
    Column("number", BigInteger, unique=True),  # the order in which the ratings have counted them; NULL until then
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

# Made from the results, and can be made anew from them.  `guild_id` 0 is the whole Hob, `person` 0 a computer.
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

# One row per shard.  `holder` is a process, `token` grows whenever the shard changes hands, `until` is the lease's end.
leases = Table(
    "leases",
    metadata,
    Column("shard", BigInteger, primary_key=True, autoincrement=False),
    Column("shards", BigInteger, nullable=False),  # the same in all rows: how many shards there are
    Column("holder", Text),
    Column("token", BigInteger, nullable=False),
    Column("until", Double, nullable=False),
    Column("word", Text, nullable=False, server_default=""),  # of who had it, to who has it next
)

# The shards that their holder would hand over; who has come forward, and whether that one is connected already.
heirs = Table(
    "heirs",
    metadata,
    Column("shard", BigInteger, primary_key=True, autoincrement=False),
    Column("heir", Text),
    Column("ready", BigInteger, nullable=False),
)

# Every process that is alive, so that each can tell its fair share of the shards.
holders = Table(
    "holders",
    metadata,
    Column("id", Text, primary_key=True),
    Column("shards", BigInteger, nullable=False),
    Column("until", Double, nullable=False),
)

# When the last IDENTIFY of a key (shard_id % max_concurrency) was sent, and how many there were that day.
identifies = Table(
    "identifies",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("day", BigInteger, nullable=False),  # since 1970, UTC
    Column("number", BigInteger, nullable=False),
)

# One row, about the store itself.
marks = Table(
    "marks",
    metadata,
    Column("store", Text, primary_key=True),  # a name that no other store has; copies of it have the same
    Column("start", BigInteger, nullable=False),  # how often a Hob has begun to work with it
    Column("beat", BigInteger, nullable=False),  # grows with every start, with every beat and at the end
    Column("copied", BigInteger, nullable=False),  # 1 in a copy that no Hob has worked with yet
    Column("counted", BigInteger, nullable=False),  # the number of the last result that the ratings know
    Column("secret", Text, nullable=False, server_default=""),  # that daily deals are dealt by
    # The last sync of the slash commands: for which application, the hash of what Discord accepted, the last failure.
    Column("commands_application", BigInteger, nullable=False, server_default="0"),
    Column("commands_hash", Text, nullable=False, server_default=""),
    Column("commands_synced_at", Double),
    Column("commands_failed_at", Double),
    Column("commands_failure", Text, nullable=False, server_default=""),
)
