"""The changes of servers' settings, and the people kept from their tables."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "setting_changes",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("person", sa.BigInteger),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("change", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("setting_changes_by_person", "setting_changes", ["person"])
    op.create_table(
        "barred",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("person", sa.BigInteger, primary_key=True, autoincrement=False),
    )
    op.create_index("barred_by_person", "barred", ["person"])
