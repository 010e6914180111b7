"""Table nights: evenings scheduled on a server, with the people who attend."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "nights",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("night", sa.Text, nullable=False),
        sa.Column("due_at", sa.Double),
    )
    op.create_index("nights_by_guild", "nights", ["guild_id"])
    op.create_index("nights_by_channel", "nights", ["channel_id"])
    op.create_index("nights_by_due", "nights", ["due_at"])
