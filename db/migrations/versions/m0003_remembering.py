"""Undone answers, snapshots, results, ratings, servers, and when each person was last seen."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("answers", sa.Column("back_to", sa.BigInteger))
    op.create_table(
        "snapshots",
        sa.Column("session_id", sa.Text, sa.ForeignKey("sessions.id"), primary_key=True),
        sa.Column("revision", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("session_id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("ended", sa.Text, nullable=False),
        sa.Column("moves", sa.BigInteger, nullable=False),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("series", sa.Text),
        sa.Column("number", sa.BigInteger, unique=True),
    )
    op.create_index("results_by_guild", "results", ["guild_id", "game"])
    op.create_index("results_by_series", "results", ["series"])
    op.create_index("results_by_time", "results", ["at", "session_id"])
    op.create_table(
        "places",
        sa.Column("session_id", sa.Text, sa.ForeignKey("results.session_id"), primary_key=True),
        sa.Column("seat", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("person", sa.BigInteger),
        sa.Column("computer", sa.Text),
        sa.Column("place", sa.BigInteger),
        sa.Column("points", sa.BigInteger),
        sa.Column("how", sa.Text, nullable=False),
    )
    op.create_index("places_by_person", "places", ["person"])
    op.create_table(
        "ratings",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("person", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("computer", sa.Text, primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.BigInteger, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("ratings_by_person", "ratings", ["person"])
    op.create_table(
        "servers",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("settings", sa.Text, nullable=False),
    )
    op.add_column("persons", sa.Column("hidden", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("persons", sa.Column("seen_at", sa.Double, nullable=False, server_default="0"))
    # The time was not recorded before: use the current time, so that no data are deleted too early.
    persons = sa.table("persons", sa.column("seen_at", sa.Double))
    op.execute(persons.update().values(seen_at=time.time()))
