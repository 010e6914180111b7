"""Sessions, their answers, their seats, and people's settings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("held_channel", sa.BigInteger, unique=True),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("schema", sa.BigInteger, nullable=False),
        sa.Column("state", sa.LargeBinary),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("screen", sa.Text, nullable=False),
        sa.Column("due_at", sa.Double),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("touched_at", sa.Double, nullable=False),
    )
    op.create_index("sessions_by_channel", "sessions", ["channel_id", "created_at"])
    op.create_index("sessions_by_due", "sessions", ["due_at"])
    op.create_index("sessions_by_status", "sessions", ["status"])
    op.create_table(
        "answers",
        sa.Column("session_id", sa.Text, sa.ForeignKey("sessions.id"), primary_key=True),
        sa.Column("revision", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("question", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.BigInteger, nullable=False),
        sa.Column("step", sa.Text, nullable=False),
        sa.Column("option", sa.Text, nullable=False),
        sa.Column("person", sa.BigInteger),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "sitting",
        sa.Column("session_id", sa.Text, sa.ForeignKey("sessions.id"), primary_key=True),
        sa.Column("person", sa.BigInteger, primary_key=True, autoincrement=False),
    )
    op.create_index("sitting_by_person", "sitting", ["person"])
    op.create_table(
        "persons",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("dm_channel_id", sa.BigInteger),
    )
