"""Leases of shards, starts of this store, tables marked for a redraw or quarantined."""

import uuid

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "leases",
        sa.Column("shard", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("shards", sa.BigInteger, nullable=False),
        sa.Column("holder", sa.Text),
        sa.Column("token", sa.BigInteger, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
    )
    op.create_table(
        "holders",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("shards", sa.BigInteger, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
    )
    op.create_table(
        "identifies",
        sa.Column("key", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("day", sa.BigInteger, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
    )
    marks = op.create_table(
        "marks",
        sa.Column("store", sa.Text, primary_key=True),
        sa.Column("start", sa.BigInteger, nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
        sa.Column("copied", sa.BigInteger, nullable=False),
        sa.Column("counted", sa.BigInteger, nullable=False),
    )
    op.bulk_insert(marks, [{"store": uuid.uuid4().hex, "start": 0, "beat": 0, "copied": 0, "counted": 0}])
    op.add_column("sessions", sa.Column("redraw", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("aside", sa.Text))
    op.create_index("sessions_by_redraw", "sessions", ["redraw", "touched_at"])
    op.create_index("sessions_by_guild", "sessions", ["guild_id", "status"])
