"""Handing over a shard: the successor of its holder, and the holder's note about what it has handled."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("leases", sa.Column("word", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "heirs",
        sa.Column("shard", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("heir", sa.Text),
        sa.Column("ready", sa.BigInteger, nullable=False),
    )
