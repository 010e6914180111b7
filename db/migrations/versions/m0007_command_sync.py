"""The last sync of the slash commands with Discord."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("marks", sa.Column("commands_application", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("marks", sa.Column("commands_hash", sa.Text, nullable=False, server_default=""))
    op.add_column("marks", sa.Column("commands_synced_at", sa.Double))
    op.add_column("marks", sa.Column("commands_failed_at", sa.Double))
    op.add_column("marks", sa.Column("commands_failure", sa.Text, nullable=False, server_default=""))
